/* bmc.c - bounded model checking from the initial position
 *
 * In:   properties that are open
 * Out:  plays on which they fail; proofs, if the length of plays is bounded
 * Next: prove/stage_plays.c
 *
 * Bounded model checking (Biere, Cimatti, Clarke and Zhu 1999): one incremental
 * solver, to which one step at a time is added. A property is proved if it
 * holds at every depth up to the length of the longest play. A search whose
 * budget is spent goes on from there in its next turn. Start reading at
 * bmc_continue(), near the end.
 */
#include "prove/induction/bmc.h"

#include "base/memory.h"
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_CLAUSES = 6000000 }; /* in the solver: a few hundred bytes each */

struct Bmc {
    const BmcTask *task;
    PropertyResult *results;
    StepSolver *solver;
    bool *is_settled; /* by property: decided, or given up */
    SatLit *fails;    /* by property: it fails at the present depth */
    size_t depth;
    bool is_encoded;    /* the clauses of the present depth are there */
    size_t given_up_at; /* depth at which the first one was; or SIZE_MAX */
};

/* Settles what was decided meanwhile, and what nobody asks for; whether
 * anything is still open. */
static bool settle_decided(Bmc *bmc)
{
    const bool *is_asked = bmc->task->is_asked;
    bool is_any_open = false;
    for (size_t i = 0; i < bmc->task->count; i++) {
        bmc->is_settled[i] = bmc->is_settled[i] ||
                             bmc->results[i].verdict != VERDICT_UNKNOWN ||
                             (is_asked && !is_asked[i]);
        is_any_open = is_any_open || !bmc->is_settled[i];
    }
    return is_any_open;
}

static bool is_spent(const Bmc *bmc)
{
    return step_solver_is_spent(bmc->solver) ||
           sat_clauses(bmc->solver->sat) > MAX_CLAUSES;
}

/* The model refutes PROPERTY: its play is DEPTH steps to where it fails, then
 * the steps taken of those that it is about. */
static void refute(const Bmc *bmc, const GroundProperty *property,
                   PropertyResult *result)
{
    const StepSolver *solver = bmc->solver;
    size_t roles = bmc->task->properties->net->role_count,
           step_count = bmc->depth;
    unsigned max_steps = property->degree;
    while (max_steps && property->ends[max_steps] == REF_TRUE)
        max_steps--;
    while (step_count < bmc->depth + max_steps &&
           sat_value(solver->sat, unroll_taken(solver->unroll, step_count)))
        step_count++;
    assert(result->verdict == VERDICT_UNKNOWN);
    *result = (PropertyResult){.verdict = VERDICT_REFUTED,
                               .how = "play",
                               .steps = step_count,
                               .at = bmc->depth};
    result->moves = memory_array(step_count * roles + 1, sizeof *result->moves);
    for (size_t i = 0; i < step_count * roles; i++)
        result->moves[i] =
            unroll_model_move(solver->unroll, i / roles, i % roles);
}

/* Callback of find_sat_lits. */
static void refute_failing(void *context)
{
    const Bmc *bmc = context;
    for (size_t i = 0; i < bmc->task->count; i++)
        if (!bmc->is_settled[i] && sat_value(bmc->solver->sat, bmc->fails[i]))
            refute(bmc, &bmc->task->list[i], &bmc->results[i]);
}

/* Makes the clauses of the present depth: the lemmas hold there, and FAILS. */
static void encode_depth(Bmc *bmc)
{
    assert(!bmc->is_encoded);
    bmc->is_encoded = true;
    const BmcTask *task = bmc->task;
    StepSolver *solver = bmc->solver;
    PropertyClauses clauses = property_clauses(task->properties, solver->unroll,
                                               solver->sat, bmc->depth);
    for (size_t i = 0; bmc->depth && i < task->lemma_count; i++)
        property_imply(&clauses, NULL, 0, task->lemmas[i]);
    for (size_t i = 0; i < task->count; i++)
        if (!bmc->is_settled[i])
            bmc->fails[i] = property_violation(&clauses, &task->list[i]);
    property_clauses_free(&clauses);
}

