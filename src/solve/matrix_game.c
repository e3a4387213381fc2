/* matrix_game.c - the value of a matrix game, exactly
 *
 * In:   a matrix of rationals
 * Out:  its value, and an optimal mixture of its rows
 *
 * The simplex method on the linear program of the column player (Dantzig 1951):
 * all entries are made positive; maximize the sum of y where A y <= 1 and y >=
 * 0: the value is 1 by that sum, and the prices of the rows by it are the
 * mixture. Bland's rule (1977) keeps it from cycling. Rows or columns of one
 * entry, and saddle points, need no linear program.
 */
#include "solve/matrix_game.h"

#include "base/memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* The tableau has a row for each row of the matrix and one of costs; a column
 * for each column of the matrix, and one of right sides. The slack of a row
 * takes the column of what takes its place (condensed tableau). */
struct MatrixGame {
    size_t rows, columns, capacity; /* of each of these arrays: */
    mpq_t *cells, *mix;
    uint32_t *basic, *nonbasic; /* variables: columns first, then slacks */
    mpq_t ratio, best_ratio, product, shift;
};

static mpq_t *cell(const MatrixGame *game, size_t row, size_t column)
{
    return &game->cells[row * (game->columns + 1) + column];
}

MatrixGame *matrix_game_new(void)
{
    MatrixGame *game = memory_zeroed(1, sizeof *game);
    mpq_inits(game->ratio, game->best_ratio, game->product, game->shift, NULL);
    return game;
}

void matrix_game_free(MatrixGame *game)
{
    for (size_t i = 0; i < game->capacity; i++)
        mpq_clears(game->cells[i], game->mix[i], NULL);
    mpq_clears(game->ratio, game->best_ratio, game->product, game->shift, NULL);
    free_all(game->cells, game->mix, game->basic, game->nonbasic, game);
}

/* Makes room for a tableau of COUNT cells. Whenever memory runs out, as many
 * numbers as CAPACITY says are initialized. */
static void grow(MatrixGame *game, size_t count)
{
    if (count <= game->capacity)
        return;
    game->cells = memory_resize(game->cells, count, sizeof(mpq_t));
    game->mix = memory_resize(game->mix, count, sizeof(mpq_t));
    game->basic = memory_resize(game->basic, count, sizeof(uint32_t));
    game->nonbasic = memory_resize(game->nonbasic, count, sizeof(uint32_t));
    for (; game->capacity < count; game->capacity++)
        mpq_inits(game->cells[game->capacity], game->mix[game->capacity], NULL);
}

void matrix_game_begin(MatrixGame *game, size_t rows, size_t columns)
{
    assert(rows && columns);
    grow(game, (rows + 1) * (columns + 1));
    game->rows = rows;
    game->columns = columns;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            mpq_set_si(*cell(game, i, j), 0, 1);
}

mpq_ptr matrix_game_entry(MatrixGame *game, size_t row, size_t column)
{
    assert(row < game->rows && column < game->columns);
    return *cell(game, row, column);
}

/* ---- without a linear program ---- */

/* The lowest entry of a row. */
static mpq_t *row_minimum(const MatrixGame *game, size_t row)
{
    mpq_t *lowest = cell(game, row, 0);
    for (size_t j = 1; j < game->columns; j++)
        if (mpq_cmp(*cell(game, row, j), *lowest) < 0)
            lowest = cell(game, row, j);
    return lowest;
}

static mpq_t *column_maximum(const MatrixGame *game, size_t column)
{
    mpq_t *highest = cell(game, 0, column);
    for (size_t i = 1; i < game->rows; i++)
        if (mpq_cmp(*cell(game, i, column), *highest) > 0)
            highest = cell(game, i, column);
    return highest;
}

/* Whether a pure row is optimal: then its number, and the value. */
static bool find_saddle_point(MatrixGame *game, size_t *row, mpq_ptr value)
{
    mpq_t *maximin = row_minimum(game, *row = 0);
    for (size_t i = 1; i < game->rows; i++) {
        mpq_t *lowest = row_minimum(game, i);
        if (mpq_cmp(*lowest, *maximin) > 0) {
            maximin = lowest;
            *row = i;
        }
    }
    for (size_t j = 0; j < game->columns; j++)
        if (mpq_cmp(*column_maximum(game, j), *maximin) == 0) {
            mpq_set(value, *maximin);
            return true;
        }
    return false;
}

/* ---- the linear program ---- */

