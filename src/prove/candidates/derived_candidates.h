/* derived_candidates.h - properties of what the rules speak of, not only of
 * features
 *
 * That there is never a line of crosses and a line of noughts on one board says
 * more than any two features can. Candidates are about inner nodes of the
 * network that open properties depend on.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_DERIVED_CANDIDATES_H
#define ZERMELO_PROVE_CANDIDATES_DERIVED_CANDIDATES_H

#include "prove/candidates/candidate_invariants.h"

/* Adds to REFS what held in all positions of the sample: a node always, never,
 * or one of two literals of nodes; of nodes below ROOTS, at most MOST. */
void derived_candidates(const Net *net, PropertyTable *properties,
                        GuidedWalks *walks, const Ref *roots, size_t root_count,
                        size_t most, RefList *refs);

#endif
