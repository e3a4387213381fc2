/* by_clingo.h - planning by answer sets, with clingo (Thielscher, ICLP 2009)
 *
 * With a horizon one program is solved; without one the horizon grows. Before
 * each program the size of its ground version is estimated, as the paper's
 * conclusion proposes, and one that would not fit in memory is not tried.
 */
#ifndef ZERMELO_SOLVE_BY_CLINGO_H
#define ZERMELO_SOLVE_BY_CLINGO_H

#include "solve/puzzle.h"

/* ---- programs ---- */

/* ext(G) and P^legal of the paper: the answer sets are the plays from START of
 * HORIZON steps, and the shorter ones that end. */
void plays_program(Text *out, const Game *game, const Position *start,
                   size_t horizon);

/* ext(G) and clauses (2) of the paper: the answer sets are the plays from START
 * of at most HORIZON steps that end with VALUE for ROLE. Only the moves are
 * shown. */
void plan_program(Text *out, const Game *game, const Position *start,
                  const Term *role, int value, size_t horizon);

/* ---- planning ---- */

typedef struct {
    uint64_t rules;     /* estimated size of the largest ground program */
    size_t horizon;     /* of that program */
    const char *reason; /* why it stopped, or NULL */
} ClingoEffort;

/* PUZZLE has a net. Clingo may take MEGABYTES, or 0: any number. The reason is
 * in ARENA. */
ClingoEffort clingo_solve(const Puzzle *puzzle, size_t megabytes, Arena *arena,
                          Best *best);

#endif
