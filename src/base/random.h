/* random.h - repeatable random numbers (xoshiro256**)
 *
 * One Random a thread or playout; the same seed and stream give the same
 * numbers everywhere.
 */
#ifndef ZERMELO_BASE_RANDOM_H
#define ZERMELO_BASE_RANDOM_H

#include <stdint.h>

typedef struct {
    uint64_t word[4];
} Random;

Random random_new(uint64_t seed, uint64_t stream);
uint64_t random_next(Random *random);
uint32_t random_below(Random *random, uint32_t bound); /* exactly uniform */

#endif
