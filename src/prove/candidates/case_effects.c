/* case_effects.c - what becomes of features in a case
 *
 * In:   what is known in the case (prove/candidates/case_propagation.c)
 * Out:  the features that may change, and to what
 * Next: prove/candidates/transition_cases.c tells more cases apart
 *
 * The nodes that next values depend on are simplified in order: each comes to
 * a constant, to a literal of another node, or to itself. What is settled in a
 * case is so in all cases within it, and is left out there. Start reading at
 * cases_find_changes().
 */
#include "prove/candidates/cases_internal.h"

#include <string.h>

static Lit simplify(const CaseSplit *split, uint32_t number)
{
    const Net *net = split->net;
    const Node *node = &net->nodes[number];
    Lit only = LIT_TRUE;
    if (split->values[number])
        return split->values[number] == 1 ? LIT_TRUE : LIT_FALSE;
    for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++) {
        Lit input = cases_rep_of(split, net->inputs[node->first + i]);
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

void cases_find_changes(CaseSplit *split)
{
    const Net *net = split->net;
    /* A node that was found false on the way may follow from two literals of
     * it: the nodes above were simplified with that, so this is so for all. */
    for (size_t i = split->first_node; i < split->cone.count; i++)
        split->reps[split->cone.items[i]] =
            simplify(split, split->cone.items[i]);
    memset(split->moved, false, net->feature_count);
    vec_clear(&split->changes);
    for (size_t i = split->first_active; i < split->active.count; i++) {
        uint32_t f = split->active.items[i];
        Lit next = cases_rep_of(split, net->next[f]);
        CaseChange change = {.feature = f,
                             .from = feature_of(net, next),
                             .before = cases_value_of(split, f),
                             .after = next == LIT_TRUE    ? CASE_TRUE
                                      : next == LIT_FALSE ? CASE_FALSE
                                                          : CASE_OPEN};
        if (change.after != CASE_OPEN)
            change.from = NO_INDEX;
        if (change.from != NO_INDEX)
            split->moved[change.from] = true;
        if (change.after != CASE_OPEN ? change.after != change.before
                                      : change.from != f)
            vec_push(&split->changes, change);
    }
}

/* ---- what need not be looked at again ---- */

/* The nodes from FIRST to END that next values of active features depend on,
 * and that are open; what the others come to is known. */
static void narrow_cone(CaseSplit *split, size_t first, size_t end)
{
    const Net *net = split->net;
    for (size_t i = split->first_active; i < split->active.count; i++)
        split->needed[lit_node(net->next[split->active.items[i]])] = true;
    for (size_t i = end; i-- > first;) {
        uint32_t number = split->cone.items[i];
        const Node *node = &net->nodes[number];
        if (split->values[number])
            split->needed[number] = false;
        for (uint32_t k = 0;
             split->needed[number] && node->kind == NODE_AND && k < node->count;
             k++)
            split->needed[lit_node(net->inputs[node->first + k])] = true;
    }
    for (size_t i = first; i < end; i++) {
        uint32_t number = split->cone.items[i];
        if (split->needed[number])
            vec_push(&split->cone, number);
        split->needed[number] = false;
    }
    split->first_node = end;
}

CaseCone cases_narrow(CaseSplit *split)
{
    CaseCone outer = {split->first_node, split->cone.count, split->first_active,
                      split->active.count};
    cases_find_changes(split);
    for (size_t i = 0; i < split->changes.count; i++)
        vec_push(&split->active, split->changes.items[i].feature);
    split->first_active = outer.end_active;
    narrow_cone(split, outer.first_node, outer.end_node);
    return outer;
}

void cases_widen(CaseSplit *split, CaseCone outer)
{
    split->first_node = outer.first_node;
    split->cone.count = outer.end_node;
    split->first_active = outer.first_active;
    split->active.count = outer.end_active;
}

void cases_find_cone(CaseSplit *split)
{
    const Net *net = split->net;
    split->needed = arena_array(split->arena, bool, net->node_count + 1);
    split->reps = arena_array(split->arena, Lit, net->node_count + 1);
    split->moved = arena_array(split->arena, bool, net->feature_count + 1);
    for (uint32_t f = 0; f < net->feature_count; f++)
        vec_push(&split->active, f);
    for (uint32_t i = 0; i < net->node_count; i++)
        vec_push(&split->cone, i);
    narrow_cone(split, 0, split->cone.count);
}
