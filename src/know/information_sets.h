/* information_sets.h - does a role always know its moves, the end, its payoff
 *
 * Explores all information sets of a role, not only those that random matches
 * reach. If the exploration is complete, its answers are proved.
 */
#ifndef ZERMELO_KNOW_INFORMATION_SETS_H
#define ZERMELO_KNOW_INFORMATION_SETS_H

#include "know/belief_state.h"

typedef struct {
    Arena *arena;
    bool complete;    /* every information set was explored */
    size_t set_count; /* those explored */
    size_t steps;     /* joint moves made */
    /* By QUESTION_LEGAL, QUESTION_TERMINAL, QUESTION_GOAL: is it known in every
     * information set; if not, two plays that show it, or the same play twice
     * if there is no goal value. QUESTION_TERMINAL and QUESTION_GOAL are asked
     * where the game may be over, and the first play has ended. */
    bool known[3];
    const History *pair[3][2];
} InformationSetReport;

/* Explores with at most MAX_STEPS joint moves. */
InformationSetReport *information_sets_explore(Engine *engine, size_t role,
                                               size_t max_steps,
                                               const Budget *budget);
void information_sets_free(InformationSetReport *report);

#endif
