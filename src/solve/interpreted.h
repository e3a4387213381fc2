/* interpreted.h - breadth-first search and random plays by the interpreter
 *
 * For games that are too large to be grounded.
 */
#ifndef ZERMELO_SOLVE_INTERPRETED_H
#define ZERMELO_SOLVE_INTERPRETED_H

#include "solve/puzzle.h"

/* As portfolio_solve, by INTERP. */
void interpreted_solve(const Puzzle *puzzle, Interp *interp, Best *best);

#endif
