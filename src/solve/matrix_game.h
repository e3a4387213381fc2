/* matrix_game.h - the value of a matrix game, exactly */
#ifndef ZERMELO_SOLVE_MATRIX_GAME_H
#define ZERMELO_SOLVE_MATRIX_GAME_H

#include <gmp.h>
#include <stddef.h>

typedef struct MatrixGame MatrixGame;

/* For matrices of at most so many rows, columns and entries. */
MatrixGame *matrix_game_new(size_t max_rows, size_t max_columns,
                            size_t max_entries);
void matrix_game_free(MatrixGame *game);

/* What follows allocates by libgmp only. Begins a matrix of zeros. */
void matrix_game_begin(MatrixGame *game, size_t rows, size_t columns);
/* An entry, to be set: what the row player gets, who wants much of it. */
mpq_ptr matrix_game_entry(MatrixGame *game, size_t row, size_t column);
/* Sets VALUE, and unless it is NULL MIX: with which probability the row player
 * plays each row. Destroys the entries. */
void matrix_game_solve(MatrixGame *game, mpq_ptr value, mpq_t *mix);

#endif
