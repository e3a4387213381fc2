/* goal_lower_bound.h - how many moves it takes at least to reach an end of some
 * value
 *
 * What such an end needs: literals over features that hold in all of them, or
 * of which one at least does. A need that is not met, of which no move could
 * meet more than so many at once, takes its part of a move; one that no move
 * can meet at all is a dead end. What changes by itself is left out.
 */
#ifndef ZERMELO_SOLVE_GOAL_LOWER_BOUND_H
#define ZERMELO_SOLVE_GOAL_LOWER_BOUND_H

#include "solve/puzzle.h"
#include "solve/move_effects.h"

typedef struct GoalBound GoalBound;

#define UNREACHABLE SIZE_MAX

/* For ends that are worth more than VALUE. */
GoalBound *goal_bound_new(const Puzzle *puzzle, const MoveEffects *effects,
                          int value);
void goal_bound_free(GoalBound *bound);

/* No plan from STATE to such an end has fewer moves; NEVER: there is none. */
size_t goal_bound_moves(const GoalBound *bound, const uint64_t *state);

size_t
goal_bound_clauses(const GoalBound *bound); /* how many needs there are */

#endif
