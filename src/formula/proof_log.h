/* proof_log.h - what a run has proved, in order, and what it takes to check it
 *
 * Every method of proof that finds a lemma appends it to the log of the run. An
 * entry holds in every reachable position, by induction from the entries before
 * it: so those that take one step are inductive together, whatever their number
 * and whoever found them. What is proved from all positions, or by unrolling
 * all plays, is no entry, and what rests on it is not either: from then on the
 * log has no more lemmas, and what is proved is checked in the same way.
 *
 * A log of NULL is none: nothing is recorded.
 */
#ifndef ZERMELO_FORMULA_PROOF_LOG_H
#define ZERMELO_FORMULA_PROOF_LOG_H

#include "base/arena.h"
#include "formula/formula.h"
#include "formula/property.h"

typedef struct {
    int64_t weight;
    Ref ref; /* about one position */
} WeightedRef;

#define NO_MIN INT64_MIN
#define NO_MAX INT64_MAX

/* MIN <= the weights of those refs that hold <= MAX. */
typedef struct {
    const WeightedRef *terms;
    size_t count;
    int64_t min, max;
} WeightedSum;

typedef struct {
    const GroundProperty *property; /* NULL: it is the sum */
    WeightedSum sum;
    unsigned steps; /* of the induction */
} LoggedLemma;

/* What LEMMA is about, to be freed. */
RefList lemma_refs(const LoggedLemma *lemma);

/* What a verdict rests on. */
typedef enum {
    EVIDENCE_LEMMAS,
    EVIDENCE_POSITIONS, /* all of them */
    EVIDENCE_UNROLLING, /* of all plays, which are bounded */
    EVIDENCE_MEASURE,   /* and lemmas */
} EvidenceKind;

typedef struct {
    Arena *arena;
    VEC(LoggedLemma) lemmas;
    /* Every MEASURE_STEPS steps lower the measure, if that is not 0. */
    WeightedSum measure;
    unsigned measure_steps;
    /* All reachable positions, as states of a machine, and how many steps a
     * play from each can have; NULL if there is no bound. */
    const uint64_t *positions;
    size_t position_count;
    const uint32_t *steps_left;
    uint64_t unrolled_steps; /* of the longest play; 0 if none was unrolled */
    /* Of the published methods: what was proved on the way, and why the proofs
     * cannot be checked, or NULL */
    VEC(const Formula *) premises;
    const char *failure;
} ProofLog;

void proof_log_free(ProofLog *log);

/* REF holds, or PROPERTY by induction over STEPS, or SUM. Copied. */
void proof_log_ref(ProofLog *log, Ref ref);
void proof_log_refs(ProofLog *log, const Ref *refs, size_t count);
void proof_log_property(ProofLog *log, const GroundProperty *property,
                        unsigned steps);
void proof_log_sum(ProofLog *log, WeightedSum sum);

/* Every STEPS steps lower MEASURE. */
void proof_log_measure(ProofLog *log, WeightedSum measure, unsigned steps);

/* These are all positions; STEPS_LEFT may be NULL. Copied. */
void proof_log_positions(ProofLog *log, const uint64_t *positions, size_t count,
                         size_t word_count, const uint32_t *steps_left);

/* What is proved now rests on; OTHERWISE if it may be checked by itself. */
EvidenceKind proof_log_kind(const ProofLog *log, EvidenceKind otherwise);

/* SUM as a gate in *REF; false if that would be too large. */
bool property_sum(PropertyTable *properties, const WeightedSum *sum, Ref *ref);

/* STEPS steps lower SUM, as the property *LOWERED; false if that would be too
 * large. */
bool property_lowered(PropertyTable *properties, const WeightedSum *sum,
                      unsigned steps, GroundProperty *lowered);

#endif
