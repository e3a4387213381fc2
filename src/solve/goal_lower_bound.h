/* goal_lower_bound.h - lower bound of the number of moves to a better end
 *
 * A clause over features holds in all ends of some values: a (disjunctive)
 * landmark of the goal. Clauses that no move could satisfy more than n of at
 * once share the cost of a move equally; a clause that no move can satisfy is
 * a dead end. Autonomous features are left out.
 */
#ifndef ZERMELO_SOLVE_GOAL_LOWER_BOUND_H
#define ZERMELO_SOLVE_GOAL_LOWER_BOUND_H

#include "solve/puzzle.h"
#include "solve/move_effects.h"

typedef struct GoalBound GoalBound;

#define UNREACHABLE SIZE_MAX

/* For ends with more than VALUE. */
GoalBound *goal_bound_new(const Puzzle *puzzle, MoveEffects *effects,
                          int value);
void goal_bound_free(GoalBound *bound);

/* No plan from STATE to such an end has fewer moves; UNREACHABLE: there is
 * none. */
size_t goal_bound_moves(const GoalBound *bound, const uint64_t *state);

size_t goal_bound_clauses(const GoalBound *bound); /* number of clauses */

#endif
