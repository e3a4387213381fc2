/* fuzzy_goal.c - fuzzy truth degree of a goal in a state
 *
 * In:   a Net and two literals
 * Out:  a number for each state
 *
 * Only the cone of the literals is evaluated, inputs first. Nodes that depend
 * on themselves have degree one half.
 */
#include "solve/fuzzy_goal.h"

#include "base/bits.h"
#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The degrees to which a node is true and false. */
typedef struct {
    float truth, falsity;
} Degree;

struct FuzzyGoal {
    const Net *net;
    Lit conjuncts[2];
    uint32_t *nodes; /* cone of the goals, inputs first */
    size_t node_count, cost;
    Degree *degrees; /* by node */
};

FuzzyGoal *fuzzy_goal_new(const Net *net, Lit left, Lit right)
{
    FuzzyGoal *goal = memory_alloc(sizeof *goal);
    bool *is_needed = memory_zeroed(net->node_count, sizeof *is_needed);
    *goal =
        (FuzzyGoal){.net = net,
                    .conjuncts = {left, right},
                    .nodes = memory_array(net->node_count, sizeof(uint32_t)),
                    .degrees = memory_array(net->node_count, sizeof(Degree))};
    net_mark_cone(net, left, is_needed);
    net_mark_cone(net, right, is_needed);
    for (uint32_t i = 0; i < net->node_count; i++) {
        goal->degrees[i] = (Degree){0.5f, 0.5f};
        if (!is_needed[i])
            continue;
        goal->nodes[goal->node_count++] = i;
        goal->cost +=
            net->nodes[i].kind == NODE_AND ? net->nodes[i].input_count : 1;
    }
    memory_free(is_needed);
    return goal;
}

void fuzzy_goal_free(FuzzyGoal *goal)
{
    if (!goal)
        return;
    free_all(goal->nodes, goal->degrees, goal);
}

static Degree degree_of(const FuzzyGoal *goal, Lit lit)
{
    Degree degree = goal->degrees[lit_node(lit)];
    return lit_is_negated(lit) ? (Degree){degree.falsity, degree.truth}
                               : degree;
}

/* The average degree of LITS, and the highest degree of their negations. What
 * is not quite true must stay below 1. */
static Degree fuzzy_and(const FuzzyGoal *goal, const Lit *lits, size_t count)
{
    assert(count > 0);
    float truth_sum = 0, max_falsity = 0;
    bool is_all_true = true;
    for (size_t i = 0; i < count; i++) {
        Degree degree = degree_of(goal, lits[i]);
        truth_sum += degree.truth;
        max_falsity =
            degree.falsity > max_falsity ? degree.falsity : max_falsity;
        is_all_true = is_all_true && degree.truth >= 1;
    }
    return (Degree){is_all_true ? 1 : 0.95f * truth_sum / (float)count,
                    max_falsity};
}

float fuzzy_goal_degree(FuzzyGoal *goal, const uint64_t *state)
{
    const Net *net = goal->net;
    for (size_t i = 0; i < goal->node_count; i++) {
        uint32_t node_index = goal->nodes[i];
        const Node *node = &net->nodes[node_index];
        Degree *degree = &goal->degrees[node_index];
        if (node->kind == NODE_TRUE) {
            *degree = (Degree){1, 0};
        } else if (node->kind == NODE_FEATURE) {
            bool holds = get_bit(state, node->feature);
            *degree = (Degree){holds, !holds};
        } else if (node->kind == NODE_AND) {
            *degree = fuzzy_and(goal, net->inputs + node->first_input,
                                node->input_count);
        }
    }
    float degree = fuzzy_and(goal, goal->conjuncts, 2).truth;
    assert(0 <= degree && degree <= 1);
    return degree;
}

size_t fuzzy_goal_cost(const FuzzyGoal *goal)
{
    return goal->cost;
}
