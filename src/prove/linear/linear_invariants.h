/* linear_invariants.h - sums of numbers of features, as steps change them
 *
 * How many blank cells there are, how many pieces of a kind, how far a counter
 * has come: if the ways in which a step can change these are known, linear
 * inequalities tell that counters do not run out, and that a play ends.
 */
#ifndef ZERMELO_PROVE_LINEAR_LINEAR_INVARIANTS_H
#define ZERMELO_PROVE_LINEAR_LINEAR_INVARIANTS_H

#include "formula/property.h"

/* LEMMAS hold in every reachable position. Adds properties that do, too: that a
 * counter has a value. */
void find_counters(const Net *net, PropertyTable *properties, const Ref *lemmas,
                   size_t lemma_count, const Budget *budget, RefList *found);

/* True if every step lowers a sum; then no play has more than *BOUND steps. */
bool find_linear_ranking(const Net *net, const PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const Budget *budget, uint64_t *bound);

#endif
