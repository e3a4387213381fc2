/* lemma_sum.h - lemmas that say how many of some features hold */
#ifndef ZERMELO_PROVE_LEMMA_SUM_H
#define ZERMELO_PROVE_LEMMA_SUM_H

#include "prove/lemma_writer.h"

/* The feature that REF says is true now; NULL if it says something else. */
const Term *feature_of(const LemmaWriter *writer, Ref ref);

/* LEMMA as a sum, if it is one: so many of MEMBERS, which is set, hold. If it
 * is a property, the terms of SUM are to be freed. */
bool lemma_as_sum(LemmaWriter *writer, const LoggedLemma *lemma,
                  RefList *members, WeightedSum *sum);

#endif
