/* transition_cases.c - in which ways a step can change the position
 *
 * In:   a Net, and properties proved of it
 * Out:  cases, in each of which it is known what becomes of every feature
 * Next: prove/linear/linear_invariants.c weighs them
 *
 * A tree of cases: a move for a role, or a feature that holds or not. What
 * follows from a case is found by unit propagation in the network and in the
 * properties (prove/candidates/case_propagation.c); so a move says what it
 * needs, and whose turn it is says that the others can only wait. Then every
 * next value is simplified (prove/candidates/case_effects.c). Features that are
 * overwritten, and those that a next value depends on in an involved way, are
 * told apart by more cases; if that leads nowhere, features of that name are
 * left open. Start reading at find_transition_cases(), at the end.
 */
#include "prove/candidates/cases_internal.h"

#include <string.h>

enum {
    MAX_DEPTH = 48,    /* of the tree */
    MAX_LEAVES = 2000, /* for one joint move */
    MAX_ROOTS = 32,    /* next values that are looked into, */
    MAX_VISITED = 300, /* and nodes of each */
};

/* ---- what cases are told apart by ---- */

static void visit(CaseSplit *ways, uint32_t node, size_t *depth)
{
    if (ways->stamp[node] == ways->time || ways->values[node] ||
        *depth >= MAX_VISITED)
        return;
    ways->stamp[node] = ways->time;
    ways->stack[(*depth)++] = node;
}

/* Adds to the weights of the open nodes below. */
static void look_below(CaseSplit *ways, uint32_t root)
{
    const Net *net = ways->net;
    size_t depth = 0;
    ways->time++;
    visit(ways, root, &depth);
    for (size_t i = 0; i < depth; i++) {
        uint32_t number = ways->stack[i];
        const Node *node = &net->nodes[number];
        ways->weights[number]++;
        if (node->kind == NODE_LOOP)
            visit(ways, lit_node(net->loops[node->first].definition), &depth);
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            visit(ways, lit_node(net->inputs[node->first + k]), &depth);
    }
}

typedef VEC(uint32_t) Vars;

/* Features that are overwritten, whatever they were. */
static void find_overwritten(const CaseSplit *ways, Vars *vars)
{
    for (size_t i = 0; i < ways->changes.count; i++) {
        const CaseChange *at = &ways->changes.items[i];
        if (at->before == CASE_OPEN && at->after != CASE_OPEN &&
            !ways->loose[at->feature] && !ways->moved[at->feature])
            vec_push(vars, ways->feature_var[at->feature]);
    }
}

/* The first open feature that NODE depends on, other than through loops; NODE
 * if that is not seen. */
static uint32_t feature_below(const CaseSplit *ways, uint32_t node)
{
    const Net *net = ways->net;
    uint32_t at = node;
    while (at != NO_INDEX && net->nodes[at].kind == NODE_AND) {
        const Node *and = &net->nodes[at];
        at = NO_INDEX;
        for (uint32_t i = 0; i < and->count && at == NO_INDEX; i++)
            if (!ways->values[lit_node(net->inputs[ and->first + i])])
                at = lit_node(net->inputs[ and->first + i]);
    }
    return at != NO_INDEX && net->nodes[at].kind == NODE_FEATURE ? at : node;
}

/* A set of moves, or else the highest of the nodes that most open next values
 * depend on. NO_INDEX if there is none. */
static uint32_t choose_node(CaseSplit *ways)
{
    const Net *net = ways->net;
    size_t roots = 0;
    for (size_t i = 0; i < ways->changes.count && roots < MAX_ROOTS; i++) {
        const CaseChange *at = &ways->changes.items[i];
        if (at->after != CASE_OPEN || at->from != NO_INDEX ||
            ways->loose[at->feature])
            continue;
        if (!roots)
            memset(ways->weights, 0, net->node_count * sizeof *ways->weights);
        look_below(ways, lit_node(cases_rep_of(ways, net->next[at->feature])));
        roots++;
    }
    uint32_t best = NO_INDEX;
    bool is_move = false;
    for (uint32_t i = 0; roots && i < net->node_count; i++) {
        bool move = net->nodes[i].kind == NODE_MOVES;
        if (!ways->weights[i] || (is_move && !move))
            continue;
        if (best == NO_INDEX || (move && !is_move) ||
            ways->weights[i] >= ways->weights[best])
            best = i;
        is_move = is_move || move;
    }
    return ways->task->by_features ? feature_below(ways, best) : best;
}

/* ---- cases ---- */

