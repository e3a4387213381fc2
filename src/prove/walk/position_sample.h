/* position_sample.h - a uniform sample of the positions that walks visit
 *
 * Reservoir sampling (Vitter 1985) of blocks: a block is the positions of all
 * lanes at one step.
 */
#ifndef ZERMELO_PROVE_WALK_POSITION_SAMPLE_H
#define ZERMELO_PROVE_WALK_POSITION_SAMPLE_H

#include "prove/walk/walk_lanes.h"

typedef struct {
    Lanes *values; /* by feature, block */
    size_t block_count, max_blocks, offered_count;
} PositionSample;

void sample_init(PositionSample *sample, const Net *net);
void sample_clear(PositionSample *sample);

/* The next block: block n replaces one of the M that are kept with probability
 * M / n. */
void sample_offer(PositionSample *sample, const WalkLanes *lanes,
                  Random *random);

#endif
