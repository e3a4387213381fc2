/* rank.h - a sum over the position that every step makes smaller
 *
 * Pieces that only advance, and such: each literal of a feature has a weight,
 * and every move lowers the sum of the weights of those that hold.
 */
#ifndef ZERMELO_PROVE_RANK_H
#define ZERMELO_PROVE_RANK_H

#include "prove/sentence.h"

/* LEMMAS hold in every reachable position. True if there are such weights;
 * then no play has more than *BOUND steps. */
bool find_rank(const Net *net, const Sentences *sentences, const Ref *lemmas,
               size_t count, const Budget *budget, uint64_t *bound);

#endif
