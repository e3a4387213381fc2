/* lp_weights.c - weights of columns, such that no step raises a sum
 *
 * In:   rows, and what is wished of them
 * Out:  weights; counters that never run out
 * Next: prove/linear/linear_invariants.c says what follows
 *
 * Weights are found by linear programming with the rows that were broken so
 * far, rounded, and checked in whole numbers with all of them. Start reading at
 * linear_find_weights().
 */
#include "prove/linear/linear_internal.h"

#include "prove/linear/simplex.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_ROUNDS = 300, /* of linear programming */
    MAX_WEIGHT = 1000000000
};

/* ---- the inequalities of a row ---- */

static bool may_weigh(const LinearSearch *search, const Wish *wish,
                      size_t column)
{
    return !search->columns.items[column].bad && column != wish->counter;
}

static int shift_of(const LinearSearch *search, const Wish *wish,
                    const Row *row)
{
    const Shift *shifts = search->shifts.items + row->first;
    for (uint32_t i = 0; i < row->count; i++)
        if (shifts[i].column == wish->counter)
            return wish->down ? -shifts[i].least : shifts[i].least;
    return 0;
}

static int initial_of(const LinearSearch *search, const Wish *wish)
{
    int initial = search->columns.items[wish->counter].initial;
    return wish->down ? wish->top - initial : initial;
}

/* Whether what is known of the counter itself leaves room. */
static bool has_room(const LinearSearch *search, const Wish *wish, size_t row,
                     int shift)
{
    size_t at = row * search->columns.count + wish->counter;
    int over = wish->down ? wish->top - search->least.items[at]
                          : search->most.items[at];
    return over + shift <= wish->top;
}

/* The inequality of a row: FACTORS for weights above and below 0 of each
 * column, one after the other, at least *LEAST. */
static void row_factors(const LinearSearch *search, const Wish *wish,
                        size_t number, bool room, double *factors,
                        double *least)
{
    const Row *row = &search->rows.items[number];
    size_t count = search->columns.count;
    int shift = wish->counter == NO_INDEX ? 1 : shift_of(search, wish, row);
    memset(factors, 0, 2 * count * sizeof *factors);
    *least = shift;
    for (uint32_t i = 0; i < row->count && !room; i++) {
        Shift at = search->shifts.items[row->first + i];
        if (!may_weigh(search, wish, at.column))
            continue;
        factors[2 * at.column] = -at.most;
        factors[2 * at.column + 1] = at.least;
    }
    if (!room)
        return;
    *least = initial_of(search, wish) + shift - wish->top;
    for (size_t i = 0; i < count; i++) {
        int initial = search->columns.items[i].initial;
        if (!may_weigh(search, wish, i))
            continue;
        factors[2 * i] = search->least.items[number * count + i] - initial;
        factors[2 * i + 1] = initial - search->most.items[number * count + i];
    }
}

/* The same in whole numbers, for weights that are SCALE times as large. */
static bool row_holds(const LinearSearch *search, const Wish *wish,
                      size_t number, const int64_t *weights, int64_t scale)
{
    const Row *row = &search->rows.items[number];
    size_t count = search->columns.count;
    bool ranks = wish->counter == NO_INDEX;
    int shift = ranks ? 0 : shift_of(search, wish, row);
    int64_t sum = ranks ? 1 : scale * shift;
    for (uint32_t i = 0; i < row->count; i++) {
        Shift at = search->shifts.items[row->first + i];
        int64_t weight = weights[at.column];
        sum += weight * (weight > 0 ? at.most : at.least);
    }
    if (sum > 0)
        return false;
    if (shift <= 0 || has_room(search, wish, number, shift))
        return true;
    sum = scale * (initial_of(search, wish) + shift - wish->top);
    for (size_t i = 0; i < count; i++) {
        int64_t bound = weights[i] > 0 ? search->least.items[number * count + i]
                                       : search->most.items[number * count + i];
        sum += weights[i] * (search->columns.items[i].initial - bound);
    }
    return sum <= 0;
}

/* ---- weights ---- */

static double lack_of(const double *factors, double least, const double *values,
                      size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < 2 * count; i++)
        sum += factors[i] * values[i];
    return least - sum;
}

/* Adds inequalities that VALUES do not satisfy, the worst ones; false if there
 * are none. */
