/* expectation.c - what a role can secure on average, exactly
 *
 * In:   a PositionGraph, complete or not, with chance, or with several roles
 *       that choose at once and may mix their moves
 * Out:  bounds of what each role can secure, and how it mixes its moves
 * Next: graph_value.c
 *
 * Backward induction (Shapley 1953 for simultaneous moves): all other roles are
 * one opponent, and each position is a matrix game of the values after it,
 * most often of one row or column. Where play may be endless, values are
 * iterated from 0 up, or from 100 down: after each round they are bounds,
 * rounded outwards so that numbers stay short. Endless play counts as 0. Start
 * reading at expect_all(), at the end.
 */
#include "solve/value_solver.h"

#include "base/heap.h"
#include "solve/matrix_game.h"

#include <assert.h>

enum {
    MAX_NUMBER_BITS = 2000, /* above, numbers are rounded */
    MAX_CYCLE_BITS = 80,    /* the same where there is a cycle */
    ROUNDED_BITS = 32,      /* binary places of a rounded number */
    MAX_SWEEPS = 2000,
    NODES_PER_POLL = 256,
};

typedef struct {
    const PositionGraph *graph;
    const uint32_t *order; /* position_graph_order() */
    bool has_cycle;
    size_t role;
    ValueBound bound;
    mpq_t *values;
    MatrixGame *matrix;
    uint32_t *counts, *choices; /* by role: of a joint move */
    mpq_t value, share;
    mpz_t rounded;
    Cleanup cleanup;
} Expectation;

/* ---- choices ---- */

/* The numbers of moves, by role. */
static const uint32_t *move_counts(const Expectation *expectation,
                                   const GraphNode *node)
{
    if (node->mover == MOVER_MANY)
        return node_move_counts(expectation->graph, node);
    for (size_t i = 0; i < expectation->graph->role_count; i++)
        expectation->counts[i] = i == node->mover ? node->count : 1;
    return expectation->counts;
}

/* The row and column of a joint move. */
typedef struct {
    size_t row, column;
} MatrixPlace;

static MatrixPlace place_of(const Expectation *expectation,
                            const uint32_t *counts)
{
    MatrixPlace place = {0, 0};
    for (size_t i = 0; i < expectation->graph->role_count; i++) {
        if (i == expectation->role)
            place.row = expectation->choices[i];
        else if (!engine_is_random(expectation->graph->engine, i))
            place.column = place.column * counts[i] + expectation->choices[i];
    }
    return place;
}

/* Computes the value of a position that has successors, as that of a matrix
 * game: each entry is the average over the moves of `random`. */
static void value_of_choices(Expectation *expectation, const GraphNode *node)
{
    const PositionGraph *graph = expectation->graph;
    const uint32_t *counts = move_counts(expectation, node),
                   *successors = node_successors(graph, node);
    size_t role_count = graph->role_count;
    uint32_t *choices = expectation->choices;
    for (size_t i = 0; i < role_count; i++)
        choices[i] = counts[i] - 1;
    MatrixPlace last = place_of(expectation, counts);
    matrix_game_begin(expectation->matrix, last.row + 1, last.column + 1);
    memset(choices, 0, role_count * sizeof *choices);
    for (size_t i = 0; i < node->count; i++) {
        MatrixPlace place = place_of(expectation, counts);
        mpq_ptr entry =
            matrix_game_entry(expectation->matrix, place.row, place.column);
        mpq_add(entry, entry, expectation->values[successors[i]]);
        next_joint_move(NULL, counts, choices, role_count);
    }
    /* the entries are sums: of so many values each */
    assert(node->count % ((last.row + 1) * (last.column + 1)) == 0);
    size_t shares = node->count / (last.row + 1) / (last.column + 1);
    matrix_game_solve(expectation->matrix, expectation->value);
    mpq_set_ui(expectation->share, 1, shares);
    mpq_mul(expectation->value, expectation->value, expectation->share);
}

/* ---- one position ---- */

static void value_of_ending(Expectation *expectation, const GraphNode *node)
{
    bool is_most = expectation->bound == BOUND_MOST;
    unsigned value = is_most && node->mover == MOVER_OPEN ? MAX_PAYOFF : 0;
    if (node->mover == MOVER_END) {
        Payoff payoff =
            expectation->graph->payoffs.items[node->first + expectation->role];
        value = (unsigned)(is_most ? payoff.most : payoff.least);
    }
    mpq_set_ui(expectation->value, value, 1);
}

static void round_outwards(Expectation *expectation)
{
    mpz_ptr numerator = mpq_numref(expectation->value),
            denominator = mpq_denref(expectation->value);
    mpz_mul_2exp(expectation->rounded, numerator, ROUNDED_BITS);
    if (expectation->bound == BOUND_LEAST)
        mpz_fdiv_q(numerator, expectation->rounded, denominator);
    else
        mpz_cdiv_q(numerator, expectation->rounded, denominator);
    mpz_set_ui(denominator, 1);
    mpq_div_2exp(expectation->value, expectation->value, ROUNDED_BITS);
}

/* Computes the value of a position; whether it has changed. */
static bool update(Expectation *expectation, uint32_t position)
{
    const PositionGraph *graph = expectation->graph;
    const GraphNode *node = &graph->nodes.items[position];
    size_t limit = expectation->has_cycle ? MAX_CYCLE_BITS : MAX_NUMBER_BITS;
    if (node->count)
        value_of_choices(expectation, node);
    else
        value_of_ending(expectation, node);
    if (mpz_sizeinbase(mpq_denref(expectation->value), 2) > limit)
        round_outwards(expectation);
    if (mpq_equal(expectation->value, expectation->values[position]))
        return false;
    mpq_set(expectation->values[position], expectation->value);
    return true;
}

