/* property_watch.h - properties that are tested in every position visited
 *
 * A property about several steps is tested on the last positions of each play.
 */
#ifndef ZERMELO_PROVE_WALK_PROPERTY_WATCH_H
#define ZERMELO_PROVE_WALK_PROPERTY_WATCH_H

#include "prove/walk/walk_archive.h"

typedef struct {
    const GroundProperty *property;
    uint32_t refuted_by; /* archived end of a counterexample, or NO_INDEX */
    size_t fails_at;     /* depth of the position in which it fails */
} WatchedProperty;

/* The properties that are tested on sequences of a certain number of steps. */
typedef struct {
    VEC(uint32_t) watched; /* not refuted yet */
    size_t planned_count;  /* of WATCHED when their gates were planned */
    /* Those that are under way, one for each step in which one began, modulo
     * their number; NULL if none was ever needed */
    GateLanes *sequences;
} PropertyWindow;

typedef struct {
    const PropertyTable *properties;
    VEC(WatchedProperty) watched;
    PropertyWindow windows[MAX_DEGREE + 1]; /* by number of steps */
    size_t step;                            /* tested so far */
    size_t planned_inputs;   /* of all gates of the windows: work of a step */
    bool plan_is_current;    /* the gates that are planned are needed, */
    bool has_new_properties; /* or a property was added since */
} PropertyWatch;

void watch_init(PropertyWatch *watch, const PropertyTable *properties);
void watch_clear(PropertyWatch *watch);

/* From now on PROPERTY is tested; returns its number. */
size_t watch_add(PropertyWatch *watch, const GroundProperty *property);

/* Before a step: restarts all plays if properties are new, since what they
 * refer to was not recorded. */
void watch_plan(PropertyWatch *watch, WalkLanes *lanes);

/* Tests all properties; the position in LANES is evaluated. */
void watch_test(PropertyWatch *watch, WalkLanes *lanes, WalkArchive *archive);

#endif
