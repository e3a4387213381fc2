/* portfolio.h - several searches on one puzzle, within one budget */
#ifndef ZERMELO_SOLVE_PORTFOLIO_H
#define ZERMELO_SOLVE_PORTFOLIO_H

#include "solve/puzzle.h"

/* Looks for the best plan until it is certain, nothing is left to be tried, or
 * the budget is spent; BEST has what came of it. */
void portfolio_solve(const Puzzle *puzzle, Best *best);

#endif
