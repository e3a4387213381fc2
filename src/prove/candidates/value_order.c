/* value_order.c - the order in which steps lead from value to value
 *
 * In:   a group of features of a Net
 * Out:  the features in the order of a counter, if they are one
 * Next: prove/linear/counted_classes.c counts
 *
 * One feature supports another if the next value of that one depends on it
 * positively. The supports of a counter that only grows, or only falls, by
 * whatever amounts, are a graph without cycles, which has one topological
 * order. Start reading at value_order_find(), at the end.
 */
#include "prove/candidates/value_order.h"

#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VISITED = 3000000 }; /* literals, for all groups together */

/* The supports among the features of a group. */
typedef struct {
    FeatureGroup group;
    bool *is_support; /* [from * count + to] */
} Supports;

ValueOrder value_order_new(Arena *arena, const Net *net)
{
    ValueOrder order = {.net = net};
    order.stamps = arena_array(arena, uint32_t, 2 * net->node_count);
    order.value_of = arena_array(arena, uint32_t, net->feature_count);
    memset(order.value_of, 0xff, net->feature_count * sizeof *order.value_of);
    return order;
}

/* A move supports what it is made for, and what makes it legal supports it.
 * IS_NEGATED: it is one of the moves that are not in SET. What most moves do is
 * to leave a value as it is. */
static void add_legality(const Net *net, const MoveSet *set, bool is_negated,
                         LitVec *stack)
{
    const Role *role = &net->roles[set->role];
    size_t next = 0,
           count = is_negated ? role->move_count - set->count : set->count;
    if (2 * count > role->move_count)
        return;
    for (uint32_t move = 0; move < role->move_count; move++) {
        bool is_in_set = next < set->count && set->moves[next] == move;
        next += is_in_set;
        if (is_in_set != is_negated)
            vec_push(stack, role->legal[move]);
    }
}

/* Adds what supports value number TO. An AND is negated where it is used as an
 * OR of negated literals: signs go down to the features. */
static void add_supports(ValueOrder *order, Supports *supports, uint32_t to)
{
    const Net *net = order->net;
    LitVec stack = {0};
    order->stamp++;
    vec_push(&stack, net->next[supports->group.items[to]]);
    while (stack.count && order->visited_count < MAX_VISITED) {
        Lit lit = vec_pop(&stack);
        const Node *node = &net->nodes[lit_node(lit)];
        if (order->stamps[lit] == order->stamp)
            continue;
        order->stamps[lit] = order->stamp;
        order->visited_count++;
        if (node->kind == NODE_FEATURE && !lit_is_negated(lit) &&
            order->value_of[node->feature] != NO_INDEX)
            supports->is_support[order->value_of[node->feature] *
                                     supports->group.count +
                                 to] = true;
        if (node->kind == NODE_MOVES)
            add_legality(net, &net->sets[node->set], lit_is_negated(lit),
                         &stack);
        net_each_input (input, net, lit_node(lit))
            vec_push(&stack, *input.at ^ lit_is_negated(lit));
    }
    vec_free(&stack);
}

/* Takes values that nothing left supports; there must be one each time, and
 * the one before must support it. */
static bool order_upwards(const Supports *supports, uint32_t *ordered)
{
    size_t count = supports->group.count, placed = 0;
    size_t *left = memory_zeroed(count, sizeof *left);
    for (size_t i = 0; i < count * count; i++)
        left[i % count] += supports->is_support[i] && i / count != i % count;
    for (size_t last = count; placed < count; placed++) {
        size_t next = count, free_count = 0;
        for (size_t i = 0; i < count; i++)
            if (left[i] == 0) {
                next = i;
                free_count++;
            }
        if (free_count != 1 ||
            (last < count && !supports->is_support[last * count + next]))
            break;
        ordered[placed] = supports->group.items[next];
        left[next] = SIZE_MAX; /* it is placed */
        for (size_t i = 0; i < count; i++)
            left[i] -= i != next && supports->is_support[next * count + i];
        last = next;
    }
    memory_free(left);
    return placed == count;
}

bool value_order_find(ValueOrder *order, FeatureGroup group, uint32_t *ordered)
{
    Supports supports = {group, memory_zeroed(group.count, group.count)};
    for (uint32_t i = 0; i < group.count; i++) {
        assert(order->value_of[group.items[i]] == NO_INDEX); /* once each */
        order->value_of[group.items[i]] = i;
    }
    for (uint32_t i = 0; i < group.count; i++)
        add_supports(order, &supports, i);
    for (uint32_t i = 0; i < group.count; i++)
        order->value_of[group.items[i]] = NO_INDEX;
    bool is_found =
        order->visited_count < MAX_VISITED && order_upwards(&supports, ordered);
    memory_free(supports.is_support);
    return is_found;
}
