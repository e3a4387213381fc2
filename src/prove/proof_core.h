/* proof_core.h - the few lemmas that a proof rests on
 *
 * A run logs every lemma that it proves; a verdict needs few of them. A core is
 * a set of lemmas which is inductive and implies what was proved, and of which
 * none can be left out.
 */
#ifndef ZERMELO_PROVE_PROOF_CORE_H
#define ZERMELO_PROVE_PROOF_CORE_H

#include "prove/evidence.h"

typedef struct {
    LoggedLemma lemma;
    uint32_t number;    /* from 1; 0: it is what was proved, and kept */
    VEC(uint32_t) uses; /* numbers, of what its induction step assumes */
} CoreLemma;

typedef struct ProofCore {
    VEC(CoreLemma) lemmas; /* in the order of the log */
    bool is_found;         /* else there is none, within the limits */
    bool is_minimal;       /* none can be left out */
} ProofCore;

typedef struct ProofCores ProofCores;

/* About what RECORD has, whose table gets more gates. Borrowed. */
ProofCores *proof_cores_new(ProofRecord *record);
void proof_cores_free(ProofCores *cores); /* which may be NULL */

/* The core of CLAIM, which was proved by lemmas. */
ProofCore proof_core_of(ProofCores *cores, const GroundProperty *claim,
                        const Budget *budget);
/* The core of the measure in the log: what it takes to be lowered. */
ProofCore proof_core_of_measure(ProofCores *cores, const Budget *budget);
void proof_core_free(ProofCore *core);

#endif
