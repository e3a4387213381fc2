/* sliced.h - many random playouts at once, one lane each
 *
 * One pass over the network evaluates 128, 256 or 512 positions, as many as the
 * vector registers of the processor have bits. A lane plays a playout to its
 * end and then begins the next. The number of lanes changes no answer.
 *
 * Threads may share a LanePlan; each runs its own playouts, and all take them
 * from one counter.
 */
#ifndef ZERMELO_SIM_SLICED_H
#define ZERMELO_SIM_SLICED_H

#include "sim/lanes.h"

/* Compiles NET, which is borrowed, for playouts on this processor. */
LanePlan *sliced_new(const Net *net);

/* Plays the playouts that TASK hands out, and adds them up in TALLY. */
void sliced_run(const LanePlan *plan, PlayoutTask *task, Tally *tally);

/* Playouts from given states (sim/machine.h), for a search: the LaneWorker of a
 * thread is kept from call to call. */
enum { SLICED_LANES = 512 /* of the widest engine */, NO_GOAL = -1 };

/* Plays COUNT playouts, at most SLICED_LANES, playout FIRST + i from STATES[i].
 * GOALS[i * roles + role] becomes the role's lowest goal value at the end, or
 * NO_GOAL: it has none, or after so many STEPS (0: no limit) there was no end,
 * or BUDGET was spent. Returns the steps made. */
uint64_t sliced_batch_run(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals);

#endif
