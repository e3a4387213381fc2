/* circuit.c - the wiring of a network
 *
 * In:   a restricted Net (ground/restrict.h)
 * Out:  who reads whom, which output bits a node decides, and in what order
 * Next: sim/signals.c runs through it
 *
 * Start reading at circuit_new(), at the end.
 */
#include "sim/circuit.h"

#include "base/vec.h"

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
    Edge edge = {from, to};
    vec_push(edges, edge);
}

/* ---- moves ---- */

static void find_mixed(Circuit *circuit)
{
    const Net *net = circuit->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        if (node->kind == NODE_LOOP)
            continue; /* decided below */
        circuit->mixed[i] = node->kind == NODE_MOVES;
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            circuit->mixed[i] =
                circuit->mixed[i] ||
                circuit->mixed[lit_node(net->inputs[node->first + k])];
    }
}

/* A component that depends on the moves makes its loops do so, and what
 * depends on these. */
static void find_mixed_loops(Circuit *circuit)
{
    const Net *net = circuit->net;
    for (size_t c = 0; c < net->component_count; c++) {
        Component component = net->components[c];
        bool mixed = false;
        for (uint32_t i = component.first_loop; i < component.end_loop; i++)
            mixed = mixed || circuit->mixed[lit_node(net->loops[i].definition)];
        for (uint32_t i = component.first_loop; mixed && i < component.end_loop;
             i++)
            circuit->mixed[net->loops[i].node] = net->loops[i].node != 0;
        if (mixed)
            find_mixed(circuit);
    }
}

/* Without effects known in advance, sets of moves are like features: nodes
 * that change. */
static void choose_way(Circuit *circuit)
{
    for (size_t p = 0; p < circuit->phases; p++)
        if (!circuit->nets[p]->effects)
            circuit->by_events = true;
    if (circuit->by_events)
        memset(circuit->mixed, 0, circuit->net->node_count);
}

const Lit *kept_next(const Circuit *circuit, size_t phase)
{
    const Net *net = circuit->nets[phase];
    return circuit->by_events ? net->next : net->untouched;
}

/* ---- the core ---- */

/* Marks what LIT needs. */
static void mark(const Net *net, Lit lit, bool *seen)
{
    VEC(uint32_t) open = {0};
    vec_push(&open, lit_node(lit));
    while (open.count) {
        uint32_t number = vec_pop(&open);
        Node node = net->nodes[number];
        if (seen[number])
            continue;
        seen[number] = true;
        for (uint32_t i = 0; node.kind == NODE_AND && i < node.count; i++)
            vec_push(&open, lit_node(net->inputs[node.first + i]));
        if (node.kind == NODE_LOOP)
            vec_push(&open, lit_node(net->loops[node.first].definition));
    }
    vec_free(&open);
}

static void mark_phase(const Circuit *circuit, size_t phase, bool *core)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = kept_next(circuit, phase);
    mark(net, net->terminal, core);
    for (size_t i = 0; i < net->feature_count; i++)
        mark(net, next[i], core);
    for (size_t i = 0; !circuit->by_events && i < net->effect_count; i++)
        mark(net, net->effects[i].next, core);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            mark(net, net->roles[i].legal[k], core);
}

static void find_core(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *core = arena_array(circuit->arena, bool, net->node_count);
    for (size_t p = 0; p < circuit->phases; p++)
        mark_phase(circuit, p, core);
    for (uint32_t i = 0; i < net->node_count; i++) {
        NodeKind kind = net->nodes[i].kind;
        bool leaf = kind != NODE_AND && kind != NODE_LOOP;
        core[i] = (core[i] || leaf) && !circuit->mixed[i];
    }
    circuit->core = core;
}

/* What goals and percepts need, and nobody else. */
static void find_extra(Circuit *circuit)
{
    const Net *net = circuit->net;
    Arena *scratch = arena_new();
    bool *needed = arena_array(scratch, bool, net->node_count);
    for (size_t i = 0; i < circuit->phases * net->role_count; i++) {
        const Role *role =
            &circuit->nets[i / net->role_count]->roles[i % net->role_count];
        for (size_t k = 0; k < role->goal_count; k++)
            mark(net, role->goals[k].lit, needed);
        for (size_t k = 0; k < role->percept_count; k++)
            mark(net, role->percepts[k].lit, needed);
        circuit->has_percepts = circuit->has_percepts || role->percept_count;
    }
    VEC(uint32_t) extra = {0};
    for (uint32_t i = 0; i < net->node_count; i++) {
        NodeKind kind = net->nodes[i].kind;
        if (needed[i] && !circuit->core[i] &&
            (kind == NODE_AND || kind == NODE_LOOP))
            vec_push(&extra, i);
    }
    arena_free(scratch);
    circuit->extra_count = extra.count;
    circuit->extra = vec_finish(&extra, circuit->arena);
}

static void find_fanout(Circuit *circuit, Edges *edges)
{
    const Net *net = circuit->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        Node node = net->nodes[i];
        for (uint32_t k = 0;
             node.kind == NODE_AND && circuit->core[i] && k < node.count; k++) {
            Lit lit = net->inputs[node.first + k];
            add_edge(edges, lit_node(lit), 2 * i + (lit & 1));
        }
    }
}

