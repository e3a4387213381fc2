/* reachable_states.h - all reachable positions, if they are few
 *
 * Then everything about them can be seen: whether a play can go on for ever,
 * and if not, how long one can be.
 */
#ifndef ZERMELO_PROVE_WALK_REACHABLE_STATES_H
#define ZERMELO_PROVE_WALK_REACHABLE_STATES_H

#include "sim/machine.h"

typedef struct Exhaust Exhaust;

/* Looks at no more than MOST positions and ten times as many steps. */
Exhaust *exhaust_new(const Machine *machine, size_t most, const Budget *budget);
void exhaust_free(Exhaust *exhaust);

bool exhaust_complete(const Exhaust *exhaust); /* these are all positions */
size_t exhaust_count(const Exhaust *exhaust);
const uint64_t *exhaust_state(const Exhaust *exhaust, size_t position);
size_t exhaust_words(const Exhaust *exhaust); /* of a state */

/* Where the steps from a position lead, one for each joint move. */
size_t exhaust_target_count(const Exhaust *exhaust, size_t position);
uint32_t exhaust_target(const Exhaust *exhaust, size_t position, size_t number);

/* The joint moves to the first of COUNT positions and from each to the next, to
 * be freed; their number in *STEPS. */
uint32_t *exhaust_play_along(const Exhaust *exhaust, const uint32_t *positions,
                             size_t count, size_t *steps);

typedef struct {
    bool endless;    /* a play can come back to where it was */
    size_t bound;    /* else: no play has more steps */
    uint32_t *moves; /* of an endless one, to be freed: it returns to the */
    size_t steps, loop_from; /* position after LOOP_FROM steps */
} Length;

/* Only if all positions are known. */
Length exhaust_length(const Exhaust *exhaust);

#endif
