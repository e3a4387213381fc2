/* sampled_mutexes.h - of which features at most one holds, by what they agree
 * in
 *
 * A piece stands in one place, a cell has one content, a player one score: the
 * instances of a symbol that agree in some arguments exclude each other,
 * whatever the other arguments are.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_SAMPLED_MUTEXES_H
#define ZERMELO_PROVE_CANDIDATES_SAMPLED_MUTEXES_H

#include "prove/candidates/candidate_invariants.h"

/* Adds to REFS, for each largest group of which no two were seen together, that
 * at most one holds; if features are many, only groups with one in FOCUS; at
 * most MOST. */
void sampled_mutex_groups(const Net *net, PropertyTable *properties,
                          const GuidedWalks *walks, const bool *focus,
                          size_t most, RefList *refs);

/* Adds to REFS the same of the features of two symbols, of all of them or of
 * those that agree in one argument; and that one of them holds, where that was
 * always so, but not of one symbol alone: somebody selects or somebody places,
 * and a piece is in the pool or on the board. */
void sampled_mutex_unions(const Net *net, PropertyTable *properties,
                          const GuidedWalks *walks, const bool *focus,
                          size_t most, RefList *refs);

/* At most one of REFS holds, by gates as many as they are. */
Ref at_most_one(PropertyTable *properties, const Ref *refs, size_t count);

#endif
