/* sha256.c - SHA-256 (FIPS 180-4): what names a file by its bytes */
#include "base/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK_BYTES = 64, ROUNDS = 64, WORDS = 8 };

static const uint32_t round_constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t word, unsigned count)
{
    return word >> count | word << (32 - count);
}

static void expand_block(const uint8_t *block, uint32_t *schedule)
{
    for (size_t i = 0; i < 16; i++)
        schedule[i] = (uint32_t)block[4 * i] << 24 |
                      (uint32_t)block[4 * i + 1] << 16 |
                      (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < ROUNDS; i++) {
        uint32_t early = schedule[i - 15], late = schedule[i - 2];
        schedule[i] = schedule[i - 16] + schedule[i - 7] +
                      (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) +
                      (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10);
    }
}

static void add_block(uint32_t *hash, const uint8_t *block)
{
    uint32_t schedule[ROUNDS], s[WORDS];
    expand_block(block, schedule);
    memcpy(s, hash, sizeof s);
    for (size_t i = 0; i < ROUNDS; i++) {
        uint32_t e = s[4], a = s[0];
        uint32_t first = s[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                         ((e & s[5]) ^ (~e & s[6])) + round_constants[i] +
                         schedule[i];
        uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
                          ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, (WORDS - 1) * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (size_t i = 0; i < WORDS; i++)
        hash[i] += s[i];
}

void digest_bytes(char digest[DIGEST_LENGTH + 1], const void *bytes,
                  size_t length)
{
    uint32_t hash[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *octets = bytes;
    size_t rest = length % BLOCK_BYTES, whole = length - rest;
    for (size_t i = 0; i < whole; i += BLOCK_BYTES)
        add_block(hash, octets + i);
    /* The rest, a one, zeros, and the length in bits at the end of a block. */
    uint8_t last[2 * BLOCK_BYTES] = {0};
    if (rest)
        memcpy(last, octets + whole, rest);
    last[rest] = 0x80;
    size_t end = rest + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    for (size_t i = 0; i < 8; i++)
        last[end - 1 - i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
    for (size_t i = 0; i < end; i += BLOCK_BYTES)
        add_block(hash, last + i);
    for (size_t i = 0; i < WORDS; i++)
        snprintf(digest + 8 * i, 9, "%08x", (unsigned)hash[i]);
}