static void tell(CaseSplit *ways)
{
    TransitionCase way = {ways->changes.items, ways->changes.count,
                          ways->known};
    for (uint32_t f = 0; f < ways->net->feature_count; f++)
        ways->known[f] = (uint8_t)cases_value_of(ways, f);
    ways->leaves++;
    ways->task->found(ways->task->context, &way);
}

static void split(CaseSplit *ways, unsigned depth);

static bool is_too_much(CaseSplit *ways, unsigned depth)
{
    if (depth > MAX_DEPTH || ways->leaves > MAX_LEAVES ||
        budget_spent(ways->task->budget))
        ways->failed = true;
    return ways->failed;
}

/* By those of VARS from NEXT on that are open, before anything is simplified
 * again. */
static void split_vars(CaseSplit *ways, const Vars *vars, size_t next,
                       unsigned depth)
{
    size_t mark = ways->evaluator.count;
    if (is_too_much(ways, depth))
        return;
    while (next < vars->count && ways->values[vars->items[next]])
        next++;
    if (next == vars->count) {
        split(ways, depth + 1);
        return;
    }
    uint32_t var = vars->items[next], nodes = (uint32_t)ways->net->node_count;
    if (var >= nodes)
        ways->splits[var - nodes]++;
    else if (ways->net->nodes[var].kind == NODE_FEATURE)
        ways->splits[ways->net->nodes[var].first]++;
    for (uint32_t sign = 0; sign < 2; sign++) {
        cases_assign(ways, 2 * var + sign);
        if (cases_propagate(ways))
            split_vars(ways, vars, next + 1, depth + 1);
        cases_undo(ways, mark);
    }
}

/* Features with the name of the one that cases were told apart by most. */
static bool loosen(CaseSplit *ways)
{
    const Net *net = ways->net;
    uint32_t best = NO_INDEX;
    if (budget_spent(ways->task->budget))
        return false;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        uint32_t first = f; /* of its name: features are sorted */
        while (first &&
               net->features[first - 1]->symbol == net->features[f]->symbol)
            first--;
        if (first != f) {
            ways->splits[first] += ways->splits[f];
            ways->splits[f] = 0;
        }
    }
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (ways->splits[f] && !ways->loose[f] &&
            (best == NO_INDEX || ways->splits[f] > ways->splits[best]))
            best = f;
    memset(ways->splits, 0, net->feature_count * sizeof *ways->splits);
    for (uint32_t f = 0; best != NO_INDEX && f < net->feature_count; f++)
        if (net->features[f]->symbol == net->features[best]->symbol)
            ways->loose[f] = true;
    return best != NO_INDEX;
}

/* MOVE, of which no more is known than that it is legal; if it has too many
 * cases, once more with features left open that were told apart most often. */
static void try_move(CaseSplit *ways, uint32_t role, uint32_t move,
                     unsigned depth)
{
    size_t mark = ways->evaluator.count;
    bool again = true;
    while (again && !ways->failed &&
           !cases_fails(ways, ways->net->roles[role].legal[move]) &&
           (ways->made[role] == NO_INDEX || ways->made[role] == move)) {
        again = false;
        ways->leaves = 0;
        cases_make_move(ways, role, move);
        if (cases_propagate(ways)) {
            CaseCone outer = cases_narrow(ways);
            split(ways, depth + 1);
            cases_widen(ways, outer);
        }
        cases_undo(ways, mark);
        if (ways->failed && loosen(ways)) {
            ways->failed = false;
            again = true;
        }
    }
}

/* The moves from FIRST on and before END. They are sorted, so that those that
 * are alike stand together: what is true of all of them is said once. The sets
 * from OPEN on are neither true nor false of all. */
static void split_range(CaseSplit *ways, uint32_t role, uint32_t first,
                        uint32_t end, size_t open, unsigned depth)
{
    const Net *net = ways->net;
    size_t mark = ways->evaluator.count, last = ways->open_sets.count;
    if (end - first == 1) {
        try_move(ways, role, first, depth);
        return;
    }
    for (size_t i = open; i < last; i++) {
        uint32_t node = ways->open_sets.items[i];
        uint32_t count =
            cases_count_in(&net->sets[net->nodes[node].first], first, end);
        if (count && count < end - first)
            vec_push(&ways->open_sets, node);
        else
            cases_assign(ways, 2 * node + !count);
    }
    if (cases_propagate(ways) && !ways->failed) {
        uint32_t middle = first + (end - first) / 2;
        CaseCone outer = cases_narrow(ways);
        split_range(ways, role, first, middle, last, depth);
        split_range(ways, role, middle, end, last, depth);
        cases_widen(ways, outer);
    }
    cases_undo(ways, mark);
    ways->open_sets.count = last;
}

