/* lemma_writer.h - lemmas about a net as formulas and sums over the rules'
 * atoms
 *
 * Gates become formulas over features and the atoms of the rules. That at most
 * one of many holds is a chain of gates, which is written as a sum.
 */
#ifndef ZERMELO_PROVE_LEMMA_WRITER_H
#define ZERMELO_PROVE_LEMMA_WRITER_H

#include "prove/evidence.h"

typedef struct LemmaWriter {
    const ProofRecord *record;
    const PropertyTable *properties;
    Arena *arena;
    const char **formula_of; /* by Ref, of properties with a name; or NULL */
    const char **atom_of;    /* by literal of a gate's node: an atom; or NULL */
    size_t lemma_bytes;
} LemmaWriter;

/* For what RECORD has by now: it gets no more gates. Lives in ARENA. */
LemmaWriter lemma_writer_new(const ProofRecord *record, Arena *arena);

/* Formulas of a certificate; NULL if it cannot be written. */
json_t *ref_json(LemmaWriter *writer, Ref ref);
json_t *sum_json(LemmaWriter *writer, const WeightedSum *sum);
json_t *lemma_json(LemmaWriter *writer, const LoggedLemma *lemma);

/* Adds the inputs of the AND, and of the ANDs among them, to PARTS. */
void flatten(const LemmaWriter *writer, Ref conjunction, RefList *parts);

/* The feature that REF says is true now; NULL if it says something else. */
const Term *feature_of(const LemmaWriter *writer, Ref ref);

/* REF as a sum, if it says how many of some members hold. */
bool ref_as_sum(const LemmaWriter *writer, Ref ref, WeightedSum *sum);

/* The gate of REF. */
static inline const Gate *gate_of(const LemmaWriter *writer, Ref ref)
{
    return &writer->properties->gates.items[ref / 2];
}

/* ---- for people (lemma_words.c) ---- */

/* Adds LEMMA as a sentence, without a full stop. */
void lemma_words(LemmaWriter *writer, const LoggedLemma *lemma, Text *out);

/* Adds LEMMA as a formula; a sum that is none as an inequality. */
void lemma_formula(LemmaWriter *writer, const LoggedLemma *lemma, Text *out);

/* Adds REFS, all of which hold: "a, not b and c". */
void refs_words(const LemmaWriter *writer, const RefList *refs, Text *out);

/* Adds the terms of SUM: "3 for at(a), 1 for each cell(X,Y,b)". */
void sum_words(const LemmaWriter *writer, const WeightedSum *sum, Text *out);

#endif
