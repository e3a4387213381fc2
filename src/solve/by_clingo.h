/* by_clingo.h - planning by answer sets, with clingo (Thielscher, ICLP 2009)
 *
 * With a horizon one program is solved; without one the horizon grows. Before
 * each program the size of its ground version is estimated, as the paper's
 * conclusion proposes, and one that would not fit in memory is not tried.
 */
#ifndef ZERMELO_SOLVE_BY_CLINGO_H
#define ZERMELO_SOLVE_BY_CLINGO_H

#include "sim/interp.h"
#include "solve/interpreted.h"

typedef struct {
    const Game *game;
    const Term *role;
    const Position *start;
    const Net *net; /* for the size estimate and the goal values */
    int goal;       /* the value asked for, or NO_VALUE for the highest */
    size_t horizon; /* NO_HORIZON: it grows */
    size_t megabytes;
    const Budget *budget;
    void (*report)(void *context, const Best *best);
    void *context;
    TermVec *moves; /* output: the terms of the move numbers in a plan */
    Arena *arena;   /* for reasons */
} ClingoPuzzle;

typedef struct {
    uint64_t rules;     /* estimated size of the largest ground program */
    size_t horizon;     /* of that program */
    const char *reason; /* why it stopped, or NULL */
} ClingoEffort;

ClingoEffort clingo_solve(const ClingoPuzzle *puzzle, Best *best);

#endif
