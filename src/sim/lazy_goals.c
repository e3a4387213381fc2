/* lazy_goals.c - goals and percepts, computed on demand
 *
 * In:   a Circuit, and the values of the nodes of its core
 * Out:  the value of any other node
 *
 * The extra nodes have counters of their own. What has changed since the last
 * question is propagated through them when there is another one: to count the
 * pieces of a full board takes thousands of nodes, of which few are true.
 */
#include "sim/lazy_goals.h"

#include "base/memory.h"

#include <stdlib.h>

struct LazyGoals {
    const Circuit *circuit;
    Counters *counters; /* NULL if the core has it all */
    uint32_t *moves;    /* as set in the counters */
    bool is_current;    /* the counters are up to date */
};

static void update_moves(LazyGoals *lazy, const uint32_t *moves)
{
    const Circuit *circuit = lazy->circuit;
    for (size_t i = 0; i < circuit->net->role_count; i++) {
        if (lazy->moves[i] == moves[i])
            continue;
        counters_change_move(lazy->counters, &circuit->sets[i], lazy->moves[i],
                             moves[i]);
        lazy->moves[i] = moves[i];
    }
}

static void update(LazyGoals *lazy, const Counters *core, const uint32_t *moves)
{
    const Circuit *circuit = lazy->circuit;
    for (size_t i = 0; i < circuit->border_count; i++)
        counters_set(lazy->counters, circuit->border[i],
                     core->counts[circuit->border[i]] == 0);
    if (!circuit->by_events)
        update_moves(lazy, moves);
    counters_settle(lazy->counters);
    lazy->is_current = true;
}

LazyGoals *lazy_goals_new(const Circuit *circuit)
{
    const Net *net = circuit->net;
    LazyGoals *lazy = memory_alloc(sizeof *lazy);
    *lazy = (LazyGoals){.circuit = circuit};
    if (!circuit->has_extra)
        return lazy;
    lazy->counters = counters_new(&circuit->extra, NULL);
    lazy->moves = memory_zeroed(net->role_count, sizeof *lazy->moves);
    for (size_t i = 0; i < net->role_count; i++)
        if (net->roles[i].move_count)
            counters_begin_move(lazy->counters, &circuit->sets[i], 0);
    return lazy;
}

void lazy_goals_free(LazyGoals *lazy)
{
    if (!lazy)
        return;
    counters_free(lazy->counters);
    free(lazy->moves);
    free(lazy);
}

void lazy_goals_forget(LazyGoals *lazy)
{
    lazy->is_current = false;
}

/* Nodes that are in neither are leaves, and the core knows them best, but for
 * moves that are no events. */
bool lazy_goals_value(LazyGoals *lazy, Lit lit, const Counters *core,
                      const uint32_t *moves)
{
    const Circuit *circuit = lazy->circuit;
    uint32_t node = lit_node(lit);
    if (!circuit->extra.member[node] &&
        (circuit->by_events || circuit->net->nodes[node].kind != NODE_MOVES))
        return counters_value(core, lit);
    if (!lazy->is_current)
        update(lazy, core, moves);
    return counters_value(lazy->counters, lit);
}
