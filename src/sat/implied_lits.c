/* implied_lits.c - literals of a net that follow from a literal
 *
 * In:   a literal of a Net
 * Out:  some of those it implies
 * Next: sat/unroll_relaxed.c states them of all moves of a class instead of
 * what each move needs
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

static bool contains(const NetLits *lits, Lit lit)
{
    for (size_t i = 0; i < lits->count; i++)
        if (lits->items[i] == lit)
            return true;
    return false;
}

static void keep_common(NetLits *lits, const NetLits *others)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (contains(others, lits->items[i]))
            lits->items[kept_count++] = lits->items[i];
    lits->count = kept_count;
}

static void add_implied(const Net *net, Lit lit, unsigned depth,
                        NetLits *implied);

/* What each of the arms, the negated inputs of NODE, implies. */
static void add_lits_of_all_arms(const Net *net, const Node *node,
                                 unsigned depth, NetLits *implied)
{
    NetLits common_lits = {0}, arm_lits = {0};
    for (uint32_t i = 0; i < node->input_count && (!i || common_lits.count);
         i++) {
        vec_clear(&arm_lits);
        add_implied(net, lit_not(net->inputs[node->first_input + i]), depth,
                    i ? &arm_lits : &common_lits);
        if (i)
            keep_common(&common_lits, &arm_lits);
    }
    vec_append(implied, common_lits.items, common_lits.count);
    vec_free_all(&common_lits, &arm_lits);
}

/* Looks through DEPTH nodes. */
static void add_implied(const Net *net, Lit lit, unsigned depth,
                        NetLits *implied)
{
    enum { MAX_ARMS = 24, MAX_LITS = 64 };
    const Node *node = &net->nodes[lit_node(lit)];
    bool can_descend = node->kind == NODE_AND && depth;
    bool is_and = can_descend && !lit_is_negated(lit);
    if (implied->count >= MAX_LITS || lit == LIT_TRUE)
        return;
    if (!is_and && (lit == LIT_FALSE || has_small_cone(net, lit))) {
        vec_push(implied, lit);
        return;
    }
    for (uint32_t i = 0; is_and && i < node->input_count; i++)
        add_implied(net, net->inputs[node->first_input + i], depth - 1,
                    implied);
    if (can_descend && !is_and && node->input_count <= MAX_ARMS)
        add_lits_of_all_arms(net, node, depth - 1, implied);
}

void add_implied_lits(const Net *net, Lit lit, NetLits *implied)
{
    enum { MAX_DEPTH = 6 };
    add_implied(net, lit, MAX_DEPTH, implied);
}
