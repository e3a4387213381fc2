/* api_batch.c - many positions that are stepped together, for zermelo.h
 *
 * In:   a net, the moves of each position
 * Out:  legal moves, ends and goals in arrays of the caller
 */
#include "api/handle.h"

#include "sim/lane_batch.h"

struct ZermeloBatch {
    Heap *heap;
    const Net *net;
    LaneBatch *lanes;
};

enum { MAX_BATCH = 1 << 20 };

ZermeloBatch *zermelo_batch_new(const ZermeloNet *net, size_t count)
{
    if (!net || !count || count > MAX_BATCH)
        return NULL;
    NEW_HANDLE_IN(ZermeloBatch, batch, net->heap, NULL, NULL, (void)0);
    batch->net = net->net;
    batch->lanes = lane_batch_new(net->lane_plan, count);
    return batch;
}

static void release_batch(ZermeloBatch *batch)
{
    lane_batch_free(batch->lanes);
}

void zermelo_batch_free(ZermeloBatch *batch)
{
    FREE_HANDLE(batch, release_batch);
}

/* A row of moves is no wider than the moves of the role that has most. */
static bool is_width(const ZermeloBatch *batch, size_t row_width)
{
    for (size_t i = 0; i < batch->net->role_count; i++)
        if (row_width <= batch->net->roles[i].move_count)
            return true;
    return false;
}

bool zermelo_batch_reset(ZermeloBatch *batch, const uint8_t *which)
{
    if (batch)
        lane_batch_reset(batch->lanes, which);
    return batch;
}

bool zermelo_batch_legal(ZermeloBatch *batch, size_t role, size_t row_width,
                         uint8_t *legal)
{
    bool is_right = batch && role < batch->net->role_count && legal &&
                    is_width(batch, row_width);
    if (is_right)
        lane_batch_legal(batch->lanes, role, row_width, legal);
    return is_right;
}

bool zermelo_batch_turns(ZermeloBatch *batch, size_t row_width, uint32_t *roles,
                         uint8_t *legal)
{
    bool is_right = batch && roles && legal && is_width(batch, row_width);
    if (is_right)
        lane_batch_turns(batch->lanes, row_width, roles, legal);
    return is_right;
}

bool zermelo_batch_terminal(ZermeloBatch *batch, uint8_t *terminal)
{
    bool is_right = batch && terminal;
    if (is_right)
        lane_batch_terminal(batch->lanes, terminal);
    return is_right;
}

bool zermelo_batch_goals(ZermeloBatch *batch, int32_t *goals)
{
    bool is_right = batch && goals;
    if (is_right)
        lane_batch_goals(batch->lanes, goals);
    return is_right;
}

bool zermelo_batch_features(ZermeloBatch *batch, uint8_t *features)
{
    bool is_right = batch && features;
    if (is_right)
        lane_batch_features(batch->lanes, features);
    return is_right;
}

bool zermelo_batch_step(ZermeloBatch *batch, const uint32_t *moves)
{
    return batch && moves && lane_batch_step(batch->lanes, moves);
}

bool zermelo_batch_step_turns(ZermeloBatch *batch, const uint32_t *moves)
{
    return batch && moves && lane_batch_step_turns(batch->lanes, moves);
}
