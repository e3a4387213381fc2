/* lazy_goals.h - goals and percepts, computed on demand
 *
 * Private to sim/machine.c.
 */
#ifndef ZERMELO_SIM_LAZY_GOALS_H
#define ZERMELO_SIM_LAZY_GOALS_H

#include "sim/circuit.h"

typedef struct LazyGoals LazyGoals;

LazyGoals *lazy_goals_new(const Circuit *circuit);
void lazy_goals_free(LazyGoals *lazy);

/* To be called when the position or the moves have changed. */
void lazy_goals_forget(LazyGoals *lazy);

/* The value of LIT, where CORE is settled and MOVES are made. */
bool lazy_goals_value(LazyGoals *lazy, Lit lit, const Counters *core,
                      const uint32_t *moves);

#endif
