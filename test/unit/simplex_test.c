/* simplex_test.c - least sums under inequalities, compared with all corners */
#include "support.h"

#include "base/random.h"
#include "prove/linear/simplex.h"

#include <math.h>

enum { MAX_LINES = 8 };

/* x * at[0] + y * at[1] >= at[2] */
typedef struct {
    double at[3];
} Line;

static bool satisfies_all(const Line *lines, size_t count, double x, double y)
{
    bool all = x >= -1e-6 && y >= -1e-6;
    for (size_t i = 0; i < count; i++)
        all = all &&
              x * lines[i].at[0] + y * lines[i].at[1] >= lines[i].at[2] - 1e-6;
    return all;
}

/* The least x + y: it is taken in a corner, where two lines meet. INFINITY if
 * no corner satisfies all. */
static double least_sum(const Line *lines, size_t count)
{
    Line all[MAX_LINES + 2] = {{{1, 0, 0}}, {{0, 1, 0}}};
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        all[i + 2] = lines[i];
    for (size_t i = 0; i < count + 2; i++)
        for (size_t k = 0; k < i; k++) {
            const double *a = all[i].at, *b = all[k].at;
            double det = a[0] * b[1] - a[1] * b[0];
            if (det == 0)
                continue;
            double x = (a[2] * b[1] - a[1] * b[2]) / det;
            double y = (a[0] * b[2] - a[2] * b[0]) / det;
            if (satisfies_all(lines, count, x, y) && x + y < least)
                least = x + y;
        }
    return least;
}

/* Adds and solves line by line, as callers do: true if LINES have a solution.
 */
static bool compare(const Line *lines, size_t count)
{
    Simplex *simplex = simplex_new(2);
    bool solved = true;
    for (size_t i = 0; i < count && solved; i++) {
        double values[2], least = least_sum(lines, i + 1);
        simplex_add(simplex, lines[i].at, lines[i].at[2]);
        solved = simplex_solve(simplex, NULL, values);
        assert_int_equal(solved, least < INFINITY);
        if (!solved)
            break;
        assert_true(satisfies_all(lines, i + 1, values[0], values[1]));
        assert_true(fabs(values[0] + values[1] - least) < 1e-6);
    }
    simplex_free(simplex);
    return solved;
}

static void a_solution_is_the_best_corner(void **state)
{
    (void)state;
    size_t solvable = 0, contradictory = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        Random random = random_new(seed, 1);
        Line lines[MAX_LINES];
        size_t count = 1 + random_below(&random, MAX_LINES);
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < 3; k++)
                lines[i].at[k] = (double)random_below(&random, 11) - 4;
        if (compare(lines, count))
            solvable++;
        else
            contradictory++;
    }
    assert_true(solvable > 500 && contradictory > 500);
}

static void a_contradiction_has_no_solution(void **state)
{
    (void)state;
    static const Line lines[] = {{{1, 1, 3}}, {{-1, -1, -2}}};
    assert_false(compare(lines, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solution_is_the_best_corner),
        cmocka_unit_test(a_contradiction_has_no_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
