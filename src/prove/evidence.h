/* evidence.h - what the native prover found, as evidence that stands alone
 *
 * A ProofRecord keeps what a run has proved, and the net it is about, until its
 * certificate is written: verdicts are printed first.
 */
#ifndef ZERMELO_PROVE_EVIDENCE_H
#define ZERMELO_PROVE_EVIDENCE_H

#include "formula/certificate.h"
#include "formula/property_task.h"

/* How PROPERTY is written as a formula. */
typedef struct {
    GroundProperty property;
    const char *formula;
} NamedProperty;

typedef struct ProofRecord {
    const Net *net; /* NULL: it was not grounded */
    PropertyTable properties;
    ProofLog log;
    VEC(NamedProperty) names; /* better ones than their gates are */
    RefList proved;           /* of what was asked, about single positions */
    bool tried_facts;         /* those that were read; what holds is a lemma */
    /* Numbers in the certificate, by kind, once it is written; lemmas and the
     * measure are written when a claim needs all of them */
    json_t *constants, *numbers[EVIDENCE_MEASURE + 1];
    const char *lemma_failure; /* why there are no lemmas, or NULL */
    json_t *written;           /* number by evidence, as text */
} ProofRecord;

/* Hands net and properties of TASK to RECORD, and what RESULTS say that was
 * proved, for facts. */
void proof_record_keep(ProofRecord *record, const PropertyTask *task,
                       const PropertyResult *results);
void proof_record_free(ProofRecord *record);

/* A net is simplified by the features that always hold. If there are any,
 * RECORD becomes one about a net that is not, in which they are lemmas, and has
 * no names any more. False if RECORD stays as it is (unfolded_record.c). */
bool proof_record_unfold(ProofRecord *record, const Game *game,
                         const Budget *budget);

/* For each kind of joint move that random plays make, an example, as [{"move",
 * "gone", "new", "before", "after"}]: features of the measure that no longer
 * hold and that begin to, and its values, negated if IS_NEGATED
 * (measure_steps.c). */
json_t *measure_steps_json(const ProofRecord *record, bool is_negated);

/* Adds the evidence of RECORD to CERTIFICATE. */
void evidence_write(ProofRecord *record, Certificate *certificate);

/* What was proved about positions, as facts (formula/facts.h). */
json_t *evidence_facts(const ProofRecord *record);

/* Sets the evidence, or the reason, of CLAIM, which was proved by the method
 * HOW in the way KIND. */
void evidence_of(ProofRecord *record, Certificate *certificate,
                 EvidenceKind kind, const char *how, CertificateClaim *claim);

/* Adds the lemmas of CORE, and the measure if IS_MEASURE, unless they are
 * there. The numbers of the evidence, which belong to RECORD; NULL if a lemma
 * cannot be written. */
struct ProofCore;
struct LemmaWriter;
const json_t *evidence_of_core(ProofRecord *record, Certificate *certificate,
                               struct LemmaWriter *writer,
                               const struct ProofCore *core, bool is_measure);

/* States of a machine, and a number for each, or NULL. */
typedef struct {
    const Net *net;
    const char *file_name;
    const uint64_t *states;
    size_t count;
    const uint32_t *ranks;
    const char *rank_kind; /* "left" or "depth" */
    /* Of a strategy, otherwise NULL: by position its move, as a line of a file
     */
    const uint32_t *moves;
    const char *role;
    json_t *move_file; /* reference to it */
} PositionList;

/* Adds all positions as evidence; returns its number. The features of the net
 * have to be in the certificate (evidence_write). */
size_t evidence_positions(Certificate *certificate, const PositionList *list);

#endif