static void split_moves(CaseSplit *ways, uint32_t role, unsigned depth)
{
    size_t open = ways->open_sets.count;
    for (uint32_t i = 0; i < ways->role_sets[role].count; i++)
        vec_push(&ways->open_sets,
                 ways->set_nodes[ways->role_sets[role].first + i]);
    split_range(ways, role, 0, (uint32_t)ways->net->roles[role].move_count,
                open, depth);
    ways->open_sets.count = open;
}

static void split(CaseSplit *ways, unsigned depth)
{
    Vars vars = {0};
    if (is_too_much(ways, depth))
        return;
    cases_find_changes(ways);
    if (!ways->task->only_after)
        find_overwritten(ways, &vars);
    uint32_t node = vars.count ? NO_INDEX : choose_node(ways);
    if (node != NO_INDEX && ways->net->nodes[node].kind == NODE_MOVES) {
        const MoveSet *set = &ways->net->sets[ways->net->nodes[node].first];
        split_moves(ways, set->role, depth);
        return;
    }
    if (node != NO_INDEX)
        vec_push(&vars, node);
    if (vars.count)
        split_vars(ways, &vars, 0, depth);
    else
        tell(ways);
    vec_free(&vars);
}

/* ---- the first cases ---- */

/* By the moves of the role that has the most of them. */
static void split_first(CaseSplit *ways)
{
    const Net *net = ways->net;
    uint32_t best = NO_INDEX;
    for (uint32_t r = 0; r < net->role_count; r++)
        if (ways->made[r] == NO_INDEX &&
            (best == NO_INDEX || ways->candidates[r] > ways->candidates[best]))
            best = r;
    if (best != NO_INDEX)
        split_moves(ways, best, 0);
    else
        split(ways, 0);
}

static size_t count_made(const CaseSplit *ways)
{
    size_t count = 0;
    for (size_t r = 0; r < ways->net->role_count; r++)
        count += ways->made[r] != NO_INDEX;
    return count;
}

/* A feature that leaves a role only one move, if there is one. */
static uint32_t find_turn(CaseSplit *ways)
{
    size_t mark = ways->evaluator.count, made = count_made(ways);
    for (uint32_t f = 0; f < ways->net->feature_count; f++) {
        uint32_t var = ways->feature_var[f];
        if (ways->values[var])
            continue;
        if (budget_spent(ways->task->budget)) {
            ways->failed = true;
            break;
        }
        cases_assign(ways, 2 * var);
        bool found = cases_propagate(ways) && count_made(ways) > made;
        cases_undo(ways, mark);
        if (found)
            return var;
    }
    return NO_INDEX;
}

/* Whose turn it is comes first: then what the others do is known once. */
static void split_turns(CaseSplit *ways, unsigned depth)
{
    enum { MAX_TURNS = 6 };
    uint32_t var = depth < MAX_TURNS ? find_turn(ways) : NO_INDEX;
    size_t mark = ways->evaluator.count;
    if (ways->failed)
        return;
    if (var == NO_INDEX) {
        split_first(ways);
        return;
    }
    for (uint32_t sign = 0; sign < 2; sign++) {
        cases_assign(ways, 2 * var + sign);
        if (cases_propagate(ways))
            split_turns(ways, depth + 1);
        cases_undo(ways, mark);
    }
}

/* ---- the beginning and the end ---- */

static void make_room(CaseSplit *ways)
{
    const Net *net = ways->net;
    Arena *arena = ways->arena;
    size_t features = net->feature_count, nodes = net->node_count;
    ways->known = arena_array(arena, uint8_t, features + 1);
    ways->loose = arena_array(arena, bool, features + 1);
    if (ways->task->ignored)
        memcpy(ways->loose, ways->task->ignored, features * sizeof(bool));
    ways->splits = arena_array(arena, uint32_t, features + 1);
    ways->weights = arena_array(arena, uint32_t, nodes + 1);
    ways->stamp = arena_array(arena, uint32_t, nodes + 1);
    ways->stack = arena_array(arena, uint32_t, MAX_VISITED + 1);
}

bool find_transition_cases(const CaseTask *task)
{
    if (budget_spent(task->budget))
        return false;
    CaseSplit ways = {.task = task, .net = task->net, .arena = arena_new()};
    cases_make_variables(&ways);
    cases_find_cone(&ways);
    make_room(&ways);
    if (cases_begin(&ways))
        split_turns(&ways, 0);
    bool found = !ways.failed;
    vec_free(&ways.ands);
    vec_free(&ways.inputs);
    vec_free(&ways.evaluator);
    vec_free(&ways.changes);
    vec_free(&ways.active);
    vec_free(&ways.open_sets);
    vec_free(&ways.cone);
    arena_free(ways.arena);
    return found;
}
