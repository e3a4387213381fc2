/* place_invariants.h - weighted sums of features that no step changes
 *
 * As in Petri nets: the difference between the numbers of marks of the players
 * depends only on whose turn it is; the number of pieces is constant. Such a
 * sum has for each class of features a weight times the number of those that
 * hold.
 */
#ifndef ZERMELO_PROVE_LINEAR_PLACE_INVARIANTS_H
#define ZERMELO_PROVE_LINEAR_PLACE_INVARIANTS_H

#include "formula/proof_log.h"

/* LEMMAS hold in every reachable position. Adds more such properties to FOUND:
 * that a sum has its initial value, and that counters have a value. What shows
 * that goes into LOG, or NULL. */
void find_place_invariants(const Net *net, PropertyTable *properties,
                           const Ref *lemmas, size_t lemma_count,
                           const Budget *budget, ProofLog *log, RefList *found);

#endif
