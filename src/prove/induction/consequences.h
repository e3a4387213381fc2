/* consequences.h - properties that follow from lemmas, without induction
 *
 * A property follows if no position that satisfies all lemmas has a step, or as
 * many as it is about, on which it fails.
 */
#ifndef ZERMELO_PROVE_INDUCTION_CONSEQUENCES_H
#define ZERMELO_PROVE_INDUCTION_CONSEQUENCES_H

#include "prove/induction/step_solver.h"
#include "prove/walk/guided_walks.h"

typedef struct Consequences Consequences;

/* Borrows all. */
Consequences *consequences_new(const PropertyTable *properties,
                               GuidedWalks *walks, const Budget *budget);
void consequences_free(Consequences *consequences);

/* Lemmas are only added from one check to the next, and they are inductive: on
 * a play from a position that satisfies them they hold. */
typedef struct {
    const GroundProperty *const *items;
    size_t count;
} LemmaSet;

/* Sets IS_PROVED of those of LIST that follow from LEMMAS, which SOLVER
 * supposes. Asks only about those that are not IS_PROVED yet. */
void consequences_check(Consequences *consequences, StepSolver *solver,
                        LemmaSet lemmas, const GroundProperty *const *list,
                        bool *is_proved, size_t count, int64_t max_conflicts);

#endif
