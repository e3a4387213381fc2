/* move_order.h - which moves alpha-beta tries first
 *
 * Those first of which much depends: how much of the network reads what a move
 * makes true. In some games that says little, and in others how often a move
 * was best says little; so the one is scaled by the other.
 */
#ifndef ZERMELO_SOLVE_MOVE_ORDER_H
#define ZERMELO_SOLVE_MOVE_ORDER_H

#include "ground/net.h"

typedef struct {
    const Net *net;
    uint64_t *fan_out; /* by feature: nodes that depend on it within a step */
    /* By role and move: how often it was tried, and was best (the relative
     * history heuristic of Winands and others 2004). */
    uint64_t **tried, **best;
    /* By role and move: the move of the same name of another one, or NO_INDEX.
     */
    uint32_t **twins;
} MoveOrder;

MoveOrder move_order_new(const Net *net, Arena *arena); /* in ARENA */

/* The higher, the sooner the move is to be tried: it leads from BEFORE to
 * AFTER, of WORD_COUNT words each. */
uint64_t move_order_score(const MoveOrder *order, size_t role, uint32_t move,
                          const uint64_t *before, const uint64_t *after,
                          size_t word_count);

#endif
