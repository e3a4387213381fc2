/* factor_state.c - incremental evaluation of a factor for classes of moves
 *
 * In:   a Factor, and the values of its features
 * Out:  for each node a word with a bit for each class of moves; from that,
 *       legality, the next states and the view; from the views of all
 *       factors, the truth of terminal and goals
 * Next: solve/factor_layers.c goes from state to state
 *
 * From one state to the next little changes: only nodes with a changed input
 * are evaluated, in topological order, so that each is evaluated once. Start
 * reading at factor_run().
 */
#include "solve/factoring.h"

#include "base/bits.h"
#include "base/graph.h"
#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The nodes of a factor by slot, their index in Factor.nodes; literals are over
 * slots. */
struct FactorCircuit {
    Lit *inputs; /* inputs of slot S: from FIRST_INPUT[S] on */
    uint32_t *first_input;
    Graph readers; /* by slot: slots with it as an input */
    uint32_t *feature_slots,
        *features; /* slots of features, and their features */
    size_t feature_slot_count;
    Lit *next;            /* by feature of the factor */
    Lit *conditions;      /* as those of the factor */
    uint32_t *view_nodes; /* as those of the factor */
    uint64_t *values;     /* by chunk and slot */
    uint64_t *stale;      /* by chunk: a bit for each slot to evaluate */
    size_t stale_words;
};

/* ---- construction ---- */

static Lit local_lit(const uint32_t *slot, Lit lit)
{
    return 2 * slot[lit_node(lit)] | (lit & 1);
}

/* The inputs of each slot, and the slots that read it. */
static void find_inputs(FactorCircuit *circuit, Arena *arena, const Net *net,
                        const Factor *factor, const uint32_t *slot)
{
    size_t count = 0;
    for (size_t i = 0; i < factor->node_count; i++)
        count += net->nodes[factor->nodes[i]].count;
    circuit->inputs = arena_array(arena, Lit, count);
    circuit->first_input = arena_array(arena, uint32_t, factor->node_count + 1);
    Edge *reads = arena_array(arena, Edge, count);
    count = 0;
    for (uint32_t i = 0; i < factor->node_count; i++) {
        net_each_input (input, net, factor->nodes[i]) {
            Lit lit = local_lit(slot, *input.at);
            assert(lit_node(lit) < i); /* topological order */
            reads[count] = (Edge){lit_node(lit), i};
            circuit->inputs[count++] = lit;
        }
        circuit->first_input[i + 1] = (uint32_t)count;
    }
    circuit->readers = graph_new(arena, factor->node_count, reads, count);
}

/* Initially sets of moves have their masks, features are false, and all
 * conjunctions are stale. */
static void initialise_values(FactorCircuit *circuit, Arena *arena,
                              const Net *net, const Factor *factor)
{
    size_t nodes = factor->node_count;
    circuit->stale_words = nodes / 64 + 1;
    circuit->values = arena_array(arena, uint64_t, factor->chunks * nodes + 1);
    circuit->stale =
        arena_array(arena, uint64_t, factor->chunks * circuit->stale_words);
    for (size_t chunk = 0; chunk < factor->chunks; chunk++)
        for (size_t i = 0; i < nodes; i++) {
            NodeKind kind = net->nodes[factor->nodes[i]].kind;
            uint64_t *value = &circuit->values[chunk * nodes + i];
            if (kind == NODE_TRUE)
                *value = UINT64_MAX;
            if (kind == NODE_MOVES)
                *value = factor->masks[i * factor->chunks + chunk];
            if (kind == NODE_AND)
                set_bit(circuit->stale + chunk * circuit->stale_words, i);
        }
}

void factor_circuit_new(Arena *arena, const Net *net, Factor *factor)
{
    FactorCircuit *circuit = arena_alloc(arena, sizeof *circuit);
    size_t conditions = factor->first_condition
                            ? factor->first_condition[factor->class_count]
                            : 0;
    uint32_t *slot = memory_array(net->node_count + 1, sizeof *slot);
    for (size_t i = 0; i < factor->node_count; i++)
        slot[factor->nodes[i]] = (uint32_t)i;
    find_inputs(circuit, arena, net, factor, slot);
    circuit->feature_slots =
        arena_array(arena, uint32_t, factor->node_count + 1);
    circuit->features = arena_array(arena, uint32_t, factor->node_count + 1);
    for (uint32_t i = 0; i < factor->node_count; i++)
        if (net->nodes[factor->nodes[i]].kind == NODE_FEATURE) {
            circuit->feature_slots[circuit->feature_slot_count] = i;
            circuit->features[circuit->feature_slot_count++] =
                net->nodes[factor->nodes[i]].first;
        }
    circuit->next = arena_array(arena, Lit, factor->feature_count + 1);
    for (size_t i = 0; i < factor->feature_count; i++)
        circuit->next[i] = local_lit(slot, net->next[factor->features[i]]);
    circuit->conditions = arena_array(arena, Lit, conditions + 1);
    for (size_t i = 0; i < conditions; i++)
        circuit->conditions[i] = local_lit(slot, factor->conditions[i]);
    circuit->view_nodes =
        arena_array(arena, uint32_t, factor->view_node_count + 1);
    for (size_t i = 0; i < factor->view_node_count; i++)
        circuit->view_nodes[i] = slot[factor->view_nodes[i]];
    free(slot);
    initialise_values(circuit, arena, net, factor);
    factor->circuit = circuit;
}

/* ---- evaluation ---- */

void factor_project(const Factor *factor, const uint64_t *full_state,
                    uint64_t *state)
{
    memset(state, 0, (factor->feature_count / 64 + 1) * sizeof *state);
    for (size_t i = 0; i < factor->feature_count; i++)
        if (get_bit(full_state, factor->features[i]))
            set_bit(state, i);
}

