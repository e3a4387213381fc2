/* walk_archive.c - positions that walks have reached, and plays that lead there
 *
 * In:   positions in lanes, step by step
 * Out:  the shortest play found to each feature; origins for further plays; a
 *       uniform sample of the positions
 * Next: candidates/ looks for invariants in the sample
 *
 * "First return, then explore" (Ecoffet et al. 2021): positions with rare
 * features are where new plays begin. The sample is kept by reservoir sampling
 * (Vitter 1985). Start reading at archive_features() and sample_offer().
 */
#include "prove/walk/walk_archive.h"

#include "base/bits.h"

#include <string.h>

void archive_init(WalkArchive *archive, const Net *net, Arena *arena)
{
    *archive = (WalkArchive){.net = net, .arena = arena};
    archive->first_seen = arena_array(arena, uint32_t, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        archive->first_seen[i] = NO_INDEX;
    archive->times_seen = arena_array(arena, uint64_t, net->feature_count);
    archive->seen_false = arena_array(arena, bool, net->feature_count);
}

void archive_clear(WalkArchive *archive)
{
    vec_free_all(&archive->positions, &archive->seen_features);
}

uint32_t archive_lane(WalkArchive *archive, WalkLanes *lanes, size_t lane)
{
    const Net *net = archive->net;
    LanePlay *play = &lanes->plays[lane];
    assert(play->origin == NO_INDEX || play->origin < archive->positions.count);
    assert(play->age <= lanes->max_steps);
    if (play->archived != NO_INDEX &&
        archive->positions.items[play->archived].steps == play->age)
        return play->archived;
    uint64_t *state =
        arena_array(archive->arena, uint64_t, net->feature_count / 64 + 1);
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (lanes_has(feature_lanes(lanes, i), lane))
            state[i / 64] |= (uint64_t)1 << i % 64;
    ArchivedPosition position = {
        .parent = play->origin,
        .steps = play->age,
        .depth = play_depth(lanes, lane),
        .moves = arena_copy(archive->arena, moves_of_play(lanes, lane),
                            play->age * net->role_count * sizeof(uint32_t)),
        .state = state};
    play->archived = (uint32_t)archive->positions.count;
    vec_push(&archive->positions, position);
    return play->archived;
}

/* ---- features ---- */

static size_t shallowest_depth(const WalkLanes *lanes)
{
    size_t minimum = SIZE_MAX;
    for (size_t lane = 0; lane < LANES; lane++) {
        size_t depth = play_depth(lanes, lane);
        minimum = depth < minimum ? depth : minimum;
    }
    return minimum;
}

/* Replaces the archived position of FEATURE if a lane has a shorter play to
 * one. No play is shorter than SHORTEST. */
static void update_shortest_play(WalkArchive *archive, WalkLanes *lanes,
                                 uint32_t feature, size_t shortest)
{
    size_t depth = archive->positions.items[archive->first_seen[feature]].depth;
    const Lanes *holds = feature_lanes(lanes, feature);
    if (depth <= shortest || !lanes_any(holds))
        return;
    size_t lane = shallowest_lane(lanes, holds);
    if (play_depth(lanes, lane) < depth)
        archive->first_seen[feature] = archive_lane(archive, lanes, lane);
}

void archive_features(WalkArchive *archive, WalkLanes *lanes, bool is_sampled)
{
    size_t shortest = is_sampled ? shallowest_depth(lanes) : 0;
    for (uint32_t i = 0; i < archive->net->feature_count; i++) {
        const Lanes *holds = feature_lanes(lanes, i);
        Lanes fails = ~*holds;
        if (archive->first_seen[i] == NO_INDEX && lanes_any(holds)) {
            archive->first_seen[i] =
                archive_lane(archive, lanes, shallowest_lane(lanes, holds));
            vec_push(&archive->seen_features, i);
        }
        archive->seen_false[i] = archive->seen_false[i] || lanes_any(&fails);
        if (!is_sampled)
            continue;
        if (archive->first_seen[i] != NO_INDEX)
            update_shortest_play(archive, lanes, i, shortest);
        for (size_t k = 0; k < LANE_WORDS; k++)
            archive->times_seen[i] += bits_count((*holds)[k]);
    }
}

/* ---- origins ---- */

void archive_set_origin(const WalkArchive *archive, uint32_t position,
                        WalkLanes *lanes, size_t lane)
{
    LanePlay *play = &lanes->plays[lane];
    *play = (LanePlay){
        .origin = position, .state = lanes->initial, .archived = NO_INDEX};
    if (position == NO_INDEX)
        return;
    play->state = archive->positions.items[position].state;
    play->depth_of_origin = archive->positions.items[position].depth;
}

void archive_choose_origin(const WalkArchive *archive, Random *random,
                           WalkLanes *lanes, size_t lane)
{
    enum { SAMPLED_FEATURES = 6 };
    uint32_t origin = NO_INDEX,
             seen_count = (uint32_t)archive->seen_features.count;
    if (seen_count && random_below(random, 2)) {
        uint64_t rarest_count = UINT64_MAX;
        for (int i = 0; i < SAMPLED_FEATURES; i++) {
            uint32_t feature =
                archive->seen_features.items[random_below(random, seen_count)];
            if (archive->times_seen[feature] < rarest_count) {
                rarest_count = archive->times_seen[feature];
                origin = archive->first_seen[feature];
            }
        }
    }
    archive_set_origin(archive, origin, lanes, lane);
}

uint32_t *archive_play(const WalkArchive *archive, uint32_t position)
{
    size_t role_count = archive->net->role_count;
    size_t depth = archive->positions.items[position].depth;
    uint32_t *play = memory_array(depth * role_count + 1, sizeof *play);
    while (position != NO_INDEX) {
        const ArchivedPosition *entry = &archive->positions.items[position];
        assert(entry->steps <= entry->depth && entry->depth <= depth);
        memcpy(play + (entry->depth - entry->steps) * role_count, entry->moves,
               entry->steps * role_count * sizeof *play);
        assert(entry->parent == NO_INDEX || entry->parent < position);
        position = entry->parent;
    }
    return play;
}

/* ---- the sample ---- */

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
    memory_free(sample->values);
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
