/* lazy_goals.h - what is computed only when somebody asks: goals and percepts
 *
 * Private to sim/propagation.c.
 */
#ifndef ZERMELO_SIM_LAZY_GOALS_H
#define ZERMELO_SIM_LAZY_GOALS_H

#include "sim/circuit.h"

typedef struct Asked Asked;

Asked *asked_new(const Circuit *circuit);
void asked_free(Asked *asked);
void asked_forget(Asked *asked); /* the position or the moves have changed */

/* The value of LIT, where CORE is settled and MOVES are made. */
bool asked_value(Asked *asked, Lit lit, const Counters *core,
                 const uint32_t *moves);

#endif
