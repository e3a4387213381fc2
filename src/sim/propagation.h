/* propagation.h - one network, one position at a time, only what changes
 *
 * Signals are what runs through a Circuit at one position. What is asked of
 * them depends on the phase that the position is in. Private to
 * sim/machine.c.
 */
#ifndef ZERMELO_SIM_PROPAGATION_H
#define ZERMELO_SIM_PROPAGATION_H

#include "sim/circuit.h"

typedef struct Propagation Propagation;

Propagation *propagation_new(const Circuit *circuit); /* at the initial state */
void propagation_free(Propagation *propagation);

/* Back to how they were at first. Copying that is cheaper than going through
 * all that is different. */
void propagation_reset(Propagation *propagation);

/* A state has a bit for each feature. */
void propagation_set(Propagation *propagation, const uint64_t *state);
const uint64_t *propagation_state(const Propagation *propagation);
bool propagation_terminal(const Propagation *propagation, size_t phase);
const uint64_t *propagation_legal(const Propagation *propagation, size_t phase,
                                  size_t role);

void propagation_moves(Propagation *propagation, size_t phase,
                       const uint32_t *moves);
const uint64_t *propagation_next(const Propagation *propagation);
bool propagation_goal(Propagation *propagation, size_t phase, size_t role,
                      size_t number);
bool propagation_percept(Propagation *propagation, size_t phase, size_t role,
                         size_t number);

#endif
