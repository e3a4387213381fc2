/* position_sample.c - a uniform sample of the positions that walks visit
 *
 * In:   positions in lanes, step by step
 * Out:  at most MAX_BLOCKS blocks of them (reservoir sampling, Vitter 1985)
 * Next: candidates/ looks there for invariants
 */
#include "prove/walk/position_sample.h"

enum {
    MAX_BLOCKS = 64,         /* of LANES positions each */
    SAMPLE_BYTES = 96 << 20, /* at most, unless a block takes more */
};

void sample_init(PositionSample *sample, const Net *net)
{
    size_t block_count =
        SAMPLE_BYTES / sizeof(Lanes) / (net->feature_count + 1);
    block_count = block_count > MAX_BLOCKS ? MAX_BLOCKS
                  : block_count            ? block_count
                                           : 1;
    *sample = (PositionSample){.max_blocks = block_count};
    sample->values = lanes_new(net->feature_count * block_count);
}

void sample_clear(PositionSample *sample)
{
    free(sample->values);
}

void sample_offer(PositionSample *sample, const WalkLanes *lanes,
                  Random *random)
{
    size_t offered = sample->offered_count++, block = offered;
    if (offered >= sample->max_blocks) {
        block = random_below(random, (uint32_t)offered + 1);
        if (block >= sample->max_blocks)
            return;
    }
    assert(block <= sample->block_count); /* filled in order */
    if (block == sample->block_count)
        sample->block_count++;
    for (uint32_t i = 0; i < lanes->net->feature_count; i++)
        sample->values[i * sample->max_blocks + block] =
            *feature_lanes(lanes, i);
}