static void find_phase_bits(Circuit *circuit, size_t phase, Edges *edges)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = kept_next(circuit, phase);
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
    outputs->next = word;
    for (size_t i = 0; i < net->feature_count; i++)
        add_edge(edges, lit_node(next[i]), (uint32_t)(word * 64 + i));
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

static void lay_wires(Circuit *circuit)
{
    size_t nodes = circuit->net->node_count;
    Edges readers = {0}, bits = {0};
    find_fanout(circuit, &readers);
    find_bits(circuit, &bits);
    size_t total = readers.count + bits.count, used = 0;
    Arena *scratch = arena_new();
    Graph reader = table_of(scratch, nodes, &readers);
    Graph bit = table_of(scratch, nodes, &bits);
    circuit->wires = arena_array(circuit->arena, Wire, nodes);
    circuit->ends = arena_array(circuit->arena, uint32_t, total);
    for (size_t i = 0; i < nodes; i++) {
        Wire *wire = &circuit->wires[i];
        wire->first = (uint32_t)used;
        for (uint32_t k = reader.first[i]; k < reader.first[i + 1]; k++)
            if (!(reader.targets[k] & 1))
                circuit->ends[used++] = reader.targets[k] / 2;
        wire->plain = (uint32_t)used;
        for (uint32_t k = reader.first[i]; k < reader.first[i + 1]; k++)
            if (reader.targets[k] & 1)
                circuit->ends[used++] = reader.targets[k] / 2;
        wire->negated = (uint32_t)used;
        for (uint32_t k = bit.first[i]; k < bit.first[i + 1]; k++)
            circuit->ends[used++] = bit.targets[k];
        wire->bits = (uint32_t)used;
    }
    arena_free(scratch);
}

bool is_core_loop(const Circuit *circuit, uint32_t loop)
{
    uint32_t node = circuit->net->loops[loop].node;
    return node && circuit->core[node];
}

/* A component is computed anew when anything that its nodes read changes: a
 * node that has lost its support from outside may not change by itself. */
static void find_watchers(Circuit *circuit)
{
    const Net *net = circuit->net;
    Edges edges = {0};
    for (uint32_t c = 0; c < net->component_count; c++) {
        Component component = net->components[c];
        for (uint32_t i = component.first_node; i < component.end_node; i++)
            for (uint32_t k = 0;
                 net->nodes[i].kind == NODE_AND && k < net->nodes[i].count; k++)
                add_edge(&edges, lit_node(net->inputs[net->nodes[i].first + k]),
                         c);
        for (uint32_t i = component.first_loop; i < component.end_loop; i++)
            if (is_core_loop(circuit, i))
                add_edge(&edges, lit_node(net->loops[i].definition), c);
    }
    circuit->watchers = table_of(circuit->arena, net->node_count, &edges);
}

static void find_levels(Circuit *circuit)
{
    const Net *net = circuit->net;
    circuit->level = arena_array(circuit->arena, uint32_t, net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        uint32_t *level = &circuit->level[i];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++) {
            uint32_t input = lit_node(net->inputs[node->first + k]);
            if (circuit->level[input] >= *level)
                *level = circuit->level[input] + 1;
        }
        if (*level >= circuit->levels)
            circuit->levels = *level + 1;
    }
    circuit->level_start =
        arena_array(circuit->arena, uint32_t, circuit->levels + 1);
    for (uint32_t i = 0; i < net->node_count; i++)
        circuit->level_start[circuit->level[i] + 1]++;
    for (uint32_t i = 0; i < circuit->levels; i++)
        circuit->level_start[i + 1] += circuit->level_start[i];
}

static void find_sets(Circuit *circuit)
{
    const Net *net = circuit->net;
    Edges *edges = arena_array(circuit->arena, Edges, net->role_count);
    circuit->sets = arena_array(circuit->arena, Graph, net->role_count);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind != NODE_MOVES)
            continue;
        const MoveSet *set = &net->sets[net->nodes[i].first];
        for (size_t k = 0; k < set->count; k++)
            add_edge(&edges[set->role], set->moves[k], i);
    }
    for (size_t i = 0; i < net->role_count; i++)
        circuit->sets[i] =
            table_of(circuit->arena, net->roles[i].move_count, &edges[i]);
}

Circuit *circuit_new(const Net *const *nets, size_t phases)
{
    const Net *net = nets[0];
    Arena *arena = arena_new();
    Circuit *circuit = arena_alloc(arena, sizeof *circuit);
    circuit->arena = arena;
    circuit->net = net;
    circuit->nets = nets;
    circuit->phases = phases;
    circuit->words = words_for(net->feature_count);
    circuit->initial = arena_array(arena, uint64_t, circuit->words);
    circuit->feature_node = arena_array(arena, uint32_t, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        if (net->initial[i])
            set_bit(circuit->initial, i);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            circuit->feature_node[net->nodes[i].first] = i;
    circuit->mixed = arena_array(arena, bool, net->node_count);
    find_mixed(circuit);
    find_mixed_loops(circuit);
    choose_way(circuit);
    find_core(circuit);
    find_extra(circuit);
    lay_wires(circuit);
    find_watchers(circuit);
    find_levels(circuit);
    find_sets(circuit);
    return circuit;
}

void circuit_free(Circuit *circuit)
{
    if (circuit)
        arena_free(circuit->arena);
}
