/* expectation.c - what a role can secure on average, exactly
 *
 * In:   a PositionGraph
 * Out:  for each position a rational, and how the role mixes its moves
 *
 * Backward induction (Shapley 1953 for simultaneous moves): all other roles are
 * one opponent, and each position is a matrix game of the values after it,
 * most often of one row or column. Where play may be endless, values are
 * iterated from 0 up, or from 100 down: after each round they are bounds,
 * rounded outwards so that numbers stay short.
 */
#include "solve/expectation.h"

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

struct Expectation {
    const PositionGraph *graph;
    const uint32_t *order;
    bool has_cycle;
    size_t role;
    ValueBound bound;
    mpq_t *values;
    MatrixGame *matrix;
    uint32_t *counts, *choices; /* by role: of a joint move */
    mpq_t value, share;
    mpz_t rounded;
    Cleanup cleanup;
};

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

bool expectation_compute(Expectation *expectation, size_t role,
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

mpq_srcptr expectation_value(const Expectation *expectation, uint32_t position)
{
    return expectation->values[position];
}

mpq_t *expectation_mix(Expectation *expectation, uint32_t position,
                       size_t *count)
{
    const GraphNode *node = &expectation->graph->nodes.items[position];
    assert(node->count);
    value_of_choices(expectation, node);
    return matrix_game_mix(expectation->matrix, count);
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

Expectation *expectation_new(const PositionGraph *graph, const uint32_t *order,
                             bool has_cycle)
{
    Expectation *expectation = memory_zeroed(1, sizeof *expectation);
    size_t count = graph->nodes.count, role_count = graph->role_count;
    expectation->graph = graph;
    expectation->order = order;
    expectation->has_cycle = has_cycle;
    expectation->counts = memory_array(role_count, sizeof(uint32_t));
    expectation->choices = memory_array(role_count, sizeof(uint32_t));
    expectation->values = memory_array(count, sizeof *expectation->values);
    expectation->matrix = matrix_game_new();
    for (size_t i = 0; i < count; i++)
        mpq_init(expectation->values[i]);
    mpq_inits(expectation->value, expectation->share, NULL);
    mpz_init(expectation->rounded);
    heap_note(&expectation->cleanup, release_numbers, expectation);
    return expectation;
}

void expectation_free(Expectation *expectation)
{
    if (!expectation)
        return;
    heap_forget(&expectation->cleanup);
    release_numbers(expectation);
    free_all(expectation->values, expectation->counts, expectation->choices,
             expectation);
}
