/* random.c - repeatable random numbers (xoshiro256**) */
#include "base/random.h"

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
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

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

uint64_t random_next(Random *random)
{
    uint64_t *w = random->word;
    uint64_t result = rotate(w[1] * 5, 7) * 9, t = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= t;
    w[3] = rotate(w[3], 45);
    return result;
}

/* Lemire's method: a multiplication, and a rejection that is rare. */
uint32_t random_below(Random *random, uint32_t bound)
{
    uint64_t product = (random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = (uint32_t)-bound % bound;
        while ((uint32_t)product < least)
            product = (random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}
