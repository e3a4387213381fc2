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
    const char **formula_of;    /* by Ref, of properties with a name; or NULL */
    const char **atom_of;       /* by Lit of the net: an atom; or NULL */
    const char **feature_atoms; /* true(f), by feature */
    bool *is_member;            /* by Ref: scratch of are_a_chain() */
    size_t lemma_bytes;
} LemmaWriter;

/* For what RECORD has by now: it gets no more gates. Lives in ARENA. */
LemmaWriter lemma_writer_new(const ProofRecord *record, Arena *arena);

/* Formulas of a certificate; NULL if it cannot be written. */
json_t *ref_json(LemmaWriter *writer, Ref ref);
json_t *property_json(LemmaWriter *writer, const GroundProperty *property);
json_t *sum_json(LemmaWriter *writer, const WeightedSum *sum);
json_t *lemma_json(LemmaWriter *writer, const LoggedLemma *lemma);

/* Adds the inputs of the AND, and of the ANDs among them, to PARTS. */
void flatten(const LemmaWriter *writer, Ref conjunction, RefList *parts);

/* Whether REF says that at most one of MEMBERS, which is set, holds. */
bool read_at_most_one(LemmaWriter *writer, Ref ref, RefList *members);

/* The gate of REF. */
static inline const Gate *gate_of(const LemmaWriter *writer, Ref ref)
{
    return &writer->properties->gates.items[ref / 2];
}

#endif
