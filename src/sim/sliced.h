/* sliced.h - many random playouts at once, one bit of a vector each
 *
 * One pass over the network evaluates 128, 256 or 512 positions, as many as the
 * vector registers of the processor have bits. A lane is one bit of every
 * vector: it plays a playout to its end and then begins the next. The number of
 * lanes changes no answer.
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

/* Playouts from given states (sim/machine.h), for a search: what one thread
 * needs for them, kept from call to call. */
typedef struct SlicedBatch SlicedBatch;

enum { SLICED_LANES = 512 /* of the widest engine */, NO_GOAL = -1 };

SlicedBatch *sliced_batch_new(const Sliced *sliced);
void sliced_batch_free(SlicedBatch *batch);

/* Plays COUNT playouts, at most SLICED_LANES, playout FIRST + i from STATES[i].
 * GOALS[i * roles + role] becomes the number of the role's first goal output
 * that holds at the end, or NO_GOAL: none does, or after so many STEPS (0: no
 * limit) there was no end, or BUDGET was spent. Returns the steps made. */
uint64_t sliced_batch_run(SlicedBatch *batch, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals);

#endif
