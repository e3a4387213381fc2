/* explicit_check.h - explicit-state model checking of bounded properties
 *
 * A property of degree k speaks of sequences of k steps. It is decided by
 * evaluating it on all of these that begin in a reachable position, if
 * positions and sequences are few enough.
 */
#ifndef ZERMELO_PROVE_WALK_EXPLICIT_CHECK_H
#define ZERMELO_PROVE_WALK_EXPLICIT_CHECK_H

#include "formula/property_task.h"
#include "prove/walk/reachable_states.h"
#include "prove/walk/guided_walks.h"

typedef struct {
    const Net *net;
    const PropertyTable *properties;
    const GroundProperty *const *list;
    size_t count;
    const ReachableStates *reachable; /* complete */
    GuidedWalks *walks;
    const Budget *budget;
} ExplicitCheck;

/* Writes a counterexample of LIST[i] to PLAYS[i], or leaves its moves NULL.
 * Returns d + 1 if all properties up to degree d without a counterexample hold
 * in all reachable positions, 0 if there is no such d within the budget. */
unsigned explicit_check(const ExplicitCheck *check, Counterexample *plays);

#endif
