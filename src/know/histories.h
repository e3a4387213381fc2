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
Histories *histories_new(const Net *net, World *world, size_t role,
                         const PositionSet *base, Arena *stories,
                         const Budget *budget);
void histories_free(Histories *histories);

/* One more round. */
void histories_add(Histories *histories, const Round *round);

/* What came of a search for a play. */
typedef enum { FOUND, NONE, GIVEN_UP } Search;

/* What is common to all positions that are reached. SEEN are some of them;
 * those that are found on the way are added. *LIMITED says that some beliefs
 * are not called certain, or possible, for want of time. */
Beliefs histories_ask(Histories *histories, About about, PositionSet *seen,
                      Arena *arena, bool *limited);

/* Adds positions to SEEN until they are more than MOST: then it is FOUND. With
 * NONE there are no others. */
Search histories_all(Histories *histories, size_t most, PositionSet *seen);

/* Any play, with as much as can be had of what RANDOM wishes; it is added. */
Search histories_any(Histories *histories, Random *random, PositionSet *seen);

/* What weights of positions that are added are divided by, as a logarithm. */
void histories_scale(Histories *histories, double logarithm);

#endif
