/* place_invariants.h - sums over the position that no step changes
 *
 * As many marks of one player as of the other, give or take whose turn it is;
 * as many pieces as there were. Such a sum is the number of features that hold
 * in each of some classes, times a weight for each class.
 */
#ifndef ZERMELO_PROVE_LINEAR_PLACE_INVARIANTS_H
#define ZERMELO_PROVE_LINEAR_PLACE_INVARIANTS_H

#include "formula/property.h"

/* LEMMAS hold in every reachable position. Adds properties that do, too: that a
 * sum has its initial value. */
void find_place_invariants(const Net *net, PropertyTable *properties,
                           const Ref *lemmas, size_t lemma_count,
                           const Budget *budget, RefList *found);

#endif
