/* net_walk.c - going through a Net: cones of influence, dependence
 *
 * In:   a Net; literals, or a mark for each node
 * Out:  what they depend on, or what depends on them
 */
#include "ground/net_walk.h"

#include "base/sort.h"

#include <assert.h>
#include <string.h>

Graph net_sets_of_moves(const Net *net, size_t role, Arena *arena)
{
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind != NODE_MOVES)
            continue;
        const MoveSet *set = &net->sets[net->nodes[i].set];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            vec_push(&edges, ((Edge){set->moves[k], i}));
    }
    Graph graph =
        graph_new(arena, net->roles[role].move_count, edges.items, edges.count);
    vec_free(&edges);
    return graph;
}

/* ---- cones of influence ---- */

void net_mark_cone(const Net *net, Lit lit, bool *is_marked)
{
    VEC(uint32_t) stack = {0};
    if (!is_marked[lit_node(lit)])
        vec_push(&stack, lit_node(lit));
    while (stack.count) {
        uint32_t number = vec_pop(&stack);
        if (is_marked[number])
            continue;
        is_marked[number] = true;
        net_each_input (input, net, number)
            vec_push(&stack, lit_node(*input.at));
    }
    vec_free(&stack);
}

/* ---- conjunctions ---- */

/* Insertion sort: most often they are few, or in order already. */
static void sort_lits(Lit *lits, size_t count)
{
    enum { MAX_INSERTION_SORT = 16 };
    size_t sorted = 1;
    while (sorted < count && lits[sorted - 1] <= lits[sorted])
        sorted++;
    if (sorted < count && count > MAX_INSERTION_SORT) {
        sort_numbers(lits, count);
        return;
    }
    for (; sorted < count; sorted++) {
        Lit lit = lits[sorted];
        size_t place = sorted;
        for (; place && lits[place - 1] > lit; place--)
            lits[place] = lits[place - 1];
        lits[place] = lit;
    }
}

/* Constants go first: there are many of them when a network is made again. */
bool simplify_conjunction(Lit *lits, size_t *count)
{
    size_t remaining = 0, kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (lits[i] == LIT_FALSE)
            return false;
        if (lits[i] != LIT_TRUE)
            lits[remaining++] = lits[i];
    }
    sort_lits(lits, remaining);
    for (size_t i = 0; i < remaining; i++) {
        if (kept && lits[kept - 1] == lits[i])
            continue;
        if (kept && lits[kept - 1] == lit_not(lits[i]))
            return false;
        lits[kept++] = lits[i];
    }
    *count = kept;
    return true;
}

/* ---- dependence ---- */

static void mark_dependent_ands(const Net *net, uint32_t from, uint32_t to,
                                bool *is_marked)
{
    for (uint32_t i = from; i < to; i++)
        if (net->nodes[i].kind == NODE_AND)
            net_each_input (input, net, i)
                is_marked[i] = is_marked[i] || is_marked[lit_node(*input.at)];
}

/* Marks all loops of a component if the definition of one is marked. */
static bool mark_dependent_loops(const Net *net, const Component *component,
                                 bool *is_marked)
{
    bool depends = false;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        depends = depends || is_marked[lit_node(net->loops[i].definition)];
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        if (depends)
            is_marked[net->loops[i].node] = true;
    return depends;
}

void net_mark_dependents(const Net *net, bool *is_marked)
{
    uint32_t next_node = 0;
    for (size_t c = 0; c < net->component_count; c++) {
        const Component *component = &net->components[c];
        assert(next_node <= component->first_node);
        mark_dependent_ands(net, next_node, component->end_node, is_marked);
        next_node = component->end_node;
        if (mark_dependent_loops(net, component, is_marked))
            mark_dependent_ands(net, component->first_node, next_node,
                                is_marked);
    }
    mark_dependent_ands(net, next_node, (uint32_t)net->node_count, is_marked);
}

void net_mark_move_dependent(const Net *net, bool *is_marked)
{
    for (uint32_t i = 0; i < net->node_count; i++)
        is_marked[i] = net->nodes[i].kind == NODE_MOVES;
    net_mark_dependents(net, is_marked);
}

bool net_drop_dependent(const Net *net, bool *is_autonomous,
                        bool *depends_on_rest)
{
    bool is_dropped = false;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        depends_on_rest[i] =
            node->kind == NODE_MOVES || node->kind == NODE_LOOP ||
            (node->kind == NODE_FEATURE && !is_autonomous[node->feature]);
    }
    net_mark_dependents(net, depends_on_rest);
    for (size_t i = 0; i < net->feature_count; i++)
        if (is_autonomous[i] && depends_on_rest[lit_node(net->next[i])]) {
            is_autonomous[i] = false;
            is_dropped = true;
        }
    return is_dropped;
}

bool *find_autonomous(Arena *arena, const Net *net, size_t *nodes_visited,
                      size_t max_nodes_visited)
{
    bool *is_autonomous = arena_array(arena, bool, net->feature_count);
    bool *depends_on_rest = arena_array(arena, bool, net->node_count);
    memset(is_autonomous, true, net->feature_count);
    do {
        *nodes_visited += net->input_count + net->node_count;
        if (*nodes_visited > max_nodes_visited)
            return NULL;
    } while (net_drop_dependent(net, is_autonomous, depends_on_rest));
    return is_autonomous;
}
