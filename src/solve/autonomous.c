/* autonomous.c - features that change by themselves, such as the number of a
 * step
 *
 * In:   a Net without loops
 * Out:  its clock, and whether it only ends the game
 * Next: solve/breadth_first.c leaves the clock out, solve/factoring.c lets
 * every part look at it
 */
#include "solve/autonomous.h"

#include <string.h>

enum { SEES_CLOCK = 1, SEES_REST = 2 };

/* Marks what there is below each node. A move is no clock. */
static void look(const Net *net, const bool *is_clock, unsigned char *sees)
{
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        sees[i] = 0;
        if (node->kind == NODE_FEATURE)
            sees[i] = is_clock[node->first] ? SEES_CLOCK : SEES_REST;
        if (node->kind == NODE_MOVES)
            sees[i] = SEES_REST;
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            sees[i] |= sees[lit_node(net->inputs[node->first + k])];
    }
}

/* At first everything may be the clock. */
bool *clock_features(Arena *arena, const Net *net, size_t *work,
                     size_t most_work)
{
    bool *is_clock = arena_array(arena, bool, net->feature_count);
    unsigned char *sees = arena_array(arena, unsigned char, net->node_count);
    memset(is_clock, true, net->feature_count);
    for (bool any = true; any;) {
        any = false;
        *work += net->input_count + net->node_count;
        if (*work > most_work)
            return NULL;
        look(net, is_clock, sees);
        for (size_t i = 0; i < net->feature_count; i++)
            if (is_clock[i] && sees[lit_node(net->next[i])] & SEES_REST) {
                is_clock[i] = false;
                any = true;
            }
    }
    return is_clock;
}

static bool sees_clock(const unsigned char *sees, Lit lit)
{
    return sees[lit_node(lit)] & SEES_CLOCK;
}

/* Whether LIT is an OR of parts that see nothing but the clock, and of parts
 * that do not see it. */
static bool ends_by_itself(const Net *net, const unsigned char *sees, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    if (sees[lit_node(lit)] != (SEES_CLOCK | SEES_REST))
        return true;
    if (node->kind != NODE_AND || !(lit & 1))
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        Lit part = net->inputs[node->first + i];
        if (sees[lit_node(part)] == (SEES_CLOCK | SEES_REST))
            return false;
    }
    return true;
}

bool clock_only_ends(const Net *net, const bool *is_clock)
{
    Arena *scratch = arena_new();
    unsigned char *sees = arena_array(scratch, unsigned char, net->node_count);
    look(net, is_clock, sees);
    bool only = ends_by_itself(net, sees, net->terminal);
    for (size_t i = 0; i < net->feature_count && only; i++)
        only = is_clock[i] || !sees_clock(sees, net->next[i]);
    for (size_t r = 0; r < net->role_count && only; r++) {
        const Role *role = &net->roles[r];
        for (size_t i = 0; i < role->move_count && only; i++)
            only = !sees_clock(sees, role->legal[i]);
        for (size_t i = 0; i < role->goal_count && only; i++)
            only = !sees_clock(sees, role->goals[i].lit);
    }
    arena_free(scratch);
    return only;
}
