/* autonomous.c - features that no move changes: those a search need not store
 *
 * In:   a Net, and its autonomous features (find_autonomous, ground/net_walk.h)
 * Out:  what reads them, and whether they only end the game
 * Next: solve/breadth_first.c does not store them, solve/factoring.c lets every
 *       factor read them
 */
#include "solve/autonomous.h"

#include "ground/net_walk.h"

bool *find_readers(Arena *arena, const Net *net, const bool *is_autonomous,
                   bool of_autonomous)
{
    bool *is_reader = arena_array(arena, bool, net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        is_reader[i] = net->nodes[i].kind == NODE_FEATURE &&
                       is_autonomous[net->nodes[i].feature] == of_autonomous;
    net_mark_dependents(net, is_reader);
    return is_reader;
}

/* Whether LIT is a disjunction of literals none of which reads both autonomous
 * features and others. */
static bool separates_autonomous(const Net *net, const bool *reads_autonomous,
                                 const bool *reads_others, Lit lit)
{
    uint32_t number = lit_node(lit);
    if (!reads_autonomous[number] || !reads_others[number])
        return true;
    if (net->nodes[number].kind != NODE_AND || !lit_is_negated(lit))
        return false;
    net_each_input (input, net, number)
        if (reads_autonomous[lit_node(*input.at)] &&
            reads_others[lit_node(*input.at)])
            return false;
    return true;
}

bool autonomous_only_ends(const Net *net, const bool *is_autonomous)
{
    Arena *scratch = arena_new();
    bool *reads_autonomous = find_readers(scratch, net, is_autonomous, true);
    bool *reads_others = find_readers(scratch, net, is_autonomous, false);
    bool only_ends = separates_autonomous(net, reads_autonomous, reads_others,
                                          net->terminal);
    for (size_t i = 0; i < net->feature_count && only_ends; i++)
        only_ends =
            is_autonomous[i] || !reads_autonomous[lit_node(net->next[i])];
    for (size_t r = 0; r < net->role_count && only_ends; r++) {
        const Role *role = &net->roles[r];
        for (size_t i = 0; i < role->move_count && only_ends; i++)
            only_ends = !reads_autonomous[lit_node(role->legal[i])];
        for (size_t i = 0; i < role->goal_count && only_ends; i++)
            only_ends = !reads_autonomous[lit_node(role->goals[i].lit)];
    }
    arena_free(scratch);
    return only_ends;
}