static bool add_broken(const LinearSearch *search, const Wish *wish,
                       Simplex *simplex, const double *values, double *factors)
{
    enum { AT_ONCE = 24 };
    size_t count = search->columns.count, added = 0;
    struct {
        size_t row;
        bool room;
        double lack;
    } worst[AT_ONCE], at;
    for (at.row = 0; at.row < search->rows.count; at.row++)
        for (int room = 0; room <= (wish->counter != NO_INDEX); room++) {
            double least;
            at.room = room;
            if (room) {
                int shift = shift_of(search, wish, &search->rows.items[at.row]);
                if (shift <= 0 || has_room(search, wish, at.row, shift))
                    continue;
            }
            row_factors(search, wish, at.row, room, factors, &least);
            at.lack = lack_of(factors, least, values, count);
            if (at.lack < 1e-6)
                continue;
            size_t place = added < AT_ONCE ? added++ : AT_ONCE;
            if (place == AT_ONCE && worst[AT_ONCE - 1].lack >= at.lack)
                continue;
            place -= place == AT_ONCE;
            for (; place && worst[place - 1].lack < at.lack; place--)
                worst[place] = worst[place - 1];
            worst[place] = at;
        }
    for (size_t i = 0; i < added; i++) {
        double least;
        row_factors(search, wish, worst[i].row, worst[i].room, factors, &least);
        simplex_add(simplex, factors, least);
    }
    return added;
}

static bool all_hold(const LinearSearch *search, const Wish *wish,
                     const int64_t *weights, int64_t scale)
{
    for (size_t i = 0; i < search->rows.count; i++)
        if (!row_holds(search, wish, i, weights, scale))
            return false;
    return true;
}

static bool round_weights(const LinearSearch *search, const Wish *wish,
                          const double *values, int64_t *weights)
{
    static const int scales[] = {1, 2, 3, 4, 6, 12, 24, 60, 120, 720, 5040};
    for (size_t n = 0; n < sizeof scales / sizeof *scales; n++) {
        bool small = true;
        for (size_t i = 0; i < search->columns.count; i++) {
            double weight = scales[n] * (values[2 * i] - values[2 * i + 1]);
            small = small && weight < MAX_WEIGHT && weight > -MAX_WEIGHT;
            weights[i] =
                small ? (int64_t)(weight + (weight < 0 ? -0.5 : 0.5)) : 0;
        }
        if (small && all_hold(search, wish, weights, scales[n]))
            return true;
    }
    return false;
}

bool linear_find_weights(const LinearSearch *search, const Wish *wish,
                         int64_t *weights)
{
    size_t count = 2 * search->columns.count;
    double *values = calloc(count + 1, sizeof *values);
    double *factors = fatal_malloc((count + 1) * sizeof *factors);
    Simplex *simplex = simplex_new(count);
    if (!values)
        fatal("out of memory");
    bool solved = true;
    for (int n = 0; solved && n < MAX_ROUNDS; n++) {
        if (!add_broken(search, wish, simplex, values, factors))
            break;
        solved = simplex_solve(simplex, search->budget, values);
    }
    solved = solved && round_weights(search, wish, values, weights);
    simplex_free(simplex);
    free(values);
    free(factors);
    return solved;
}

/* ---- counters ---- */

static bool all_have_room(const LinearSearch *search, const Wish *wish)
{
    for (size_t i = 0; i < search->rows.count; i++) {
        int shift = shift_of(search, wish, &search->rows.items[i]);
        if (shift > 0 && !has_room(search, wish, i, shift))
            return false;
    }
    return true;
}

/* Whether a counter never runs out, as long as the others that are not bad do
 * not. */
static bool is_kept(const LinearSearch *search, uint32_t counter,
                    int64_t *weights)
{
    Wish wish = {.counter = counter,
                 .top = (int)search->columns.items[counter].features.count - 1};
    bool kept = true;
    for (int down = 0; down < 2 && kept; down++) {
        wish.down = down;
        kept = all_have_room(search, &wish) ||
               linear_find_weights(search, &wish, weights);
    }
    return kept;
}

int64_t *linear_drop_counters(LinearSearch *search)
{
    int64_t *weights =
        arena_array(search->arena, int64_t, search->columns.count + 1);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < search->columns.count; i++) {
            Column *column = &search->columns.items[i];
            if (column->is_counter && !column->bad &&
                !is_kept(search, i, weights))
                column->bad = more = true;
        }
    }
    return weights;
}
