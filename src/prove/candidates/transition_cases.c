/* transition_cases.c - the step relation, split into cases with known effects
 *
 * In:   a Net, and lemmas proved of it
 * Out:  cases that cover all steps, each with the effect on every feature
 * Next: mutex_groups.c, prove/linear/linear_invariants.c check invariants case
 * by case
 *
 * Proof by cases, as in DPLL (Davis, Logemann and Loveland 1962): the search
 * splits on the move of a role or on a variable. Unit propagation in the net
 * and the lemmas (case_propagation.c) finds what follows: the preconditions of
 * a move, or, from the control feature, that the other roles can only do
 * nothing. Then the next values are simplified (case_effects.c). A case is
 * split further while a next value is neither constant nor the old value of a
 * feature, or an overwritten feature has an unknown old value. If that gives
 * too many cases, the features of the symbol that was split on most often are
 * ignored. Start reading at find_transition_cases(), at the end.
 */
#include "prove/candidates/cases_internal.h"

#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_CASE_DEPTH = 48,      /* of the tree of cases */
    MAX_CASES = 2000,         /* for one move */
    MAX_WEIGHED_CHANGES = 32, /* open next values weighed to choose a split, */
    MAX_CONE_NODES = 300,     /* by at most so many nodes of their cones */
};

/* ---- choice of the variable to split on ---- */

/* Adds an open node to the queue, once. */
static void enqueue(CaseSearch *search, uint32_t node, size_t *length)
{
    if (search->visited_at[node] == search->visit_number ||
        search->values[node] || *length >= MAX_CONE_NODES)
        return;
    search->visited_at[node] = search->visit_number;
    search->queue[(*length)++] = node;
}

/* Adds 1 to weights[n] for every open node n in the cone of ROOT, breadth
 * first, for at most MAX_CONE_NODES of them. */
static void weigh_open_cone(CaseSearch *search, uint32_t root)
{
    const Net *net = search->net;
    size_t length = 0;
    search->visit_number++;
    enqueue(search, root, &length);
    for (size_t i = 0; i < length; i++) {
        search->weights[search->queue[i]]++;
        net_each_input (input, net, search->queue[i])
            enqueue(search, lit_node(*input.at), &length);
    }
}

typedef VEC(uint32_t) SplitVars;

/* Lists the features with a constant next value and an unknown old one. */
static void find_overwritten(const CaseSearch *search, SplitVars *vars)
{
    for (size_t i = 0; i < search->changes.count; i++) {
        const CaseChange *change = &search->changes.items[i];
        if (change->before == CASE_OPEN && change->after != CASE_OPEN &&
            !search->ignored[change->feature] &&
            !search->is_source[change->feature])
            vec_push(vars, search->feature_var[change->feature]);
    }
}

/* The first open feature below NODE, following first open inputs but no loops;
 * NODE if that ends elsewhere. */
static uint32_t find_open_feature(const CaseSearch *search, uint32_t node)
{
    const Net *net = search->net;
    uint32_t below = node;
    while (below != NO_INDEX && net->nodes[below].kind == NODE_AND) {
        const Node *gate = &net->nodes[below];
        below = NO_INDEX;
        for (uint32_t i = 0; i < gate->input_count && below == NO_INDEX; i++)
            if (!search->values[lit_node(net->inputs[gate->first_input + i])])
                below = lit_node(net->inputs[gate->first_input + i]);
    }
    return below != NO_INDEX && net->nodes[below].kind == NODE_FEATURE ? below
                                                                       : node;
}

/* The node that most open next values depend on: a move set if there is one,
 * and of equal ones the highest. NO_INDEX if no next value is open. */
