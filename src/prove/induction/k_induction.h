/* k_induction.h - induction over k steps, and bounded model checking
 *
 * For the few properties that random plays do not refute and induction over one
 * step does not prove.
 */
#ifndef ZERMELO_PROVE_INDUCTION_K_INDUCTION_H
#define ZERMELO_PROVE_INDUCTION_K_INDUCTION_H

#include "formula/property_task.h"

typedef struct {
    const Net *net;
    const PropertyTable *properties;
    const GroundProperty *const *list; /* to be decided */
    size_t count;
    const GroundProperty *const *facts; /* hold in every reachable position */
    size_t fact_count;
    const Budget *budget;
    size_t depth; /* of plays, at most; 0: no limit but the budget */
} KInductionTask;

/* Bounded model checking: shortest plays on which properties fail; PLAYS[i] for
 * LIST[i]. Returns n such that no property without a play fails in the first n
 * positions of any play. */
size_t bounded_refute(const KInductionTask *induction, BoundedPlay *plays);

/* Induction over K steps, of all properties together: if they hold in the first
 * K positions of every play, those whose PROVED is set hold in all positions.
 */
void k_induction_prove(const KInductionTask *induction, size_t k, bool *proved);

#endif
