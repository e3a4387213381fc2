/* engine_native.c - the native prover behind the interface of all engines
 *
 * In:   a Task
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
#include "formula/lower_formula.h"
#include "prove/schedule.h"
#include "prove/published/oracle_sat.h"
#include "prove/published/published.h"
#include "prove/walk/trace_replay.h"
#include "formula/proof_task.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    Task *task;
    Finding *findings;
    const Net *net;
    PropertyTable properties;
    Lowering meanings;
    VEC(GroundProperty) list, givens;
    VEC(size_t) numbers;     /* of the claims in LIST; behind them, givens */
    ScheduleResult *results; /* by number in LIST, as they come */
    bool *judged;            /* those whose play the interpreter has seen */
    TraceReplay *replay;
    size_t replayed_positions; /* of plays, and how long that took */
    double replay_seconds;
    Budget budget; /* of the schedule: time to replay is left over */
    double moment; /* seconds that may pass when the time is up */
    bool out_of_time;
} Prover;

static bool is_initially(const Finding *finding, unsigned degree)
{
    return finding->at > 0 && degree == 0;
}

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
    finding->base = finding->at == 0                ? ANSWER_NO
                    : is_initially(finding, degree) ? ANSWER_YES
                                                    : ANSWER_UNKNOWN;
    finding->step = finding->base == ANSWER_YES ? ANSWER_NO : ANSWER_UNKNOWN;
}

/* Whether result NUMBER is a refutation of a claim that is to be replayed. */
static bool awaits_replay(const Prover *prover, size_t number)
{
    return prover->results[number].verdict == VERDICT_REFUTED &&
           !prover->judged[number] &&
           prover->numbers.items[number] < prover->task->count;
}

/* No refutation counts that the rules as they stand do not confirm. Replays at
 * most MAX_COUNT; returns how many of these could not be looked at. */
static size_t take_refutations(Prover *prover, TraceReplay *replay,
                               const Budget *budget, size_t max_count)
{
    Task *task = prover->task;
    double begun = clock_now();
    VEC(Refutation) refutations = {0};
    VEC(size_t) places = {0};
    for (size_t i = 0; i < prover->list.count && refutations.count < max_count;
         i++) {
        const ScheduleResult *result = &prover->results[i];
        size_t claim = prover->numbers.items[i];
        if (!awaits_replay(prover, i))
            continue;
        Refutation refutation = {.prop = task->meanings[claim],
                                 .moves = result->moves,
                                 .steps = result->steps,
                                 .at = result->at};
        vec_push(&refutations, refutation);
        vec_push(&places, i);
    }
    trace_replay_all(replay, budget, refutations.items, refutations.count,
                     task->arena);
    size_t remaining = 0;
    for (size_t i = 0; i < refutations.count; i++) {
        size_t place = places.items[i];
        prover->judged[place] = refutations.items[i].judged;
        if (prover->judged[place])
            take_refutation(prover, prover->numbers.items[place],
                            prover->list.items[place].degree,
                            &refutations.items[i]);
        if (prover->judged[place])
            prover->replayed_positions += refutations.items[i].steps + 1;
        else
            remaining++;
    }
    prover->replay_seconds += clock_now() - begun;
    vec_free_all(&refutations, &places);
    return remaining;
}

