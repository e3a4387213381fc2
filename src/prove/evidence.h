/* evidence.h - what the native prover found, as formulas that stand alone
 *
 * What is proved about a net rests on properties that were invented, and on
 * what the net takes for granted: features that it does not have, and those
 * that always hold. All of it together is inductive, and so a proof that
 * somebody else can check (asp/certificate.h).
 */
#ifndef ZERMELO_PROVE_EVIDENCE_H
#define ZERMELO_PROVE_EVIDENCE_H

#include "asp/certificate.h"
#include "formula/property.h"

/* A property that is proved, with its meaning and the number of its claim. */
typedef struct {
    GroundProperty property;
    PropId prop;
    size_t claim;
} Established;

typedef VEC(Established) EstablishedList;

/* Saves the proof of LIST by LEMMAS, by induction over K steps. Lemmas that are
 * not needed are left out if that is soon known, and K is 1. False if nothing
 * was written: for a reason in task->save_failure, or since there is no formula
 * for a lemma. */
bool save_evidence(ProofTask *task, const PropertyTable *properties,
                   const EstablishedList *list, const Ref *lemmas,
                   size_t lemma_count, unsigned k, const Budget *budget);

#endif
