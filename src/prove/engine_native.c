/* engine_native.c - the native prover behind the interface of all engines
 *
 * In:   a Task
 * Out:  Findings
 *
 * Props become sentences about a net (prove/meaning.c), prove/native.c decides
 * them, and every play it gives is replayed by the interpreter before anybody
 * sees it. Start reading at prove(), at the end.
 */
#include "prove/evidence.h"
#include "prove/meaning.h"
#include "prove/native.h"
#include "prove/task.h"

#include <math.h>
#include <stdlib.h>

/* A play with what the interpreter says of its positions. */
typedef struct {
    Trail *trail;
    Play play;
} Replayed;

typedef struct {
    Task *task;
    Finding *findings;
    const Net *net;
    Sentences sentences;
    Meanings meanings;
    VEC(Sentence) list, givens;
    VEC(size_t) numbers; /* of the claims in LIST; behind them, givens */
    VEC(Replayed) replayed;
    bool out_of_time;
} Prover;

static bool is_initially(const Finding *finding, unsigned degree)
{
    return finding->at > 0 && degree == 0;
}

/* ---- replaying ---- */

static bool is_legal(Interp *interp, size_t role, const Term *move)
{
    size_t count;
    const Term *const *legal = interp_legal(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        if (legal[i] == move)
            return true;
    return false;
}

/* Plays it by the rules; NULL if it is no legal play. */
static Trail *follow(const Task *task, const Play *play)
{
    size_t roles = interp_role_count(task->interp);
    Trail *trail = trail_new(task->props, task->interp);
    const Position *position = interp_initial(task->interp);
    for (size_t step = 0; step <= play->steps; step++) {
        trail_push(trail, position);
        if (step == play->steps)
            return trail;
        const Term *const *moves = play->moves + step * roles;
        bool legal = !trail_ended(trail);
        for (size_t i = 0; i < roles && legal; i++)
            legal = is_legal(task->interp, i, moves[i]);
        if (!legal || interp_failure(task->interp))
            break;
        position = interp_next(task->interp, moves, task->arena);
    }
    trail_free(trail);
    return NULL;
}

/* Whether PROP fails at position AT of a play that was replayed. */
static bool refute_on(const Prover *prover, const Replayed *replayed,
                      size_t claim, size_t at)
{
    const Task *task = prover->task;
    PropId prop = task->meanings[claim];
    if (trail_holds(replayed->trail, prop, at) != HOLDS_NO ||
        interp_failure(task->interp))
        return false;
    Play *play = arena_copy(task->arena, &replayed->play, sizeof *play);
    size_t end = at + props_get(task->props, prop)->degree;
    play->steps = end < play->steps ? end : play->steps;
    Finding *finding = &prover->findings[claim];
    finding->verdict = VERDICT_REFUTED;
    finding->how = "play";
    finding->trace = play;
    finding->at = at;
    return true;
}

/* Confirms a refutation by the rules as they stand: on a play that was replayed
 * for another claim, or on its own. */
static bool accept(Prover *prover, size_t claim, const NativeResult *result)
{
    enum { MOST_PLAYS = 24 };
    const Task *task = prover->task;
    const Net *net = prover->net;
    for (size_t i = 0; i < prover->replayed.count; i++) {
        const Replayed *replayed = &prover->replayed.items[i];
        for (size_t at = 0; at <= replayed->play.steps; at++)
            if (refute_on(prover, replayed, claim, at))
                return true;
    }
    Replayed replayed = {
        .play = {arena_array(task->arena, const Term *,
                             result->steps * net->role_count + 1),
                 result->steps}};
    for (size_t i = 0; i < result->steps * net->role_count; i++)
        replayed.play.moves[i] =
            net->roles[i % net->role_count].moves[result->moves[i]];
    replayed.trail = follow(task, &replayed.play);
    bool good =
        replayed.trail && refute_on(prover, &replayed, claim, result->at);
    if (good && prover->replayed.count < MOST_PLAYS)
        vec_push(&prover->replayed, replayed);
    else
        trail_free(replayed.trail);
    return good;
}

static void take(Prover *prover, size_t claim, const NativeResult *result,
                 unsigned degree)
{
    Finding *finding = &prover->findings[claim];
    if (result->verdict == NATIVE_PROVED) {
        finding->verdict = VERDICT_PROVED;
        finding->base = finding->step = ANSWER_YES;
        finding->how = result->how;
    } else if (result->verdict == NATIVE_REFUTED) {
        if (!accept(prover, claim, result)) {
            finding->reason = "a play was not confirmed by the rules";
            return;
        }
        finding->base = finding->at == 0                ? ANSWER_NO
                        : is_initially(finding, degree) ? ANSWER_YES
                                                        : ANSWER_UNKNOWN;
        finding->step =
            finding->base == ANSWER_YES ? ANSWER_NO : ANSWER_UNKNOWN;
    } else if (prover->out_of_time) {
        finding->reason = "out of time";
    }
}

static void report(void *context, size_t decided)
{
    const Prover *prover = context;
    size_t other = prover->task->count - prover->list.count;
    prover->task->progress(prover->task->context, decided + other,
                           prover->task->count);
}

/* Givens are known; if the proof is to be saved, they are part of it, and so
 * proved once more. */
static void gather(Prover *prover)
{
    const Task *task = prover->task;
    Sentence sentence;
    for (size_t i = 0; i < task->count; i++) {
        if (!meaning_of(&prover->meanings, task->meanings[i], &sentence)) {
            prover->findings[i].reason = "it looks too many steps ahead";
            continue;
        }
        vec_push(&prover->list, sentence);
        vec_push(&prover->numbers, i);
    }
    for (size_t i = 0; i < task->given_count; i++) {
        if (!meaning_of(&prover->meanings, task->givens[i], &sentence))
            continue;
        if (!task->save) {
            vec_push(&prover->givens, sentence);
            continue;
        }
        vec_push(&prover->list, sentence);
        vec_push(&prover->numbers, task->count + i);
    }
}

/* A part of the time is left for replaying what was found. */
static Budget most_of(const Budget *whole)
{
    double left = budget_left(whole);
    if (isinf(left))
        return budget_new(0, whole->cancelled);
    return budget_new(left * 0.8 + 1e-6, whole->cancelled); /* 0: no limit */
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
static void save(Prover *prover, const NativeTask *native,
                 const NativeResult *results)
{
    Task *task = prover->task;
    EstablishedList established = {0};
    bool seen_all = native->position_count, listed = native->positions;
    size_t claims = 0;
    for (size_t i = 0; i < native->count; i++) {
        size_t number = prover->numbers.items[i];
        bool is_given = number >= task->count;
        if (results[i].verdict != NATIVE_PROVED)
            continue;
        if (seen_all && !listed && results[i].by_exhaustion) {
            if (!is_given)
                prover->findings[number].reason = arena_printf(
                    task->arena,
                    "decided by exhaustion of %zu positions: no certificate",
                    native->position_count);
            continue;
        }
        claims += !is_given;
        Established one = {native->list[i],
                           is_given ? task->givens[number - task->count]
                                    : task->meanings[number],
                           is_given ? task->count : number};
        vec_push(&established, one);
    }
    if (claims &&
        !save_evidence(task, &prover->sentences, &established,
                       native->lemmas.items, native->lemmas.count,
                       task->budget) &&
        !task->save_failure)
        explain(prover, "a lemma cannot be written down: no certificate");
    vec_free(&established);
}

static void prove_mutually(Prover *prover)
{
    Task *task = prover->task;
    Budget budget = most_of(task->budget);
    NativeTask native = {.net = prover->net,
                         .sentences = &prover->sentences,
                         .list = prover->list.items,
                         .count = prover->list.count,
                         .givens = prover->givens.items,
                         .given_count = prover->givens.count,
                         .seed = task->seed,
                         .budget = &budget,
                         .evidence = task->save,
                         .progress = task->progress ? report : NULL,
                         .context = prover};
    NativeResult *results = fatal_malloc((native.count + 1) * sizeof *results);
    native_prove(&native, results);
    prover->out_of_time = budget_spent(&budget);
    for (size_t i = 0; i < native.count; i++)
        if (prover->numbers.items[i] < task->count)
            take(prover, prover->numbers.items[i], &results[i],
                 prover->list.items[i].degree);
    if (task->save)
        save(prover, &native, results);
    for (size_t i = 0; i < native.count; i++)
        free(results[i].moves);
    free(results);
    vec_free(&native.lemmas);
}

static bool prove(Task *task, Finding *findings, const char **why)
{
    Prover prover = {.task = task, .findings = findings};
    NetWish wish = {0};
    if (task->method != METHOD_MUTUAL) {
        *why = "engine native knows the method mutual only";
        return false;
    }
    wish.relations = props_relations(task->props, task->game, task->arena,
                                     &wish.relation_count);
    prover.net = net_wish(task->game, &wish, task->budget, why);
    if (!prover.net)
        return false;
    sentences_init(&prover.sentences, prover.net);
    meanings_init(&prover.meanings, task->props, &prover.sentences);
    gather(&prover);
    prove_mutually(&prover);
    meanings_free(&prover.meanings);
    sentences_free(&prover.sentences);
    for (size_t i = 0; i < prover.replayed.count; i++)
        trail_free(prover.replayed.items[i].trail);
    vec_free(&prover.replayed);
    vec_free(&prover.list);
    vec_free(&prover.givens);
    vec_free(&prover.numbers);
    net_free(prover.net);
    return true;
}

const Engine engine_native = {"native", prove};
