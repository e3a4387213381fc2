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

/* In byte I, how many bits of the bytes 0 to I are set. */
static inline uint64_t bits_sums(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return word * 0x0101010101010101u;
}

static inline uint32_t bits_count(uint64_t word)
{
#ifdef __POPCNT__
    return (uint32_t)__builtin_popcountll(word);
#else
    return (uint32_t)(bits_sums(word) >> 56);
#endif
}

/* How many bytes of SUMS, all below 128, are at most RANK. */
static inline uint32_t bytes_up_to(uint64_t sums, uint32_t rank)
{
    const uint64_t ones = 0x0101010101010101u, high = ones << 7;
    uint64_t is_below = ((rank * ones | high) - sums) & high;
    return (uint32_t)((is_below >> 7) * ones >> 56);
}

/* The place of the bit of WORD that RANK set bits are below; SUMS are those of
 * WORD. No branch, since none could be predicted (Vigna 2008). */
static inline uint32_t bits_select(uint64_t word, uint64_t sums, uint32_t rank)
{
    uint32_t place = 8 * bytes_up_to(sums, rank);
    uint64_t each = (word >> place & 0xff) * 0x0101010101010101u;
    rank -= (uint32_t)(sums << 8 >> place & 0xff);
    each = ((each & 0x8040201008040201u) + 0x7f7f7f7f7f7f7f7fu) >> 7;
    each = (each & 0x0101010101010101u) * 0x0101010101010101u;
    return place + bytes_up_to(each, rank);
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
