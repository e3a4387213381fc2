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

/* Lists of numbers, one for each of COUNT things; empties EDGES. */
static Graph table_of(Arena *arena, size_t count, Edges *edges)
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
    for (size_t p = 0; p < circuit->phases; p++)
        if (!circuit->nets[p]->effects)
            return false;
    return true;
}

const Lit *kept_next(const Circuit *circuit, size_t phase)
{
    const Net *net = circuit->nets[phase];
    return circuit->by_events ? net->next : net->untouched;
}

/* ---- the core ---- */

static void mark_phase(const Circuit *circuit, size_t phase, bool *core)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = kept_next(circuit, phase);
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

/* The ANDs that are kept up to date if BY_EVENTS or not. */
static size_t mark_phases(Circuit *circuit, bool by_events, bool *core)
{
    const Net *net = circuit->net;
    size_t count = 0;
    circuit->by_events = by_events;
    for (size_t p = 0; p < circuit->phases; p++)
        mark_phase(circuit, p, core);
    for (uint32_t i = 0; i < net->node_count; i++)
        count += core[i] && net->nodes[i].kind == NODE_AND;
    return count;
}

/* Without effects known in advance, sets of moves are like features: nodes
 * that change. */
static void find_core(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *all = arena_array(circuit->arena, bool, net->node_count);
    bool *core = arena_array(circuit->arena, bool, net->node_count);
    size_t event_count = mark_phases(circuit, true, all);
    uint32_t slot_count = 0;
    if (has_effects(circuit)) {
        mark_phases(circuit, false, core);
        circuit->effects =
            lazy_effects_new(circuit->nets, circuit->phases, core, event_count,
                             &slot_count, circuit->arena);
    }
    circuit->by_events = !circuit->effects;
    if (circuit->by_events) {
        memset(circuit->by_moves, 0, net->node_count);
        core = all;
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        core[i] =
            core[i] && is_computed(&net->nodes[i]) && !circuit->by_moves[i];
    circuit->core = (Wiring){.net = net, .member = core, .slots = slot_count};
}

static void find_extra(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *extra = arena_array(circuit->arena, bool, net->node_count);
    for (size_t i = 0; i < circuit->phases * net->role_count; i++) {
        const Role *role =
            &circuit->nets[i / net->role_count]->roles[i % net->role_count];
        for (size_t k = 0; k < role->goal_count; k++)
            net_mark_cone(net, role->goals[k].lit, extra);
        for (size_t k = 0; k < role->percept_count; k++)
            net_mark_cone(net, role->percepts[k].lit, extra);
        circuit->has_extra = circuit->has_extra || role->percept_count;
    }
    for (uint32_t i = 0; i < net->node_count; i++) {
        extra[i] =
            extra[i] && is_computed(&net->nodes[i]) && !circuit->core.member[i];
        circuit->has_extra = circuit->has_extra || extra[i];
    }
    circuit->extra = (Wiring){.net = net, .member = extra};
}

/* Lists the nodes outside that the extra ones read. Move sets are set by the
 * moves, unless they are nodes that change like features. */
static void find_border(Circuit *circuit)
{
    const Net *net = circuit->net;
    const bool *extra = circuit->extra.member;
    Arena *scratch = arena_new();
    bool *read = arena_array(scratch, bool, net->node_count);
    VEC(uint32_t) border = {0};
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (extra[i])
            net_each_input (input, net, i)
                read[lit_node(*input.at)] = true;
    }
    for (uint32_t i = 1; i < net->node_count; i++)
        if (read[i] && !extra[i] &&
            (circuit->by_events || net->nodes[i].kind != NODE_MOVES))
            vec_push(&border, i);
    arena_free(scratch);
    circuit->border_count = border.count;
    circuit->border = vec_finish(&border, circuit->arena);
}

/* ---- wires ---- */

static void find_fanout(const Wiring *wiring, Edges *edges)
{
    const Net *net = wiring->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        Node node = net->nodes[i];
        for (uint32_t k = 0; wiring->member[i] && k < node.input_count; k++) {
            Lit lit = net->inputs[node.first_input + k];
            add_edge(edges, lit_node(lit), 2 * i + (lit & 1));
        }
    }
}

