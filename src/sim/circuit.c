/* circuit.c - who reads which node of a network
 *
 * In:   a restricted Net (ground/restrict.h)
 * Out:  who reads whom, which output bits a node decides, and in what order
 * Next: sim/machine.c propagates changes through it
 *
 * Start reading at circuit_new(), at the end.
 */
#include "sim/circuit.h"

#include "base/vec.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

typedef VEC(Edge) Edges;

/* The graph of EDGES over COUNT nodes; empties EDGES. */
static Graph graph_of_edges(Arena *arena, size_t count, Edges *edges)
{
    Graph table = graph_new(arena, count, edges->items, edges->count);
    vec_free(edges);
    return table;
}

static void add_edge(Edges *edges, uint32_t from, uint32_t to)
{
    vec_push(edges, (Edge){from, to});
}

static bool has_effects(const Circuit *circuit)
{
    for (size_t p = 0; p < circuit->phase_count; p++)
        if (!circuit->nets[p]->effects)
            return false;
    return true;
}

const Lit *next_lits(const Circuit *circuit, size_t phase)
{
    const Net *net = circuit->nets[phase];
    return circuit->sets_are_events ? net->next : net->default_next;
}

/* ---- the core ---- */

/* Marks in CORE what the outputs of PHASE need, goals and percepts aside. */
static void mark_phase_cones(const Circuit *circuit, size_t phase, bool *core)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = next_lits(circuit, phase);
    net_mark_cone(net, net->terminal, core);
    for (size_t i = 0; i < net->feature_count; i++)
        net_mark_cone(net, next[i], core);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            net_mark_cone(net, net->roles[i].legal[k], core);
}

/* Whether the value of a node comes from its inputs. */
static bool is_computed(const Node *node)
{
    return node->kind == NODE_AND || node->kind == NODE_LOOP;
}

/* Chooses whether SETS_ARE_EVENTS, marks in CORE what is then kept up to date,
 * and returns how many ANDs that is. */
static size_t mark_core(Circuit *circuit, bool sets_are_events, bool *core)
{
    const Net *net = circuit->net;
    size_t count = 0;
    circuit->sets_are_events = sets_are_events;
    for (size_t p = 0; p < circuit->phase_count; p++)
        mark_phase_cones(circuit, p, core);
    for (uint32_t i = 0; i < net->node_count; i++)
        count += core[i] && net->nodes[i].kind == NODE_AND;
    return count;
}

/* Without effects known in advance, sets of moves are like features: nodes
 * that change. */
static void find_core(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *event_core = arena_array(circuit->arena, bool, net->node_count);
    bool *core = arena_array(circuit->arena, bool, net->node_count);
    size_t event_count = mark_core(circuit, true, event_core);
    uint32_t lazy_counter_count = 0;
    if (has_effects(circuit)) {
        mark_core(circuit, false, core);
        circuit->effects =
            lazy_effects_new(circuit->nets, circuit->phase_count, core,
                             event_count, &lazy_counter_count, circuit->arena);
    }
    circuit->sets_are_events = !circuit->effects;
    if (circuit->sets_are_events) {
        memset(circuit->depends_on_moves, 0, net->node_count);
        core = event_core;
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        core[i] = core[i] && is_computed(&net->nodes[i]) &&
                  !circuit->depends_on_moves[i];
    circuit->core = (Wiring){.net = net,
                             .is_member = core,
                             .lazy_counter_count = lazy_counter_count};
}

/* What only goals and percepts need. */
static void find_extra(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *extra = arena_array(circuit->arena, bool, net->node_count);
    for (size_t i = 0; i < circuit->phase_count * net->role_count; i++) {
        const Role *role =
            &circuit->nets[i / net->role_count]->roles[i % net->role_count];
        for (size_t k = 0; k < role->goal_count; k++)
            net_mark_cone(net, role->goals[k].lit, extra);
        for (size_t k = 0; k < role->percept_count; k++)
            net_mark_cone(net, role->percepts[k].lit, extra);
        circuit->has_extra = circuit->has_extra || role->percept_count;
    }
    for (uint32_t i = 0; i < net->node_count; i++) {
        extra[i] = extra[i] && is_computed(&net->nodes[i]) &&
                   !circuit->core.is_member[i];
        circuit->has_extra = circuit->has_extra || extra[i];
    }
    circuit->extra = (Wiring){.net = net, .is_member = extra};
}

/* Lists the nodes that the extra ones read and that are none. Move sets are set
 * by the moves, unless they are nodes that change like features. */
static void find_extra_inputs(Circuit *circuit)
{
    const Net *net = circuit->net;
    const bool *extra = circuit->extra.is_member;
    Arena *scratch = arena_new();
    bool *read = arena_array(scratch, bool, net->node_count);
    VEC(uint32_t) extra_inputs = {0};
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (extra[i])
            net_each_input (input, net, i)
                read[lit_node(*input.at)] = true;
    }
    for (uint32_t i = 1; i < net->node_count; i++)
        if (read[i] && !extra[i] &&
            (circuit->sets_are_events || net->nodes[i].kind != NODE_MOVES))
            vec_push(&extra_inputs, i);
    arena_free(scratch);
    circuit->extra_input_count = extra_inputs.count;
    circuit->extra_inputs = vec_finish(&extra_inputs, circuit->arena);
}

