/* walk_archive.h - positions that walks have reached, and plays that lead there
 *
 * The first position in which a feature holds is archived, later one with a
 * shorter play; plays restart where features are rare (Go-Explore, Ecoffet et
 * al. 2021).
 */
#ifndef ZERMELO_PROVE_WALK_WALK_ARCHIVE_H
#define ZERMELO_PROVE_WALK_WALK_ARCHIVE_H

#include "prove/walk/walk_lanes.h"

/* A position, reached by STEPS joint moves from PARENT. */
typedef struct {
    uint32_t parent; /* index into the archive; NO_INDEX: initial position */
    size_t steps, depth;
    const uint32_t *moves; /* STEPS joint moves */
    const uint64_t *state;
} ArchivedPosition;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(ArchivedPosition) positions;
    uint32_t *first_seen; /* by feature: archived position, or NO_INDEX */
    uint64_t *times_seen; /* by feature: in how many positions counted */
    bool *seen_false;     /* by feature */
    VEC(uint32_t) seen_features; /* features with a first_seen */
} WalkArchive;

void archive_init(WalkArchive *archive, const Net *net, Arena *arena);
void archive_clear(WalkArchive *archive);

/* The index of the current position of a lane, which is added if it is new. */
uint32_t archive_lane(WalkArchive *archive, WalkLanes *lanes, size_t lane);

/* Archives positions with features not seen before; if IS_SAMPLED, also counts
 * features and looks for shorter plays. */
void archive_features(WalkArchive *archive, WalkLanes *lanes, bool is_sampled);

/* Sets where the play in a lane restarts: with probability 1/2 at the initial
 * position, otherwise at that of the rarest of a few random features. */
void archive_choose_origin(const WalkArchive *archive, Random *random,
                           WalkLanes *lanes, size_t lane);
/* The same, at an archived position. */
void archive_set_origin(const WalkArchive *archive, uint32_t position,
                        WalkLanes *lanes, size_t lane);

/* The joint moves from the initial position, to be freed. */
uint32_t *archive_play(const WalkArchive *archive, uint32_t position);

/* ---- a uniform sample of the positions visited ---- */

/* Blocks: the positions of all lanes at one step. */
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
