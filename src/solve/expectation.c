/* expectation.c - what a role can secure on average, exactly
 *
 * In:   a PositionGraph
 * Out:  for each position a rational, and how the role mixes its moves
 *
 * Backward induction (Shapley 1953 for simultaneous moves): all other roles are
 * one opponent, and each position in which several have a choice is a matrix
 * game of the values after it. Where play may be endless, values are iterated
 * from 0 up, or from 100 down: after each round they are bounds, rounded
 * outwards so that numbers stay short. All memory is allocated beforehand, but
 * for that of libgmp.
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
    mpq_t *values, *mix;
    size_t mix_size;
    MatrixGame *matrix;
    uint32_t *choices; /* a joint move */
    mpq_t value, term;
    mpz_t rounded;
    Cleanup cleanup;
};

/* ---- matrices ---- */

/* The row and column of a joint move. */
typedef struct {
    size_t row, column;
} MatrixPlace;

static MatrixPlace place_of(const Expectation *expectation,
                            const uint32_t *counts, const uint32_t *choices)
{
    MatrixPlace place = {0, 0};
    for (size_t i = 0; i < expectation->graph->role_count; i++) {
        if (i == expectation->role)
            place.row = choices[i];
        else if (!engine_is_random(expectation->graph->engine, i))
            place.column = place.column * counts[i] + choices[i];
    }
    return place;
}

/* The numbers of rows and columns. */
static MatrixPlace matrix_size(const PositionGraph *graph, size_t role,
                               const uint32_t *counts)
{
    MatrixPlace size = {1, 1};
    for (size_t i = 0; i < graph->role_count; i++) {
        if (i == role)
            size.row = counts[i];
        else if (!engine_is_random(graph->engine, i))
            size.column *= counts[i];
    }
    return size;
}

typedef struct {
    size_t rows, columns, entries;
} MatrixLimits;

static MatrixLimits matrix_limits(const PositionGraph *graph)
{
    MatrixLimits limits = {1, 1, 1};
    for (size_t n = 0; n < graph->nodes.count; n++) {
        const GraphNode *node = &graph->nodes.items[n];
        if (node->mover < graph->role_count && node->count > limits.rows)
            limits.rows = node->count; /* of a mixture */
        if (node->mover != MOVER_MANY)
            continue;
        for (size_t role = 0; role < graph->role_count; role++) {
            MatrixPlace size =
                matrix_size(graph, role, node_move_counts(graph, node));
            if (size.row > limits.rows)
                limits.rows = size.row;
            if (size.column > limits.columns)
                limits.columns = size.column;
            if (size.row * size.column > limits.entries)
                limits.entries = size.row * size.column;
        }
    }
    return limits;
}

/* The value of a position in which several roles have a choice: each entry is
 * the average over the moves of `random`. */
static void value_of_matrix(Expectation *expectation, const GraphNode *node,
                            mpq_t *mix)
{
    const PositionGraph *graph = expectation->graph;
    const uint32_t *counts = node_move_counts(graph, node),
                   *successors = node_successors(graph, node);
    uint32_t *choices = expectation->choices;
    MatrixPlace size = matrix_size(graph, expectation->role, counts);
    size_t shares = node->count / (size.row * size.column);
    matrix_game_begin(expectation->matrix, size.row, size.column);
    memset(choices, 0, graph->role_count * sizeof *choices);
    mpq_set_ui(expectation->term, 1, shares);
    for (size_t i = 0; i < node->count; i++) {
        MatrixPlace place = place_of(expectation, counts, choices);
        mpq_ptr entry =
            matrix_game_entry(expectation->matrix, place.row, place.column);
        mpq_mul(expectation->value, expectation->values[successors[i]],
                expectation->term);
        mpq_add(entry, entry, expectation->value);
        next_joint_move(NULL, counts, choices, graph->role_count);
    }
    matrix_game_solve(expectation->matrix, expectation->value, mix);
}

/* ---- one position ---- */

static void average_of(Expectation *expectation, const GraphNode *node)
{
    const uint32_t *successors = node_successors(expectation->graph, node);
    mpq_set_ui(expectation->value, 0, 1);
    for (size_t i = 0; i < node->count; i++)
        mpq_add(expectation->value, expectation->value,
                expectation->values[successors[i]]);
    mpq_set_ui(expectation->term, 1, node->count);
    mpq_mul(expectation->value, expectation->value, expectation->term);
}

/* The number of the best successor for the mover, where it is the role itself
 * or its opponent. */
static size_t best_choice(const Expectation *expectation, const GraphNode *node)
{
    const uint32_t *successors = node_successors(expectation->graph, node);
    size_t best = 0;
    for (size_t i = 1; i < node->count; i++) {
        int order = mpq_cmp(expectation->values[successors[i]],
                            expectation->values[successors[best]]);
        if (node->mover == expectation->role ? order > 0 : order < 0)
            best = i;
    }
    return best;
}

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
    if (node->mover == MOVER_MANY)
        value_of_matrix(expectation, node, NULL);
    else if (!node->count)
        value_of_ending(expectation, node);
    else if (engine_is_random(graph->engine, node->mover))
        average_of(expectation, node);
    else
        mpq_set(expectation->value,
                expectation->values[node_successors(
                    graph, node)[best_choice(expectation, node)]]);
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
    const PositionGraph *graph = expectation->graph;
    const GraphNode *node = &graph->nodes.items[position];
    size_t role = expectation->role, pure = 0;
    assert(node->count);
    *count = node->mover == MOVER_MANY ? node_move_counts(graph, node)[role]
             : node->mover == role     ? node->count
                                       : 1;
    if (node->mover == MOVER_MANY) {
        value_of_matrix(expectation, node, expectation->mix);
        return expectation->mix;
    }
    if (node->mover == role)
        pure = best_choice(expectation, node);
    for (size_t i = 0; i < *count; i++)
        mpq_set_ui(expectation->mix[i], i == pure, 1);
    return expectation->mix;
}

/* What libgmp has allocated is in no heap. */
static void release_numbers(void *object)
{
    Expectation *expectation = object;
    for (size_t i = 0; i < expectation->graph->nodes.count; i++)
        mpq_clear(expectation->values[i]);
    for (size_t i = 0; i < expectation->mix_size; i++)
        mpq_clear(expectation->mix[i]);
    mpq_clears(expectation->value, expectation->term, NULL);
    mpz_clear(expectation->rounded);
    matrix_game_free(expectation->matrix);
}

Expectation *expectation_new(const PositionGraph *graph, const uint32_t *order,
                             bool has_cycle)
{
    Expectation *expectation = memory_zeroed(1, sizeof *expectation);
    expectation->graph = graph;
    expectation->order = order;
    expectation->has_cycle = has_cycle;
    expectation->choices =
        memory_zeroed(graph->role_count, sizeof *expectation->choices);
    expectation->values =
        memory_array(graph->nodes.count, sizeof *expectation->values);
    MatrixLimits limits = matrix_limits(graph);
    expectation->mix_size = limits.rows;
    expectation->mix =
        memory_array(expectation->mix_size, sizeof *expectation->mix);
    expectation->matrix =
        matrix_game_new(limits.rows, limits.columns, limits.entries);
    for (size_t i = 0; i < graph->nodes.count; i++)
        mpq_init(expectation->values[i]);
    for (size_t i = 0; i < expectation->mix_size; i++)
        mpq_init(expectation->mix[i]);
    mpq_inits(expectation->value, expectation->term, NULL);
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
    free_all(expectation->values, expectation->mix, expectation->choices,
             expectation);
}
