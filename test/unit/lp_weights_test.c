/* lp_weights_test.c - weights of columns, checked on matrices made by hand */
#include "support.h"

#include "base/random.h"
#include "prove/linear/linear_internal.h"

typedef struct {
    LinearSearch search;
    Budget budget; /* without limits */
} Matrix;

/* Columns of ten features each, of which none holds initially. */
static void open_matrix(Matrix *matrix, size_t columns)
{
    *matrix = (Matrix){.budget = budget_new(0, NULL)};
    matrix->search.budget = &matrix->budget;
    matrix->search.arena = arena_new();
    for (size_t i = 0; i < columns; i++) {
        LinearColumn column = {0};
        for (uint32_t k = 0; k < 10; k++)
            vec_push(&column.features, k);
        vec_push(&matrix->search.columns, column);
    }
}

/* A step that adds DELTAS to the columns, which are between 0 and 10. */
static void add_row(Matrix *matrix, const int *deltas)
{
    LinearSearch *search = &matrix->search;
    LinearRow row = {.first = (uint32_t)search->deltas.count};
    for (uint32_t i = 0; i < search->columns.count; i++) {
        ColumnDelta delta = {i, (int16_t)deltas[i], (int16_t)deltas[i]};
        if (deltas[i])
            vec_push(&search->deltas, delta);
        row.count += deltas[i] != 0;
        vec_push(&search->row_min, 0);
        vec_push(&search->row_max, 10);
    }
    vec_push(&search->rows, row);
}

static void steps_both_ways_have_no_ranking(void **state)
{
    (void)state;
    WeightGoal ranking = {.counter = NO_INDEX};
    int64_t weights[2], scale;
    Matrix matrix;
    open_matrix(&matrix, 2);
    add_row(&matrix, (int[]){-1, 2}); /* one of the first for two others */
    add_row(&matrix, (int[]){0, -1});
    assert_true(linear_find_weights(&matrix.search, &ranking, weights, &scale));
    assert_true(weights[0] > 2 * weights[1] && weights[1] > 0);
    add_row(&matrix, (int[]){1, -3}); /* a better price, */
    assert_true(linear_find_weights(&matrix.search, &ranking, weights, &scale));
    assert_true(weights[0] > 2 * weights[1] && weights[0] < 3 * weights[1]);
    add_row(&matrix, (int[]){1, -2}); /* and one that leads back */
    assert_false(
        linear_find_weights(&matrix.search, &ranking, weights, &scale));
    linear_free_matrix(&matrix.search);
}

/* Steps that lower a sum with secret weights: some weights are found. */
static void rankings_of_random_matrices_are_found(void **state)
{
    (void)state;
    enum { COLUMNS = 5, ROWS = 40 };
    WeightGoal ranking = {.counter = NO_INDEX};
    for (uint64_t seed = 0; seed < 50; seed++) {
        Random random = random_new(seed, 1);
        int secret[COLUMNS], rows[ROWS][COLUMNS];
        int64_t weights[COLUMNS], scale;
        Matrix matrix;
        open_matrix(&matrix, COLUMNS);
        for (int i = 0; i < COLUMNS; i++)
            secret[i] = (int)random_below(&random, 9) - 4;
        secret[0] += !secret[0];
        for (int row = 0; row < ROWS;) {
            int sum = 0;
            for (int i = 0; i < COLUMNS; i++) {
                rows[row][i] = (int)random_below(&random, 7) - 3;
                sum += secret[i] * rows[row][i];
            }
            if (sum < 0)
                add_row(&matrix, rows[row++]);
        }
        assert_true(
            linear_find_weights(&matrix.search, &ranking, weights, &scale));
        for (int row = 0; row < ROWS; row++) {
            int64_t sum = 0;
            for (int i = 0; i < COLUMNS; i++)
                sum += weights[i] * rows[row][i];
            assert_true(sum <= -1);
        }
        linear_free_matrix(&matrix.search);
    }
}

/* Things are taken one at a time, and counted from 0 to 9. */
static bool counter_suffices_for(int things)
{
    Matrix matrix;
    open_matrix(&matrix, 2);
    LinearSearch *search = &matrix.search;
    search->columns.items[0].initial_value = things;
    search->columns.items[1].is_counter = true;
    add_row(&matrix, (int[]){-1, 1});
    search->row_min.items[0] = 1; /* what is taken is there */
    search->row_max.items[1] = 9;
    linear_drop_unbounded_counters(search);
    bool suffices = !search->columns.items[1].is_invalid;
    linear_free_matrix(search);
    return suffices;
}

static void a_counter_is_kept_as_long_as_it_suffices(void **state)
{
    (void)state;
    for (int things = 1; things <= 9; things++)
        assert_true(counter_suffices_for(things));
    assert_false(counter_suffices_for(10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_both_ways_have_no_ranking),
        cmocka_unit_test(rankings_of_random_matrices_are_found),
        cmocka_unit_test(a_counter_is_kept_as_long_as_it_suffices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
