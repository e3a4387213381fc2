/* implied_lits.c - literals of a net that follow from a literal
 *
 * In:   a literal of a Net
 * Out:  some of those it implies
 * Next: sat/unroll_relaxed.c and prove/induction/move_abstraction.c state them
 *       of all moves of a class instead of what each move needs
 *
 * Start reading at add_implied_lits(), at the end.
 */
#include "sat/implied_lits.h"

/* Whether LIT depends on at most MAX_CONE_NODES nodes, and on no loop. */
static bool has_small_cone(const Net *net, Lit lit)
{
    enum { MAX_CONE_NODES = 8 };
    uint32_t stack[MAX_CONE_NODES], count = 0, visited = 0;
    stack[count++] = lit_node(lit);
    while (count) {
        const Node *node = &net->nodes[stack[--count]];
        if (node->kind == NODE_LOOP || ++visited > MAX_CONE_NODES)
            return false;
        for (uint32_t i = 0; i < node->input_count; i++) {
            if (count == MAX_CONE_NODES)
                return false;
            stack[count++] = lit_node(net->inputs[node->first_input + i]);
        }
    }
    return true;
}

bool lits_contain(const NetLits *lits, Lit lit)
{
    for (size_t i = 0; i < lits->count; i++)
        if (lits->items[i] == lit)
            return true;
    return false;
}

void lits_keep_common(NetLits *lits, const NetLits *others)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (lits_contain(others, lits->items[i]))
            lits->items[kept_count++] = lits->items[i];
    lits->count = kept_count;
}

/* What each of the arms, the negated inputs of NODE, implies. */
static void add_lits_of_all_arms(const Net *net, const Node *node,
                                 ImpliedLimits limits, NetLits *implied)
{
    NetLits common_lits = {0}, arm_lits = {0};
    for (uint32_t i = 0; i < node->input_count && (!i || common_lits.count);
         i++) {
        vec_clear(&arm_lits);
        add_implied_lits(net, lit_not(net->inputs[node->first_input + i]),
                         limits, i ? &arm_lits : &common_lits);
        if (i)
            lits_keep_common(&common_lits, &arm_lits);
    }
    vec_append(implied, common_lits.items, common_lits.count);
    vec_free_all(&common_lits, &arm_lits);
}

void add_implied_lits(const Net *net, Lit lit, ImpliedLimits limits,
                      NetLits *implied)
{
    const Node *node = &net->nodes[lit_node(lit)];
    bool can_descend = node->kind == NODE_AND && limits.depth;
    bool is_and = can_descend && !lit_is_negated(lit);
    if (implied->count >= limits.max_lits)
        return;
    if (!limits.small_only) {
        vec_push(implied, lit);
    } else if (lit == LIT_TRUE) {
        return;
    } else if (!is_and && (lit == LIT_FALSE || has_small_cone(net, lit))) {
        vec_push(implied, lit);
        return;
    }
    limits.depth -= can_descend;
    for (uint32_t i = 0; is_and && i < node->input_count; i++)
        add_implied_lits(net, net->inputs[node->first_input + i], limits,
                         implied);
    if (can_descend && !is_and && node->input_count <= limits.max_arms)
        add_lits_of_all_arms(net, node, limits, implied);
}
