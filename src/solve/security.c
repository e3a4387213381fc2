/* security.c - what a role can force, where turns are taken and nothing is left
 * to chance
 *
 * In:   a PositionGraph
 * Out:  for each position the value that a role can force, and its move
 *
 * Retrograde analysis: all other roles are one opponent. Values begin with "no
 * end", below all others, and rise until nothing changes. That is the least
 * fixpoint, so whoever goes round for ever forces nothing. A choice is noted
 * when the value of a position last rises, and leads to where this value was
 * known before: on the way either the value rises, or that time falls, so that
 * play ends.
 */
#include "solve/security.h"

#include <assert.h>

enum { NODES_PER_POLL = 1 << 16 };

typedef struct {
    const PositionGraph *graph;
    size_t role;
    ValueBound bound;
    int8_t *values;
    uint32_t *choices; /* or NULL */
} Security;

static int8_t fixed_value(const Security *security, const GraphNode *node)
{
    bool is_most = security->bound == BOUND_MOST;
    if (node->mover == MOVER_END) {
        Payoff payoff =
            security->graph->payoffs.items[node->first + security->role];
        return is_most ? payoff.most : payoff.least;
    }
    return node->mover == MOVER_OPEN && is_most ? MAX_PAYOFF : NO_END;
}

/* The value of a position by those of its successors, and the first of them
 * that has it. */
static int8_t value_after(const Security *security, const GraphNode *node,
                          uint32_t *successor)
{
    const uint32_t *successors = node_successors(security->graph, node);
    bool is_own = node->mover == security->role;
    *successor = successors[0];
    for (size_t i = 1; i < node->count; i++) {
        int8_t value = security->values[successors[i]],
               best = security->values[*successor];
        if (is_own ? value > best : value < best)
            *successor = successors[i];
    }
    return security->values[*successor];
}

/* Goes through all positions, the last first; whether some value has risen. */
static bool sweep(const Security *security, const Budget *budget)
{
    const PositionGraph *graph = security->graph;
    bool has_risen = false;
    for (size_t i = graph->nodes.count; i > 0; i--) {
        const GraphNode *node = &graph->nodes.items[i - 1];
        uint32_t successor;
        if (i % NODES_PER_POLL == 0 && budget_spent(budget))
            return has_risen;
        if (!node->count)
            continue;
        assert(node->mover < graph->role_count);
        int8_t value = value_after(security, node, &successor);
        if (value <= security->values[i - 1])
            continue;
        security->values[i - 1] = value;
        if (security->choices)
            security->choices[i - 1] = successor;
        has_risen = true;
    }
    return has_risen;
}

bool security_values(const PositionGraph *graph, size_t role, ValueBound bound,
                     const Budget *budget, int8_t *values, uint32_t *choices)
{
    Security security = {graph, role, bound, values, choices};
    assert(!graph->has_chance && !graph->has_joint);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        values[i] = fixed_value(&security, &graph->nodes.items[i]);
        if (choices)
            choices[i] = NO_STRING;
    }
    while (sweep(&security, budget))
        continue;
    return !budget_spent(budget);
}
