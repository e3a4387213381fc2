/* fuzzy_goal.c - how nearly a literal of the network holds in a state
 *
 * In:   a Net and two literals
 * Out:  a number for each state
 *
 * Only the nodes below the literals are looked at, inputs first. Nodes that
 * depend on themselves count as half true.
 */
#include "solve/fuzzy_goal.h"

#include "base/fatal.h"

#include <stdlib.h>
#include <string.h>

/* How nearly a node is true, and how nearly false. */
typedef struct {
    float is, is_not;
} Degree;

struct FuzzyGoal {
    const Net *net;
    Lit goals[2];
    uint32_t *nodes; /* below the goals, in order */
    size_t count, cost;
    Degree *degrees; /* by node */
};

static void mark_below(const Net *net, bool *needed)
{
    for (size_t i = net->node_count; i-- > 0;) {
        const Node *node = &net->nodes[i];
        if (!needed[i] || node->kind != NODE_AND)
            continue;
        for (uint32_t k = 0; k < node->count; k++)
            needed[lit_node(net->inputs[node->first + k])] = true;
    }
}

FuzzyGoal *fuzzy_goal_new(const Net *net, Lit left, Lit right)
{
    FuzzyGoal *measure = fatal_malloc(sizeof *measure);
    bool *needed = fatal_malloc(net->node_count * sizeof *needed);
    memset(needed, 0, net->node_count * sizeof *needed);
    *measure =
        (FuzzyGoal){.net = net,
                    .goals = {left, right},
                    .nodes = fatal_malloc(net->node_count * sizeof(uint32_t)),
                    .degrees = fatal_malloc(net->node_count * sizeof(Degree))};
    needed[lit_node(left)] = needed[lit_node(right)] = true;
    mark_below(net, needed);
    for (uint32_t i = 0; i < net->node_count; i++) {
        measure->degrees[i] = (Degree){0.5f, 0.5f};
        if (!needed[i])
            continue;
        measure->nodes[measure->count++] = i;
        measure->cost +=
            net->nodes[i].kind == NODE_AND ? net->nodes[i].count : 1;
    }
    free(needed);
    return measure;
}

void fuzzy_goal_free(FuzzyGoal *measure)
{
    if (!measure)
        return;
    free(measure->nodes);
    free(measure->degrees);
    free(measure);
}

static Degree degree_of(const FuzzyGoal *measure, Lit lit)
{
    Degree degree = measure->degrees[lit_node(lit)];
    return lit & 1 ? (Degree){degree.is_not, degree.is} : degree;
}

/* All of them on average; the best of their negations. What is not quite true
 * must stay below what is. */
static Degree all_of(const FuzzyGoal *measure, const Lit *lits, size_t count)
{
    float sum = 0, best = 0;
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        Degree degree = degree_of(measure, lits[i]);
        sum += degree.is;
        best = degree.is_not > best ? degree.is_not : best;
        all = all && degree.is >= 1;
    }
    return (Degree){all ? 1 : 0.95f * sum / (float)count, best};
}

float fuzzy_goal_of(FuzzyGoal *measure, const uint64_t *state)
{
    const Net *net = measure->net;
    for (size_t i = 0; i < measure->count; i++) {
        uint32_t at = measure->nodes[i];
        const Node *node = &net->nodes[at];
        Degree *degree = &measure->degrees[at];
        if (node->kind == NODE_TRUE) {
            *degree = (Degree){1, 0};
        } else if (node->kind == NODE_FEATURE) {
            bool holds = state[node->first / 64] >> node->first % 64 & 1;
            *degree = (Degree){holds, !holds};
        } else if (node->kind == NODE_AND) {
            *degree = all_of(measure, net->inputs + node->first, node->count);
        }
    }
    return all_of(measure, measure->goals, 2).is;
}

size_t fuzzy_goal_cost(const FuzzyGoal *measure)
{
    return measure->cost;
}