/* ---- wires ---- */

/* An edge from each node to its readers, as literals: negated if they read its
 * negation. */
static void find_fanout(const Wiring *wiring, Edges *edges)
{
    const Net *net = wiring->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        Node node = net->nodes[i];
        for (uint32_t k = 0; wiring->is_member[i] && k < node.input_count;
             k++) {
            Lit lit = net->inputs[node.first_input + k];
            add_edge(edges, lit_node(lit), 2 * i + lit_is_negated(lit));
        }
    }
}

/* Features that no move changes keep their value: they have no output bit. */
static void assign_next_bits(Circuit *circuit, size_t phase, size_t word,
                             Edges *edges)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = next_lits(circuit, phase);
    Outputs *outputs = &circuit->outputs[phase];
    outputs->next_word = word;
    outputs->frame =
        arena_array(circuit->arena, uint64_t, circuit->state_words);
    for (size_t i = 0; i < net->feature_count; i++) {
        const Node *node = &net->nodes[lit_node(next[i])];
        if (node->kind == NODE_FEATURE && node->feature == i &&
            !lit_is_negated(next[i]))
            set_bit(outputs->frame, i);
        else
            add_edge(edges, lit_node(next[i]), (uint32_t)(word * 64 + i));
    }
}

static void assign_phase_bits(Circuit *circuit, size_t phase, Edges *edges)
{
    const Net *net = circuit->nets[phase];
    Outputs *outputs = &circuit->outputs[phase];
    size_t word = circuit->output_words;
    outputs->legal_word = arena_array(circuit->arena, size_t, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        outputs->legal_word[i] = word;
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            add_edge(edges, lit_node(net->roles[i].legal[k]),
                     (uint32_t)(word * 64 + k));
        word += words_for(net->roles[i].move_count);
    }
    assign_next_bits(circuit, phase, word, edges);
    word += circuit->state_words;
    outputs->terminal_bit = word * 64;
    add_edge(edges, lit_node(net->terminal), (uint32_t)(word * 64));
    circuit->output_words = word + 1;
}

static void assign_output_bits(Circuit *circuit, Edges *edges)
{
    circuit->outputs =
        arena_array(circuit->arena, Outputs, circuit->phase_count);
    for (size_t p = 0; p < circuit->phase_count; p++)
        assign_phase_bits(circuit, p, edges);
}

/* Fills the wires and their targets: readers in order, then output bits as in
 * BIT_EDGES, which is emptied. */
