/* lazy_goals.c - what is computed only when somebody asks: goals and percepts
 *
 * In:   a Circuit, and the values of the nodes of its core
 * Out:  the value of any other node
 *
 * The extra nodes have counters of their own, which are left as they are until
 * somebody asks. Then what has changed since the last time is told to them: to
 * count the pieces of a full board takes thousands of nodes, of which few are
 * true.
 */
#include "sim/lazy_goals.h"

#include "base/fatal.h"

#include <stdlib.h>

struct Asked {
    const Circuit *circuit;
    Counters *counters; /* NULL if the core has it all */
    uint32_t *moves;    /* that the counters know of */
    bool known;
};

static void tell_moves(Asked *asked, const uint32_t *moves)
{
    const Circuit *circuit = asked->circuit;
    for (size_t i = 0; i < circuit->net->role_count; i++) {
        if (asked->moves[i] == moves[i])
            continue;
        counters_change_move(asked->counters, &circuit->sets[i],
                             asked->moves[i], moves[i]);
        asked->moves[i] = moves[i];
    }
}

static void tell(Asked *asked, const Counters *core, const uint32_t *moves)
{
    const Circuit *circuit = asked->circuit;
    for (size_t i = 0; i < circuit->border_count; i++)
        counters_set(asked->counters, circuit->border[i],
                     core->counts[circuit->border[i]] == 0);
    if (!circuit->by_events)
        tell_moves(asked, moves);
    counters_settle(asked->counters);
    asked->known = true;
}

Asked *asked_new(const Circuit *circuit)
{
    const Net *net = circuit->net;
    Asked *asked = fatal_malloc(sizeof *asked);
    *asked = (Asked){.circuit = circuit};
    if (!circuit->has_extra)
        return asked;
    asked->counters = counters_new(&circuit->extra, NULL);
    asked->moves = fatal_calloc(net->role_count, sizeof *asked->moves);
    for (size_t i = 0; i < net->role_count; i++)
        if (net->roles[i].move_count)
            counters_begin_move(asked->counters, &circuit->sets[i], 0);
    return asked;
}

void asked_free(Asked *asked)
{
    if (!asked)
        return;
    counters_free(asked->counters);
    free(asked->moves);
    free(asked);
}

void asked_forget(Asked *asked)
{
    asked->known = false;
}

/* Nodes that are in neither are leaves, and the core knows them best, but for
 * moves that are no events. */
bool asked_value(Asked *asked, Lit lit, const Counters *core,
                 const uint32_t *moves)
{
    const Circuit *circuit = asked->circuit;
    uint32_t node = lit_node(lit);
    if (!circuit->extra.member[node] &&
        (circuit->by_events || circuit->net->nodes[node].kind != NODE_MOVES))
        return counters_value(core, lit);
    if (!asked->known)
        tell(asked, core, moves);
    return counters_value(asked->counters, lit);
}
