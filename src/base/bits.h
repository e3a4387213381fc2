/* bits.h - bits of a word, and arrays of bits in words
 *
 * What is shipped runs on processors without an instruction to count bits,
 * where the compiler would call a function.
 */
#ifndef ZERMELO_BASE_BITS_H
#define ZERMELO_BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
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

static inline size_t words_for(size_t bits)
{
    return (bits + 63) / 64;
}

static inline void set_bit(uint64_t *words, size_t bit)
{
    words[bit / 64] |= (uint64_t)1 << bit % 64;
}

static inline bool get_bit(const uint64_t *words, size_t bit)
{
    return words[bit / 64] >> bit % 64 & 1;
}

#endif
