/* mutex_groups.h - of which features at most one holds, at least one, or none
 *
 * A cell has one content, and a king is in one place: features that differ in
 * one argument only, or agree in one. The king is on the board, or the other
 * has won.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_MUTEX_GROUPS_H
#define ZERMELO_PROVE_CANDIDATES_MUTEX_GROUPS_H

#include "prove/walk/guided_walks.h"

/* LEMMAS hold in every reachable position. Adds properties that do, too: that
 * at most one feature of a class holds, or at least one; and, if EXPLORE is not
 * NULL, that one never does which was never seen to. False if the ways of a
 * step are too many for that. */
bool find_mutex_groups(const Net *net, PropertyTable *properties,
                       const Ref *lemmas, size_t lemma_count,
                       const GuidedWalks *walks, const Budget *budget,
                       RefList *found);

#endif
