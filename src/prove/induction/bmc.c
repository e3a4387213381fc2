/* bmc.c - bounded model checking from the initial position
 *
 * In:   properties that are open
 * Out:  plays on which they fail; proofs, if the length of plays is bounded
 * Next: prove/induction/k_induction.c, for which the first positions are the
 *       base case
 *
 * Bounded model checking (Biere, Cimatti, Clarke and Zhu 1999): one incremental
 * solver, to which one step at a time is added. A property is proved if it
 * holds at every depth up to the length of the longest play. Start reading at
 * bmc_run(), at the end.
 */
#include "prove/induction/bmc.h"

#include "base/memory.h"
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_CLAUSES = 6000000 }; /* in the solver: a few hundred bytes each */

typedef struct {
    const BmcTask *task;
    ScheduleResult *results;
    StepSolver *solver;
    bool *settled; /* by property: decided, or given up */
    SatLit *fails; /* by property: it fails at the present depth */
    size_t depth;
    size_t given_up_at; /* depth at which the first one was; or SIZE_MAX */
} Bmc;

static bool any_open(const Bmc *bmc)
{
    for (size_t i = 0; i < bmc->task->count; i++)
        if (!bmc->settled[i])
            return true;
    return false;
}

static bool is_spent(const Bmc *bmc)
{
    return step_solver_is_spent(bmc->solver) ||
           sat_clauses(bmc->solver->sat) > MAX_CLAUSES;
}

/* The model refutes PROPERTY: its play is DEPTH steps to where it fails, then
 * the steps taken of those that it is about. */
static void refute(const Bmc *bmc, const GroundProperty *property,
                   ScheduleResult *result)
{
    const StepSolver *solver = bmc->solver;
    size_t roles = bmc->task->properties->net->role_count,
           step_count = bmc->depth;
    unsigned longest = property->degree;
    while (longest && property->ends[longest] == REF_TRUE)
        longest--;
    while (step_count < bmc->depth + longest &&
           sat_value(solver->sat, unroll_taken(solver->unroll, step_count)))
        step_count++;
    assert(result->verdict == VERDICT_UNKNOWN);
    *result = (ScheduleResult){.verdict = VERDICT_REFUTED,
                               .how = "play",
                               .steps = step_count,
                               .at = bmc->depth};
    result->moves = memory_array(step_count * roles + 1, sizeof *result->moves);
    for (size_t i = 0; i < step_count * roles; i++)
        result->moves[i] = unroll_made(solver->unroll, i / roles, i % roles);
}

/* Callback of find_possible. */
static void refute_failing(void *context)
{
    const Bmc *bmc = context;
    for (size_t i = 0; i < bmc->task->count; i++)
        if (!bmc->settled[i] && sat_value(bmc->solver->sat, bmc->fails[i]))
            refute(bmc, &bmc->task->list[i], &bmc->results[i]);
}

/* Makes the clauses of the present depth: the lemmas hold there, and FAILS. */
static void encode_depth(Bmc *bmc)
{
    const BmcTask *task = bmc->task;
    StepSolver *solver = bmc->solver;
    PropertyClauses clauses = property_clauses(task->properties, solver->unroll,
                                               solver->sat, bmc->depth);
    for (size_t i = 0; bmc->depth && i < task->lemma_count; i++)
        property_imply(&clauses, NULL, 0, task->lemmas[i]);
    for (size_t i = 0; i < task->count; i++)
        if (!bmc->settled[i])
            bmc->fails[i] = property_violation(&clauses, &task->list[i]);
    property_clauses_free(&clauses);
}

/* Refutes what can fail at the present depth. What cannot is a lemma, and what
 * is too hard is given up. */
static void check_depth(Bmc *bmc)
{
    const BmcTask *task = bmc->task;
    LitQuestions questions = {.lits = bmc->fails,
                              .settled = bmc->settled,
                              .count = task->count,
                              .conflicts = task->conflicts,
                              .on_model = refute_failing,
                              .context = bmc};
    encode_depth(bmc);
    for (size_t first = 0, end; first < task->count; first = end) {
        end = first + task->asked < task->count ? first + task->asked
                                                : task->count;
        SatAnswer answer =
            is_spent(bmc) ? SAT_UNKNOWN
                          : find_possible(bmc->solver, &questions, first, end);
        for (size_t i = first; i < end; i++) {
            if (bmc->settled[i])
                continue;
            if (answer == SAT_NO)
                sat_clause1(bmc->solver->sat, -bmc->fails[i]);
            else if (bmc->given_up_at > bmc->depth)
                bmc->given_up_at = bmc->depth;
            bmc->settled[i] = answer != SAT_NO;
        }
    }
}

/* Adds the step to the present depth; false if no play is as long. */
static bool reach_depth(Bmc *bmc)
{
    assert(bmc->depth);
    unroll_step(bmc->solver->unroll, bmc->depth - 1);
    return !bmc->task->seeks_bound ||
           unroll_solve(bmc->solver->unroll, bmc->task->conflicts) != SAT_NO;
}

/* No play has more steps than were checked: what was not given up is proved. */
static void prove_open(const Bmc *bmc)
{
    for (size_t i = 0; i < bmc->task->count; i++)
        if (!bmc->settled[i])
            bmc->results[i] =
                (ScheduleResult){.verdict = VERDICT_PROVED, .how = "bmc"};
}

BmcOutcome bmc_run(const BmcTask *task, ScheduleResult *results)
{
    Bmc bmc = {.task = task,
               .results = results,
               .solver = step_solver_new(task->properties, UNROLL_INITIAL,
                                         task->budget),
               .settled = memory_alloc(task->count + 1),
               .fails = memory_zeroed(task->count + 1, sizeof *bmc.fails),
               .given_up_at = SIZE_MAX};
    BmcOutcome outcome = {.bound = task->bound};
    assert(task->asked && task->asked <= MAX_LITS_ASKED);
    for (size_t i = 0; i < task->count; i++)
        bmc.settled[i] = results[i].verdict != VERDICT_UNKNOWN;
    for (; bmc.depth < task->max_depth && bmc.depth <= outcome.bound;
         bmc.depth++) {
        if (!any_open(&bmc) || is_spent(&bmc))
            break;
        if (bmc.depth && !reach_depth(&bmc))
            outcome.bound = bmc.depth - 1;
        else
            check_depth(&bmc);
    }
    if (bmc.depth > outcome.bound)
        prove_open(&bmc);
    outcome.held = bmc.given_up_at < bmc.depth ? bmc.given_up_at : bmc.depth;
    assert(outcome.bound <= task->bound);
    step_solver_free(bmc.solver);
    free_all(bmc.settled, bmc.fails);
    return outcome;
}
