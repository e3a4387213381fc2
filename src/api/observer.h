/* observer.h - an engine, and filters on it for what a role knows; private to
 * api/ */
#ifndef ZERMELO_API_OBSERVER_H
#define ZERMELO_API_OBSERVER_H

#include "api/handle.h"
#include "know/filter.h"

typedef struct {
    ZermeloGame *game;
    const ZermeloNet *net;
    Interp *interp; /* without a net */
    Engine *engine;
    size_t role;
    Budget budget;
    Filter *filter, *exact; /* may be the same */
} Observer;

/* Sets the engine of OBSERVER, which has zeroes but for its budget. False, with
 * the reason in *WHY, if there is none. */
bool observer_choose_engine(Observer *observer, ZermeloGame *game,
                            const ZermeloNet *net, const char **why);

/* Sets role and filters of OBSERVER, likewise. The filters borrow its budget,
 * so it must not be moved from now on. */
bool observer_make_filters(Observer *observer, size_t role,
                           ZermeloFilter filter, const char **why);

/* One round; PERCEPTS are sorted. False if no play agrees with it. */
bool observer_update(Observer *observer, const Term *move, TermList percepts);

void observer_free(Observer *observer); /* what it has */

#endif
