/* k_induction.h - plays and inductions of several steps
 *
 * For the few properties that random play does not refute and one step does not
 * prove.
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
    size_t depth;  /* of plays, at most; 0: as long as there is effort */
    double effort; /* in conflicts times clauses, at most */
} KInduction;

/* Bounded model checking: plays on which properties fail, at the first
 * position, at the second, and so on; PLAYS[i] for LIST[i]. Returns for how
 * many positions it is certain that no other property fails there. */
size_t bounded_refute(const KInduction *induction, BoundedPlay *plays);

/* Induction over K steps, all together: if the properties hold in the first K
 * positions of every play, those whose PROVED is set hold everywhere. */
void k_induction_prove(const KInduction *induction, size_t k, bool *proved);

#endif