static uint32_t choose_split_node(CaseSearch *search)
{
    const Net *net = search->net;
    size_t root_count = 0;
    for (size_t i = 0;
         i < search->changes.count && root_count < MAX_WEIGHED_CHANGES; i++) {
        const CaseChange *change = &search->changes.items[i];
        if (change->after != CASE_OPEN || change->from != NO_INDEX ||
            search->ignored[change->feature])
            continue;
        if (!root_count)
            memset(search->weights, 0,
                   net->node_count * sizeof *search->weights);
        weigh_open_cone(search, lit_node(cases_simplified(
                                    search, net->next[change->feature])));
        root_count++;
    }
    uint32_t best = NO_INDEX;
    bool best_is_move = false;
    for (uint32_t i = 0; root_count && i < net->node_count; i++) {
        bool is_move = net->nodes[i].kind == NODE_MOVES;
        if (!search->weights[i] || (best_is_move && !is_move))
            continue;
        if (best == NO_INDEX || (is_move && !best_is_move) ||
            search->weights[i] >= search->weights[best])
            best = i;
        best_is_move = best_is_move || is_move;
    }
    return search->task->by_features ? find_open_feature(search, best) : best;
}

/* ---- cases ---- */

/* Calls ON_CASE with the current case. */
static void report_case(CaseSearch *search)
{
    assert(!search->conflict && search->processed == search->trail.count);
    TransitionCase current_case = {search->changes.items, search->changes.count,
                                   search->known_values};
    for (uint32_t f = 0; f < search->net->feature_count; f++)
        search->known_values[f] = (uint8_t)cases_value_of(search, f);
    search->case_count++;
    search->work += 4 * search->net->feature_count;
    search->task->on_case(search->task->context, &current_case);
}

static void split_case(CaseSearch *search, unsigned depth);

static bool is_out_of_budget(CaseSearch *search)
{
    budget_charge(search->task->budget, search->work);
    search->work = 0;
    return budget_spent(search->task->budget);
}

static bool limit_is_reached(CaseSearch *search, unsigned depth)
{
    if (depth > MAX_CASE_DEPTH || search->case_count > MAX_CASES ||
        is_out_of_budget(search))
        search->gave_up = true;
    return search->gave_up;
}

/* Splits on those of VARS from NEXT on that are open, without simplifying in
 * between. */
static void split_vars(CaseSearch *search, const SplitVars *vars, size_t next,
                       unsigned depth)
{
    size_t mark = search->trail.count;
    if (limit_is_reached(search, depth))
        return;
    while (next < vars->count && search->values[vars->items[next]])
        next++;
    if (next == vars->count) {
        split_case(search, depth + 1);
        return;
    }
    uint32_t var = vars->items[next], nodes = (uint32_t)search->net->node_count;
    assert(var < nodes + search->net->feature_count);
    if (var >= nodes)
        search->split_count[var - nodes]++;
    else if (search->net->nodes[var].kind == NODE_FEATURE)
        search->split_count[search->net->nodes[var].feature]++;
    for (uint32_t sign = 0; sign < 2; sign++) {
        cases_assign(search, 2 * var + sign);
        if (cases_propagate(search))
            split_vars(search, vars, next + 1, depth + 1);
        cases_undo(search, mark);
        assert(!search->values[var]);
    }
}

/* Ignores from now on the features of the symbol that was split on most often;
 * false if there is none, or the budget is spent. */
static bool ignore_most_split_symbol(CaseSearch *search)
{
    const Net *net = search->net;
    uint32_t best = NO_INDEX;
    if (budget_spent(search->task->budget))
        return false;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        uint32_t first = f; /* of its symbol: features are sorted */
        while (first &&
               net->features[first - 1]->symbol == net->features[f]->symbol)
            first--;
        if (first != f) {
            search->split_count[first] += search->split_count[f];
            search->split_count[f] = 0;
        }
    }
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (search->split_count[f] && !search->ignored[f] &&
            (best == NO_INDEX ||
             search->split_count[f] > search->split_count[best]))
            best = f;
    memset(search->split_count, 0,
           net->feature_count * sizeof *search->split_count);
    for (uint32_t f = 0; best != NO_INDEX && f < net->feature_count; f++)
        if (net->features[f]->symbol == net->features[best]->symbol)
            search->ignored[f] = true;
    return best != NO_INDEX;
}

