/* evaluation.h - what makes a position look good
 *
 * How nearly the goal holds (solve/fuzzy_goal.h); few moves to make, where the
 * hardest part should be done first, as in Warnsdorff's rule for the knight;
 * many, where it is bad to get stuck; the same for moves after which the game
 * goes on; and chance among equals.
 */
#ifndef ZERMELO_SOLVE_EVALUATION_H
#define ZERMELO_SOLVE_EVALUATION_H

#include "base/random.h"
#include "solve/fuzzy_goal.h"
#include "solve/puzzle.h"

typedef struct {
    float goal, moves, alive, chance; /* weights */
} Evaluation;

/* What is aimed at. */
typedef struct {
    int value;
    FuzzyGoal *measure;     /* NULL if the rules do not have this value */
    uint64_t *here, *there; /* room for two states */
} Aim;

Aim aim_new(const Puzzle *puzzle);

/* Aims at VALUE, if it did not yet. */
void aim_at(Aim *aim, const Puzzle *puzzle, int value);
void aim_free(Aim *aim);

/* The lowest value above what is known. */
int next_value(const Puzzle *puzzle, const Best *best);

/* How good the position looks at which CURSOR stands; what it costs to find
 * out, in moves made, is added to *COST. */
float evaluation_of(const Evaluation *evaluation, const Aim *aim,
                    Cursor *cursor, Random *random, uint64_t *cost);

#endif
