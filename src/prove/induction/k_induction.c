/* k_induction.c - induction over k steps
 *
 * In:   properties that hold in the first K positions of every play (bmc.c)
 * Out:  those that are inductive over K steps
 * Next: prove/stage_plays.c
 *
 * k-induction (Sheeran, Singh and Stalmarck 2000): if all properties hold in K
 * consecutive positions of a play, they hold in the next one. The first
 * position of a play in which one fails would be one of the first K, or come
 * after K in which none does. As in Houdini (prove/induction/houdini.c),
 * properties that can fail are dropped until none can. Start reading at
 * k_induction_prove(), at the end.
 */
#include "prove/induction/k_induction.h"

#include "base/memory.h"
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_CONFLICTS_PER_QUESTION = 3000
}; /* of a question; then what it asks is dropped */

typedef struct {
    const KInductionTask *task;
    StepSolver *solver;
    SatLit *hypothesis; /* by property: it holds in the first K positions */
    SatLit *fails;      /* by property: it fails in the one after these */
    bool *dropped;      /* by property */
} KInduction;

/* Encodes K steps. Lemmas hold in all K + 1 positions; the hypotheses say that
 * the properties to be proved hold in all but the last one. */
static void encode_steps(KInduction *induction, size_t k)
{
    const KInductionTask *task = induction->task;
    StepSolver *solver = induction->solver;
    assert(k > 1); /* one step is the matter of Houdini */
    for (size_t i = 0; i < task->count; i++)
        induction->hypothesis[i] = sat_variable(solver->sat);
    for (size_t position = 0; position <= k; position++) {
        if (step_solver_is_spent(solver))
            return;
        if (position)
            unroll_step(solver->unroll, position - 1);
        PropertyClauses clauses = property_clauses(
            task->properties, solver->unroll, solver->sat, position);
        for (size_t i = 0; i < task->lemma_count; i++)
            property_suppose(&clauses, sat_true(solver->sat), task->lemmas[i]);
        for (size_t i = 0; i < task->count; i++)
            if (position < k)
                property_suppose(&clauses, induction->hypothesis[i],
                                 task->list[i]);
            else
                induction->fails[i] =
                    property_violation(&clauses, task->list[i]);
        property_clauses_free(&clauses);
    }
}

/* Callback of find_sat_lits. */
static void assume_hypotheses(void *context)
{
    const KInduction *induction = context;
    for (size_t i = 0; i < induction->task->count; i++)
        if (!induction->dropped[i])
            sat_assume(induction->solver->sat, induction->hypothesis[i]);
}

/* One pass over the properties: drops those that can fail, or are too hard.
 * True if none was dropped: then CANNOT_FAIL has all that are left. */
static bool drop_failing(KInduction *induction, bool *cannot_fail)
{
    size_t count = induction->task->count, open_before = 0, open_after = 0;
    bool *dropped = induction->dropped;
    LitQuestions questions = {.lits = induction->fails,
                              .is_settled = dropped,
                              .count = count,
                              .max_conflicts = MAX_CONFLICTS_PER_QUESTION,
                              .assume = assume_hypotheses,
                              .context = induction};
    for (size_t i = 0; i < count; i++) {
        open_before += !dropped[i];
        cannot_fail[i] = false;
    }
    find_false_lits(induction->solver, &questions, cannot_fail);
    for (size_t i = 0; i < count; i++) {
        dropped[i] = dropped[i] || !cannot_fail[i];
        open_after += !dropped[i];
    }
    assert(open_after <= open_before);
    return open_after == open_before;
}

void k_induction_prove(const KInductionTask *task, size_t k, bool *is_proved)
{
    KInduction induction = {
        .task = task,
        .solver = step_solver_new(task->properties, UNROLL_ANY, task->budget),
        .hypothesis =
            memory_array(task->count + 1, sizeof *induction.hypothesis),
        .fails = memory_zeroed(task->count + 1, sizeof *induction.fails),
        .dropped = memory_zeroed(task->count + 1, sizeof *induction.dropped)};
    encode_steps(&induction, k);
    bool is_stable = false;
    while (!is_stable && !step_solver_is_spent(induction.solver))
        is_stable = drop_failing(&induction, is_proved);
    /* What a pass over all has left, of which it dropped none, is inductive. */
    for (size_t i = 0; i < task->count; i++)
        is_proved[i] = is_stable && !induction.dropped[i];
    step_solver_free(induction.solver);
    free_all(induction.hypothesis, induction.fails, induction.dropped);
}
