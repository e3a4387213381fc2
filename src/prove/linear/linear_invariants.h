/* linear_invariants.h - linear invariants and linear ranking functions
 *
 * Over the number of blank cells, of pieces of a kind, the value of a counter:
 * from the cases of a step, linear programming shows that counters do not run
 * past their last value, and that every play ends.
 */
#ifndef ZERMELO_PROVE_LINEAR_LINEAR_INVARIANTS_H
#define ZERMELO_PROVE_LINEAR_LINEAR_INVARIANTS_H

#include "formula/proof_log.h"

/* LEMMAS hold in every reachable position. Adds more such properties to FOUND:
 * that a counter has a value, and which of its values are unreachable. What
 * shows that goes into LOG, or NULL. */
void find_counters(const Net *net, PropertyTable *properties, const Ref *lemmas,
                   size_t lemma_count, const Budget *budget, ProofLog *log,
                   RefList *found);

/* True if every step lowers a weighted sum by at least 1: then no play has more
 * than *BOUND steps. */
bool find_linear_ranking(const Net *net, PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const Budget *budget, ProofLog *log, uint64_t *bound);

#endif
