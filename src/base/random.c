/* random.c - repeatable random numbers (xoshiro256**) */
#include "base/random.h"

static uint64_t splitmix(uint64_t *state)
{
    uint64_t mixed = (*state += 0x9e3779b97f4a7c15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

Random random_new(uint64_t seed, uint64_t stream)
{
    uint64_t mixed = stream;
    uint64_t state = seed ^ splitmix(&mixed);
    Random random;
    for (int i = 0; i < 4; i++)
        random.word[i] = splitmix(&state);
    return random;
}

static uint64_t rotate(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

uint64_t random_next(Random *random)
{
    uint64_t *word = random->word;
    uint64_t result = rotate(word[1] * 5, 7) * 9, shifted = word[1] << 17;
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = rotate(word[3], 45);
    return result;
}

/* Lemire's method: a multiplication, and a rejection that is rare. */
uint32_t random_below(Random *random, uint32_t bound)
{
    uint64_t product = (random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (uint32_t)-bound % bound;
        while ((uint32_t)product < threshold)
            product = (random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}
