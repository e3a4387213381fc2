/* lp_weights.c - weights of columns such that no step raises the weighted sum
 *
 * In:   rows, and a goal: a ranking function, or the range of a counter
 * Out:  weights; counters that never run past their last value
 * Next: prove/linear/linear_invariants.c draws the conclusions
 *
 * Row generation: the linear program has only the inequalities that an earlier
 * solution violated. The weights are rounded, and checked in integers against
 * all rows: so floating point decides nothing. Start reading at
 * linear_find_weights().
 */
#include "base/memory.h"
#include "prove/linear/linear_internal.h"

#include "prove/linear/simplex.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ROUNDS = 300, /* of linear programming */
    MAX_WEIGHT = 1000000000
};

/* ---- the inequalities of a row ---- */

/* A row has two inequalities: the step does not raise the sum; and, if it
 * raises the counter of the goal, the counter has room for that. */

static bool may_have_weight(const LinearSearch *search, const WeightGoal *goal,
                            size_t column)
{
    return !search->columns.items[column].is_invalid && column != goal->counter;
}

/* By how much the step of ROW moves the counter of GOAL up. */
static int shift_of(const LinearSearch *search, const WeightGoal *goal,
                    const LinearRow *row)
{
    const ColumnDelta *deltas = search->deltas.items + row->first;
    for (uint32_t i = 0; i < row->count; i++)
        if (deltas[i].column == goal->counter) {
            assert(deltas[i].min == deltas[i].max); /* the same shift */
            return goal->counts_down ? -deltas[i].min : deltas[i].min;
        }
    return 0;
}

static int initial_counter_value(const LinearSearch *search,
                                 const WeightGoal *goal)
{
    int initial = search->columns.items[goal->counter].initial_value;
    return goal->counts_down ? goal->last_value - initial : initial;
}

/* Whether row NUMBER has the second inequality: its step moves the counter up,
 * and the range before the step leaves no room for that. */
static bool needs_room(const LinearSearch *search, const WeightGoal *goal,
                       size_t number)
{
    if (goal->counter == NO_INDEX)
        return false;
    size_t entry = number * search->columns.count + goal->counter;
    assert(search->columns.items[goal->counter].is_counter);
    int shift = shift_of(search, goal, &search->rows.items[number]);
    int highest = goal->counts_down
                      ? goal->last_value - search->row_min.items[entry]
                      : search->row_max.items[entry];
    return shift > 0 && highest + shift > goal->last_value;
}

/* The first or, if IS_SECOND, the second inequality of row NUMBER: the
 * sum of COEFFICIENTS times the variables is at least *BOUND. The positive part
 * of the weight of column i is variable 2 i, the negative part the next one. */
static void write_inequality(const LinearSearch *search, const WeightGoal *goal,
                             size_t number, bool is_second,
                             double *coefficients, double *bound)
{
    const LinearRow *row = &search->rows.items[number];
    size_t count = search->columns.count;
    int shift = goal->counter == NO_INDEX ? 1 : shift_of(search, goal, row);
    memset(coefficients, 0, 2 * count * sizeof *coefficients);
    *bound = shift;
    for (uint32_t i = 0; i < row->count && !is_second; i++) {
        ColumnDelta delta = search->deltas.items[row->first + i];
        if (!may_have_weight(search, goal, delta.column))
            continue;
        coefficients[2 * delta.column] = -delta.max;
        coefficients[2 * delta.column + 1] = delta.min;
    }
    if (!is_second)
        return;
    *bound = initial_counter_value(search, goal) + shift - goal->last_value;
    for (size_t i = 0; i < count; i++) {
        int initial = search->columns.items[i].initial_value;
        if (!may_have_weight(search, goal, i))
            continue;
        coefficients[2 * i] =
            search->row_min.items[number * count + i] - initial;
        coefficients[2 * i + 1] =
            initial - search->row_max.items[number * count + i];
    }
}

/* The same inequality in integers, for weights that are SCALE times as large.
 * The sum of a ranking function need only fall by 1. */
static bool inequality_holds(const LinearSearch *search, const WeightGoal *goal,
                             size_t number, bool is_second,
                             const int64_t *weights, int64_t scale,
                             double *coefficients)
{
    double bound;
    write_inequality(search, goal, number, is_second, coefficients, &bound);
    int64_t sum = -(int64_t)bound * (goal->counter == NO_INDEX ? 1 : scale);
    for (size_t i = 0; i < search->columns.count; i++) {
        assert(!weights[i] || may_have_weight(search, goal, i));
        sum += weights[i] > 0 ? weights[i] * (int64_t)coefficients[2 * i]
                              : -weights[i] * (int64_t)coefficients[2 * i + 1];
    }
    return sum >= 0;
}

/* ---- weights ---- */

static double violation(const double *coefficients, double bound,
                        const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < 2 * count; i++)
        sum += coefficients[i] * values[i];
    return bound - sum;
}

/* Adds to SIMPLEX the inequalities that VALUES violates most, at most MAX_ADDED
 * of them; false if there are none. */
