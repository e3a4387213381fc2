/* net_walk.c - marking what nodes depend on, and what depends on them
 *
 * In:   a Net, and a mark for each node
 * Out:  the marks, closed under dependence
 */
#include "ground/net_walk.h"

static void mark_dependent_ands(const Net *net, uint32_t from, uint32_t to,
                                bool *marked)
{
    for (uint32_t i = from; i < to; i++) {
        const Node *node = &net->nodes[i];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            marked[i] =
                marked[i] || marked[lit_node(net->inputs[node->first + k])];
    }
}

/* Marks all loops of a component if the definition of one is marked. Loops that
 * were simplified away have node 0. */
static bool mark_dependent_loops(const Net *net, const Component *component,
                                 bool *marked)
{
    bool depends = false;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        depends = depends || (net->loops[i].node &&
                              marked[lit_node(net->loops[i].definition)]);
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        if (depends && net->loops[i].node)
            marked[net->loops[i].node] = true;
    return depends;
}

void net_mark_dependents(const Net *net, bool *marked)
{
    uint32_t at = 0;
    for (size_t c = 0; c < net->component_count; c++) {
        const Component *component = &net->components[c];
        mark_dependent_ands(net, at, component->end_node, marked);
        at = component->end_node;
        if (mark_dependent_loops(net, component, marked))
            mark_dependent_ands(net, component->first_node, at, marked);
    }
    mark_dependent_ands(net, at, (uint32_t)net->node_count, marked);
}

void net_mark_move_dependent(const Net *net, bool *marked)
{
    for (uint32_t i = 0; i < net->node_count; i++)
        marked[i] = net->nodes[i].kind == NODE_MOVES;
    net_mark_dependents(net, marked);
}
