/* k_induction.h - induction over k steps
 *
 * For the few properties that random plays do not refute and induction over one
 * step does not prove.
 */
#ifndef ZERMELO_PROVE_INDUCTION_K_INDUCTION_H
#define ZERMELO_PROVE_INDUCTION_K_INDUCTION_H

#include "formula/property.h"

typedef struct {
    const PropertyTable *properties;
    const GroundProperty *const *list;   /* hold in the first K positions of */
    size_t count;                        /* every play */
    const GroundProperty *const *lemmas; /* hold in every reachable position */
    size_t lemma_count;
    const Budget *budget;
} KInductionTask;

/* Induction over K steps, of all properties together: those whose IS_PROVED is
 * set hold in all positions. */
void k_induction_prove(const KInductionTask *task, size_t k, bool *is_proved);

#endif
