/* phases.c - whose turn it is, as far as the rules say so in advance
 *
 * In:   a Net
 * Out:  the features that are known at every step, modulo a period
 *
 * First the features that no move can influence, then those among them that
 * repeat quickly, as seen in their first steps, then those whose future rests
 * on nothing else: these repeat for ever, since their values at one step
 * determine those at the next.
 */
#include "ground/phases.h"

#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

enum { SIMULATED_STEPS = 64 }; /* steps; a repetition must show within them */

typedef struct {
    const Net *net;
    bool *is_candidate;    /* features under consideration */
    bool *depends_on_rest; /* nodes that depend on anything else */
    bool *node_value;      /* of nodes, at the current step */
    uint64_t *history;     /* by feature: bit t is its value at step t */
} PhaseSearch;

/* Drops the candidates whose next value depends on what is none. */
static void drop_dependent(PhaseSearch *search)
{
    while (net_drop_dependent(search->net, search->is_candidate,
                              search->depends_on_rest))
        continue;
}

static bool lit_value(const PhaseSearch *search, Lit lit)
{
    return search->node_value[lit_node(lit)] != lit_is_negated(lit);
}

/* Sets the values of the nodes at STEP, where candidates determine them. */
static void evaluate(PhaseSearch *search, unsigned step)
{
    const Net *net = search->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        if (search->depends_on_rest[i])
            continue;
        search->node_value[i] = node->kind != NODE_FEATURE ||
                                search->history[node->feature] >> step & 1;
        for (uint32_t k = 0; k < node->input_count && search->node_value[i];
             k++)
            search->node_value[i] =
                lit_value(search, net->inputs[node->first_input + k]);
    }
}

/* Fills the history of the candidates, from the initial position on. */
static void simulate_candidates(PhaseSearch *search)
{
    const Net *net = search->net;
    for (size_t i = 0; i < net->feature_count; i++)
        search->history[i] = net->initial[i];
    for (unsigned step = 0; step + 1 < SIMULATED_STEPS; step++) {
        evaluate(search, step);
        for (size_t i = 0; i < net->feature_count; i++)
            if (search->is_candidate[i] && lit_value(search, net->next[i]))
                search->history[i] |= (uint64_t)1 << (step + 1);
    }
}

/* The shortest period, from the first step on; 0 if there is no short one. */
static unsigned period_of(uint64_t history)
{
    for (unsigned period = 1; period <= MAX_PHASES; period++) {
        uint64_t overlap = ~(uint64_t)0 >> period;
        if (((history >> period) ^ history) & overlap)
            continue;
        return period;
    }
    return 0;
}

static unsigned least_multiple(unsigned a, unsigned b)
{
    unsigned multiple = a;
    while (multiple % b)
        multiple += a;
    return multiple;
}

/* The period of all candidates together. One that would make it too long is no
 * candidate any more, nor is what depends on it. */
static unsigned common_period(PhaseSearch *search)
{
    unsigned common = 1;
    for (size_t i = 0; i < search->net->feature_count; i++) {
        if (!search->is_candidate[i])
            continue;
        unsigned multiple =
            least_multiple(common, period_of(search->history[i]));
        assert(multiple % common == 0);
        if (multiple > MAX_PHASES) {
            search->is_candidate[i] = false;
            drop_dependent(search);
            return common_period(search);
        }
        common = multiple;
    }
    return common;
}

Phases phases_of(const Net *net, Arena *arena)
{
    Arena *scratch = arena_new();
    PhaseSearch search = {net, arena_array(scratch, bool, net->feature_count),
                          arena_array(scratch, bool, net->node_count),
                          arena_array(scratch, bool, net->node_count),
                          arena_array(scratch, uint64_t, net->feature_count)};
    memset(search.is_candidate, true, net->feature_count);
    drop_dependent(&search);
    simulate_candidates(&search);
    for (size_t i = 0; i < net->feature_count; i++)
        search.is_candidate[i] =
            search.is_candidate[i] && period_of(search.history[i]) > 1;
    drop_dependent(&search);
    Phases phases = {.count = common_period(&search)};
    assert(0 < phases.count && phases.count <= MAX_PHASES);
    for (size_t p = 0; p < phases.count; p++) {
        Known *known = arena_array(arena, Known, net->feature_count);
        for (size_t i = 0; i < net->feature_count; i++) {
            known[i] = !search.is_candidate[i]      ? NOT_KNOWN
                       : search.history[i] >> p & 1 ? KNOWN_TRUE
                                                    : KNOWN_FALSE;
        }
        phases.known[p] = known;
    }
    arena_free(scratch);
    return phases;
}
