/* move_independence.h - independence of moves, for partial-order reduction
 *
 * Two moves are independent if neither writes a feature that the other one
 * reads or writes, for its legality or its effects: then they can be made in
 * either order with the same result (Godefroid 1996). Of all plans that differ
 * only in the order of independent moves one is enough: each move has a rank,
 * and no move follows directly an independent move of a higher rank.
 *
 * Moves that exclude each other, because each destroys a precondition of the
 * other, have the same rank: the ways to fill a cell, say. So a rank is a part
 * of the puzzle, and independent parts are solved in order.
 *
 * Autonomous features do not count, unless they depend on features that moves
 * write. Terminal positions in between count only if asked for: otherwise a
 * reordered plan may end too early.
 */
#ifndef ZERMELO_SOLVE_MOVE_INDEPENDENCE_H
#define ZERMELO_SOLVE_MOVE_INDEPENDENCE_H

#include "sim/machine.h"
#include "solve/move_effects.h"

typedef struct MoveIndependence MoveIndependence;

/* NULL if it takes too much work, or if hardly any moves are independent. With
 * SAMPLE NULL it is exact, and moves that write what terminal reads are
 * independent of none. Otherwise terminal is ignored, and a move does not count
 * as writing a feature that it never changed in random plays on SAMPLE: good
 * for finding plans, not for proving that there are none. */
MoveIndependence *independence_new(MoveEffects *effects, const Machine *sample);
void independence_free(MoveIndependence *independence);

bool are_independent(const MoveIndependence *independence, uint32_t left,
                     uint32_t right);

/* Whether FIRST disables SECOND: it is never legal directly after it. */
bool disables(const MoveIndependence *independence, uint32_t first,
              uint32_t second);

uint32_t move_rank(const MoveIndependence *independence, uint32_t move);

/* The moves, sorted by rank. */
const uint32_t *moves_by_rank(const MoveIndependence *independence);

/* The COUNT moves of the same or a higher rank that may directly precede MOVE.
 */
const uint32_t *moves_allowed_before(const MoveIndependence *independence,
                                     uint32_t move, size_t *count);

#endif
