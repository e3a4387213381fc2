/* literal_ranking.h - a ranking function: a sum of weighted literals
 *
 * For games with pieces that only advance, and the like: each literal of a
 * feature has a weight, and every step lowers the sum of the weights of those
 * that hold.
 */
#ifndef ZERMELO_PROVE_TERMINATION_LITERAL_RANKING_H
#define ZERMELO_PROVE_TERMINATION_LITERAL_RANKING_H

#include "formula/property.h"

typedef struct {
    const Ref *lemmas; /* hold in every reachable position */
    size_t lemma_count;
    /* Conditions on a step, each of which fails at most once in a play. A step
     * in which one of them fails need not lower the sum. */
    const Ref *step_conditions;
    size_t step_condition_count;
} RankGivens;

/* True if such weights were found: then no play has more than *BOUND steps. */
bool find_literal_ranking(const Net *net, const PropertyTable *properties,
                          const RankGivens *givens, const Budget *budget,
                          uint64_t *bound);

#endif