static void lay_wires(Wiring *wiring, Edges *bit_edges, Arena *arena)
{
    size_t nodes = wiring->net->node_count;
    Edges reader_edges = {0};
    find_fanout(wiring, &reader_edges);
    size_t total = reader_edges.count + bit_edges->count, used = 0;
    Arena *scratch = arena_new();
    Graph readers_of = graph_of_edges(scratch, nodes, &reader_edges);
    Graph bits_of = graph_of_edges(scratch, nodes, bit_edges);
    wiring->wires = arena_array(arena, Wire, nodes);
    wiring->targets = arena_array(arena, uint32_t, total);
    for (size_t i = 0; i < nodes; i++) {
        Wire *wire = &wiring->wires[i];
        wire->first = (uint32_t)used;
        for (uint32_t k = readers_of.first[i]; k < readers_of.first[i + 1]; k++)
            if (!lit_is_negated(readers_of.targets[k]))
                wiring->targets[used++] = lit_node(readers_of.targets[k]);
        wire->plain_end = (uint32_t)used;
        for (uint32_t k = readers_of.first[i]; k < readers_of.first[i + 1]; k++)
            if (lit_is_negated(readers_of.targets[k]))
                wiring->targets[used++] = lit_node(readers_of.targets[k]);
        wire->negated_end = (uint32_t)used;
        for (uint32_t k = bits_of.first[i]; k < bits_of.first[i + 1]; k++)
            wiring->targets[used++] = bits_of.targets[k];
        wire->bits_end = (uint32_t)used;
        assert(wire->first <= wire->plain_end &&
               wire->plain_end <= wire->negated_end);
    }
    assert(used == total);
    arena_free(scratch);
}

/* A component is computed anew when anything that its nodes read changes: a
 * node that has lost its support from outside may not change by itself. */
static void find_watchers(Wiring *wiring, Arena *arena)
{
    const Net *net = wiring->net;
    Edges edges = {0};
    for (uint32_t c = 0; c < net->component_count; c++) {
        Component component = net->components[c];
        for (uint32_t i = component.first_node; i < component.end_node; i++)
            if (net->nodes[i].kind == NODE_AND && wiring->is_member[i])
                net_each_input (input, net, i)
                    add_edge(&edges, lit_node(*input.at), c);
        for (uint32_t i = component.first_loop; i < component.end_loop; i++)
            if (wiring->is_member[net->loops[i].node])
                add_edge(&edges, lit_node(net->loops[i].definition), c);
    }
    wiring->watchers = graph_of_edges(arena, net->node_count, &edges);
}

Circuit *circuit_new(const Net *const *nets, size_t phase_count)
{
    const Net *net = nets[0];
    Arena *arena = arena_new();
    Circuit *circuit = arena_alloc(arena, sizeof *circuit);
    circuit->arena = arena;
    circuit->net = net;
    circuit->nets = nets;
    for (size_t i = 1; i < phase_count; i++)
        assert(nets[i]->nodes == net->nodes); /* they share their nodes */
    circuit->phase_count = phase_count;
    circuit->state_words = words_for(net->feature_count);
    circuit->initial = arena_array(arena, uint64_t, circuit->state_words);
    circuit->feature_node = arena_array(arena, uint32_t, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        if (net->initial[i])
            set_bit(circuit->initial, i);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            circuit->feature_node[net->nodes[i].feature] = i;
    circuit->depends_on_moves = arena_array(arena, bool, net->node_count);
    net_mark_move_dependent(net, circuit->depends_on_moves);
    find_core(circuit);
    find_extra(circuit);
    find_extra_inputs(circuit);
    Edges bit_edges = {0};
    assign_output_bits(circuit, &bit_edges);
    lay_wires(&circuit->core, &bit_edges, arena);
    lay_wires(&circuit->extra, &bit_edges, arena);
    find_watchers(&circuit->core, arena);
    find_watchers(&circuit->extra, arena);
    circuit->sets_of_move = arena_array(arena, Graph, net->role_count);
    for (size_t i = 0; i < net->role_count; i++)
        circuit->sets_of_move[i] = net_sets_of_moves(net, i, arena);
    return circuit;
}

void circuit_free(Circuit *circuit)
{
    if (circuit)
        arena_free(circuit->arena);
}