/* ---- all of it ---- */

/* Computes a bound of what ROLE can secure in each position; it may be rounded
 * away from the value, which is so at most where there is a cycle, or where
 * numbers get very long. False if BUDGET was spent. */
static bool compute_bound(Expectation *expectation, size_t role,
                          ValueBound bound, const Budget *budget)
{
    size_t count = expectation->graph->nodes.count;
    expectation->role = role;
    expectation->bound = bound;
    for (size_t i = 0; i < count; i++)
        mpq_set_ui(expectation->values[i], bound == BOUND_MOST ? MAX_PAYOFF : 0,
                   1);
    bool has_changed = true;
    for (size_t k = 0; has_changed && k < MAX_SWEEPS; k++) {
        has_changed = false;
        for (size_t i = 0; i < count; i++) {
            if (i % NODES_PER_POLL == 0 && budget_spent(budget))
                return false;
            if (update(expectation, expectation->order[i]))
                has_changed = true;
        }
        if (!expectation->has_cycle)
            break; /* successors came first */
    }
    return true;
}

/* ---- values ---- */

static Value value_of(mpq_srcptr number, Arena *arena)
{
    mpz_t floor;
    mpz_init(floor);
    mpz_fdiv_q(floor, mpq_numref(number), mpq_denref(number));
    Value value = {.floor = (int)mpz_get_si(floor)};
    mpz_clear(floor);
    assert(value.floor >= 0 && value.floor <= MAX_PAYOFF);
    if (mpz_cmp_ui(mpq_denref(number), 1) != 0) {
        size_t size = mpz_sizeinbase(mpq_numref(number), 10) +
                      mpz_sizeinbase(mpq_denref(number), 10) + 3;
        value.fraction = mpq_get_str(arena_alloc(arena, size), 10, number);
    }
    return value;
}

static bool same_values(Value left, Value right)
{
    return left.floor == right.floor && !left.fraction == !right.fraction &&
           (!left.fraction || strcmp(left.fraction, right.fraction) == 0);
}

/* The moves of ROLE at the start, which the expectation has the values of. */
static void set_mix(ValueSolver *solver, Expectation *expectation, size_t role)
{
    const GameValueTask *task = solver->task;
    RoleValue *value = &solver->value.roles[role];
    size_t count;
    if (!solver->graph->nodes.items[0].count)
        return;
    value_of_choices(expectation, &solver->graph->nodes.items[0]);
    mpq_t *mix = matrix_game_mix(expectation->matrix, &count);
    engine_set(task->engine, task->start);
    TermList legal = engine_legal(task->engine, role);
    assert(legal.count == count || count == 1);
    value->moves = arena_array(task->arena, MixedMove, count);
    for (size_t i = 0; i < count; i++) {
        if (!mpq_sgn(mix[i]))
            continue;
        Value probability = value_of(mix[i], task->arena);
        value->moves[value->move_count++] = (MixedMove){
            legal.items[i], probability.fraction ? probability.fraction : "1"};
    }
}

/* The bounds of one role; false if time ran out. */
static bool secure_on_average(ValueSolver *solver, Expectation *expectation,
                              size_t role, bool is_finite)
{
    const GameValueTask *task = solver->task;
    RoleValue *value = &solver->value.roles[role];
    if (!compute_bound(expectation, role, BOUND_MOST, task->budget))
        return false;
    value->most = value_of(expectation->values[0], task->arena);
    if (!compute_bound(expectation, role, BOUND_LEAST, task->budget))
        return false;
    value->least = value_of(expectation->values[0], task->arena);
    assert(value->least.floor <= value->most.floor);
    /* where play may be endless 0 may stand for that */
    value->is_certain =
        same_values(value->least, value->most) &&
        (is_finite || value->least.floor > 0 || value->least.fraction);
    value->move_count = 0;
    if (value->is_certain)
        set_mix(solver, expectation, role);
    return true;
}

/* What libgmp has allocated is in no heap. */
static void release_numbers(void *object)
{
    Expectation *expectation = object;
    for (size_t i = 0; i < expectation->graph->nodes.count; i++)
        mpq_clear(expectation->values[i]);
    mpq_clears(expectation->value, expectation->share, NULL);
    mpz_clear(expectation->rounded);
    matrix_game_free(expectation->matrix);
}

bool expect_all(ValueSolver *solver, const uint32_t *order, bool is_finite,
                bool has_cycle)
{
    const PositionGraph *graph = solver->graph;
    size_t count = graph->nodes.count, roles = role_count(solver);
    Expectation *expectation = memory_zeroed(1, sizeof *expectation);
    *expectation =
        (Expectation){.graph = graph,
                      .order = order,
                      .has_cycle = has_cycle,
                      .values = memory_array(count, sizeof(mpq_t)),
                      .matrix = matrix_game_new(),
                      .counts = memory_array(roles, sizeof(uint32_t)),
                      .choices = memory_array(roles, sizeof(uint32_t))};
    bool is_done = true;
    for (size_t i = 0; i < count; i++)
        mpq_init(expectation->values[i]);
    mpq_inits(expectation->value, expectation->share, NULL);
    mpz_init(expectation->rounded);
    heap_note(&expectation->cleanup, release_numbers, expectation);
    for (size_t i = 0; is_done && i < roles; i++)
        if (is_player(solver, i))
            is_done = secure_on_average(solver, expectation, i, is_finite);
    heap_forget(&expectation->cleanup);
    release_numbers(expectation);
    free_all(expectation->values, expectation->counts, expectation->choices,
             expectation);
    return is_done;
}
