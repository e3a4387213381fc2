/* propagation.h - one network, one position at a time, only what changes
 *
 * Signals are what runs through a Circuit at one position. What is asked of
 * them depends on the phase that the position is in. Private to
 * sim/machine.c.
 */
#ifndef ZERMELO_SIM_PROPAGATION_H
#define ZERMELO_SIM_PROPAGATION_H

#include "sim/circuit.h"

typedef struct Signals Signals;

Signals *signals_new(const Circuit *circuit); /* at the initial state */
void signals_free(Signals *signals);

/* Back to how they were at first. Copying that is cheaper than going through
 * all that is different. */
void signals_reset(Signals *signals);

/* A state has a bit for each feature. */
void signals_set(Signals *signals, const uint64_t *state);
const uint64_t *signals_state(const Signals *signals);
bool signals_terminal(const Signals *signals, size_t phase);
const uint64_t *signals_legal(const Signals *signals, size_t phase,
                              size_t role);

void signals_moves(Signals *signals, size_t phase, const uint32_t *moves);
const uint64_t *signals_next(const Signals *signals);
bool signals_goal(Signals *signals, size_t phase, size_t role, size_t number);
bool signals_percept(Signals *signals, size_t phase, size_t role,
                     size_t number);

#endif
