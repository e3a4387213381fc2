/* histories.h - all plays consistent with the observations of a role, as
 * clauses
 *
 * The plays start in a set of positions and pass through rounds of which the
 * role's moves and percepts are known. Used when the positions that can be
 * reached are too many to be listed. Every play that the solver finds is
 * replayed before it is believed.
 */
#ifndef ZERMELO_KNOW_HISTORIES_H
#define ZERMELO_KNOW_HISTORIES_H

#include "ground/net.h"
#include "know/belief_state.h"

typedef struct Histories Histories;

/* All plays from the positions of BASE, of which there is at least one; the
 * arguments are borrowed. *LOG_SCALE is the logarithm of what weights of new
 * positions are divided by. New histories go into HISTORY_ARENA. NET is the net
 * of ENGINE. */
Histories *histories_new(const Net *net, Engine *engine, size_t role,
                         const BeliefState *base, const double *log_scale,
                         Arena *history_arena, const Budget *budget);
void histories_free(Histories *histories);

/* Adds one more round; its percepts are borrowed. */
void histories_add(Histories *histories, const Observation *observation);

/* The outcome of a search for a play. */
typedef enum { PLAY_FOUND, NO_PLAY, PLAY_UNKNOWN } PlaySearch;

/* The beliefs over all positions that can be reached. SAMPLE is a sample of
 * them, to which positions found on the way are added. *IS_LIMITED says that
 * beliefs are less certain, or more are possible, because a limit was reached.
 */
Beliefs histories_ask(Histories *histories, KnowledgeQuestion question,
                      BeliefState *sample, Arena *arena, bool *is_limited);

/* Adds the end of a play, with a random move at a random step if there is such
 * a play. */
PlaySearch histories_find_random(Histories *histories, Random *random,
                                 BeliefState *sample);

#endif
