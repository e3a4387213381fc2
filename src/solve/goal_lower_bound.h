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

typedef struct Needs Needs;

#define NEVER SIZE_MAX

/* For ends that are worth more than VALUE. */
Needs *needs_new(const Puzzle *puzzle, const Touch *touch, int value);
void needs_free(Needs *needs);

/* No plan from STATE to such an end has fewer moves; NEVER: there is none. */
size_t needs_moves(const Needs *needs, const uint64_t *state);

size_t needs_count(const Needs *needs); /* how many needs there are */

#endif
