/* engine_native.c - the native prover behind the interface of all engines
 *
 * In:   a Task
 * Out:  Findings
 *
 * Props become sentences about a net (prove/meaning.c), prove/native.c decides
 * them, and every play it gives is replayed by the interpreter before anybody
 * sees it. Start reading at prove(), at the end.
 */
#include "prove/meaning.h"
#include "prove/native.h"
#include "prove/refute.h"
#include "prove/task.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    Task *task;
    Finding *findings;
    const Net *net;
    Sentences sentences;
    Meanings meanings;
    VEC(Sentence) list, givens;
    VEC(size_t) numbers; /* of the claims in LIST */
    bool out_of_time;
} Prover;

static bool is_initially(const Finding *finding, unsigned degree)
{
    return finding->at > 0 && degree == 0;
}

/* The play of a refutation, in terms; false if the interpreter does not
 * confirm it. */
static bool accept(Prover *prover, size_t claim, const NativeResult *result)
{
    const Task *task = prover->task;
    const Net *net = prover->net;
    Play play = {arena_array(task->arena, const Term *,
                             result->steps * net->role_count + 1),
                 result->steps};
    for (size_t i = 0; i < result->steps * net->role_count; i++)
        play.moves[i] = net->roles[i % net->role_count].moves[result->moves[i]];
    return refute_by(task, &prover->findings[claim], task->meanings[claim],
                     &play, result->at);
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

static void gather(Prover *prover)
{
    const Task *task = prover->task;
    Sentence sentence;
    for (size_t i = 0; i < task->given_count; i++)
        if (meaning_of(&prover->meanings, task->givens[i], &sentence))
            vec_push(&prover->givens, sentence);
    for (size_t i = 0; i < task->count; i++) {
        if (!meaning_of(&prover->meanings, task->meanings[i], &sentence)) {
            prover->findings[i].reason = "it looks too many steps ahead";
            continue;
        }
        vec_push(&prover->list, sentence);
        vec_push(&prover->numbers, i);
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
                         .progress = task->progress ? report : NULL,
                         .context = prover};
    NativeResult *results = fatal_malloc((native.count + 1) * sizeof *results);
    native_prove(&native, results);
    prover->out_of_time = budget_spent(&budget);
    for (size_t i = 0; i < native.count; i++) {
        take(prover, prover->numbers.items[i], &results[i],
             prover->list.items[i].degree);
        free(results[i].moves);
    }
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
    vec_free(&prover.list);
    vec_free(&prover.givens);
    vec_free(&prover.numbers);
    net_free(prover.net);
    return true;
}

const Engine engine_native = {"native", prove};