static bool add_violated(const LinearSearch *search, const WeightGoal *goal,
                         Simplex *simplex, const double *values,
                         double *coefficients)
{
    enum { MAX_ADDED = 24 };
    size_t count = search->columns.count, added = 0;
    struct {
        size_t row;
        bool is_second;
        double violation;
    } worst[MAX_ADDED], inequality;
    for (inequality.row = 0; inequality.row < search->rows.count;
         inequality.row++)
        for (int second = 0; second <= needs_room(search, goal, inequality.row);
             second++) {
            double bound;
            inequality.is_second = second;
            write_inequality(search, goal, inequality.row, second, coefficients,
                             &bound);
            inequality.violation =
                violation(coefficients, bound, values, count);
            if (inequality.violation < 1e-6)
                continue;
            size_t slot = added < MAX_ADDED ? added++ : MAX_ADDED;
            if (slot == MAX_ADDED &&
                worst[MAX_ADDED - 1].violation >= inequality.violation)
                continue;
            slot -= slot == MAX_ADDED;
            for (; slot && worst[slot - 1].violation < inequality.violation;
                 slot--)
                worst[slot] = worst[slot - 1];
            worst[slot] = inequality;
        }
    for (size_t i = 0; i < added; i++) {
        double bound;
        write_inequality(search, goal, worst[i].row, worst[i].is_second,
                         coefficients, &bound);
        simplex_add(simplex, coefficients, bound);
    }
    return added;
}

static bool all_rows_hold(const LinearSearch *search, const WeightGoal *goal,
                          const int64_t *weights, int64_t scale,
                          double *coefficients)
{
    for (size_t i = 0; i < search->rows.count; i++)
        for (int second = 0; second <= needs_room(search, goal, i); second++)
            if (!inequality_holds(search, goal, i, second, weights, scale,
                                  coefficients))
                return false;
    return true;
}

static bool round_weights(const LinearSearch *search, const WeightGoal *goal,
                          const double *values, int64_t *weights,
                          int64_t *scale, double *coefficients)
{
    static const int scales[] = {1, 2, 3, 4, 6, 12, 24, 60, 120, 720, 5040};
    for (size_t attempt = 0; attempt < sizeof scales / sizeof *scales;
         attempt++) {
        bool in_range = true;
        for (size_t i = 0; i < search->columns.count; i++) {
            double weight =
                scales[attempt] * (values[2 * i] - values[2 * i + 1]);
            in_range = in_range && weight < MAX_WEIGHT && weight > -MAX_WEIGHT;
            weights[i] =
                in_range ? (int64_t)(weight + (weight < 0 ? -0.5 : 0.5)) : 0;
        }
        *scale = scales[attempt];
        if (in_range &&
            all_rows_hold(search, goal, weights, *scale, coefficients))
            return true;
    }
    return false;
}

bool linear_find_weights(const LinearSearch *search, const WeightGoal *goal,
                         int64_t *weights, int64_t *scale)
{
    size_t count = 2 * search->columns.count;
    double *values = memory_zeroed(count + 1, sizeof *values);
    double *coefficients = memory_array(count + 1, sizeof *coefficients);
    Simplex *simplex = simplex_new(count);
    bool solved = true;
    for (int round = 0; solved && round < MAX_ROUNDS; round++) {
        if (!add_violated(search, goal, simplex, values, coefficients))
            break;
        solved = simplex_solve(simplex, search->budget, values);
    }
    solved = solved &&
             round_weights(search, goal, values, weights, scale, coefficients);
    simplex_free(simplex);
    free_all(values, coefficients);
    return solved;
}

/* ---- counters ---- */

static bool all_have_room(const LinearSearch *search, const WeightGoal *goal)
{
    for (size_t i = 0; i < search->rows.count; i++)
        if (needs_room(search, goal, i))
            return false;
    return true;
}

/* Adds the inequality of the counter of GOAL, whose weight is SCALE. */
static void add_range_sum(LinearSearch *search, const WeightGoal *goal,
                          const int64_t *weights, int64_t scale)
{
    size_t count = search->columns.count;
    int64_t *kept = arena_array(search->arena, int64_t, count);
    memcpy(kept, weights, count * sizeof *kept);
    kept[goal->counter] = goal->counts_down ? -scale : scale;
    vec_push(&search->range_sums, kept);
}

/* Whether a counter stays within its first and last value, provided that the
 * other valid counters do. */
static bool stays_in_range(LinearSearch *search, uint32_t counter,
                           int64_t *weights)
{
    int64_t scale;
    assert(search->columns.items[counter].is_counter);
    assert(!search->columns.items[counter].is_invalid);
    WeightGoal goal = {
        .counter = counter,
        .last_value = (int)search->columns.items[counter].features.count - 1};
    bool in_range = true;
    for (int counts_down = 0; counts_down < 2 && in_range; counts_down++) {
        goal.counts_down = counts_down;
        if (all_have_room(search, &goal))
            continue;
        in_range = linear_find_weights(search, &goal, weights, &scale);
        if (in_range)
            add_range_sum(search, &goal, weights, scale);
    }
    return in_range;
}

int64_t *linear_drop_unbounded_counters(LinearSearch *search)
{
    int64_t *weights =
        arena_array(search->arena, int64_t, search->columns.count + 1);
    assert(!search->has_overflow); /* all rows, deltas within 16 bits */
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        vec_clear(&search->range_sums);
        for (uint32_t i = 0; i < search->columns.count; i++) {
            LinearColumn *column = &search->columns.items[i];
            if (column->is_counter && !column->is_invalid &&
                !stays_in_range(search, i, weights))
                column->is_invalid = has_changed = true;
        }
    }
    return weights;
}
