/* phases.h - whose turn it is, as far as the rules say so in advance
 *
 * Features whose next value depends on nothing but such features, and that
 * repeat after a few steps whatever is played: control, most often. A game
 * without any has one phase, in which nothing is known.
 */
#ifndef ZERMELO_GROUND_PHASES_H
#define ZERMELO_GROUND_PHASES_H

#include "ground/restrict.h"

enum { MAX_PHASES = 8 };

typedef struct {
    size_t count;                   /* 1 to MAX_PHASES */
    const Known *known[MAX_PHASES]; /* by feature; of step i modulo count */
} Phases;

Phases phases_of(const Net *net, Arena *arena);

#endif
