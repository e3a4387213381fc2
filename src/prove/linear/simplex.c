/* simplex.c - numbers that satisfy linear inequalities
 *
 * In:   inequalities, one after the other
 * Out:  a solution with a small sum
 *
 * The dual simplex method: the slack of each inequality begins as a basic
 * variable, the costs are never negative, and an inequality that does not hold
 * is repaired by the cheapest pivot. Inequalities that come later are written
 * in terms of the present basis. Start reading at linear_solve(), at the end.
 */
#include "prove/linear/simplex.h"

#include "base/random.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

static const double NOTHING = 1e-9;

/* Variables: COUNT numbers, then slacks. A row says that its basic variable is
 * row[count] plus the sum of row[j] times the variable of column j. */
struct Linear {
    size_t count;
    VEC(double *) rows;
    VEC(uint32_t) basic;  /* by row: its variable */
    uint32_t *nonbasic;   /* by column */
    double *costs;        /* by column */
    VEC(uint32_t) places; /* by variable: its column, or COUNT plus its row */
};

Linear *linear_new(size_t count)
{
    Linear *linear = fatal_malloc(sizeof *linear);
    *linear = (Linear){.count = count};
    linear->nonbasic = fatal_malloc((count + 1) * sizeof(uint32_t));
    linear->costs = fatal_malloc((count + 1) * sizeof(double));
    Random random = random_new(1, 6000);
    for (uint32_t i = 0; i < count; i++) {
        linear->nonbasic[i] = i;
        /* a little different each, so that it does not turn in circles */
        linear->costs[i] = 1 + 1e-4 * (1 + random_below(&random, 1000));
        vec_push(&linear->places, i);
    }
    return linear;
}

void linear_free(Linear *linear)
{
    for (size_t i = 0; i < linear->rows.count; i++)
        free(linear->rows.items[i]);
    vec_free(&linear->rows);
    vec_free(&linear->basic);
    vec_free(&linear->places);
    free(linear->nonbasic);
    free(linear->costs);
    free(linear);
}

void linear_add(Linear *linear, const double *factors, double least)
{
    size_t count = linear->count;
    double *row = calloc(count + 1, sizeof *row);
    if (!row)
        fatal("out of memory");
    row[count] = -least;
    for (size_t i = 0; i < count; i++) {
        uint32_t place = linear->places.items[i];
        if (factors[i] == 0)
            continue;
        if (place < count) {
            row[place] += factors[i];
            continue;
        }
        const double *of = linear->rows.items[place - count];
        for (size_t k = 0; k <= count; k++)
            row[k] += factors[i] * of[k];
    }
    vec_push(&linear->basic, (uint32_t)linear->places.count);
    vec_push(&linear->places, (uint32_t)(count + linear->rows.count));
    vec_push(&linear->rows, row);
}

/* ROW += TIMES what the basic variable of COLUMN has become in PIVOT. */
static void substitute(double *row, const double *pivot, size_t column,
                       size_t last)
{
    double times = row[column];
    if (times == 0)
        return;
    row[column] = 0;
    for (size_t k = 0; k <= last; k++)
        row[k] += times * pivot[k];
}

static void pivot(Linear *linear, size_t row, size_t column)
{
    size_t count = linear->count;
    double *of = linear->rows.items[row];
    double factor = of[column];
    of[column] = -1;
    for (size_t k = 0; k <= count; k++)
        of[k] = -of[k] / factor;
    for (size_t i = 0; i < linear->rows.count; i++)
        if (i != row)
            substitute(linear->rows.items[i], of, column, count);
    double times = linear->costs[column];
    linear->costs[column] = 0;
    for (size_t k = 0; k < count; k++)
        linear->costs[k] += times * of[k];
    uint32_t leaves = linear->basic.items[row];
    uint32_t enters = linear->nonbasic[column];
    linear->basic.items[row] = enters;
    linear->nonbasic[column] = leaves;
    linear->places.items[enters] = (uint32_t)(count + row);
    linear->places.items[leaves] = (uint32_t)column;
}

static size_t worst_row(const Linear *linear)
{
    size_t worst = linear->rows.count;
    double least = -NOTHING;
    for (size_t i = 0; i < linear->rows.count; i++)
        if (linear->rows.items[i][linear->count] < least) {
            least = linear->rows.items[i][linear->count];
            worst = i;
        }
    return worst;
}

static size_t cheapest_column(const Linear *linear, const double *row)
{
    size_t best = linear->count;
    for (size_t k = 0; k < linear->count; k++)
        if (row[k] > NOTHING &&
            (best == linear->count ||
             linear->costs[k] * row[best] < linear->costs[best] * row[k]))
            best = k;
    return best;
}

bool linear_solve(Linear *linear, const Budget *budget, double *values)
{
    enum { MOST_PIVOTS = 5000 };
    size_t row = worst_row(linear);
    for (size_t n = 0; row < linear->rows.count; n++) {
        size_t column = cheapest_column(linear, linear->rows.items[row]);
        if (column == linear->count || n == MOST_PIVOTS || budget_spent(budget))
            return false;
        pivot(linear, row, column);
        row = worst_row(linear);
    }
    for (size_t i = 0; i < linear->count; i++) {
        uint32_t place = linear->places.items[i];
        values[i] =
            place < linear->count
                ? 0
                : linear->rows.items[place - linear->count][linear->count];
    }
    return true;
}
