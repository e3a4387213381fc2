/* net_builder.c - nodes while a network is made, and the end of making it
 *
 * In:   gates and loops, most of them intermediate
 * Out:  the nodes that the outputs of a Net need, in the same order, so that
 *       inputs still come first
 *
 * The half that knows no rules: net_new.c and restrict.c fill a NetBuilder.
 */
#include "ground/net_builder.h"

#include <assert.h>

void for_each_output(Net *net, LitVisitor *visit, void *context)
{
    visit(context, &net->terminal);
    for (size_t i = 0; i < net->atom_count; i++)
        visit(context, &net->atoms[i].lit);
    for (size_t i = 0; i < net->feature_count; i++) {
        visit(context, &net->next[i]);
        if (net->default_next)
            visit(context, &net->default_next[i]);
    }
    for (size_t i = 0; i < net->effect_count; i++) {
        visit(context, &net->effects[i].set);
        visit(context, &net->effects[i].clear);
    }
    for (size_t i = 0; i < net->role_count; i++) {
        Role *role = &net->roles[i];
        for (size_t k = 0; k < role->move_count; k++)
            visit(context, &role->legal[k]);
        for (size_t k = 0; k < role->goal_count; k++)
            visit(context, &role->goals[k].lit);
        for (size_t k = 0; k < role->percept_count; k++)
            visit(context, &role->percepts[k].lit);
    }
}

typedef struct {
    NetBuilder *builder;
    bool *needed;   /* by node: an output depends on it */
    bool *absorbed; /* into the only AND that reads it */
    VEC(uint32_t) stack;
    /* New numbers of nodes and loops, and of what would come after the last. */
    uint32_t *renumbered, *new_loops;
} Sweep;

static void mark_needed(void *context, Lit *lit)
{
    Sweep *sweep = context;
    if (sweep->needed[lit_node(*lit)])
        return;
    sweep->needed[lit_node(*lit)] = true;
    vec_push(&sweep->stack, lit_node(*lit));
}

static void mark_needed_inputs(Sweep *sweep)
{
    NetBuilder *builder = sweep->builder;
    while (sweep->stack.count) {
        Node node = builder->gates.nodes.items[vec_pop(&sweep->stack)];
        if (node.kind == NODE_LOOP)
            mark_needed(sweep, &builder->loops.items[node.loop].definition);
        for (uint32_t i = 0; i < node.input_count; i++)
            mark_needed(sweep,
                        &builder->gates.inputs.items[node.first_input + i]);
    }
}

static void renumber(void *context, Lit *lit)
{
    Sweep *sweep = context;
    assert(sweep->needed[lit_node(*lit)] && !sweep->absorbed[lit_node(*lit)]);
    *lit = 2 * sweep->renumbered[lit_node(*lit)] + lit_is_negated(*lit);
}

static MoveSet copy_set(const Gates *gates, uint32_t node, Arena *arena)
{
    MoveSet set = gate_set(gates, node);
    set.moves = arena_copy(arena, set.moves, set.count * sizeof *set.moves);
    return set;
}

/* ---- absorbing ---- */

typedef struct {
    uint32_t *readers;
    bool *pinned; /* an output, a definition, or read in the negative */
} Uses;

static void pin_node(void *context, Lit *lit)
{
    ((Uses *)context)->pinned[lit_node(*lit)] = true;
}

/* Marks as absorbed the ANDs that NUMBER reads and may absorb. SIZES, by node,
 * are numbers of inputs with what was absorbed. */
static void absorb_inputs(Sweep *sweep, const Uses *uses, uint32_t number,
                          size_t *sizes)
{
    const Gates *gates = &sweep->builder->gates;
    const Node *node = &gates->nodes.items[number];
    sizes[number] = node->input_count;
    for (uint32_t i = 0; i < node->input_count; i++) {
        uint32_t input = lit_node(gates->inputs.items[node->first_input + i]);
        if (gates->nodes.items[input].kind != NODE_AND || uses->pinned[input] ||
            uses->readers[input] != 1 ||
            sizes[number] + sizes[input] > MAX_INPUTS)
            continue;
        sweep->absorbed[input] = true;
        sizes[number] += sizes[input] - 1;
    }
}

/* An AND whose only reader is another AND need not be a node: its inputs are
 * as good as its value. */
static void find_absorbed(Sweep *sweep, Net *const *nets, size_t net_count,
                          Arena *scratch)
{
    const NetBuilder *builder = sweep->builder;
    const Gates *gates = &builder->gates;
    size_t count = gates->nodes.count;
    Uses uses = {arena_array(scratch, uint32_t, count),
                 arena_array(scratch, bool, count)};
    for (size_t i = 0; i < net_count; i++)
        for_each_output(nets[i], pin_node, &uses);
    for (size_t i = 0; i < builder->loops.count; i++)
        uses.pinned[lit_node(builder->loops.items[i].definition)] = true;
    for (size_t i = 0; i < count; i++) {
        const Node *node = &gates->nodes.items[i];
        for (uint32_t k = 0; node->kind == NODE_AND && sweep->needed[i] &&
                             k < node->input_count;
             k++) {
            Lit lit = gates->inputs.items[node->first_input + k];
            uses.readers[lit_node(lit)]++;
            if (lit_is_negated(lit))
                uses.pinned[lit_node(lit)] = true;
        }
    }
    size_t *sizes = arena_array(scratch, size_t, count);
    for (uint32_t i = 0; i < count; i++)
        if (gates->nodes.items[i].kind == NODE_AND && sweep->needed[i])
            absorb_inputs(sweep, &uses, i, sizes);
}

