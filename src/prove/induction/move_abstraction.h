/* move_abstraction.h - induction for large games, with steps that are only
 * sketched
 *
 * Whether a property of few features is kept by every step depends on a small
 * part of the game: in which of the sets of moves that these features look at
 * the move is. Moves that are in the same of these sets are taken for one,
 * which may be made if all that is needed for each of them holds; what
 * lies further away is left open. So there are more steps than in the game, and
 * what none of them violates is inductive. What some of them violates may be
 * true all the same.
 */
#ifndef ZERMELO_PROVE_INDUCTION_MOVE_ABSTRACTION_H
#define ZERMELO_PROVE_INDUCTION_MOVE_ABSTRACTION_H

#include "formula/property.h"

typedef struct {
    const Net *net;
    const PropertyTable *properties;
    const GroundProperty *const *facts; /* hold in every reachable position */
    size_t fact_count;
    const GroundProperty *const *list; /* hold initially */
    size_t count;
    const Budget *budget;
} MoveAbstractionTask;

/* Sets PROVED of the largest part of the list of which that can be shown: they
 * hold in every reachable position. */
void move_abstraction_prove(const MoveAbstractionTask *task, bool *proved);

#endif
