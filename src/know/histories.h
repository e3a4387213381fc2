/* histories.h - all plays that agree with what a role perceived, as clauses
 *
 * From a set of positions, through rounds of which the role's moves and
 * percepts are known. For when the positions that can be reached are too many
 * to be listed. Whatever play is found is replayed before it is believed.
 */
#ifndef ZERMELO_KNOW_HISTORIES_H
#define ZERMELO_KNOW_HISTORIES_H

#include "ground/net.h"
#include "know/belief_state.h"

typedef struct Histories Histories;

/* All plays from the positions of BASE, of which there is at least one; what is
 * given is borrowed. New stories go into STORIES. The net is that of WORLD. */
Histories *histories_new(const Net *net, ObservedGame *observed, size_t role,
                         const BeliefState *base, Arena *history_arena,
                         const Budget *budget);
void histories_free(Histories *histories);

/* One more round. */
void histories_add(Histories *histories, const Observation *observation);

/* What came of a search for a play. */
typedef enum { PLAY_FOUND, NO_PLAY, PLAY_UNKNOWN } PlaySearch;

/* What is common to all positions that are reached. SEEN are some of them;
 * those that are found on the way are added. *LIMITED says that some beliefs
 * are not called certain, or possible, for want of time. */
Beliefs histories_ask(Histories *histories, About about, BeliefState *seen,
                      Arena *arena, bool *limited);

/* Adds positions to SEEN until they are more than MOST: then it is FOUND. With
 * NONE there are no others. */
PlaySearch histories_find_all(Histories *histories, size_t max,
                              BeliefState *seen);

/* Any play, with as much as can be had of what RANDOM wishes; it is added. */
PlaySearch histories_find_random(Histories *histories, Random *random,
                                 BeliefState *seen);

/* What weights of positions that are added are divided by, as a logarithm. */
void histories_add_log_scale(Histories *histories, double logarithm);

#endif
