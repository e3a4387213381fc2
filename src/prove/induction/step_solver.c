/* step_solver.c - the induction step as clauses, and questions about it
 *
 * In:   properties, and literals about them
 * Out:  which of the literals can be true
 * Next: the methods of this folder, and prove/published/oracle_sat.c
 *
 * Incremental solving with activation literals (Een and Sorensson 2003): a
 * question is a clause over several literals that is retired afterwards. Start
 * reading at find_sat_lits(), at the end.
 */
#include "prove/induction/step_solver.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

StepSolver *step_solver_new(const PropertyTable *properties, UnrollStart start,
                            const Budget *budget)
{
    StepSolver *solver = memory_alloc(sizeof *solver);
    Sat *sat = sat_new(budget);
    if (start != UNROLL_INITIAL) { /* bounded model checking asks few */
        sat_option(sat, "lucky", 0);
        sat_option(sat, "elim", 0);
    }
    *solver = (StepSolver){.budget = budget,
                           .sat = sat,
                           .unroll = unroll_new(properties->net, sat, start)};
    solver->before = property_clauses(properties, solver->unroll, sat, 0);
    solver->after = property_clauses(properties, solver->unroll, sat, 1);
    return solver;
}

void step_solver_free(StepSolver *solver)
{
    if (!solver)
        return;
    property_clauses_free(&solver->before);
    property_clauses_free(&solver->after);
    unroll_free(solver->unroll);
    sat_free(solver->sat);
    memory_free(solver);
}

bool step_solver_is_spent(const StepSolver *solver)
{
    return sat_exhausted(solver->sat) || budget_spent(solver->budget);
}

void step_solver_suppose(StepSolver *solver,
                         const GroundProperty *const *lemmas, size_t count)
{
    for (size_t i = 0; i < count; i++)
        property_suppose(&solver->before, sat_true(solver->sat), lemmas[i]);
}

/* ---- questions ---- */

/* Settles the literals that are true in the model. */
static void settle_true(const StepSolver *solver, const LitQuestions *questions)
{
    for (size_t i = 0; i < questions->count; i++)
        if (!questions->is_settled[i])
            questions->is_settled[i] =
                sat_value(solver->sat, questions->lits[i]);
}

static size_t count_open(const LitQuestions *questions, size_t first,
                         size_t end)
{
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        count += !questions->is_settled[i];
    return count;
}

/* Whether a literal from FIRST to END - 1 that is not settled can be true. */
static SatAnswer ask_about_range(StepSolver *solver,
                                 const LitQuestions *questions, size_t first,
                                 size_t end)
{
    SatLit open_lits[MAX_LITS_ASKED];
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        if (!questions->is_settled[i])
            open_lits[count++] = questions->lits[i];
    if (!count)
        return SAT_NO;
    /* Of a single literal no activation literal is needed. */
    SatLit question =
        count > 1 ? sat_question(solver->sat, open_lits, count) : open_lits[0];
    if (questions->assume)
        questions->assume(questions->context);
    sat_assume(solver->sat, question);
    SatAnswer answer = unroll_solve(solver->unroll, questions->max_conflicts);
    if (answer == SAT_YES && questions->on_model)
        questions->on_model(questions->context);
    if (answer == SAT_YES)
        settle_true(solver, questions);
    assert(answer != SAT_YES || count_open(questions, first, end) < count);
    if (count > 1)
        sat_retire(solver->sat, question);
    return answer;
}

SatAnswer find_sat_lits(StepSolver *solver, const LitQuestions *questions,
                        size_t first, size_t end)
{
    SatAnswer answer = SAT_YES;
    assert(first < end && end <= questions->count);
    assert(end - first <= MAX_LITS_ASKED);
    while (answer == SAT_YES)
        answer = step_solver_is_spent(solver)
                     ? SAT_UNKNOWN
                     : ask_about_range(solver, questions, first, end);
    return answer;
}

bool find_false_lits(StepSolver *solver, const LitQuestions *questions,
                     bool *is_false)
{
    bool is_complete = true;
    for (size_t first = 0, end; first < questions->count; first = end) {
        end = questions->count - first < LITS_CHUNK ? questions->count
                                                    : first + LITS_CHUNK;
        SatAnswer answer = find_sat_lits(solver, questions, first, end);
        is_complete = is_complete && answer == SAT_NO;
        for (size_t i = first; i < end; i++)
            is_false[i] =
                is_false[i] || (answer == SAT_NO && !questions->is_settled[i]);
    }
    return is_complete;
}
