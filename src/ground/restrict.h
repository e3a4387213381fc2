/* restrict.h - a network with some features known, as whose turn it is
 *
 * For games with turns: if it is known whose turn it is, half of the network
 * is constant, and so are the moves of everybody else.
 */
#ifndef ZERMELO_GROUND_RESTRICT_H
#define ZERMELO_GROUND_RESTRICT_H

#include "ground/net.h"

typedef enum { KNOWN_FALSE, KNOWN_TRUE, NOT_KNOWN } Known;

/* Features whose next value depends on nothing but such features, and that
 * repeat after a few steps whatever is played: control, most often. A game
 * without any has one phase, in which nothing is known. */
enum { MAX_PHASES = 8 };

typedef struct {
    size_t count;                   /* 1 to MAX_PHASES */
    const Known *known[MAX_PHASES]; /* by feature; of step i modulo count */
    const Net *nets[MAX_PHASES];    /* in which that is known */
} Phases;

/* What is known is in ARENA. The nets have the same features, moves and outputs
 * as NET, and the effects of moves besides. They share their nodes, and are
 * freed by net_free of the first. They borrow the names, so NET outlives them.
 */
Phases phases_of(const Net *net, Arena *arena);

#endif