void factor_set(Factoring *factoring, const Factor *factor,
                const uint64_t *state)
{
    for (size_t i = 0; i < factor->feature_count; i++)
        factoring->feature_values[factor->features[i]] = get_bit(state, i);
}

static uint64_t value_of(const uint64_t *values, Lit lit)
{
    return values[lit_node(lit)] ^ -(uint64_t)(lit & 1);
}

static inline void set_value(const FactorCircuit *circuit, uint64_t *values,
                             uint64_t *stale, uint32_t slot, uint64_t value)
{
    if (values[slot] == value)
        return; /* the usual case */
    values[slot] = value;
    const Graph *readers = &circuit->readers;
    for (uint32_t i = readers->first[slot]; i < readers->first[slot + 1]; i++)
        set_bit(stale, readers->targets[i]);
}

void factor_run(const Factoring *factoring, const Factor *factor, size_t chunk)
{
    assert(chunk < factor->chunks);
    const FactorCircuit *circuit = factor->circuit;
    uint64_t *values = circuit->values + chunk * factor->node_count;
    uint64_t *stale = circuit->stale + chunk * circuit->stale_words;
    for (size_t i = 0; i < circuit->feature_slot_count; i++)
        set_value(circuit, values, stale, circuit->feature_slots[i],
                  -(uint64_t)factoring->feature_values[circuit->features[i]]);
    for (size_t word = 0; word < circuit->stale_words; word++)
        while (stale[word]) {
            uint32_t slot =
                (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(stale[word]);
            uint64_t value = UINT64_MAX;
            stale[word] &= stale[word] - 1;
            for (uint32_t i = circuit->first_input[slot];
                 i < circuit->first_input[slot + 1] && value; i++)
                value &= value_of(values, circuit->inputs[i]);
            set_value(circuit, values, stale, slot, value);
        }
}

bool factor_legal(const Factor *factor, uint32_t class)
{
    assert(class < factor->class_count);
    for (uint32_t i = factor->first_condition[class];
         i < factor->first_condition[class + 1]; i++)
        if (!(value_of(factor->circuit->values,
                       factor->circuit->conditions[i]) &
              1))
            return false;
    return true;
}

void factor_next(const Factor *factor, size_t chunk, uint64_t classes,
                 uint64_t *states)
{
    assert(chunk < factor->chunks);
    const FactorCircuit *circuit = factor->circuit;
    const uint64_t *values = circuit->values + chunk * factor->node_count;
    size_t words = factor->feature_count / 64 + 1;
    for (uint64_t left = classes; left; left &= left - 1)
        memset(states + (size_t)__builtin_ctzll(left) * words, 0,
               words * sizeof *states);
    for (size_t i = 0; i < factor->feature_count; i++) {
        uint64_t after = value_of(values, circuit->next[i]) & classes;
        for (; after; after &= after - 1)
            set_bit(states + (size_t)__builtin_ctzll(after) * words, i);
    }
}

uint64_t factor_view(const Factor *factor)
{
    assert(factor->view_node_count <= MAX_VIEW_NODES);
    uint64_t view = 0;
    for (size_t i = 0; i < factor->view_node_count; i++)
        view |= (factor->circuit->values[factor->circuit->view_nodes[i]] & 1)
                << i;
    return view;
}

/* ---- views of all factors together ---- */

static ThreeValued truth_not(ThreeValued truth)
{
    return truth == TRUTH_UNKNOWN ? TRUTH_UNKNOWN
           : truth == TRUTH_TRUE  ? TRUTH_FALSE
                                  : TRUTH_TRUE;
}

ThreeValued factoring_truth(const Factoring *factoring, Lit lit)
{
    ThreeValued truth = factoring->truths[lit_node(lit)];
    return lit & 1 ? truth_not(truth) : truth;
}

static ThreeValued truth_and(const Factoring *factoring, const Node *node)
{
    ThreeValued truth = TRUTH_TRUE;
    for (uint32_t k = 0; k < node->count && truth != TRUTH_FALSE; k++) {
        ThreeValued below =
            factoring_truth(factoring, factoring->net->inputs[node->first + k]);
        if (below != TRUTH_TRUE)
            truth = below;
    }
    return truth;
}

void factoring_set_views(Factoring *factoring, const uint64_t *views,
                         uint32_t known_factors, bool with_autonomous)
{
    assert(known_factors >> factoring->count == 0);
    enum { VIEW_MARK = 4 }; /* flag: the value comes from a view */
    for (size_t i = 0; i < factoring->count; i++)
        for (size_t k = 0; k < factoring->factors[i].view_node_count; k++)
            factoring->truths[factoring->factors[i].view_nodes[k]] =
                VIEW_MARK | (!(known_factors >> i & 1) ? TRUTH_UNKNOWN
                             : views[i] >> k & 1       ? TRUTH_TRUE
                                                       : TRUTH_FALSE);
    for (size_t i = 0; i < factoring->shared_count; i++) {
        uint32_t number = factoring->shared[i];
        const Node *node = &factoring->net->nodes[number];
        unsigned char *truths = &factoring->truths[number];
        if (*truths & VIEW_MARK)
            *truths &= (unsigned char)~VIEW_MARK;
        else if (node->kind == NODE_TRUE)
            *truths = TRUTH_TRUE;
        else if (node->kind == NODE_FEATURE)
            *truths = !with_autonomous                         ? TRUTH_UNKNOWN
                      : factoring->feature_values[node->first] ? TRUTH_TRUE
                                                               : TRUTH_FALSE;
        else
            *truths = (unsigned char)truth_and(factoring, node);
    }
}