/* Refutes what can fail at the present depth. What cannot is a lemma, and what
 * is too hard is given up. False if the budget is spent before all is asked. */
static bool check_depth(Bmc *bmc)
{
    const BmcTask *task = bmc->task;
    LitQuestions questions = {.lits = bmc->fails,
                              .is_settled = bmc->is_settled,
                              .count = task->count,
                              .max_conflicts = task->max_conflicts,
                              .on_model = refute_failing,
                              .context = bmc};
    for (size_t first = 0, end; first < task->count; first = end) {
        end = first + task->chunk_size < task->count ? first + task->chunk_size
                                                     : task->count;
        SatAnswer answer = find_sat_lits(bmc->solver, &questions, first, end);
        if (answer == SAT_UNKNOWN && is_spent(bmc))
            return false;
        for (size_t i = first; i < end; i++) {
            if (bmc->is_settled[i])
                continue;
            if (answer == SAT_NO)
                sat_clause1(bmc->solver->sat, -bmc->fails[i]);
            else if (bmc->given_up_at > bmc->depth)
                bmc->given_up_at = bmc->depth;
            bmc->is_settled[i] = answer != SAT_NO;
        }
    }
    return true;
}

/* Adds the step to the present depth; false if no play is as long. */
static bool step_to_depth(Bmc *bmc)
{
    assert(bmc->depth);
    unroll_step(bmc->solver->unroll, bmc->depth - 1);
    return !bmc->task->seeks_bound ||
           unroll_solve(bmc->solver->unroll, bmc->task->max_conflicts) !=
               SAT_NO;
}

/* No play has more steps than were checked: what was not given up is proved. */
static void prove_open(const Bmc *bmc)
{
    for (size_t i = 0; i < bmc->task->count; i++)
        if (!bmc->is_settled[i])
            bmc->results[i] = (PropertyResult){.verdict = VERDICT_PROVED,
                                               .how = "bmc",
                                               .evidence = EVIDENCE_UNROLLING};
}

Bmc *bmc_new(const BmcTask *task, PropertyResult *results)
{
    Bmc *bmc = memory_alloc(sizeof *bmc);
    assert(task->chunk_size && task->chunk_size <= MAX_LITS_ASKED);
    *bmc = (Bmc){.task = task,
                 .results = results,
                 .solver = step_solver_new(task->properties, UNROLL_INITIAL,
                                           task->budget),
                 .is_settled = memory_zeroed(task->count + 1, 1),
                 .fails = memory_zeroed(task->count + 1, sizeof *bmc->fails),
                 .given_up_at = SIZE_MAX};
    return bmc;
}

void bmc_free(Bmc *bmc)
{
    if (!bmc)
        return;
    step_solver_free(bmc->solver);
    free_all(bmc->is_settled, bmc->fails, bmc);
}

size_t bmc_clauses(const Bmc *bmc)
{
    return sat_clauses(bmc->solver->sat);
}

BmcOutcome bmc_continue(Bmc *bmc)
{
    const BmcTask *task = bmc->task;
    BmcOutcome outcome = {.bound = task->bound};
    for (; bmc->depth < task->max_depth && bmc->depth <= outcome.bound;
         bmc->depth++) {
        bool needs_bound = task->seeks_bound && task->bound == UINT64_MAX;
        if ((!settle_decided(bmc) && !needs_bound) || is_spent(bmc))
            break;
        if (!bmc->is_encoded && bmc->depth && !step_to_depth(bmc)) {
            outcome.bound = bmc->depth - 1;
            break;
        }
        if (!bmc->is_encoded)
            encode_depth(bmc);
        if (!check_depth(bmc))
            break;
        bmc->is_encoded = false;
    }
    if (bmc->depth > outcome.bound)
        prove_open(bmc);
    outcome.checked_positions =
        bmc->given_up_at < bmc->depth ? bmc->given_up_at : bmc->depth;
    assert(outcome.bound <= task->bound);
    return outcome;
}

BmcOutcome bmc_run(const BmcTask *task, PropertyResult *results)
{
    Bmc *bmc = bmc_new(task, results);
    BmcOutcome outcome = bmc_continue(bmc);
    bmc_free(bmc);
    return outcome;
}