/* The inputs of an AND, those of what it has absorbed in their place. */
static void gather_inputs(Sweep *sweep, uint32_t number, Lits *inputs)
{
    const Gates *gates = &sweep->builder->gates;
    vec_push(&sweep->stack, number);
    while (sweep->stack.count) {
        const Node *node = &gates->nodes.items[vec_pop(&sweep->stack)];
        for (uint32_t i = 0; i < node->input_count; i++) {
            Lit lit = gates->inputs.items[node->first_input + i];
            if (sweep->absorbed[lit_node(lit)]) {
                vec_push(&sweep->stack, lit_node(lit));
                continue;
            }
            renumber(sweep, &lit);
            vec_push(inputs, lit);
        }
    }
}

static bool is_needed_loop(const Sweep *sweep, Loop loop)
{
    return loop.node && sweep->needed[loop.node];
}

static void number_loops(Sweep *sweep)
{
    for (size_t i = 0; i < sweep->builder->loops.count; i++)
        sweep->new_loops[i + 1] =
            sweep->new_loops[i] +
            is_needed_loop(sweep, sweep->builder->loops.items[i]);
}

/* Copies the needed nodes in order, so that inputs still come first. */
static void copy_nodes(Sweep *sweep, Net *net)
{
    const Gates *gates = &sweep->builder->gates;
    size_t count = 0, sets = 0;
    for (size_t i = 0; i < gates->nodes.count; i++) {
        sweep->renumbered[i] = (uint32_t)count;
        if (!sweep->needed[i] || sweep->absorbed[i])
            continue;
        count++;
        sets += gates->nodes.items[i].kind == NODE_MOVES;
    }
    sweep->renumbered[gates->nodes.count] = (uint32_t)count;
    Lits inputs = {0};
    net->nodes = arena_array(net->arena, Node, count);
    net->sets = arena_array(net->arena, MoveSet, sets);
    for (uint32_t i = 0; i < gates->nodes.count; i++) {
        if (!sweep->needed[i] || sweep->absorbed[i])
            continue;
        Node node = gates->nodes.items[i];
        if (node.kind == NODE_AND) {
            node.first_input = (uint32_t)inputs.count;
            gather_inputs(sweep, i, &inputs);
            node.input_count = (uint32_t)inputs.count - node.first_input;
            assert(2 <= node.input_count && node.input_count <= MAX_INPUTS);
        } else if (node.kind == NODE_MOVES) {
            net->sets[net->set_count] = copy_set(gates, i, net->arena);
            node.set = (uint32_t)net->set_count++;
        } else if (node.kind == NODE_LOOP) {
            node.loop = sweep->new_loops[node.loop];
        }
        net->nodes[net->node_count++] = node;
    }
    net->input_count = inputs.count;
    net->inputs = vec_finish(&inputs, net->arena);
}

/* Loops that no output needs are left out, and components without loops. */
static void copy_loops(Sweep *sweep, Net *net)
{
    const NetBuilder *builder = sweep->builder;
    net->loop_count = net->component_count = 0;
    net->loops = arena_array(net->arena, Loop, builder->loops.count);
    for (size_t i = 0; i < builder->loops.count; i++) {
        Loop loop = builder->loops.items[i];
        if (!is_needed_loop(sweep, loop))
            continue;
        loop.node = sweep->renumbered[loop.node];
        renumber(sweep, &loop.definition);
        net->loops[net->loop_count++] = loop;
    }
    net->components =
        arena_array(net->arena, Component, builder->components.count);
    for (size_t i = 0; i < builder->components.count; i++) {
        Component component = builder->components.items[i];
        component.first_loop = sweep->new_loops[component.first_loop];
        component.end_loop = sweep->new_loops[component.end_loop];
        component.first_node = sweep->renumbered[component.first_node];
        component.end_node = sweep->renumbered[component.end_node];
        if (component.first_loop < component.end_loop)
            net->components[net->component_count++] = component;
    }
}

static void share_nodes(const Net *from, Net *to)
{
    to->nodes = from->nodes;
    to->node_count = from->node_count;
    to->inputs = from->inputs;
    to->input_count = from->input_count;
    to->sets = from->sets;
    to->set_count = from->set_count;
    to->loops = from->loops;
    to->loop_count = from->loop_count;
    to->components = from->components;
    to->component_count = from->component_count;
}

void net_builder_finish(NetBuilder *builder, Net *const *nets, size_t count)
{
    size_t gate_count = builder->gates.nodes.count;
    Arena *scratch = arena_new();
    Sweep sweep = {
        .builder = builder,
        .needed = arena_array(scratch, bool, gate_count),
        .absorbed = arena_array(scratch, bool, gate_count),
        .renumbered = arena_array(scratch, uint32_t, gate_count + 1),
        .new_loops = arena_array(scratch, uint32_t, builder->loops.count + 1)};
    sweep.needed[0] = true;
    for (size_t i = 0; i < count; i++)
        for_each_output(nets[i], mark_needed, &sweep);
    mark_needed_inputs(&sweep);
    find_absorbed(&sweep, nets, count, scratch);
    number_loops(&sweep);
    copy_nodes(&sweep, nets[0]);
    copy_loops(&sweep, nets[0]);
    for (size_t i = 0; i < count; i++) {
        for_each_output(nets[i], renumber, &sweep);
        if (i)
            share_nodes(nets[0], nets[i]);
    }
    vec_free(&sweep.stack);
    arena_free(scratch);
#ifdef ZERMELO_DEBUG
    gates_check(&builder->gates);
    for (size_t i = 0; i < count; i++)
        net_check(nets[i]);
#endif
}

void net_builder_free(NetBuilder *builder)
{
    gates_free(&builder->gates);
    vec_free_all(&builder->loops, &builder->components);
}