/* The cases of a move of a role. If they are too many, tries again with the
 * features ignored that were split on most often. */
static void try_move(CaseSearch *search, uint32_t role, uint32_t move,
                     unsigned depth)
{
    size_t mark = search->trail.count;
    bool retry = true;
    while (retry && !search->gave_up &&
           !cases_fails(search, search->net->roles[role].legal[move]) &&
           (search->chosen_move[role] == NO_INDEX ||
            search->chosen_move[role] == move)) {
        retry = false;
        search->case_count = 0;
        cases_make_move(search, role, move);
        if (cases_propagate(search)) {
            CaseCone outer = cases_narrow(search);
            split_case(search, depth + 1);
            cases_widen(search, outer);
        }
        cases_undo(search, mark);
        assert(search->trail.count == mark && !search->conflict);
        if (search->gave_up && ignore_most_split_symbol(search)) {
            search->gave_up = false;
            retry = true;
        }
    }
}

/* The cases of the moves in [FIRST, END), by bisection: moves are sorted, so
 * that similar ones are neighbours, and what is true of all moves of a range is
 * propagated once. The entries of UNDECIDED_SETS from FIRST_SET on are the sets
 * that contain some but not all moves of the enclosing range. */
static void split_move_range(CaseSearch *search, uint32_t role, uint32_t first,
                             uint32_t end, size_t first_set, unsigned depth)
{
    const Net *net = search->net;
    size_t mark = search->trail.count, end_set = search->undecided_sets.count;
    assert(first < end);
    if (end - first == 1) {
        try_move(search, role, first, depth);
        return;
    }
    for (size_t i = first_set; i < end_set; i++) {
        uint32_t node = search->undecided_sets.items[i];
        uint32_t count =
            cases_count_in(&net->sets[net->nodes[node].set], first, end);
        if (count && count < end - first)
            vec_push(&search->undecided_sets, node);
        else
            cases_assign(search, 2 * node + !count);
    }
    if (cases_propagate(search) && !search->gave_up) {
        uint32_t middle = first + (end - first) / 2;
        CaseCone outer = cases_narrow(search);
        split_move_range(search, role, first, middle, end_set, depth);
        split_move_range(search, role, middle, end, end_set, depth);
        cases_widen(search, outer);
    }
    cases_undo(search, mark);
    search->undecided_sets.count = end_set;
}

static void split_moves(CaseSearch *search, uint32_t role, unsigned depth)
{
    size_t first_set = search->undecided_sets.count;
    assert(search->chosen_move[role] == NO_INDEX);
    const uint32_t *first = &search->role_sets.first[role];
    vec_append(&search->undecided_sets, search->role_sets.targets + first[0],
               first[1] - first[0]);
    split_move_range(search, role, 0,
                     (uint32_t)search->net->roles[role].move_count, first_set,
                     depth);
    search->undecided_sets.count = first_set;
}

/* Splits the current case until all effects are known. */
static void split_case(CaseSearch *search, unsigned depth)
{
    SplitVars vars = {0};
    if (limit_is_reached(search, depth))
        return;
    cases_find_changes(search);
    search->work += 10 * (search->cone.count - search->first_node +
                          search->active.count - search->first_active);
    if (!search->task->may_omit_old)
        find_overwritten(search, &vars);
    uint32_t node = vars.count ? NO_INDEX : choose_split_node(search);
    if (node != NO_INDEX && search->net->nodes[node].kind == NODE_MOVES) {
        const MoveSet *set = &search->net->sets[search->net->nodes[node].set];
        split_moves(search, set->role, depth);
        return;
    }
    if (node != NO_INDEX)
        vec_push(&vars, node);
    if (vars.count)
        split_vars(search, &vars, 0, depth);
    else
        report_case(search);
    vec_free(&vars);
}

