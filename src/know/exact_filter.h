/* exact_filter.h - exact filter: the complete set of possible positions
 *
 * Considers a position possible if some play leads there that is consistent
 * with the role's own moves and its percepts, and no other position.
 */
#ifndef ZERMELO_KNOW_EXACT_FILTER_H
#define ZERMELO_KNOW_EXACT_FILTER_H

#include "base/random.h"
#include "know/belief_state.h"

/* NET is the net of ENGINE; without one (NULL), positions are listed as long
 * as that is possible. All arguments are borrowed. */
Filter *exact_new(const Game *game, Engine *engine, const Net *net, size_t role,
                  const Budget *budget);

/* Positions are listed as long as a round takes at most MAX_STEPS steps, if
 * there is a net; 0 uses clauses from the first round. */
void exact_limit_steps(Filter *filter, size_t max_steps);

/* Finds two plays that are consistent with all observations but have different
 * answers; false if there are none, or none were found. Borrowed until the next
 * round or question. */
bool exact_find_difference(Filter *filter, KnowledgeQuestion question,
                           const History *pair[2]);

/* Draws a possible position with probability proportional to its weight; weight
 * 0 if there is none. Borrowed as above. */
PossiblePosition exact_sample(Filter *filter, Random *random);

/* By role of ENGINE: the move that it must have made for the observation, as
 * the rules for sees imply in every position; NULL if unknown. In ARENA. */
const Term *const *revealed_moves(const Game *game, const Engine *engine,
                                  const Observation *observation, Arena *arena);

#endif
