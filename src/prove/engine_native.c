/* engine_native.c - the native prover behind the interface of all engines
 *
 * In:   a ProofTask
 * Out:  Findings
 *
 * Props become properties about a net (formula/lower_formula.c),
 * prove/schedule.c decides them, and every play it gives is replayed by the
 * interpreter before anybody sees it: as they come, so that little is left to
 * do when the time is up. Start reading at prove(), at the end.
 */
#include "base/memory.h"
#include "prove/evidence.h"
#include "prove/walk/fault.h"
#include "formula/facts.h"
#include "formula/lower_formula.h"
#include "prove/schedule.h"
#include "prove/published/oracle.h"
#include "prove/walk/trace_replay.h"
#include "formula/proof_task.h"

#include <assert.h>

typedef struct {
    ProofTask *task;
    Finding *findings;
    const Net *net;
    PropertyTable properties;
    Lowering lowering;
    RefList facts;
    VEC(GroundProperty) list, givens;
    VEC(size_t) claim_numbers; /* of the claims in LIST; behind them, givens */
    VEC(bool) is_asked;        /* by number in LIST */
    PropertyResult *results;   /* by number in LIST, as they come */
    bool *is_judged;           /* those whose play the interpreter has seen */
    TraceReplay *replay;
    Budget budget;        /* of the schedule: time to replay is left over */
    double grace_seconds; /* that may pass when the time is up */
    bool out_of_time;
} Prover;

/* ---- what was found ---- */

static void take_refutation(Prover *prover, size_t claim, unsigned degree,
                            const Refutation *refutation)
{
    Finding *finding = &prover->findings[claim];
    if (!refutation->play) {
        finding->reason = replay_mismatch(prover->task->interp);
        return;
    }
    finding->verdict = VERDICT_REFUTED;
    finding->how = "play";
    finding->reason = NULL;
    finding->trace = refutation->play;
    assert(refutation->at <= refutation->play->steps);
    finding->at = refutation->at;
    finding->base = finding->at == 0 ? ANSWER_NO
                    : degree == 0    ? ANSWER_YES
                                     : ANSWER_UNKNOWN;
    finding->step = finding->base == ANSWER_YES ? ANSWER_NO : ANSWER_UNKNOWN;
}

/* Whether result NUMBER is a refutation of a claim that is to be replayed. */
static bool awaits_replay(const Prover *prover, size_t number)
{
    return prover->is_asked.items[number] &&
           prover->results[number].verdict == VERDICT_REFUTED &&
           !prover->is_judged[number] &&
           prover->claim_numbers.items[number] < prover->task->count;
}

/* No refutation counts that the rules as they stand do not confirm. Returns how
 * many could not be looked at. */
static size_t take_refutations(Prover *prover, TraceReplay *replay,
                               const Budget *budget)
{
    ProofTask *task = prover->task;
    VEC(Refutation) refutations = {0};
    for (size_t i = 0; i < prover->list.count; i++) {
        const PropertyResult *result = &prover->results[i];
        size_t claim = prover->claim_numbers.items[i];
        if (!awaits_replay(prover, i))
            continue;
        Refutation refutation = {.prop = task->meanings[claim],
                                 .moves = result->moves,
                                 .steps = result->steps,
                                 .at = result->at};
        vec_push(&refutations, refutation);
    }
    trace_replay_all(replay, budget, refutations.items, refutations.count,
                     task->arena);
    size_t remaining = 0;
    const Refutation *next = refutations.items;
    for (size_t i = 0; i < prover->list.count; i++) {
        if (!awaits_replay(prover, i))
            continue;
        prover->is_judged[i] = next->is_judged;
        if (next->is_judged)
            take_refutation(prover, prover->claim_numbers.items[i],
                            prover->list.items[i].degree, next);
        remaining += !next->is_judged;
        next++;
    }
    vec_free(&refutations);
    return remaining;
}

/* What is not refuted, now that all that could be replayed was. */
static void take_verdict(Prover *prover, size_t claim,
                         const PropertyResult *result)
{
    Finding *finding = &prover->findings[claim];
    if (result->verdict == VERDICT_PROVED) {
        finding->verdict = VERDICT_PROVED;
        finding->base = finding->step = ANSWER_YES;
        finding->how = result->how;
        finding->evidence = result->evidence;
    } else if (finding->verdict == VERDICT_UNKNOWN && !finding->reason) {
        finding->reason =
            prover->out_of_time
                ? budget_reason(prover->task->budget, "out of time")
            : result->verdict == VERDICT_REFUTED
                ? replay_mismatch(prover->task->interp)
                : NULL;
    }
}

/* Givens are known; if the proof is to be saved, they are part of it, and so
 * proved once more. */
static void lower_claims_and_givens(Prover *prover)
{
    const ProofTask *task = prover->task;
    for (size_t i = 0; i < task->count + task->given_count; i++) {
        GroundProperty property;
        bool is_given = i >= task->count;
        PropId meaning =
            is_given ? task->givens[i - task->count] : task->meanings[i];
        if (!lower_formula(&prover->lowering, meaning, &property)) {
            if (!is_given)
                prover->findings[i].reason = "it looks too many steps ahead";
        } else if (is_given && !task->record) {
            vec_push(&prover->givens, property);
        } else {
            vec_push(&prover->list, property);
            vec_push(&prover->claim_numbers, i);
            vec_push(&prover->is_asked, is_given || task_asks(task, i));
        }
    }
}

