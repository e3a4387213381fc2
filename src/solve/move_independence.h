/* move_independence.h - independence of moves, to search one order of them
 *
 * Two moves are independent if neither writes a feature that the other one
 * reads or writes, for its legality or its effects: then they can be made in
 * either order with the same result (Godefroid 1996). Of all plans that differ
 * only in the order of independent moves one is enough: each move has a rank,
 * and no move follows directly an independent move of a higher rank.
 *
 * Moves that exclude each other, because each destroys what the other one
 * requires, have the same rank: the ways to fill a cell, say. So a rank is a
 * part of the puzzle, and independent parts are solved in order.
 *
 * It is not exact: terminal is ignored, so that a reordered plan may end too
 * early, and a move does not count as writing a feature that it never changed
 * in random plays. Good for finding plans, not for proving that there are none.
 */
#ifndef ZERMELO_SOLVE_MOVE_INDEPENDENCE_H
#define ZERMELO_SOLVE_MOVE_INDEPENDENCE_H

#include "base/graph.h"
#include "sim/machine.h"
#include "solve/move_effects.h"

typedef struct {
    Arena *arena;
    uint32_t *rank;    /* by move */
    uint32_t *by_rank; /* the moves, sorted by rank */
    /* By move: the moves of the same or a higher rank that may directly
     * precede it. */
    Graph allowed_before;
} MoveIndependence;

/* NULL if it takes too much work, or if hardly any moves are independent. */
MoveIndependence *independence_new(MoveEffects *effects,
                                   const Machine *machine);
void independence_free(MoveIndependence *independence);

#endif
