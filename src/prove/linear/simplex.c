/* simplex.c - linear programming by the dual simplex method
 *
 * In:   inequalities, one after the other
 * Out:  a solution with a small sum
 *
 * Dual simplex (Lemke 1954): the slack of each inequality begins as a basic
 * variable, the costs are never negative, and an inequality that does not hold
 * is repaired by the cheapest pivot. Inequalities that come later are written
 * in terms of the present basis. Start reading at simplex_solve(), at the end.
 */
#include "prove/linear/simplex.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const double EPSILON = 1e-9;

/* Variables: one of each column, then slacks. A row says that its basic
 * variable is row[column_count] plus the sum of row[j] times the variable of
 * column j. */
struct Simplex {
    size_t column_count;
    VEC(double *) rows;
    VEC(uint32_t) basic; /* by row: its variable */
    uint32_t *nonbasic;  /* by column */
    double *costs;       /* by column */
    VEC(uint32_t)
    location; /* by variable: its column, or column_count plus its row */
};

Simplex *simplex_new(size_t column_count)
{
    Simplex *simplex = memory_alloc(sizeof *simplex);
    *simplex = (Simplex){.column_count = column_count};
    simplex->nonbasic = memory_array(column_count + 1, sizeof(uint32_t));
    simplex->costs = memory_array(column_count + 1, sizeof(double));
    Random random = random_new(1, 6000);
    for (uint32_t i = 0; i < column_count; i++) {
        simplex->nonbasic[i] = i;
        /* perturbed costs avoid cycling */
        simplex->costs[i] = 1 + 1e-4 * (1 + random_below(&random, 1000));
        vec_push(&simplex->location, i);
    }
    return simplex;
}

void simplex_free(Simplex *simplex)
{
    for (size_t i = 0; i < simplex->rows.count; i++)
        memory_free(simplex->rows.items[i]);
    vec_free_all(&simplex->rows, &simplex->basic, &simplex->location);
    free_all(simplex->nonbasic, simplex->costs, simplex);
}

void simplex_add(Simplex *simplex, const double *coefficients, double bound)
{
    size_t column_count = simplex->column_count;
    double *row = memory_zeroed(column_count + 1, sizeof *row);
    row[column_count] = -bound;
    for (size_t i = 0; i < column_count; i++) {
        uint32_t place = simplex->location.items[i];
        if (coefficients[i] == 0)
            continue;
        if (place < column_count) {
            row[place] += coefficients[i];
            continue;
        }
        const double *definition = simplex->rows.items[place - column_count];
        for (size_t k = 0; k <= column_count; k++)
            row[k] += coefficients[i] * definition[k];
    }
    assert(simplex->location.count == column_count + simplex->rows.count);
    vec_push(&simplex->basic, (uint32_t)simplex->location.count);
    vec_push(&simplex->location,
             (uint32_t)(column_count + simplex->rows.count));
    vec_push(&simplex->rows, row);
}

/* Replaces in ROW the variable of COLUMN by what PIVOT says it is. */
static void substitute(double *row, const double *pivot, size_t column,
                       size_t column_count)
{
    double factor = row[column];
    if (factor == 0)
        return;
    row[column] = 0;
    for (size_t k = 0; k <= column_count; k++)
        row[k] += factor * pivot[k];
}

static void pivot(Simplex *simplex, size_t row, size_t column)
{
    size_t column_count = simplex->column_count;
    double *pivot_row = simplex->rows.items[row];
    double factor = pivot_row[column];
    assert(factor > EPSILON); /* chosen by cheapest_column() */
    pivot_row[column] = -1;
    for (size_t k = 0; k <= column_count; k++)
        pivot_row[k] = -pivot_row[k] / factor;
    for (size_t i = 0; i < simplex->rows.count; i++)
        if (i != row)
            substitute(simplex->rows.items[i], pivot_row, column, column_count);
    double cost = simplex->costs[column];
    simplex->costs[column] = 0;
    for (size_t k = 0; k < column_count; k++)
        simplex->costs[k] += cost * pivot_row[k];
    uint32_t leaving = simplex->basic.items[row];
    uint32_t entering = simplex->nonbasic[column];
    assert(simplex->location.items[leaving] == column_count + row);
    assert(simplex->location.items[entering] == column);
    simplex->basic.items[row] = entering;
    simplex->nonbasic[column] = leaving;
    simplex->location.items[entering] = (uint32_t)(column_count + row);
    simplex->location.items[leaving] = (uint32_t)column;
}

/* The row of the basic variable that is most negative; the number of rows if
 * all are nonnegative: then the solution is feasible. */
static size_t most_violated_row(const Simplex *simplex)
{
    size_t worst = simplex->rows.count;
    double lowest = -EPSILON;
    for (size_t i = 0; i < simplex->rows.count; i++)
        if (simplex->rows.items[i][simplex->column_count] < lowest) {
            lowest = simplex->rows.items[i][simplex->column_count];
            worst = i;
        }
    return worst;
}

/* The dual ratio test: the column that can raise ROW at the least cost; COUNT
 * if none can, then the inequalities contradict each other. */
static size_t cheapest_column(const Simplex *simplex, const double *row)
{
    size_t best = simplex->column_count;
    for (size_t k = 0; k < simplex->column_count; k++)
        if (row[k] > EPSILON &&
            (best == simplex->column_count ||
             simplex->costs[k] * row[best] < simplex->costs[best] * row[k]))
            best = k;
    return best;
}

bool simplex_solve(Simplex *simplex, const Budget *budget, double *values)
{
    enum { MAX_PIVOTS = 5000 };
    size_t row = most_violated_row(simplex);
    for (size_t pivot_count = 0; row < simplex->rows.count; pivot_count++) {
        size_t column = cheapest_column(simplex, simplex->rows.items[row]);
        if (column == simplex->column_count || pivot_count == MAX_PIVOTS ||
            budget_spent(budget))
            return false;
        pivot(simplex, row, column);
        budget_charge(budget, simplex->rows.count * simplex->column_count);
        row = most_violated_row(simplex);
    }
    for (size_t i = 0; i < simplex->column_count; i++) {
        uint32_t place = simplex->location.items[i];
        values[i] = place < simplex->column_count
                        ? 0
                        : simplex->rows.items[place - simplex->column_count]
                                             [simplex->column_count];
    }
    return true;
}