/* Features that no move changes keep their value: they have no output bit. */
static void find_next_bits(Circuit *circuit, size_t phase, size_t word,
                           Edges *edges)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = kept_next(circuit, phase);
    Outputs *outputs = &circuit->outputs[phase];
    outputs->next = word;
    outputs->frame = arena_array(circuit->arena, uint64_t, circuit->words);
    for (size_t i = 0; i < net->feature_count; i++) {
        const Node *node = &net->nodes[lit_node(next[i])];
        if (node->kind == NODE_FEATURE && node->feature == i && !(next[i] & 1))
            set_bit(outputs->frame, i);
        else
            add_edge(edges, lit_node(next[i]), (uint32_t)(word * 64 + i));
    }
}

static void find_phase_bits(Circuit *circuit, size_t phase, Edges *edges)
{
    const Net *net = circuit->nets[phase];
    Outputs *outputs = &circuit->outputs[phase];
    size_t word = circuit->output_words;
    outputs->legal = arena_array(circuit->arena, size_t, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        outputs->legal[i] = word;
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            add_edge(edges, lit_node(net->roles[i].legal[k]),
                     (uint32_t)(word * 64 + k));
        word += words_for(net->roles[i].move_count);
    }
    find_next_bits(circuit, phase, word, edges);
    word += circuit->words;
    outputs->terminal = word * 64;
    add_edge(edges, lit_node(net->terminal), (uint32_t)(word * 64));
    circuit->output_words = word + 1;
}

static void find_bits(Circuit *circuit, Edges *edges)
{
    circuit->outputs = arena_array(circuit->arena, Outputs, circuit->phases);
    for (size_t p = 0; p < circuit->phases; p++)
        find_phase_bits(circuit, p, edges);
}

/* Readers in the order they are in, then output bits, in BITS, which is
 * emptied. */
static void lay_wires(Wiring *wiring, Edges *bits, Arena *arena)
{
    size_t nodes = wiring->net->node_count;
    Edges readers = {0};
    find_fanout(wiring, &readers);
    size_t total = readers.count + bits->count, used = 0;
    Arena *scratch = arena_new();
    Graph reader = table_of(scratch, nodes, &readers);
    Graph bit = table_of(scratch, nodes, bits);
    wiring->wires = arena_array(arena, Wire, nodes);
    wiring->ends = arena_array(arena, uint32_t, total);
    for (size_t i = 0; i < nodes; i++) {
        Wire *wire = &wiring->wires[i];
        wire->first = (uint32_t)used;
        for (uint32_t k = reader.first[i]; k < reader.first[i + 1]; k++)
            if (!(reader.targets[k] & 1))
                wiring->ends[used++] = reader.targets[k] / 2;
        wire->plain = (uint32_t)used;
        for (uint32_t k = reader.first[i]; k < reader.first[i + 1]; k++)
            if (reader.targets[k] & 1)
                wiring->ends[used++] = reader.targets[k] / 2;
        wire->negated = (uint32_t)used;
        for (uint32_t k = bit.first[i]; k < bit.first[i + 1]; k++)
            wiring->ends[used++] = bit.targets[k];
        wire->bits = (uint32_t)used;
        assert(wire->first <= wire->plain && wire->plain <= wire->negated);
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
            if (net->nodes[i].kind == NODE_AND && wiring->member[i])
                net_each_input (input, net, i)
                    add_edge(&edges, lit_node(*input.at), c);
        for (uint32_t i = component.first_loop; i < component.end_loop; i++)
            if (wiring->member[net->loops[i].node])
                add_edge(&edges, lit_node(net->loops[i].definition), c);
    }
    wiring->watchers = table_of(arena, net->node_count, &edges);
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
    circuit->phases = phase_count;
    circuit->words = words_for(net->feature_count);
    circuit->initial = arena_array(arena, uint64_t, circuit->words);
    circuit->feature_node = arena_array(arena, uint32_t, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        if (net->initial[i])
            set_bit(circuit->initial, i);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            circuit->feature_node[net->nodes[i].feature] = i;
    circuit->by_moves = arena_array(arena, bool, net->node_count);
    net_mark_move_dependent(net, circuit->by_moves);
    find_core(circuit);
    find_extra(circuit);
    find_border(circuit);
    Edges bits = {0};
    find_bits(circuit, &bits);
    lay_wires(&circuit->core, &bits, arena);
    lay_wires(&circuit->extra, &bits, arena);
    find_watchers(&circuit->core, arena);
    find_watchers(&circuit->extra, arena);
    circuit->sets = arena_array(arena, Graph, net->role_count);
    for (size_t i = 0; i < net->role_count; i++)
        circuit->sets[i] = net_sets_of_moves(net, i, arena);
    return circuit;
}

void circuit_free(Circuit *circuit)
{
    if (circuit)
        arena_free(circuit->arena);
}
