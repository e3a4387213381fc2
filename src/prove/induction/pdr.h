/* pdr.h - property-directed reachability (IC3) of several properties
 *
 * For properties that hold but are not inductive with any candidate invariants:
 * PDR finds the clauses that they need, or plays on which they fail.
 */
#ifndef ZERMELO_PROVE_INDUCTION_PDR_H
#define ZERMELO_PROVE_INDUCTION_PDR_H

#include "prove/induction/k_induction.h"

typedef struct {
    const Net *net;
    PropertyTable *properties;         /* clauses are added */
    const GroundProperty *const *list; /* to be decided */
    size_t count;
    const GroundProperty *const *facts; /* hold in every reachable position */
    size_t fact_count;
    const Budget *budget; /* its quota is shared by the properties */
} PdrTask;

typedef enum { PDR_UNKNOWN, PDR_PROVED, PDR_REFUTED } PdrVerdict;

typedef struct {
    PdrVerdict verdict;
    BoundedPlay play; /* if refuted */
} PdrAnswer;

/* ANSWERS[i] is about LIST[i]. Adds to CLAUSES an invariant, over features
 * only, that is inductive together with the facts: what is proved follows from
 * both. */
void pdr_prove(const PdrTask *task, PdrAnswer *answers, RefList *clauses);

#endif
