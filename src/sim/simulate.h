/* simulate.h - many random playouts, by any engine, on several threads
 *
 * Sliced playouts run many at once, one lane each (sim/lanes.h): a lane plays a
 * playout to its end and then begins the next. The number of lanes changes no
 * answer.
 */
#ifndef ZERMELO_SIM_SIMULATE_H
#define ZERMELO_SIM_SIMULATE_H

#include "sim/lanes.h"

/* Compiles NET, which is borrowed, for sliced playouts on this processor. */
LanePlan *sliced_new(const Net *net);

/* Each plays what TASK hands out and adds it up in TALLY. */
void simulate_engine(Engine *engine, PlayoutTask *task, Tally *tally);
void simulate_machine(const Machine *machine, PlayoutTask *task, Tally *tally,
                      size_t thread_count);
void simulate_sliced(const LanePlan *sliced, PlayoutTask *task, Tally *tally,
                     size_t thread_count);

/* Playouts from given states (sim/machine.h), for a search: the LaneWorker of a
 * thread is kept from call to call. */
enum { SLICED_LANES = 512 /* of the widest kernel */, NO_GOAL = -1 };

/* Plays COUNT playouts, at most SLICED_LANES, playout FIRST + i from STATES[i].
 * GOALS[i * roles + role] becomes the role's lowest goal value at the end, or
 * NO_GOAL: it has none, or after MAX_STEPS (0: no limit) there was no
 * end, or BUDGET was spent. Returns the steps made. */
uint64_t sliced_batch_run(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t max_steps, const Budget *budget, int *goals);

#endif
