/* case_effects.c - what becomes of features in a case
 *
 * In:   what is known in the case (prove/candidates/case_propagation.c)
 * Out:  the features that may change, and to what
 * Next: prove/candidates/transition_cases.c tells more cases apart
 *
 * The nodes that next values depend on are simplified in order: each comes to
 * a constant, to a literal of another node, or to itself. What is settled in a
 * case is so in all cases within it, and is left out there. Start reading at
 * ways_find_changes().
 */
#include "prove/candidates/cases_internal.h"

#include <string.h>

static Lit simplify(const Ways *ways, uint32_t number)
{
    const Net *net = ways->net;
    const Node *node = &net->nodes[number];
    Lit only = LIT_TRUE;
    if (ways->values[number])
        return ways->values[number] == 1 ? LIT_TRUE : LIT_FALSE;
    for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++) {
        Lit input = ways_rep_of(ways, net->inputs[node->first + i]);
        if (input == LIT_FALSE || input == lit_not(only))
            return LIT_FALSE;
        if (input == LIT_TRUE || input == only)
            continue;
        if (only != LIT_TRUE)
            return 2 * number; /* more than one is open */
        only = input;
    }
    return node->kind == NODE_AND ? only : 2 * number;
}

static uint32_t feature_of(const Net *net, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    return !(lit & 1) && node->kind == NODE_FEATURE ? node->first : NO_INDEX;
}

void ways_find_changes(Ways *ways)
{
    const Net *net = ways->net;
    /* A node that was found false on the way may follow from two literals of
     * it: the nodes above were simplified with that, so this is so for all. */
    for (size_t i = ways->first_node; i < ways->cone.count; i++)
        ways->reps[ways->cone.items[i]] = simplify(ways, ways->cone.items[i]);
    memset(ways->moved, false, net->feature_count);
    vec_clear(&ways->changes);
    for (size_t i = ways->first_active; i < ways->active.count; i++) {
        uint32_t f = ways->active.items[i];
        Lit next = ways_rep_of(ways, net->next[f]);
        WayChange change = {.feature = f,
                            .from = feature_of(net, next),
                            .before = ways_value_of(ways, f),
                            .after = next == LIT_TRUE    ? WAY_YES
                                     : next == LIT_FALSE ? WAY_NO
                                                         : WAY_OPEN};
        if (change.after != WAY_OPEN)
            change.from = NO_INDEX;
        if (change.from != NO_INDEX)
            ways->moved[change.from] = true;
        if (change.after != WAY_OPEN ? change.after != change.before
                                     : change.from != f)
            vec_push(&ways->changes, change);
    }
}

/* ---- what need not be looked at again ---- */

/* The nodes from FIRST to END that next values of active features depend on,
 * and that are open; what the others come to is known. */
static void narrow_cone(Ways *ways, size_t first, size_t end)
{
    const Net *net = ways->net;
    for (size_t i = ways->first_active; i < ways->active.count; i++)
        ways->needed[lit_node(net->next[ways->active.items[i]])] = true;
    for (size_t i = end; i-- > first;) {
        uint32_t number = ways->cone.items[i];
        const Node *node = &net->nodes[number];
        if (ways->values[number])
            ways->needed[number] = false;
        for (uint32_t k = 0;
             ways->needed[number] && node->kind == NODE_AND && k < node->count;
             k++)
            ways->needed[lit_node(net->inputs[node->first + k])] = true;
    }
    for (size_t i = first; i < end; i++) {
        uint32_t number = ways->cone.items[i];
        if (ways->needed[number])
            vec_push(&ways->cone, number);
        ways->needed[number] = false;
    }
    ways->first_node = end;
}

WayCone ways_narrow(Ways *ways)
{
    WayCone outer = {ways->first_node, ways->cone.count, ways->first_active,
                     ways->active.count};
    ways_find_changes(ways);
    for (size_t i = 0; i < ways->changes.count; i++)
        vec_push(&ways->active, ways->changes.items[i].feature);
    ways->first_active = outer.end_active;
    narrow_cone(ways, outer.first_node, outer.end_node);
    return outer;
}

void ways_widen(Ways *ways, WayCone outer)
{
    ways->first_node = outer.first_node;
    ways->cone.count = outer.end_node;
    ways->first_active = outer.first_active;
    ways->active.count = outer.end_active;
}

void ways_find_cone(Ways *ways)
{
    const Net *net = ways->net;
    ways->needed = arena_array(ways->arena, bool, net->node_count + 1);
    ways->reps = arena_array(ways->arena, Lit, net->node_count + 1);
    ways->moved = arena_array(ways->arena, bool, net->feature_count + 1);
    for (uint32_t f = 0; f < net->feature_count; f++)
        vec_push(&ways->active, f);
    for (uint32_t i = 0; i < net->node_count; i++)
        vec_push(&ways->cone, i);
    narrow_cone(ways, 0, ways->cone.count);
}
