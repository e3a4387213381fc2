/* bmc.c - all plays, step by step, from the initial position
 *
 * In:   properties about single positions
 * Out:  plays to where they fail; proofs, if plays are bounded
 *
 * One incremental solver, one position more at a time. A property is proved if
 * it was shown to hold at every depth that there is. Start reading at
 * bmc_prove(), at the end.
 */
#include "prove/induction/bmc.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 300,
    CONFLICTS = 30000,    /* of one question */
    MAX_HARD = 3,         /* questions about a property without an answer */
    MAX_CLAUSES = 6000000 /* in all: some hundred bytes each */
};

typedef struct {
    const BmcTask *task;
    ScheduleResult *results;
    Sat *sat;
    Unroll *unroll;
    unsigned *hard; /* by property: questions without an answer */
    size_t depth;
} Bounded;

static bool is_open(const Bounded *bounded, size_t number)
{
    return bounded->results[number].verdict == VERDICT_UNKNOWN &&
           !bounded->task->list[number].degree &&
           bounded->hard[number] < MAX_HARD;
}

static bool any_open(const Bounded *bounded)
{
    for (size_t i = 0; i < bounded->task->count; i++)
        if (is_open(bounded, i))
            return true;
    return false;
}

static bool is_spent(const Bounded *bounded)
{
    return budget_spent(bounded->task->budget) || sat_exhausted(bounded->sat) ||
           sat_clauses(bounded->sat) > MAX_CLAUSES;
}

static void refute(Bounded *bounded, size_t number)
{
    size_t roles = bounded->task->net->role_count;
    ScheduleResult *result = &bounded->results[number];
    result->verdict = VERDICT_REFUTED;
    result->how = "search";
    result->steps = result->at = bounded->depth;
    result->moves =
        fatal_malloc((bounded->depth * roles + 1) * sizeof *result->moves);
    for (size_t i = 0; i < bounded->depth; i++)
        for (size_t k = 0; k < roles; k++)
            result->moves[i * roles + k] = unroll_made(bounded->unroll, i, k);
}

/* What fails at this depth, and what cannot. */
static void look(Bounded *bounded)
{
    const BmcTask *task = bounded->task;
    PropertyClauses clauses = property_clauses(
        task->properties, bounded->unroll, bounded->sat, bounded->depth);
    for (size_t i = 0; bounded->depth && i < task->lemma_count; i++)
        property_imply(&clauses, NULL, 0, task->lemmas[i]);
    for (size_t i = 0; i < task->count && !is_spent(bounded); i++) {
        if (!is_open(bounded, i))
            continue;
        SatLit holds = property_literal(&clauses, task->list[i].ends[0]);
        sat_assume(bounded->sat, -holds);
        SatAnswer answer = unroll_solve(bounded->unroll, CONFLICTS);
        if (answer == SAT_YES)
            refute(bounded, i);
        else if (answer == SAT_NO)
            sat_clause1(bounded->sat, holds);
        else
            bounded->hard[i]++;
    }
    property_clauses_free(&clauses);
}

/* Whether no play has one step more; adds it. */
static bool all_have_ended(Bounded *bounded)
{
    unroll_step(bounded->unroll, bounded->depth);
    return unroll_solve(bounded->unroll, CONFLICTS) == SAT_NO;
}

static void prove_rest(Bounded *bounded)
{
    for (size_t i = 0; i < bounded->task->count; i++)
        if (is_open(bounded, i) && !bounded->hard[i]) {
            bounded->results[i].verdict = VERDICT_PROVED;
            bounded->results[i].how = "all plays";
        }
}

uint64_t bmc_prove(const BmcTask *task, ScheduleResult *results)
{
    Bounded bounded = {.task = task, .results = results};
    bounded.hard = calloc(task->count + 1, sizeof *bounded.hard);
    if (!bounded.hard)
        fatal("out of memory");
    bounded.sat = sat_new(task->budget);
    bounded.unroll = unroll_new(task->net, bounded.sat, UNROLL_INITIAL);
    uint64_t bound = task->bound;
    bool looked = true;
    while (looked && any_open(&bounded) && bounded.depth < MAX_DEPTH) {
        look(&bounded);
        looked = !is_spent(&bounded);
        if (looked && bounded.depth < bound && all_have_ended(&bounded))
            bound = bounded.depth;
        if (looked && bounded.depth >= bound) {
            prove_rest(&bounded);
            break;
        }
        bounded.depth++;
    }
    unroll_free(bounded.unroll);
    sat_free(bounded.sat);
    free(bounded.hard);
    return bound;
}
