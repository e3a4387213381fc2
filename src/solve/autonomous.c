/* autonomous.c - features that change independently of all moves
 *
 * In:   a Net without loops
 * Out:  its autonomous features, and whether they only end the game
 * Next: solve/breadth_first.c does not store them, solve/factoring.c lets every
 *       factor read them
 *
 * A greatest fixpoint: all features are assumed autonomous, and those that
 * depend on a move or on a feature that is not autonomous are removed.
 */
#include "solve/autonomous.h"

#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

enum { READS_AUTONOMOUS = 1, READS_OTHERS = 2 };

/* Marks which kinds of features are in the cone of each node. Moves count as
 * not autonomous. */
static void mark_cones(const Net *net, const bool *is_autonomous,
                       unsigned char *reads)
{
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        reads[i] = 0;
        if (node->kind == NODE_FEATURE)
            reads[i] =
                is_autonomous[node->first] ? READS_AUTONOMOUS : READS_OTHERS;
        if (node->kind == NODE_MOVES)
            reads[i] = READS_OTHERS;
        for (uint32_t k = 0; k < node->count; k++)
            reads[i] |= reads[lit_node(net->inputs[node->first + k])];
    }
}

/* Greatest fixpoint, from all features down. */
bool *find_autonomous(Arena *arena, const Net *net, size_t *work,
                      size_t max_work)
{
    bool *is_autonomous = arena_array(arena, bool, net->feature_count);
    assert(!net->loop_count);
    bool *others = arena_array(arena, bool, net->node_count);
    memset(is_autonomous, true, net->feature_count);
    do {
        *work += net->input_count + net->node_count;
        if (*work > max_work)
            return NULL;
    } while (net_drop_dependent(net, is_autonomous, others));
    return is_autonomous;
}

static bool reads_autonomous(const unsigned char *reads, Lit lit)
{
    return reads[lit_node(lit)] & READS_AUTONOMOUS;
}

/* Whether LIT is a disjunction of literals each of which reads only autonomous
 * features or none. */
static bool separates_autonomous(const Net *net, const unsigned char *reads,
                                 Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    if (reads[lit_node(lit)] != (READS_AUTONOMOUS | READS_OTHERS))
        return true;
    if (node->kind != NODE_AND || !(lit & 1))
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        Lit part = net->inputs[node->first + i];
        if (reads[lit_node(part)] == (READS_AUTONOMOUS | READS_OTHERS))
            return false;
    }
    return true;
}

bool autonomous_only_ends(const Net *net, const bool *is_autonomous)
{
    Arena *scratch = arena_new();
    unsigned char *reads = arena_array(scratch, unsigned char, net->node_count);
    mark_cones(net, is_autonomous, reads);
    bool only_ends = separates_autonomous(net, reads, net->terminal);
    for (size_t i = 0; i < net->feature_count && only_ends; i++)
        only_ends = is_autonomous[i] || !reads_autonomous(reads, net->next[i]);
    for (size_t r = 0; r < net->role_count && only_ends; r++) {
        const Role *role = &net->roles[r];
        for (size_t i = 0; i < role->move_count && only_ends; i++)
            only_ends = !reads_autonomous(reads, role->legal[i]);
        for (size_t i = 0; i < role->goal_count && only_ends; i++)
            only_ends = !reads_autonomous(reads, role->goals[i].lit);
    }
    arena_free(scratch);
    return only_ends;
}
