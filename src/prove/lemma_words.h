/* lemma_words.h - lemmas and measures in plain English, made from their gates
 */
#ifndef ZERMELO_PROVE_LEMMA_WORDS_H
#define ZERMELO_PROVE_LEMMA_WORDS_H

#include "prove/lemma_writer.h"

/* Adds LEMMA as a sentence, without a full stop. */
void lemma_words(LemmaWriter *writer, const LoggedLemma *lemma, Text *out);

/* Adds LEMMA as a formula; a sum that is none as an inequality. */
void lemma_formula(LemmaWriter *writer, const LoggedLemma *lemma, Text *out);

/* Adds REFS, all of which hold: "a, not b and c". */
void refs_words(const LemmaWriter *writer, const RefList *refs, Text *out);

/* Adds the terms of SUM: "3 for at(a), 1 for each cell(X,Y,b)". */
void sum_words(const LemmaWriter *writer, const WeightedSum *sum, Text *out);

#endif
