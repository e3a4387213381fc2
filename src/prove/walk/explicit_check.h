/* explicit_check.h - properties, looked at in all positions
 *
 * And on all sequences that begin there, as many steps long as a property
 * speaks of: so each is decided, if positions and sequences are few.
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

/* PLAYS[i] for LIST[i]: one on which it fails. Returns 1 more than the degree
 * up to which all properties without one are true in all positions; 0 if the
 * budget was spent. */
unsigned explicit_check(const ExplicitCheck *check, BoundedPlay *plays);

#endif
