/* reachable_states.h - all reachable positions, if they are few
 *
 * Then everything about them can be seen: whether a play can go on for ever,
 * and if not, how long one can be.
 */
#ifndef ZERMELO_PROVE_WALK_REACHABLE_STATES_H
#define ZERMELO_PROVE_WALK_REACHABLE_STATES_H

#include "sim/machine.h"

typedef struct ReachableStates ReachableStates;

/* Looks at no more than MOST positions and ten times as many steps. */
ReachableStates *reachable_new(const Machine *machine, size_t most,
                               const Budget *budget);
void reachable_free(ReachableStates *reachable);

bool reachable_complete(
    const ReachableStates *reachable); /* these are all positions */
size_t reachable_count(const ReachableStates *reachable);
const uint64_t *reachable_state(const ReachableStates *reachable,
                                size_t position);
size_t reachable_words(const ReachableStates *reachable); /* of a state */

/* Where the steps from a position lead, one for each joint move. */
size_t reachable_target_count(const ReachableStates *reachable,
                              size_t position);
uint32_t reachable_target(const ReachableStates *reachable, size_t position,
                          size_t number);

/* The joint moves to the first of COUNT positions and from each to the next, to
 * be freed; their number in *STEPS. */
uint32_t *reachable_play_along(const ReachableStates *reachable,
                               const uint32_t *positions, size_t count,
                               size_t *steps);

typedef struct {
    bool endless;    /* a play can come back to where it was */
    size_t bound;    /* else: no play has more steps */
    uint32_t *moves; /* of an endless one, to be freed: it returns to the */
    size_t steps, loop_from; /* position after LOOP_FROM steps */
} PlayLength;

/* Only if all positions are known. */
PlayLength reachable_length(const ReachableStates *reachable);

#endif
