/* move_order.h - which moves alpha-beta tries first
 *
 * Two orders, of which neither is good in every game (alpha_beta.c tries both).
 */
#ifndef ZERMELO_SOLVE_MOVE_ORDER_H
#define ZERMELO_SOLVE_MOVE_ORDER_H

#include "ground/net.h"

typedef enum {
    ORDER_HISTORY, /* how often a move was best (Schaeffer 1983) */
    ORDER_FAN_OUT, /* how much of the network reads what it makes true */
} MoveOrderKind;

typedef struct {
    MoveOrderKind kind;
    const Net *net;
    uint64_t **history; /* by role and move */
    uint64_t *fan_out;  /* by feature: nodes that depend on it within a step */
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

void move_order_note_best(MoveOrder *order, size_t role, uint32_t move);
void move_order_forget(MoveOrder *order);

#endif
