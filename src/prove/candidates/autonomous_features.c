/* autonomous_features.c - features that no move changes: bounds on plays
 *
 * In:   a Net
 * Out:  a bound on the length of plays
 * Next: prove/termination/termination.c
 *
 * The autonomous features are the largest set of features whose next values
 * depend on features of the set only: step counters, and control in alternating
 * games. They form a deterministic automaton without input, which is simulated
 * until it ends the game or enters a cycle (Brent 1980). Other nodes have
 * ternary values. Start reading at autonomous_end(), at the end.
 */
#include "prove/candidates/autonomous_features.h"

#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef enum { IS_FALSE, IS_TRUE, IS_UNKNOWN } TernaryValue;
typedef VEC(Edge) EdgeVec;

static TernaryValue literal_value(const uint8_t *values, Lit lit)
{
    TernaryValue value = values[lit_node(lit)];
    return value == IS_UNKNOWN ? IS_UNKNOWN : (lit & 1) ? !value : value;
}

/* Ternary simulation: the values of the nodes that follow from those of the
 * autonomous features in STATE. */
static void evaluate_autonomous(const Net *net, const bool *is_autonomous,
                                const bool *state, uint8_t *values)
{
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        values[i] = node->kind == NODE_TRUE ? IS_TRUE : IS_UNKNOWN;
        if (node->kind == NODE_FEATURE && is_autonomous[node->feature])
            values[i] = state[node->feature] ? IS_TRUE : IS_FALSE;
        if (node->kind != NODE_AND)
            continue;
        values[i] = IS_TRUE;
        for (uint32_t k = 0; k < node->input_count && values[i] != IS_FALSE;
             k++) {
            TernaryValue input_value =
                literal_value(values, net->inputs[node->first_input + k]);
            if (input_value != IS_TRUE)
                values[i] = (uint8_t)input_value;
        }
    }
}

/* ---- components that do not depend on each other ---- */

static void add_both_ways(EdgeVec *edges, uint32_t left, uint32_t right)
{
    vec_push(edges, (Edge){left, right});
    vec_push(edges, (Edge){right, left});
}

/* The number of the component of each autonomous feature. The vertices are the
 * nodes of the net but the constant, then the features; an autonomous one hangs
 * together with all that its next value depends on. */
static uint32_t *find_components(Arena *arena, const Net *net,
                                 const bool *is_autonomous)
{
    uint32_t node_count = (uint32_t)net->node_count;
    size_t vertex_count = net->node_count + net->feature_count;
    bool *is_needed = arena_array(arena, bool, node_count);
    EdgeVec edges = {0};
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (is_autonomous[f] && lit_node(net->next[f])) {
            net_mark_cone(net, net->next[f], is_needed);
            add_both_ways(&edges, node_count + f, lit_node(net->next[f]));
        }
    for (uint32_t i = 0; i < node_count; i++) {
        if (!is_needed[i])
            continue;
        if (net->nodes[i].kind == NODE_FEATURE)
            add_both_ways(&edges, i, node_count + net->nodes[i].feature);
        net_each_input (input, net, i)
            add_both_ways(&edges, i, lit_node(*input.at));
    }
    Graph graph = graph_new(arena, vertex_count, edges.items, edges.count);
    uint32_t *components = arena_array(arena, uint32_t, vertex_count);
    graph_components(&graph, components);
    vec_free(&edges);
    return components + node_count;
}

/* That the features of COMPONENT have their values in STATE. */
static Ref state_formula(PropertyTable *properties, const bool *component,
                         const bool *state)
{
    RefList refs = {0};
    for (uint32_t i = 0; i < properties->net->feature_count; i++)
        if (component[i])
            vec_push(&refs, property_feature(properties, 0, i) ^ !state[i]);
    Ref conjunction = property_and(properties, refs.items, refs.count);
    vec_free(&refs);
    return conjunction;
}

/* ---- what shows the end ---- */

/* The states of CLOCK, a set of autonomous features that is closed, after 0 to
 * BOUND steps, to be freed. */
static bool *simulate(const Net *net, const bool *clock, size_t bound)
{
    size_t count = net->feature_count;
    bool *states = memory_zeroed((bound + 1) * count + 1, sizeof *states);
    uint8_t *values = memory_alloc(net->node_count + 1);
    for (size_t i = 0; i < count; i++)
        states[i] = clock[i] && net->initial[i];
    for (bool *state = states; state < states + bound * count; state += count) {
        evaluate_autonomous(net, clock, state, values);
        for (size_t i = 0; i < count; i++)
            state[count + i] =
                clock[i] && literal_value(values, net->next[i]) == IS_TRUE;
    }
    memory_free(values);
    return states;
}

/* Whether CLOCK alone shows that the position after BOUND steps is terminal. */
static bool shows_end(const Net *net, const bool *clock, size_t bound)
{
    bool *states = simulate(net, clock, bound);
    uint8_t *values = memory_alloc(net->node_count + 1);
    evaluate_autonomous(net, clock, states + bound * net->feature_count,
                        values);
    bool is_end = literal_value(values, net->terminal) == IS_TRUE;
    free_all(states, values);
    return is_end;
}

/* The only feature of STATE that holds, NO_INDEX if there is no such one. */
static uint32_t only_feature(const bool *state, size_t count)
{
    uint32_t only = NO_INDEX;
    for (uint32_t i = 0; i < count; i++) {
        if (state[i] && only != NO_INDEX)
            return NO_INDEX;
        if (state[i])
            only = i;
    }
    return only;
}

