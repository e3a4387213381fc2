/* exact.h - all that can be known: the exact filter
 *
 * Holds possible what is reached by some play that agrees with the role's own
 * moves and with its percepts, seen and not seen, and nothing else.
 */
#ifndef ZERMELO_KNOW_EXACT_H
#define ZERMELO_KNOW_EXACT_H

#include "base/random.h"
#include "know/belief_state.h"

/* NET is that of WORLD; without one (NULL), positions are listed as long as
 * that is possible. What is given is borrowed. */
Filter *exact_new(const Game *game, ObservedGame *observed, const Net *net,
                  size_t role, const Budget *budget);

/* From how many steps on positions are no longer listed, if there is a net: 0
 * means that clauses are used from the first round. */
void exact_limit_steps(Filter *filter, size_t steps);

/* Two plays that agree with all that was perceived, but not on the answer;
 * false if there are none, or none were found. Borrowed until the next round
 * or question. */
bool exact_find_difference(Filter *filter, About about, const History *pair[2]);

/* A random position among those held possible, likelier if the plays that lead
 * there are. With LENGTH 0 there is none. Borrowed as above. */
PossiblePosition exact_sample(Filter *filter, Random *random);

#endif
