/* bits.h - counting the bits of a word
 *
 * What is shipped runs on processors without an instruction for it, where the
 * compiler would call a function.
 */
#ifndef ZERMELO_BASE_BITS_H
#define ZERMELO_BASE_BITS_H

#include <stdint.h>

static inline uint32_t bits_count(uint64_t word)
{
#ifdef __POPCNT__
    return (uint32_t)__builtin_popcountll(word);
#else
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(word * 0x0101010101010101u >> 56);
#endif
}

#endif
