/* matrix_game_test.c - values of matrix games, exactly */
#include "support.h"

#include "solve/matrix_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value and the mixture of rows: "1/2: 1/2 1/2". */
static const char *solved(size_t rows, size_t columns, const int *entries)
{
    static char out[400];
    mpq_t value;
    MatrixGame *game = matrix_game_new();
    mpq_init(value);
    /* what came before leaves nothing behind */
    matrix_game_begin(game, 1, 1);
    mpq_set_si(matrix_game_entry(game, 0, 0), 7, 1);
    matrix_game_solve(game, value);
    matrix_game_begin(game, rows, columns);
    for (size_t i = 0; i < rows * columns; i++)
        mpq_set_si(matrix_game_entry(game, i / columns, i % columns),
                   entries[i], 1);
    matrix_game_solve(game, value);
    mpq_t *mix = matrix_game_mix(game, &rows);
    char *text = mpq_get_str(NULL, 10, value);
    size_t used = (size_t)snprintf(out, sizeof out, "%s:", text);
    free(text);
    for (size_t i = 0; i < rows; i++) {
        text = mpq_get_str(NULL, 10, mix[i]);
        used += (size_t)snprintf(out + used, sizeof out - used, " %s", text);
        free(text);
    }
    mpq_clear(value);
    matrix_game_free(game);
    return out;
}

static void a_saddle_point_needs_no_mixing(void **state)
{
    (void)state;
    assert_string_equal(solved(1, 3, (int[]){4, 2, 9}), "2: 1");
    assert_string_equal(solved(3, 1, (int[]){4, 2, 9}), "9: 0 0 1");
    /* the prisoner's dilemma, for one of them */
    assert_string_equal(solved(2, 2, (int[]){3, 0, 5, 1}), "1: 0 1");
}

static void moves_are_mixed_as_the_textbook_says(void **state)
{
    (void)state;
    assert_string_equal(solved(2, 2, (int[]){1, -1, -1, 1}), "0: 1/2 1/2");
    assert_string_equal(
        solved(3, 3, (int[]){50, 0, 100, 100, 50, 0, 0, 100, 50}),
        "50: 1/3 1/3 1/3");
    /* von Neumann and Morgenstern, Holmes and Moriarty */
    assert_string_equal(solved(2, 2, (int[]){-100, 100, 0, -100}),
                        "-100/3: 1/3 2/3");
    /* the third row is worse than a mixture of the others */
    assert_string_equal(solved(3, 2, (int[]){8, 0, 0, 8, 3, 3}),
                        "4: 1/2 1/2 0");
    assert_string_equal(solved(2, 4, (int[]){1, 3, 5, 7, 6, 4, 2, 0}),
                        "7/2: 1/2 1/2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saddle_point_needs_no_mixing),
        cmocka_unit_test(moves_are_mixed_as_the_textbook_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
