/* step_solver.h - many questions about a step, to one SAT solver
 *
 * A StepSolver has the clauses of a step, and of properties before and after
 * it. Questions are about many literals, as that a property fails after the
 * step: which of them can be true? A model answers for all that are true in it,
 * and when there is none for those that are left, they cannot be true.
 */
#ifndef ZERMELO_PROVE_INDUCTION_STEP_SOLVER_H
#define ZERMELO_PROVE_INDUCTION_STEP_SOLVER_H

#include "formula/property.h"

enum {
    LITS_CHUNK = 24,    /* in one question, usually, */
    MAX_LITS_ASKED = 64 /* and at most */
};

typedef struct {
    const Budget *budget;
    Sat *sat;
    Unroll *unroll;
    PropertyClauses before, after; /* level 0 is position 0, or position 1 */
} StepSolver;

/* Borrows all. The solver is set up for questions that are many and small, with
 * clauses that come between them; for the initial position, for hard ones. */
StepSolver *step_solver_new(const PropertyTable *properties, UnrollStart start,
                            const Budget *budget);
void step_solver_free(StepSolver *solver); /* which may be NULL */

/* Whether time, quota or memory is used up. */
bool step_solver_is_spent(const StepSolver *solver);

/* The lemmas hold before the step. */
void step_solver_suppose(StepSolver *solver,
                         const GroundProperty *const *lemmas, size_t count);

typedef struct {
    const SatLit *lits;
    bool *is_settled; /* by literal: it is not asked about, or not any more */
    size_t count;
    int64_t max_conflicts; /* of a question; below 0: as many as it takes */
    /* Adds assumptions, before each question; or NULL. */
    void (*assume)(void *context);
    /* For each model, before what is true in it is settled; or NULL. It may
     * settle more literals, and adds no clauses. */
    void (*on_model)(void *context);
    void *context;
} LitQuestions;

/* Asks about the literals from FIRST to END - 1, together, until those that are
 * not settled cannot be true (SAT_NO) or a limit is reached (SAT_UNKNOWN). */
SatAnswer find_sat_lits(StepSolver *solver, const LitQuestions *questions,
                        size_t first, size_t end);

/* Asks about all literals, some at a time, and sets IS_FALSE of those that
 * cannot be true; false if a limit was reached. */
bool find_false_lits(StepSolver *solver, const LitQuestions *questions,
                     bool *is_false);

#endif
