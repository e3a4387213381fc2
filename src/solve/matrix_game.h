/* matrix_game.h - the value of a matrix game, exactly */
#ifndef ZERMELO_SOLVE_MATRIX_GAME_H
#define ZERMELO_SOLVE_MATRIX_GAME_H

#include <gmp.h>
#include <stddef.h>

typedef struct MatrixGame MatrixGame;

MatrixGame *matrix_game_new(void);
void matrix_game_free(MatrixGame *game);

/* Begins a matrix of zeros. */
void matrix_game_begin(MatrixGame *game, size_t rows, size_t columns);
/* An entry, to be set: what the row player gets, who wants much of it. */
mpq_ptr matrix_game_entry(MatrixGame *game, size_t row, size_t column);
/* Sets VALUE. Destroys the entries. */
void matrix_game_solve(MatrixGame *game, mpq_ptr value);
/* With which probability the row player plays each of its rows. */
mpq_t *matrix_game_mix(const MatrixGame *game, size_t *count);

#endif
