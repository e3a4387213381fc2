/* move_abstraction.h - induction for large games, over abstract steps
 *
 * Whether every step preserves a property of few features depends on a small
 * part of the game: the move sets that the next values of these features depend
 * on. Moves that are in the same of these sets are merged into one, which needs
 * only what the legality of all of them needs; nodes further away are left
 * unconstrained. So there are more abstract steps than steps of the game: what
 * none of them violates is inductive, and what some of them violates may still
 * be true.
 */
#ifndef ZERMELO_PROVE_INDUCTION_MOVE_ABSTRACTION_H
#define ZERMELO_PROVE_INDUCTION_MOVE_ABSTRACTION_H

#include "formula/property.h"

typedef struct {
    const Net *net;
    const PropertyTable *properties;
    const GroundProperty *const *lemmas; /* hold in every reachable position */
    size_t lemma_count;
    const GroundProperty *const *list; /* hold initially */
    size_t count;
    const Budget *budget;
} MoveAbstractionTask;

/* Sets IS_PROVED of properties of LIST that are inductive together over
 * abstract steps: they hold in every reachable position. */
void move_abstraction_prove(const MoveAbstractionTask *task, bool *is_proved);

#endif