/* What is not refuted, now that all that could be replayed was. */
static void take(Prover *prover, size_t claim, const ScheduleResult *result)
{
    Finding *finding = &prover->findings[claim];
    if (result->verdict == VERDICT_PROVED) {
        finding->verdict = VERDICT_PROVED;
        finding->base = finding->step = ANSWER_YES;
        finding->how = result->how;
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
static void gather(Prover *prover)
{
    const Task *task = prover->task;
    GroundProperty property;
    for (size_t i = 0; i < task->count; i++) {
        if (!lower_formula(&prover->meanings, task->meanings[i], &property)) {
            prover->findings[i].reason = "it looks too many steps ahead";
            continue;
        }
        vec_push(&prover->list, property);
        vec_push(&prover->numbers, i);
    }
    for (size_t i = 0; i < task->given_count; i++) {
        if (!lower_formula(&prover->meanings, task->givens[i], &property))
            continue;
        if (!task->save) {
            vec_push(&prover->givens, property);
            continue;
        }
        vec_push(&prover->list, property);
        vec_push(&prover->numbers, task->count + i);
    }
}

/* ---- the end of the time ---- */

/* A tenth of it, and no more than a second. */
static double moment_of(const Budget *whole)
{
    double moment = budget_left(whole) / 10;
    return moment < 1 ? moment : 1;
}

/* Ends the schedule early enough to replay what it has refuted by then, which
 * takes at most half of the time that is left; and if the proof is saved, to
 * write it. */
static void reserve_replay_time(Prover *prover)
{
    const Budget *whole = prover->task->budget;
    size_t waiting = 0; /* positions */
    if (whole->deadline <= 0)
        return;
    for (size_t i = 0; i < prover->list.count; i++)
        if (awaits_replay(prover, i))
            waiting += prover->results[i].steps + 1;
    double remaining = budget_left(whole), reserve = prover->moment / 2;
    if (prover->replayed_positions)
        reserve += (double)waiting * prover->replay_seconds /
                   (double)prover->replayed_positions;
    if (reserve > remaining / 2)
        reserve = remaining / 2;
    if (prover->task->save && reserve < remaining / 5)
        reserve = remaining / 5;
    prover->budget.deadline = whole->deadline - reserve;
}

/* How long a replay takes is measured as soon as there are some. */
static void report(void *context, size_t decided)
{
    enum { MEASURED_REPLAYS = 20 };
    Prover *prover = context;
    const Task *task = prover->task;
    assert(decided <= prover->list.count);
    size_t other = task->count - prover->list.count;
    if (task->progress)
        task->progress(task->context, decided + other, task->count);
    if (prover->replayed_positions < MEASURED_REPLAYS)
        take_refutations(prover, prover->replay, task->budget,
                         MEASURED_REPLAYS);
    reserve_replay_time(prover);
}

static void replay_refuted(void *context)
{
    Prover *prover = context;
    take_refutations(prover, prover->replay, prover->task->budget, SIZE_MAX);
    reserve_replay_time(prover);
}

/* What was found when the time was up, or the user had enough, is not thrown
 * away for the sake of a moment. It takes another interpreter: what one says
 * that ran out of time is void. */
static void take_the_rest(Prover *prover)
{
    const Task *task = prover->task;
    const char *why;
    Budget moment = budget_new(prover->moment + 1e-6, NULL); /* 0: no limit */
    Interp *interp = interp_new(task->game, &moment, &why);
    if (!interp)
        return;
    TraceReplay *replay = trace_replay_new(task->props, interp, prover->net);
    take_refutations(prover, replay, &moment, SIZE_MAX);
    trace_replay_free(replay);
    interp_free(interp);
}

/* ---- evidence ---- */

static void explain(const Prover *prover, const char *reason)
{
    for (size_t i = 0; i < prover->task->count; i++)
        if (prover->findings[i].verdict == VERDICT_PROVED)
            prover->findings[i].reason = reason;
}

/* All that was proved by induction, and what was seen in all positions if they
 * can be written down. */
static void save(Prover *prover, const ScheduleTask *native,
                 const ScheduleResult *results)
{
    Task *task = prover->task;
    EstablishedList established = {0};
    bool seen_all = native->position_count, is_listed = native->positions;
    size_t claim_count = 0;
    for (size_t i = 0; i < native->count; i++) {
        size_t number = prover->numbers.items[i];
        bool is_given = number >= task->count;
        if (results[i].verdict != VERDICT_PROVED)
            continue;
        if (seen_all && !is_listed && results[i].by_exhaustion) {
            if (!is_given)
                prover->findings[number].reason = arena_printf(
                    task->arena,
                    "decided by exhaustion of %zu positions: no certificate",
                    native->position_count);
            continue;
        }
        if (results[i].by_sums) {
            if (!is_given)
                prover->findings[number].reason =
                    "proved by sums over the position: no certificate";
            continue;
        }
        claim_count += !is_given;
        Established one = {native->list[i],
                           is_given ? task->givens[number - task->count]
                                    : task->meanings[number],
                           is_given ? task->count : number};
        vec_push(&established, one);
    }
    if (claim_count &&
        !save_evidence(task, &prover->properties, &established,
                       native->lemmas.items, native->lemmas.count,
                       native->deepest ? native->deepest : 1, task->budget) &&
        !task->save_failure)
        explain(prover, "a lemma cannot be written down: no certificate");
    vec_free(&established);
}

static void prove_mutually(Prover *prover)
{
    Task *task = prover->task;
    prover->moment = moment_of(task->budget);
    prover->budget = *task->budget;
    ScheduleTask native = {.net = prover->net,
                           .properties = &prover->properties,
                           .list = prover->list.items,
                           .count = prover->list.count,
                           .givens = prover->givens.items,
                           .given_count = prover->givens.count,
                           .seed = task->seed,
                           .limits = task->limits,
                           .statistics = task->statistics,
                           .budget = &prover->budget,
                           .evidence = task->save,
                           .progress = report,
                           .replay = replay_refuted,
                           .context = prover};
    prover->results = memory_zeroed(native.count + 1, sizeof(ScheduleResult));
    prover->judged = memory_zeroed(native.count + 1, sizeof *prover->judged);
    prover->replay = trace_replay_new(task->props, task->interp, prover->net);
    reserve_replay_time(prover);
    schedule_run(&native, prover->results);
    prover->out_of_time = budget_spent(&prover->budget);
    if (take_refutations(prover, prover->replay, task->budget, SIZE_MAX))
        take_the_rest(prover);
    for (size_t i = 0; i < native.count; i++)
        if (prover->numbers.items[i] < task->count)
            take(prover, prover->numbers.items[i], &prover->results[i]);
    if (task->save)
        save(prover, &native, prover->results);
    for (size_t i = 0; i < native.count; i++)
        free(prover->results[i].moves);
    trace_replay_free(prover->replay);
    free_all(prover->judged, prover->results);
    vec_free(&native.lemmas);
}

/* individual and joint, as clingo is asked. */
static bool prove_as_published(Task *task, Finding *findings, const char **why)
{
    Oracle *oracle = oracle_sat_new(task, why);
    if (!oracle)
        return false;
    prove_published(oracle, findings);
    oracle_sat_free(oracle);
    return true;
}

static bool prove(Task *task, Finding *findings, const char **why)
{
    Prover prover = {.task = task, .findings = findings};
    NetOptions options = {0};
    if (task->method != METHOD_MUTUAL)
        return prove_as_published(task, findings, why);
    options.relations = props_relations(task->props, task->game, task->arena,
                                        &options.relation_count);
    prover.net = net_new_with(task->game, &options, task->budget, why);
    if (!prover.net)
        return false;
    properties_init(&prover.properties, prover.net);
    lowering_init(&prover.meanings, task->props, &prover.properties);
    gather(&prover);
    prove_mutually(&prover);
    lowering_free(&prover.meanings);
    properties_free(&prover.properties);
    vec_free_all(&prover.list, &prover.givens, &prover.numbers);
    net_free(prover.net);
    return true;
}

const ProofEngine engine_native = {"native", prove};
