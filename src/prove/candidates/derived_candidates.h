/* derived_candidates.h - candidate invariants about derived nodes of the net
 *
 * That there is never both a line of crosses and a line of noughts cannot be
 * said by two features. These candidates are unit and binary clauses over inner
 * nodes of the net, which stand for what rules derive.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_DERIVED_CANDIDATES_H
#define ZERMELO_PROVE_CANDIDATES_DERIVED_CANDIDATES_H

#include "prove/candidates/candidate_invariants.h"

/* Adds to REFS the clauses of one or two literals of nodes in the cone of ROOTS
 * that hold in all positions of the sample; at most MAX_COUNT. */
void derived_candidates(const Net *net, PropertyTable *properties,
                        GuidedWalks *walks, const Ref *roots, size_t root_count,
                        size_t max_count, RefList *refs);

#endif
