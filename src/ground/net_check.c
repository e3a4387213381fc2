/* net_check.c - the invariants of a Net, checked as a whole
 *
 * In:   a Net, or the gates it is made from
 * Out:  nothing; a violation ends in assert()
 */
#include "ground/net_builder.h"

#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

/* ---- gates ---- */

void gates_check(const Gates *gates)
{
    Map seen = {0};
    assert(gates->nodes.items[0].kind == NODE_TRUE);
    for (uint32_t i = 1; i < gates->nodes.count; i++) {
        const Node *node = &gates->nodes.items[i];
        const Lit *inputs = gates->inputs.items + node->first_input;
        uint32_t hash =
            hash_mix(node->kind,
                     node->kind == NODE_AND ? node->input_count : node->index);
        assert(node->kind != NODE_TRUE);
        assert((node->kind == NODE_AND) == (node->input_count >= 2));
        for (uint32_t k = 0; k < node->input_count; k++) {
            assert(0 < lit_node(inputs[k]) && lit_node(inputs[k]) < i);
            assert(!k || lit_node(inputs[k - 1]) < lit_node(inputs[k]));
            hash = hash_mix(hash, inputs[k]);
        }
        map_each (p, &seen, hash) {
            const Node *other = &gates->nodes.items[p.index];
            assert(
                other->kind != node->kind ||
                other->input_count != node->input_count ||
                (node->kind == NODE_AND
                     ? memcmp(inputs, gates->inputs.items + other->first_input,
                              node->input_count * sizeof *inputs) != 0
                     : other->index != node->index));
        }
        map_add(&seen, hash, i);
    }
    map_free(&seen);
}

/* ---- nodes ---- */

static void check_set(const Net *net, const MoveSet *set)
{
    assert(set->role < net->role_count);
    assert(0 < set->count && set->count < net->roles[set->role].move_count);
    for (size_t i = 0; i < set->count; i++) {
        assert(set->moves[i] < net->roles[set->role].move_count);
        assert(!i || set->moves[i - 1] < set->moves[i]);
    }
}

static void check_nodes(const Net *net)
{
    bool *has_node = memory_zeroed(net->feature_count, sizeof *has_node);
    size_t inputs = 0, sets = 0, loops = 0;
    assert(net->node_count && net->nodes[0].kind == NODE_TRUE);
    for (uint32_t i = 1; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        assert((node->kind == NODE_AND) == (node->input_count > 0));
        switch (node->kind) {
        case NODE_TRUE:
            assert(!"the constant is made once");
            break;
        case NODE_FEATURE:
            assert(node->feature < net->feature_count &&
                   !has_node[node->feature]);
            has_node[node->feature] = true;
            break;
        case NODE_MOVES:
            assert(node->set == sets++);
            check_set(net, &net->sets[node->set]);
            break;
        case NODE_LOOP:
            assert(node->loop < net->loop_count);
            assert(net->loops[node->loop].node == i);
            loops++;
            break;
        case NODE_AND:
            assert(node->first_input == inputs &&
                   node->input_count <= MAX_INPUTS);
            inputs += node->input_count;
            for (uint32_t k = 0; k < node->input_count; k++) {
                uint32_t input = lit_node(net->inputs[node->first_input + k]);
                assert(0 < input && input < i); /* topological order */
            }
        }
    }
    assert(inputs == net->input_count);
    assert(sets == net->set_count && loops == net->loop_count);
    memory_free(has_node);
}

/* Loops and ANDs of a component lie together, definitions before its end, and
 * whatever reads a loop comes with its component or after. */
static void check_components(const Net *net)
{
    uint32_t loop = 0, node = 0;
    uint32_t *first_reader =
        memory_zeroed(net->node_count, sizeof *first_reader);
    for (size_t c = 0; c < net->component_count; c++) {
        const Component *component = &net->components[c];
        assert(component->first_loop == loop);
        assert(component->first_loop < component->end_loop);
        assert(node <= component->first_node);
        assert(component->first_node <= component->end_node);
        loop = component->end_loop;
        node = component->end_node;
        for (uint32_t i = component->first_loop; i < loop; i++) {
            assert(lit_node(net->loops[i].definition) < net->node_count);
            first_reader[net->loops[i].node] = component->first_node;
        }
    }
    assert(loop == net->loop_count && node <= net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_AND)
            net_each_input (input, net, i)
                assert(first_reader[lit_node(*input.at)] <= i);
    memory_free(first_reader);
}

/* ---- outputs ---- */

static void check_lit(void *context, Lit *lit)
{
    const Net *net = context;
    assert(lit_node(*lit) < net->node_count);
}

static void check_sorted(const Term *const *terms, size_t count)
{
    for (size_t i = 1; i < count; i++)
        assert(term_compare(terms[i - 1], terms[i]) < 0);
}

static void check_outputs(const Output *outputs, size_t count)
{
    for (size_t i = 1; i < count; i++)
        assert(term_compare(outputs[i - 1].term, outputs[i].term) < 0);
}

static void check_role(const Role *role)
{
    check_sorted(role->moves, role->move_count);
    check_outputs(role->percepts, role->percept_count);
    for (size_t i = 0; i < role->goal_count; i++) {
        assert(0 <= role->goals[i].value && role->goals[i].value <= 100);
        assert(!i || role->goals[i - 1].value < role->goals[i].value);
    }
}

static void check_effects(const Net *net)
{
    size_t moves = net->roles[net->mover].move_count;
    assert(net->first_effect[0] == 0);
    assert(net->first_effect[moves] == net->effect_count);
    for (size_t i = 0; i < moves; i++)
        assert(net->first_effect[i] <= net->first_effect[i + 1]);
    for (size_t i = 0; i < net->effect_count; i++)
        assert(net->effects[i].feature < net->feature_count);
}

void net_check(const Net *net)
{
    check_nodes(net);
    check_components(net);
    check_sorted(net->features, net->feature_count);
    check_outputs(net->atoms, net->atom_count);
    for (size_t i = 0; i < net->role_count; i++)
        check_role(&net->roles[i]);
    if (net->effects)
        check_effects(net);
    for_each_output((Net *)(uintptr_t)net, check_lit, (void *)(uintptr_t)net);
}
