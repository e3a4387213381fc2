/* candidate_invariants.h - candidate invariants from a sample of positions
 *
 * What holds in all sampled positions is likely to be an invariant (Ernst et
 * al. 2001, Daikon). Candidates come by templates: for each kind, the instances
 * that no sampled position refutes.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_CANDIDATE_INVARIANTS_H
#define ZERMELO_PROVE_CANDIDATES_CANDIDATE_INVARIANTS_H

#include "prove/walk/guided_walks.h"

typedef enum {
    CANDIDATE_CONSTANT,      /* a feature always holds, or never */
    CANDIDATE_SYMBOL_MUTEX,  /* at most one instance of a symbol holds */
    CANDIDATE_MUTEX_GROUP,   /* at most one of those that agree in places */
    CANDIDATE_STEP_COUNTER,  /* the value of a counter implies a literal */
    CANDIDATE_AT_LEAST_ONE,  /* some argument at a place, given the others */
    CANDIDATE_BINARY_CLAUSE, /* one of two literals of features holds */
    CANDIDATE_KINDS
} CandidateKind;

/* Who adds candidates of degree 0 to REFS: at most MAX_COUNT, and fewer if the
 * budget is spent. Where there are many, only those with a feature in FOCUS. */
typedef struct {
    const Net *net;
    PropertyTable *properties;
    const GuidedWalks *walks;
    const bool *focus; /* by feature; NULL: all */
    const Budget *budget;
    RefList *refs;
    size_t max_count, added_count;
} CandidateBuilder;

/* Adds candidates of a kind. */
void candidate_invariants(CandidateKind kind, CandidateBuilder builder);

#endif
