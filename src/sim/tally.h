/* tally.h - which playouts to play, and what came of them
 *
 * Every playout that is handed out is counted when it ends, long or short: to
 * stop at the first so many that end would favour the short ones.
 */
#ifndef ZERMELO_SIM_TALLY_H
#define ZERMELO_SIM_TALLY_H

#include "base/budget.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct {
    uint64_t seed;
    uint64_t playouts;     /* how many are wanted; 0: until the time is up */
    uint64_t steps;        /* a playout that is longer is given up */
    double until;          /* no new ones after this; 0: no end */
    const Budget *budget;  /* the ones under way are given up with it */
    _Atomic uint64_t next; /* to be handed out */
} PlayoutTask;

typedef struct {
    uint64_t playouts, states; /* finished ones, and their transitions */
    uint64_t given_up;         /* too long, stuck, or out of time */
    size_t roles;
    uint64_t (*goals)[101]; /* by role, by value: how often it was the goal */
} Tally;

/* The number of the next playout; false if there is none. */
bool task_take(PlayoutTask *task, uint64_t *playout);

Tally tally_new(size_t roles);
void tally_add(Tally *sum, const Tally *more);
void tally_free(Tally *tally);

#endif
