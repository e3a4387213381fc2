/* goal_lower_bound.h - lower bound of the number of moves to a better end
 *
 * A clause over features holds in all ends of some values: a (disjunctive)
 * landmark of the goal. Clauses that no move could satisfy more than n of at
 * once share the cost of a move equally; a clause that no move can satisfy is
 * a dead end. Clauses that become true without any move are left out.
 */
#ifndef ZERMELO_SOLVE_GOAL_LOWER_BOUND_H
#define ZERMELO_SOLVE_GOAL_LOWER_BOUND_H

#include "solve/move_effects.h"
#include "solve/puzzle.h"

#define UNREACHABLE SIZE_MAX

/* No plan from the start of PUZZLE to an end with more than VALUE has fewer
 * moves; UNREACHABLE: there is none. */
size_t goal_lower_bound(const Puzzle *puzzle, MoveEffects *effects, int value);

#endif
