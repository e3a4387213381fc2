/* interpreted.h - breadth-first search and random plays by the interpreter
 *
 * For games that are too large to be grounded.
 */
#ifndef ZERMELO_SOLVE_INTERPRETED_H
#define ZERMELO_SOLVE_INTERPRETED_H

#include "sim/interp.h"
#include "solve/puzzle.h"

typedef struct {
    Interp *interp;
    const Position *start;
    int goal; /* the value asked for, or NO_VALUE for the highest */
    size_t horizon, bytes;
    uint64_t seed;
    const Budget *budget;
    void (*report)(void *context, const Best *best); /* may be NULL */
    void *context;
    TermVec *moves; /* output: the terms of the move numbers in a plan */
} InterpretedPuzzle;

/* An empty result with the bound HIGHEST, the highest value in the rules. */
Best interpreted_best(const InterpretedPuzzle *puzzle, int highest);

/* As portfolio_solve. */
void interpreted_solve(const InterpretedPuzzle *puzzle, Best *best);

#endif
