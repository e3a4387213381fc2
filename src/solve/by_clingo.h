/* by_clingo.h - solving as published in 002: clingo on ext(G) and clauses (2)
 *
 * With a horizon one program is asked; without one the horizon grows. Before
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
    const Net *net; /* for the estimate, and the values */
    int goal;       /* the value asked for, or NO_VALUE for the highest */
    size_t horizon; /* NO_HORIZON: it grows */
    size_t megabytes;
    const Budget *budget;
    void (*report)(void *context, const Best *best);
    void *context;
    MoveTable *moves; /* filled: what the numbers in a plan mean */
    Arena *arena;     /* for reasons */
} ClingoPuzzle;

typedef struct {
    uint64_t rules;     /* of the largest ground program, as estimated */
    size_t horizon;     /* of that program */
    const char *reason; /* why it went no further, or NULL */
} ClingoEffort;

ClingoEffort clingo_solve(const ClingoPuzzle *puzzle, Best *best);

#endif
