/* api_net.c - grounding, and many positions at once, for zermelo.h
 *
 * In:   a game; the moves of many positions
 * Out:  a net with the engines on it; legal moves, ends and goals in arrays of
 *       the caller
 */
#include "api/call.h"

#include "sim/lane_batch.h"
#include "sim/simulate.h"

ZermeloNet *zermelo_ground(ZermeloGame *game, const ZermeloLimits *limits,
                           const char **why)
{
    NEW_HANDLE(ZermeloNet, handle, game, limits, why);
    Budget budget = budget_of(limits);
    const Net *net = net_new(game->game, &budget, reason);
    if (!net) {
        heap_free(own_heap);
        return NULL;
    }
    handle->game = game;
    handle->net = net;
    handle->machine = machine_new(net);
    handle->lane_plan = sliced_new(net);
    handle->ready_seconds = clock_now() - game->start_time;
    game->net = handle;
    return handle;
}

static void release_net(ZermeloNet *net)
{
    if (net->game->net == net)
        net->game->net = NULL;
    machine_free(net->machine);
    lane_plan_free(net->lane_plan);
    net_free(net->net);
}

FREE_FUNCTION(zermelo_net_free, ZermeloNet, release_net)

GETTER(size_t, zermelo_net_rules, ZermeloNet, self->net->ground_rules)
GETTER(size_t, zermelo_net_nodes, ZermeloNet, self->net->node_count)

/* ---- what numbers mean ---- */

char *zermelo_net_json(const ZermeloNet *handle)
{
    if (!handle)
        return NULL;
    json_use_heaps();
    ENTER_SCRATCH(handle, NULL);
    const Net *net = handle->net;
    json_t *roles = json_array();
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        TermVec percepts = {0};
        for (size_t k = 0; k < role->percept_count; k++)
            vec_push(&percepts, role->percepts[k].term);
        json_add(roles,
                 JSON_OBJECT(
                     {"moves", terms_json(role->moves, role->move_count)},
                     {"percepts", terms_json(percepts.items, percepts.count)}));
        vec_free(&percepts);
    }
    return give_json(
        JSON_OBJECT({"features", terms_json(net->features, net->feature_count)},
                    {"roles", roles}));
}

/* ---- many positions that are stepped together ---- */

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

FREE_FUNCTION(zermelo_batch_free, ZermeloBatch, release_batch)

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
