/* sliced.h - many random playouts at once, one bit of a vector each
 *
 * One pass over the network evaluates 512 positions. A lane is one bit of
 * every vector: it plays a playout to its end and then begins the next.
 *
 * A Sliced never changes, so threads may share it; each thread runs its own
 * playouts, and all take them from one counter.
 */
#ifndef ZERMELO_SIM_SLICED_H
#define ZERMELO_SIM_SLICED_H

#include "sim/tally.h"
#include "ground/net.h"

typedef struct Sliced Sliced;

Sliced *sliced_new(const Net *net); /* borrows the net, which outlives it */
void sliced_free(Sliced *sliced);

/* Plays the playouts that TASK hands out, and adds them up in TALLY. */
void sliced_run(const Sliced *sliced, PlayoutTask *task, Tally *tally);

#endif
