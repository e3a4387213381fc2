/* simulate.h - many random playouts, by any engine, on several threads */
#ifndef ZERMELO_SIM_SIMULATE_H
#define ZERMELO_SIM_SIMULATE_H

#include "sim/interp.h"
#include "sim/machine.h"
#include "sim/sliced.h"

/* Each plays what TASK hands out and adds it up in TALLY, whose goals are
 * numbered as in the net. */
void simulate_machine(const Machine *machine, PlayoutTask *task, Tally *tally,
                      size_t threads);
void simulate_sliced(const LanePlan *sliced, const Net *net, PlayoutTask *task,
                     Tally *tally, size_t threads);

/* The same by the interpreter, which has no net: GOALS[role][value] counts
 * values from 0 to 100. */
typedef struct {
    uint64_t playouts, states, given_up;
    uint64_t (*goals)[101];
} PlainTally;

void simulate_interp(Interp *interp, PlayoutTask *task, PlainTally *tally);

#endif
