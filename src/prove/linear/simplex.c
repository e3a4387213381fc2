/* simplex.c - numbers that satisfy linear inequalities
 *
 * In:   inequalities, one after the other
 * Out:  a solution with a small sum
 *
 * The dual simplex method: the slack of each inequality begins as a basic
 * variable, the costs are never negative, and an inequality that does not hold
 * is repaired by the cheapest pivot. Inequalities that come later are written
 * in terms of the present basis. Start reading at simplex_solve(), at the end.
 */
#include "prove/linear/simplex.h"

#include "base/random.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

static const double NOTHING = 1e-9;

/* Variables: COUNT numbers, then slacks. A row says that its basic variable is
 * row[count] plus the sum of row[j] times the variable of column j. */
struct Simplex {
    size_t count;
    VEC(double *) rows;
    VEC(uint32_t) basic;  /* by row: its variable */
    uint32_t *nonbasic;   /* by column */
    double *costs;        /* by column */
    VEC(uint32_t) places; /* by variable: its column, or COUNT plus its row */
};

Simplex *simplex_new(size_t count)
{
    Simplex *simplex = fatal_malloc(sizeof *simplex);
    *simplex = (Simplex){.count = count};
    simplex->nonbasic = fatal_malloc((count + 1) * sizeof(uint32_t));
    simplex->costs = fatal_malloc((count + 1) * sizeof(double));
    Random random = random_new(1, 6000);
    for (uint32_t i = 0; i < count; i++) {
        simplex->nonbasic[i] = i;
        /* a little different each, so that it does not turn in circles */
        simplex->costs[i] = 1 + 1e-4 * (1 + random_below(&random, 1000));
        vec_push(&simplex->places, i);
    }
    return simplex;
}

void simplex_free(Simplex *simplex)
{
    for (size_t i = 0; i < simplex->rows.count; i++)
        free(simplex->rows.items[i]);
    vec_free(&simplex->rows);
    vec_free(&simplex->basic);
    vec_free(&simplex->places);
    free(simplex->nonbasic);
    free(simplex->costs);
    free(simplex);
}

void simplex_add(Simplex *simplex, const double *factors, double least)
{
    size_t count = simplex->count;
    double *row = calloc(count + 1, sizeof *row);
    if (!row)
        fatal("out of memory");
    row[count] = -least;
    for (size_t i = 0; i < count; i++) {
        uint32_t place = simplex->places.items[i];
        if (factors[i] == 0)
            continue;
        if (place < count) {
            row[place] += factors[i];
            continue;
        }
        const double *of = simplex->rows.items[place - count];
        for (size_t k = 0; k <= count; k++)
            row[k] += factors[i] * of[k];
    }
    vec_push(&simplex->basic, (uint32_t)simplex->places.count);
    vec_push(&simplex->places, (uint32_t)(count + simplex->rows.count));
    vec_push(&simplex->rows, row);
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

static void pivot(Simplex *simplex, size_t row, size_t column)
{
    size_t count = simplex->count;
    double *of = simplex->rows.items[row];
    double factor = of[column];
    of[column] = -1;
    for (size_t k = 0; k <= count; k++)
        of[k] = -of[k] / factor;
    for (size_t i = 0; i < simplex->rows.count; i++)
        if (i != row)
            substitute(simplex->rows.items[i], of, column, count);
    double times = simplex->costs[column];
    simplex->costs[column] = 0;
    for (size_t k = 0; k < count; k++)
        simplex->costs[k] += times * of[k];
    uint32_t leaves = simplex->basic.items[row];
    uint32_t enters = simplex->nonbasic[column];
    simplex->basic.items[row] = enters;
    simplex->nonbasic[column] = leaves;
    simplex->places.items[enters] = (uint32_t)(count + row);
    simplex->places.items[leaves] = (uint32_t)column;
}

static size_t worst_row(const Simplex *simplex)
{
    size_t worst = simplex->rows.count;
    double least = -NOTHING;
    for (size_t i = 0; i < simplex->rows.count; i++)
        if (simplex->rows.items[i][simplex->count] < least) {
            least = simplex->rows.items[i][simplex->count];
            worst = i;
        }
    return worst;
}

static size_t cheapest_column(const Simplex *simplex, const double *row)
{
    size_t best = simplex->count;
    for (size_t k = 0; k < simplex->count; k++)
        if (row[k] > NOTHING &&
            (best == simplex->count ||
             simplex->costs[k] * row[best] < simplex->costs[best] * row[k]))
            best = k;
    return best;
}

bool simplex_solve(Simplex *simplex, const Budget *budget, double *values)
{
    enum { MAX_PIVOTS = 5000 };
    size_t row = worst_row(simplex);
    for (size_t n = 0; row < simplex->rows.count; n++) {
        size_t column = cheapest_column(simplex, simplex->rows.items[row]);
        if (column == simplex->count || n == MAX_PIVOTS || budget_spent(budget))
            return false;
        pivot(simplex, row, column);
        row = worst_row(simplex);
    }
    for (size_t i = 0; i < simplex->count; i++) {
        uint32_t place = simplex->places.items[i];
        values[i] =
            place < simplex->count
                ? 0
                : simplex->rows.items[place - simplex->count][simplex->count];
    }
    return true;
}
