/* move_independence.h - which moves can be made in either order
 *
 * Two moves commute if neither touches a feature that the other one touches or
 * looks at, for being legal or for what it does: then either can be made first,
 * with the same result. Of all plans that differ only in the order of such
 * moves one will do: each move has a rank, and none comes right after one of a
 * higher rank that commutes with it.
 *
 * Moves that exclude each other, because each takes away what the other needs,
 * have the same rank: ways to fill a cell, say. So a rank is a part of the
 * puzzle, and parts that have nothing to do with each other are solved in
 * order.
 *
 * What has no part in that order is what changes by itself, as the number of
 * the step does, unless it looks at what moves touch. Terminal positions in
 * between are only looked after if asked for: otherwise the reordered plan may
 * end too early.
 */
#ifndef ZERMELO_SOLVE_MOVE_INDEPENDENCE_H
#define ZERMELO_SOLVE_MOVE_INDEPENDENCE_H

#include "sim/machine.h"
#include "solve/move_effects.h"

typedef struct MoveIndependence MoveIndependence;

/* NULL if it would be too much to compute, or if hardly any moves commute.
 * With SAMPLE NULL it is exact, and moves that touch what terminal looks at
 * commute with none. Otherwise ends are not looked after, and a feature that
 * has the value that a move gives it in all states seen in random plays on
 * SAMPLE, whenever the move is legal, is not taken to be touched: good for
 * finding plans, not for proving that there are none. */
MoveIndependence *independence_new(const MoveEffects *effects,
                                   const Machine *sample);
void independence_free(MoveIndependence *independence);

bool are_independent(const MoveIndependence *independence, uint32_t left,
                     uint32_t right);

/* Whether SECOND is never legal right after FIRST. */
bool disables(const MoveIndependence *independence, uint32_t first,
              uint32_t second);

uint32_t move_rank(const MoveIndependence *independence, uint32_t move);

/* The moves by rank. */
const uint32_t *moves_by_rank(const MoveIndependence *independence);

/* The moves of the same or a higher rank that may come right before MOVE, and
 * how many. */
const uint32_t *moves_allowed_before(const MoveIndependence *independence,
                                     uint32_t move, size_t *count);

#endif
