/* portfolio.h - portfolio of plan searches that take turns on one puzzle */
#ifndef ZERMELO_SOLVE_PORTFOLIO_H
#define ZERMELO_SOLVE_PORTFOLIO_H

#include "solve/puzzle.h"

/* Searches until the best plan is certain, nothing is left to try, or the
 * budget is spent; the result is in BEST. */
void portfolio_solve(const Puzzle *puzzle, Best *best);

#endif
