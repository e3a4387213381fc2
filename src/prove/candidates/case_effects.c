/* case_effects.c - effects of the step on features in a case
 *
 * In:   the assignment of the case (case_propagation.c)
 * Out:  the features that may change, and their next values
 * Next: transition_cases.c splits the case further
 *
 * Constant propagation in topological order over the cone of influence of the
 * next values: each node is simplified to a constant, to a literal of another
 * node, or to itself. A feature that keeps its value in a case keeps it in all
 * cases within it, and is left out there with its part of the cone. Start
 * reading at cases_find_changes().
 */
#include "prove/candidates/cases_internal.h"

#include <assert.h>
#include <string.h>

/* The literal that a node is equal to, from those of its inputs. */
static Lit simplify_node(const CaseSearch *search, uint32_t number)
{
    const Net *net = search->net;
    const Node *node = &net->nodes[number];
    Lit single_input = LIT_TRUE;
    if (search->values[number])
        return search->values[number] == 1 ? LIT_TRUE : LIT_FALSE;
    for (uint32_t i = 0; i < node->input_count; i++) {
        Lit input =
            cases_simplified(search, net->inputs[node->first_input + i]);
        if (input == LIT_FALSE || input == lit_not(single_input))
            return LIT_FALSE;
        if (input == LIT_TRUE || input == single_input)
            continue;
        if (single_input != LIT_TRUE)
            return 2 * number; /* several inputs are open */
        single_input = input;
    }
    return node->kind == NODE_AND ? single_input : 2 * number;
}

/* The feature that LIT says holds; NO_INDEX if it is another literal. */
static uint32_t positive_feature(const Net *net, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    return !(lit & 1) && node->kind == NODE_FEATURE ? node->feature : NO_INDEX;
}

void cases_find_changes(CaseSearch *search)
{
    const Net *net = search->net;
    /* A node may be known while its inputs are open, for instance that two of
     * them are not both true: nodes above it are simplified with its value. */
    for (size_t i = search->first_node; i < search->cone.count; i++)
        search->simplified[search->cone.items[i]] =
            simplify_node(search, search->cone.items[i]);
    memset(search->is_source, false, net->feature_count);
    vec_clear(&search->changes);
    for (size_t i = search->first_active; i < search->active.count; i++) {
        uint32_t feature = search->active.items[i];
        Lit next = cases_simplified(search, net->next[feature]);
        CaseChange change = {.feature = feature,
                             .from = positive_feature(net, next),
                             .before = cases_value_of(search, feature),
                             .after = next == LIT_TRUE    ? CASE_TRUE
                                      : next == LIT_FALSE ? CASE_FALSE
                                                          : CASE_OPEN};
        if (change.after != CASE_OPEN)
            change.from = NO_INDEX;
        assert(change.after == CASE_OPEN || change.from == NO_INDEX);
        if (change.from != NO_INDEX)
            search->is_source[change.from] = true;
        if (change.after != CASE_OPEN ? change.after != change.before
                                      : change.from != feature)
            vec_push(&search->changes, change);
    }
}

/* ---- narrowing ---- */

/* Appends to CONE the open nodes of its entries [FIRST, END) that next values
 * of active features depend on; the other entries stay as simplified. */
static void narrow_cone(CaseSearch *search, size_t first, size_t end)
{
    assert(end == search->cone.count);
    const Net *net = search->net;
    for (size_t i = search->first_active; i < search->active.count; i++)
        search->is_needed[lit_node(net->next[search->active.items[i]])] = true;
    for (size_t i = end; i-- > first;) {
        uint32_t number = search->cone.items[i];
        const Node *node = &net->nodes[number];
        if (search->values[number])
            search->is_needed[number] = false;
        for (uint32_t k = 0; search->is_needed[number] &&
                             node->kind == NODE_AND && k < node->input_count;
             k++)
            search->is_needed[lit_node(net->inputs[node->first_input + k])] =
                true;
    }
    for (size_t i = first; i < end; i++) {
        uint32_t number = search->cone.items[i];
        if (search->is_needed[number])
            vec_push(&search->cone, number);
        search->is_needed[number] = false;
    }
    search->first_node = end;
}

CaseCone cases_narrow(CaseSearch *search)
{
    CaseCone outer = {search->first_node, search->cone.count,
                      search->first_active, search->active.count};
    cases_find_changes(search);
    for (size_t i = 0; i < search->changes.count; i++)
        vec_push(&search->active, search->changes.items[i].feature);
    search->first_active = outer.end_active;
    narrow_cone(search, outer.first_node, outer.end_node);
    return outer;
}

void cases_widen(CaseSearch *search, CaseCone outer)
{
    assert(search->first_node == outer.end_node);
    assert(search->first_active == outer.end_active);
    search->first_node = outer.first_node;
    search->cone.count = outer.end_node;
    search->first_active = outer.first_active;
    search->active.count = outer.end_active;
}

void cases_find_cone(CaseSearch *search)
{
    const Net *net = search->net;
    search->is_needed = arena_array(search->arena, bool, net->node_count + 1);
    search->simplified = arena_array(search->arena, Lit, net->node_count + 1);
    search->is_source =
        arena_array(search->arena, bool, net->feature_count + 1);
    for (uint32_t f = 0; f < net->feature_count; f++)
        vec_push(&search->active, f);
    for (uint32_t i = 0; i < net->node_count; i++)
        vec_push(&search->cone, i);
    narrow_cone(search, 0, search->cone.count);
}
