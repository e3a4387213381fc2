/* literal_ranking.h - a sum over the position that every step makes smaller
 *
 * Pieces that only advance, and such: each literal of a feature has a weight,
 * and every move lowers the sum of the weights of those that hold.
 */
#ifndef ZERMELO_PROVE_TERMINATION_LITERAL_RANKING_H
#define ZERMELO_PROVE_TERMINATION_LITERAL_RANKING_H

#include "formula/property.h"

typedef struct {
    const Ref *lemmas; /* hold in every reachable position */
    size_t lemma_count;
    /* Of a step: something that happens once in a play at most does not happen
     * in it. Steps in which one of these is false need not lower the sum. */
    const Ref *quiet;
    size_t quiet_count;
} RankGivens;

/* True if there are such weights; then no play has more than *BOUND steps. */
bool find_literal_ranking(const Net *net, const PropertyTable *properties,
                          const RankGivens *givens, const Budget *budget,
                          uint64_t *bound);

#endif
