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
    float goal, moves, safe_moves, noise; /* weights */
} Evaluation;

/* What is aimed at. */
typedef struct {
    int value;
    FuzzyGoal *goal;        /* NULL if the rules do not have this value */
    uint64_t *here, *there; /* room for two states */
} Target;

Target target_new(const Puzzle *puzzle);

/* Aims at VALUE, if it did not yet. */
void target_set(Target *target, const Puzzle *puzzle, int value);
void target_free(Target *target);

/* The lowest value above what is known. */
int next_target_value(const Puzzle *puzzle, const Best *best);

/* How good the position looks at which CURSOR stands; what it costs to find
 * out, in moves made, is added to *COST. */
float evaluation_of(const Evaluation *evaluation, const Target *target,
                    Cursor *cursor, Random *random, uint64_t *cost);

#endif
