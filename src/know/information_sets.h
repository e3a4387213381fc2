/* information_sets.h - does a role always know, whatever is played
 *
 * Goes through all that a role can perceive in a game, not only what random
 * matches bring. If it came to an end, what it says is proved.
 */
#ifndef ZERMELO_KNOW_INFORMATION_SETS_H
#define ZERMELO_KNOW_INFORMATION_SETS_H

#include "know/belief_state.h"

typedef struct {
    Arena *arena;
    bool complete;     /* everything was looked at */
    size_t situations; /* sets of positions that the role cannot tell apart */
    size_t steps;      /* joint moves made */
    /* By ABOUT_LEGAL, ABOUT_TERMINAL, ABOUT_GOAL: was it known everywhere; if
     * not, two plays that show it, or twice the same if it has no value. The
     * end and the payoff are asked about where the game may be over, and the
     * first play is one that is. */
    bool known[3];
    const History *pair[3][2];
} InformationSetReport;

/* Makes at most MOST steps. */
InformationSetReport *information_sets_explore(ObservedGame *observed,
                                               size_t role, size_t max_steps,
                                               const Budget *budget);
void information_sets_free(InformationSetReport *report);

#endif
