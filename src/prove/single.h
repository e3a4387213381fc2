/* single.h - of which features at most one holds, or exactly one
 *
 * A cell has one content, a piece is in one place: features that differ in one
 * argument only.
 */
#ifndef ZERMELO_PROVE_SINGLE_H
#define ZERMELO_PROVE_SINGLE_H

#include "prove/sentence.h"

/* LEMMAS hold in every reachable position. Adds sentences that do, too: that at
 * most one feature of a class holds, or at least one. False if the ways of a
 * step are too many for that. */
bool find_singles(const Net *net, Sentences *sentences, const Ref *lemmas,
                  size_t lemma_count, const Budget *budget, RefList *found);

#endif
