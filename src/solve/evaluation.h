/* evaluation.h - heuristic evaluation of positions of a puzzle
 *
 * A weighted sum of: the degree to which the goal holds (solve/fuzzy_goal.h);
 * mobility, with a negative weight where the most constrained part should be
 * done first, as in Warnsdorff's rule, and a positive one where dead ends are
 * to be avoided; the same for moves that do not end the game; and noise to
 * break ties.
 */
#ifndef ZERMELO_SOLVE_EVALUATION_H
#define ZERMELO_SOLVE_EVALUATION_H

#include "base/random.h"
#include "solve/fuzzy_goal.h"
#include "solve/puzzle.h"

typedef struct {
    float goal, moves, safe_moves, noise; /* weights */
} Evaluation;

/* The goal value that the search tries to reach. */
typedef struct {
    int value;
    FuzzyGoal *goal;        /* NULL if no rule has this value */
    uint64_t *state_buffer; /* buffer of a state */
} Target;

Target target_new(const Puzzle *puzzle);

/* Changes the target value to VALUE. */
void target_set(Target *target, const Puzzle *puzzle, int value);
void target_free(Target *target);

/* The lowest value above that of the best plan. */
int next_target_value(const Puzzle *puzzle, const Best *best);

/* The evaluation of the position of CURSOR; its cost, in moves made, is added
 * to *COST. */
float evaluation_of(const Evaluation *evaluation, const Target *target,
                    Cursor *cursor, Random *random, uint64_t *cost);

#endif