static void begin_tableau(MatrixGame *game)
{
    size_t rows = game->rows, columns = game->columns;
    mpq_set_si(game->shift, 1, 1); /* all entries become at least 1 */
    for (size_t i = 0; i < rows; i++) {
        mpq_t *lowest = row_minimum(game, i);
        mpq_set_si(game->product, 1, 1);
        mpq_sub(game->product, game->product, *lowest);
        if (mpq_cmp(game->product, game->shift) > 0)
            mpq_set(game->shift, game->product);
    }
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++)
            mpq_add(*cell(game, i, j), *cell(game, i, j), game->shift);
        mpq_set_si(*cell(game, i, columns), 1, 1);
        game->basic[i] = (uint32_t)(columns + i);
    }
    for (size_t j = 0; j < columns; j++) {
        mpq_set_si(*cell(game, rows, j), -1, 1);
        game->nonbasic[j] = (uint32_t)j;
    }
    mpq_set_si(*cell(game, rows, columns), 0, 1);
}

/* By Bland's rule the variable with the lowest number among those that can
 * enter; COLUMNS if there is none. */
static size_t entering_column(const MatrixGame *game)
{
    size_t rows = game->rows, columns = game->columns;
    size_t entering = columns;
    for (size_t j = 0; j < columns; j++)
        if (mpq_sgn(*cell(game, rows, j)) < 0 &&
            (entering == columns ||
             game->nonbasic[j] < game->nonbasic[entering]))
            entering = j;
    return entering;
}

/* The row that limits the entering variable most; of several the one whose
 * variable has the lowest number. */
static size_t leaving_row(MatrixGame *game, size_t entering)
{
    size_t rows = game->rows, columns = game->columns;
    size_t leaving = rows;
    for (size_t i = 0; i < rows; i++) {
        if (mpq_sgn(*cell(game, i, entering)) <= 0)
            continue;
        mpq_div(game->ratio, *cell(game, i, columns), *cell(game, i, entering));
        int order =
            leaving == rows ? -1 : mpq_cmp(game->ratio, game->best_ratio);
        if (order > 0 || (order == 0 && game->basic[i] > game->basic[leaving]))
            continue;
        leaving = i;
        mpq_set(game->best_ratio, game->ratio);
    }
    assert(leaving < rows); /* all entries were positive: it is bounded */
    return leaving;
}

static void pivot(MatrixGame *game, size_t row, size_t column)
{
    size_t rows = game->rows, columns = game->columns;
    mpq_t *centre = cell(game, row, column);
    assert(mpq_sgn(*centre) > 0); /* so right sides stay at least 0 */
    mpq_inv(*centre, *centre);
    for (size_t j = 0; j <= columns; j++)
        if (j != column)
            mpq_mul(*cell(game, row, j), *cell(game, row, j), *centre);
    for (size_t i = 0; i <= rows; i++) {
        if (i == row || mpq_sgn(*cell(game, i, column)) == 0)
            continue;
        for (size_t j = 0; j <= columns; j++) {
            if (j == column)
                continue;
            mpq_mul(game->product, *cell(game, i, column), *cell(game, row, j));
            mpq_sub(*cell(game, i, j), *cell(game, i, j), game->product);
        }
        mpq_mul(*cell(game, i, column), *cell(game, i, column), *centre);
        mpq_neg(*cell(game, i, column), *cell(game, i, column));
    }
    uint32_t entering = game->nonbasic[column];
    game->nonbasic[column] = game->basic[row];
    game->basic[row] = entering;
}

static void solve_program(MatrixGame *game, mpq_ptr value)
{
    size_t rows = game->rows, columns = game->columns;
    begin_tableau(game);
    for (size_t column; (column = entering_column(game)) < columns;)
        pivot(game, leaving_row(game, column), column);
    mpq_t *total = cell(game, rows, columns);
    assert(mpq_sgn(*total) > 0);
    for (size_t i = 0; i < rows; i++)
        mpq_set_si(game->mix[i], 0, 1);
    for (size_t j = 0; j < columns; j++)
        if (game->nonbasic[j] >= columns)
            mpq_div(game->mix[game->nonbasic[j] - columns],
                    *cell(game, rows, j), *total);
    mpq_inv(value, *total);
    mpq_sub(value, value, game->shift);
}

void matrix_game_solve(MatrixGame *game, mpq_ptr value)
{
    size_t saddle_row;
    if (!find_saddle_point(game, &saddle_row, value)) {
        solve_program(game, value);
        return;
    }
    for (size_t i = 0; i < game->rows; i++)
        mpq_set_si(game->mix[i], i == saddle_row, 1);
}

mpq_t *matrix_game_mix(const MatrixGame *game, size_t *count)
{
    *count = game->rows;
    return game->mix;
}
