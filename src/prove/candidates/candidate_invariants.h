/* candidate_invariants.h - properties nobody asked for that help to prove
 * others
 *
 * What was true in all positions seen so far may be true always. Each stage
 * adds candidates of a kind, those that a sample of positions does not refute.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_CANDIDATE_INVARIANTS_H
#define ZERMELO_PROVE_CANDIDATES_CANDIDATE_INVARIANTS_H

#include "prove/walk/guided_walks.h"

typedef enum {
    CANDIDATE_CONSTANT,     /* a feature always holds, or never */
    CANDIDATE_SYMBOL_MUTEX, /* of a symbol, at most one instance holds */
    CANDIDATE_MUTEX_GROUP,  /* of those that agree, at most one
                      (prove/candidates/sampled_mutexes.h) */
    CANDIDATE_MUTEX_SCHEMA, /* two features never hold together, by schema */
    CANDIDATE_STEP_COUNTER, /* at this time a feature does not hold, or holds */
    CANDIDATE_AT_LEAST_ONE, /* some value of an argument, whatever the others
                               are */
    CANDIDATE_DERIVED,      /* the same of what rules derive
                          (prove/candidates/derived_candidates.h) */
    CANDIDATE_BINARY_CLAUSE, /* one of two literals holds */
    CANDIDATE_KINDS
} CandidateKind;

/* Adds to REFS what could hold in every position, degree 0. FOCUS, by feature,
 * tells which are worth it; at most MOST are added, and fewer if the budget is
 * spent. */
void candidate_invariants(CandidateKind kind, const Net *net,
                          PropertyTable *properties, const GuidedWalks *walks,
                          const bool *focus, size_t most, const Budget *budget,
                          RefList *refs);

#endif
