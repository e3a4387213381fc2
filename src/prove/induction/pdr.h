/* pdr.h - property-directed reachability (IC3) of several properties
 *
 * For properties that hold but are not inductive with any candidate invariants:
 * PDR finds the clauses that they need, or plays on which they fail.
 */
#ifndef ZERMELO_PROVE_INDUCTION_PDR_H
#define ZERMELO_PROVE_INDUCTION_PDR_H

#include "formula/property_task.h"

typedef struct {
    PropertyTable *properties;         /* clauses are added */
    const GroundProperty *const *list; /* to be decided */
    size_t count;
    const GroundProperty *const *lemmas; /* hold in every reachable position */
    size_t lemma_count;
    const Budget *budget; /* its quota is shared by the properties */
} PdrTask;

/* PLAYS[i] is a play on which LIST[i] fails, if one was found. CLAUSES, empty
 * before, gets an invariant over features that is inductive together with the
 * lemmas: from both, the other properties follow that were not too hard. */
void pdr_run(const PdrTask *task, Counterexample *plays, RefList *clauses);

#endif