/* ---- the first splits ---- */

/* Splits on the move of the role with the most moves that may be legal. */
static void split_largest_role(CaseSearch *search)
{
    const Net *net = search->net;
    uint32_t best = NO_INDEX;
    for (uint32_t role = 0; role < net->role_count; role++)
        if (search->chosen_move[role] == NO_INDEX &&
            (best == NO_INDEX ||
             search->open_move_count[role] > search->open_move_count[best]))
            best = role;
    if (best != NO_INDEX)
        split_moves(search, best, 0);
    else
        split_case(search, 0);
}

static size_t count_chosen_moves(const CaseSearch *search)
{
    size_t count = 0;
    for (size_t role = 0; role < search->net->role_count; role++)
        count += search->chosen_move[role] != NO_INDEX;
    return count;
}

/* A variable of a feature that, if true, leaves a role only one move, as the
 * control feature does; NO_INDEX if there is none. */
static uint32_t find_control_feature(CaseSearch *search)
{
    size_t mark = search->trail.count,
           chosen_count = count_chosen_moves(search);
    for (uint32_t f = 0; f < search->net->feature_count; f++) {
        uint32_t var = search->feature_var[f];
        if (search->values[var])
            continue;
        if (is_out_of_budget(search)) {
            search->gave_up = true;
            break;
        }
        cases_assign(search, 2 * var);
        bool forces_move = cases_propagate(search) &&
                           count_chosen_moves(search) > chosen_count;
        cases_undo(search, mark);
        assert(count_chosen_moves(search) == chosen_count);
        if (forces_move)
            return var;
    }
    return NO_INDEX;
}

/* Splits on control features first: then the moves of the roles that are not in
 * control are known. */
static void split_by_control(CaseSearch *search, unsigned depth)
{
    enum { MAX_CONTROL_SPLITS = 6 };
    uint32_t var =
        depth < MAX_CONTROL_SPLITS ? find_control_feature(search) : NO_INDEX;
    size_t mark = search->trail.count;
    if (search->gave_up)
        return;
    if (var == NO_INDEX) {
        split_largest_role(search);
        return;
    }
    for (uint32_t sign = 0; sign < 2; sign++) {
        cases_assign(search, 2 * var + sign);
        if (cases_propagate(search))
            split_by_control(search, depth + 1);
        cases_undo(search, mark);
    }
}

/* ---- public functions ---- */

static void allocate_scratch(CaseSearch *search)
{
    const Net *net = search->net;
    Arena *arena = search->arena;
    size_t feature_count = net->feature_count, node_count = net->node_count;
    search->known_values = arena_array(arena, uint8_t, feature_count + 1);
    search->ignored = arena_array(arena, bool, feature_count + 1);
    if (search->task->ignored)
        memcpy(search->ignored, search->task->ignored,
               feature_count * sizeof(bool));
    search->split_count = arena_array(arena, uint32_t, feature_count + 1);
    search->weights = arena_array(arena, uint32_t, node_count + 1);
    search->visited_at = arena_array(arena, uint32_t, node_count + 1);
    search->queue = arena_array(arena, uint32_t, MAX_CONE_NODES + 1);
}

bool find_transition_cases(const CaseTask *task)
{
    if (budget_spent(task->budget))
        return false;
    CaseSearch search = {.task = task, .net = task->net, .arena = arena_new()};
    cases_make_variables(&search);
    cases_find_cone(&search);
    allocate_scratch(&search);
    if (cases_begin(&search))
        split_by_control(&search, 0);
    bool complete = !search.gave_up;
    assert(!complete || !search.undecided_sets.count);
    vec_free_all(&search.ands, &search.inputs, &search.trail, &search.changes,
                 &search.active, &search.undecided_sets, &search.cone);
    arena_free(search.arena);
    return complete;
}