/* ---- the end of the time ---- */

/* A tenth of it, and no more than a second. */
static double grace_period(const Budget *budget)
{
    double seconds = budget_left(budget) / 10;
    return seconds < 1 ? seconds : 1;
}

static void report_progress(void *context, size_t decided)
{
    Prover *prover = context;
    const ProofTask *task = prover->task;
    assert(decided <= prover->list.count);
    size_t not_lowered = task->count - prover->list.count;
    if (task->progress)
        task->progress(task->context, decided + not_lowered, task->count);
}

static void replay_refuted(void *context)
{
    Prover *prover = context;
    take_refutations(prover, prover->replay, prover->task->budget);
}

/* What was found when the time was up, or the user had enough, is not thrown
 * away for the sake of a moment. It takes another interpreter: what one says
 * that ran out of time is void. */
static void replay_after_deadline(Prover *prover)
{
    const ProofTask *task = prover->task;
    const char *why;
    Budget grace_budget =
        budget_new(prover->grace_seconds + 1e-6, NULL); /* 0: no limit */
    Interp *interp = interp_new(task->game, &grace_budget, &why);
    if (!interp)
        return;
    TraceReplay *replay = trace_replay_new(task->props, interp, prover->net);
    take_refutations(prover, replay, &grace_budget);
    trace_replay_free(replay);
    interp_free(interp);
}

/* ---- evidence ---- */

/* Hands the proofs to the record, with the formulas of what was asked. */
static void keep_record(Prover *prover, const PropertyTask *native_task)
{
    const ProofTask *task = prover->task;
    ProofRecord *record = task->record;
    proof_record_keep(record, native_task, prover->results);
    for (size_t i = 0; i < prover->list.count; i++) {
        size_t claim = prover->claim_numbers.items[i];
        if (claim >= task->count)
            continue;
        GroundProperty *property = arena_array(task->arena, GroundProperty, 1);
        *property = prover->list.items[i];
        prover->findings[claim].property = property;
        vec_push(&record->names,
                 ((NamedProperty){
                     *property, formula_string(task->arena,
                                               task->claims[claim].formula)}));
    }
}

static void prove_mutually(Prover *prover)
{
    ProofTask *task = prover->task;
    prover->grace_seconds = grace_period(task->budget);
    prover->budget = *task->budget;
    PropertyTask native_task = {.net = prover->net,
                                .properties = &prover->properties,
                                .list = prover->list.items,
                                .count = prover->list.count,
                                .is_asked = prover->is_asked.items,
                                .givens = prover->givens.items,
                                .given_count = prover->givens.count,
                                .facts = prover->facts.items,
                                .fact_count = prover->facts.count,
                                .seed = task->seed,
                                .limits = task->limits,
                                .statistics = task->statistics,
                                .budget = &prover->budget,
                                .log = task->log,
                                .progress = report_progress,
                                .replay = replay_refuted,
                                .context = prover};
    prover->results =
        memory_zeroed(native_task.count + 1, sizeof(PropertyResult));
    prover->is_judged =
        memory_zeroed(native_task.count + 1, sizeof *prover->is_judged);
    prover->replay = trace_replay_new(task->props, task->interp, prover->net);
    if (task->budget->deadline > 0)
        prover->budget.deadline -= prover->grace_seconds;
    schedule_run(&native_task, prover->results);
    prover->out_of_time = budget_spent(&prover->budget);
    if (take_refutations(prover, prover->replay, task->budget))
        replay_after_deadline(prover);
    for (size_t i = 0; i < native_task.count; i++)
        if (prover->claim_numbers.items[i] < task->count)
            take_verdict(prover, prover->claim_numbers.items[i],
                         &prover->results[i]);
    if (task->record)
        keep_record(prover, &native_task);
    trace_replay_free(prover->replay);
    schedule_free_results(&native_task, prover->results);
    free_all(prover->is_judged, prover->results);
}

/* individual and joint, as clingo is asked. */
static bool prove_as_published(ProofTask *task, Finding *findings,
                               const char **why)
{
    Oracle *oracle = oracle_sat_new(task, why);
    if (!oracle)
        return false;
    prove_published(oracle, findings);
    oracle_sat_free(oracle);
    return true;
}

static bool prove(ProofTask *task, Finding *findings, const char **why)
{
    Prover prover = {.task = task, .findings = findings};
    NetOptions options = {0};
    if (task->method != METHOD_MUTUAL)
        return prove_as_published(task, findings, why);
    options.relations = props_relations(task->props, false, task->arena,
                                        &options.relation_count);
    prover.net = net_new_with(task->game, &options, task->budget, why);
    if (!prover.net)
        return false;
    properties_init(&prover.properties, prover.net);
    lowering_init(&prover.lowering, task->props, &prover.properties);
    lower_claims_and_givens(&prover);
    facts_lower(task->facts, task->game, task->budget, &prover.properties,
                &prover.facts);
    prove_mutually(&prover);
    lowering_free(&prover.lowering);
    vec_free_all(&prover.list, &prover.givens, &prover.claim_numbers,
                 &prover.is_asked, &prover.facts);
    if (!task->record) {
        properties_free(&prover.properties);
        net_free(prover.net);
    }
    return true;
}

const ProofEngine engine_native = {"native", prove};
