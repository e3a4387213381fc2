/* mutex_groups.h - invariants "at most one", "at least one" of feature classes
 *
 * A cell has one content, a king is on one cell: classes of features that
 * differ in one argument only, or agree in one.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_MUTEX_GROUPS_H
#define ZERMELO_PROVE_CANDIDATES_MUTEX_GROUPS_H

#include "prove/walk/guided_walks.h"

/* LEMMAS hold in every reachable position. Adds to FOUND further
 * properties that do: that at most one feature of a class holds, or at least
 * one; and, if WALKS is not NULL, that a feature never holds that WALKS has not
 * seen. False if a step has too many cases; then nothing is added. */
bool find_mutex_groups(const Net *net, PropertyTable *properties,
                       const Ref *lemmas, size_t lemma_count,
                       const GuidedWalks *walks, const Budget *budget,
                       RefList *found);

#endif
