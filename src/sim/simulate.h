/* simulate.h - many random playouts, by any engine, on several threads */
#ifndef ZERMELO_SIM_SIMULATE_H
#define ZERMELO_SIM_SIMULATE_H

#include "sim/interp.h"
#include "sim/machine.h"
#include "sim/sliced.h"

/* Each plays what TASK hands out and adds it up in TALLY. An interpreter adds
 * terms to its game, and so has no threads. */
void simulate_machine(const Machine *machine, PlayoutTask *task, Tally *tally,
                      size_t threads);
void simulate_sliced(const LanePlan *sliced, PlayoutTask *task, Tally *tally,
                     size_t threads);
void simulate_interp(Interp *interp, PlayoutTask *task, Tally *tally);

#endif
