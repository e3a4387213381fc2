/* bmc.c - bounded model checking from the initial position
 *
 * In:   properties about single positions
 * Out:  plays to where they fail; proofs, if the length of plays is bounded
 *
 * Bounded model checking (Biere, Cimatti, Clarke and Zhu 1999): one incremental
 * solver, to which one step at a time is added. A property is proved if it
 * holds at every depth up to the length of the longest play. Start reading at
 * bmc_prove(), at the end.
 */
#include "prove/induction/bmc.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_STEPS_PER_PLAY = 300,
    MAX_CONFLICTS_PER_QUESTION = 30000, /* of one question */
    MAX_UNANSWERED = 3,   /* questions about a property without an answer */
    MAX_CLAUSES = 6000000 /* in the solver: a few hundred bytes each */
};

typedef struct {
    const BmcTask *task;
    ScheduleResult *results;
    Sat *sat;
    Unroll *unroll;
    unsigned *unanswered; /* by property: questions without an answer */
    size_t depth;
} Bmc;

static bool is_open(const Bmc *bmc, size_t number)
{
    return bmc->results[number].verdict == VERDICT_UNKNOWN &&
           !bmc->task->list[number].degree &&
           bmc->unanswered[number] < MAX_UNANSWERED;
}

static bool any_open(const Bmc *bmc)
{
    for (size_t i = 0; i < bmc->task->count; i++)
        if (is_open(bmc, i))
            return true;
    return false;
}

static bool is_spent(const Bmc *bmc)
{
    return budget_spent(bmc->task->budget) || sat_exhausted(bmc->sat) ||
           sat_clauses(bmc->sat) > MAX_CLAUSES;
}

static void refute(Bmc *bmc, size_t number)
{
    size_t roles = bmc->task->net->role_count;
    ScheduleResult *result = &bmc->results[number];
    assert(result->verdict == VERDICT_UNKNOWN);
    result->verdict = VERDICT_REFUTED;
    result->how = "search";
    result->steps = result->at = bmc->depth;
    result->moves = memory_array(bmc->depth * roles + 1, sizeof *result->moves);
    for (size_t i = 0; i < bmc->depth; i++)
        for (size_t k = 0; k < roles; k++)
            result->moves[i * roles + k] = unroll_made(bmc->unroll, i, k);
}

/* Refutes the open properties that fail at this depth; adds as a lemma that the
 * others hold there. */
static void check_depth(Bmc *bmc)
{
    const BmcTask *task = bmc->task;
    PropertyClauses clauses =
        property_clauses(task->properties, bmc->unroll, bmc->sat, bmc->depth);
    for (size_t i = 0; bmc->depth && i < task->lemma_count; i++)
        property_imply(&clauses, NULL, 0, task->lemmas[i]);
    for (size_t i = 0; i < task->count && !is_spent(bmc); i++) {
        if (!is_open(bmc, i))
            continue;
        SatLit holds = property_literal(&clauses, task->list[i].ends[0]);
        sat_assume(bmc->sat, -holds);
        SatAnswer answer =
            unroll_solve(bmc->unroll, MAX_CONFLICTS_PER_QUESTION);
        if (answer == SAT_YES)
            refute(bmc, i);
        else if (answer == SAT_NO)
            sat_clause1(bmc->sat, holds);
        else
            bmc->unanswered[i]++;
    }
    property_clauses_free(&clauses);
}

/* Adds a step; true if no play has that many steps. */
static bool no_longer_play(Bmc *bmc)
{
    unroll_step(bmc->unroll, bmc->depth);
    return unroll_solve(bmc->unroll, MAX_CONFLICTS_PER_QUESTION) == SAT_NO;
}

/* No play is longer than the present depth: what was answered at every depth is
 * proved. */
static void prove_open(Bmc *bmc)
{
    for (size_t i = 0; i < bmc->task->count; i++)
        if (is_open(bmc, i) && !bmc->unanswered[i]) {
            bmc->results[i].verdict = VERDICT_PROVED;
            bmc->results[i].how = "bmc";
        }
}

uint64_t bmc_prove(const BmcTask *task, ScheduleResult *results)
{
    Bmc bmc = {.task = task, .results = results};
    bmc.unanswered = memory_zeroed(task->count + 1, sizeof *bmc.unanswered);
    bmc.sat = sat_new(task->budget);
    bmc.unroll = unroll_new(task->net, bmc.sat, UNROLL_INITIAL);
    uint64_t bound = task->bound;
    bool within_limits = true;
    while (within_limits && any_open(&bmc) && bmc.depth < MAX_STEPS_PER_PLAY) {
        check_depth(&bmc);
        within_limits = !is_spent(&bmc);
        if (within_limits && bmc.depth < bound && no_longer_play(&bmc))
            bound = bmc.depth;
        if (within_limits && bmc.depth >= bound) {
            prove_open(&bmc);
            break;
        }
        bmc.depth++;
    }
    unroll_free(bmc.unroll);
    sat_free(bmc.sat);
    free(bmc.unanswered);
    return bound;
}