/* Records that CLOCK is in one of its states, and as a measure how many steps
 * are left in each. Where exactly one feature holds in each state, it stands
 * for the state. */
static void log_clock(PropertyTable *properties, const bool *clock,
                      size_t bound, ProofLog *log)
{
    size_t count = properties->net->feature_count;
    bool *states = simulate(properties->net, clock, bound), is_one_hot = true;
    VEC(WeightedRef) left = {0}, values = {0};
    RefList refs = {0}, unused = {0};
    for (size_t i = 0; i <= bound; i++)
        is_one_hot =
            is_one_hot && only_feature(states + i * count, count) != NO_INDEX;
    for (size_t i = 0; i <= bound; i++) {
        const bool *state = states + i * count;
        vec_push(&refs, is_one_hot
                            ? property_feature(properties, 0,
                                               only_feature(state, count))
                            : state_formula(properties, clock, state));
        if (i < bound)
            vec_push(&left,
                     ((WeightedRef){(int64_t)(bound - i), refs.items[i]}));
    }
    for (uint32_t f = 0; is_one_hot && f < count; f++)
        if (clock[f]) {
            Ref ref = property_feature(properties, 0, f);
            bool is_used = false;
            for (size_t i = 0; i <= bound && !is_used; i++)
                is_used = refs.items[i] == ref;
            vec_push(&values, ((WeightedRef){1, ref}));
            if (!is_used)
                vec_push(&unused, ref_not(ref));
        }
    if (is_one_hot)
        proof_log_sum(log, (WeightedSum){values.items, values.count, 1, 1});
    else
        proof_log_ref(log, property_or(properties, refs.items, refs.count));
    proof_log_refs(log, unused.items, unused.count);
    proof_log_measure(log, (WeightedSum){left.items, left.count, 0, NO_MAX}, 1);
    memory_free(states);
    vec_free_all(&left, &values, &refs, &unused);
}

/* Records the first component that shows the end by itself or, if none does,
 * all autonomous features that TERMINAL depends on. */
static void log_end(PropertyTable *properties, const bool *is_autonomous,
                    size_t bound, ProofLog *log, Arena *scratch)
{
    enum { MAX_VALUES = 1 << 26 };
    const Net *net = properties->net;
    uint32_t count = (uint32_t)net->feature_count;
    bool *cone = arena_array(scratch, bool, net->node_count);
    bool *relevant = arena_array(scratch, bool, count);
    bool *clock = arena_array(scratch, bool, count);
    if ((double)(bound + 1) * count > MAX_VALUES)
        return;
    const uint32_t *components = find_components(scratch, net, is_autonomous);
    net_mark_cone(net, net->terminal, cone);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (cone[i] && net->nodes[i].kind == NODE_FEATURE &&
            is_autonomous[net->nodes[i].feature])
            relevant[net->nodes[i].feature] = true;
    bool is_shown = false;
    for (uint32_t first = 0; first < count && !is_shown; first++) {
        for (uint32_t f = 0; f < count && relevant[first]; f++)
            clock[f] = is_autonomous[f] && components[f] == components[first];
        is_shown = relevant[first] && shows_end(net, clock, bound);
    }
    for (uint32_t first = 0; first < count && !is_shown; first++)
        for (uint32_t f = 0; f < count && relevant[first]; f++)
            clock[f] = clock[f] ||
                       (is_autonomous[f] && components[f] == components[first]);
    log_clock(properties, clock, bound, log);
}

/* ---- the end of the game ---- */

bool autonomous_end(PropertyTable *properties, const Budget *budget,
                    ProofLog *log, uint64_t *bound)
{
    const Net *net = properties->net;
    enum { MAX_STEPS_UNTIL_REPEAT = 100000 };
    Arena *scratch = arena_new();
    size_t nodes_visited = 0;
    const bool *is_autonomous =
        find_autonomous(scratch, net, &nodes_visited, SIZE_MAX);
    bool *state = memory_alloc(net->feature_count + 1);
    bool *saved_state = memory_alloc(net->feature_count + 1);
    uint8_t *values = memory_alloc(net->node_count + 1);
    bool ends = false, is_nontrivial = false;
    memcpy(state, net->initial, net->feature_count);
    for (uint32_t i = 0; i < net->feature_count; i++)
        is_nontrivial =
            is_nontrivial || (is_autonomous[i] && net->next[i] != LIT_TRUE);
    for (uint64_t step = 0, next_save = 1;
         is_nontrivial && step < MAX_STEPS_UNTIL_REPEAT && !ends; step++) {
        if (step % 64 == 0 && budget_spent(budget))
            break;
        if (step == next_save) { /* Brent's cycle detection */
            memcpy(saved_state, state, net->feature_count);
            next_save *= 2;
        }
        evaluate_autonomous(net, is_autonomous, state, values);
        budget_charge(budget, net->input_count + net->node_count);
        ends = literal_value(values, net->terminal) == IS_TRUE;
        if (ends)
            *bound = step;
        for (uint32_t i = 0; i < net->feature_count; i++)
            state[i] = is_autonomous[i] &&
                       literal_value(values, net->next[i]) == IS_TRUE;
        if (step && memcmp(saved_state, state, net->feature_count) == 0)
            break;
    }
    if (ends && log)
        log_end(properties, is_autonomous, *bound, log, scratch);
    free_all(state, saved_state, values);
    arena_free(scratch);
    return ends;
}
