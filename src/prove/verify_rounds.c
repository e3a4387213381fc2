/* verify_rounds.c - rounds of proof for the properties of a well-formed game
 *
 * In:   questions about a Net
 * Out:  a result for each, and whether plays end
 * Next: verify.c judges the plays
 *
 * In each round the schedule has its turns first (prove/schedule.c); then come
 * methods that are of use to verify only: lemmas from sums, termination,
 * bounded model checking. A lemma that one finds is told to all. Start reading
 * at verify_rounds_run(), at the end.
 */
#include "prove/verify_rounds.h"

#include "base/memory.h"
#include "formula/facts.h"
#include "prove/candidates/mutex_groups.h"
#include "prove/linear/linear_invariants.h"

#include <assert.h>
#include <stdlib.h>

/* ---- turns ---- */

static size_t count_open(const VerifyRounds *rounds)
{
    size_t open_count = !rounds->is_about_values &&
                        rounds->termination.verdict == VERDICT_UNKNOWN;
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        open_count += rounds->results[i].verdict == VERDICT_UNKNOWN;
    return open_count;
}

static void judge_refuted(const VerifyRounds *rounds)
{
    if (rounds->judge_refuted)
        rounds->judge_refuted(rounds->context);
}

/* A turn of METHOD has begun; false if it has no quota, or time is up. */
static bool begin_turn(VerifyRounds *rounds, ProofMethod method, unsigned round)
{
    uint64_t quota = prove_quota(rounds->task->limits, method, round);
    rounds->turn = budget_quota(rounds->task->budget, &rounds->meter, quota);
    rounds->turn_start = clock_now();
    rounds->open_before_turn = count_open(rounds);
    return quota && !budget_expired(rounds->task->budget);
}

static void end_turn(VerifyRounds *rounds, ProofMethod method)
{
    MethodStatistics *statistics = rounds->task->statistics;
    judge_refuted(rounds);
    rounds->is_cut_short = rounds->is_cut_short || budget_spent(&rounds->turn);
    if (!statistics)
        return;
    statistics[method].turns++;
    statistics[method].decided += rounds->open_before_turn - count_open(rounds);
    statistics[method].seconds += clock_now() - rounds->turn_start;
    statistics[method].work += rounds->meter.used;
}

/* ---- lemmas ---- */

/* Appends REFS to TO and empties REFS. */
static void move_refs(RefList *to, RefList *refs)
{
    vec_append(to, refs->items, refs->count);
    vec_clear(refs);
}

/* Adds lemmas that follow from the rules without walks or SAT: mutex groups,
 * counters. */
static void add_rule_lemmas(VerifyRounds *rounds)
{
    RefList new_lemmas = {0}, *lemmas = &rounds->proof_task.lemmas;
    ProofLog *log = rounds->log;
    bool complete = true;
    if (begin_turn(rounds, PROOF_CASES, 0)) {
        complete =
            find_mutex_groups(rounds->net, rounds->properties, lemmas->items,
                              lemmas->count, NULL, &rounds->turn, &new_lemmas);
        end_turn(rounds, PROOF_CASES);
    }
    proof_log_refs(log, new_lemmas.items, new_lemmas.count);
    move_refs(lemmas, &new_lemmas);
    if (complete && begin_turn(rounds, PROOF_LINEAR, 0)) {
        find_counters(rounds->net, rounds->properties, lemmas->items,
                      lemmas->count, &rounds->turn, log, &new_lemmas);
        end_turn(rounds, PROOF_LINEAR);
    }
    move_refs(lemmas, &new_lemmas);
    vec_free(&new_lemmas);
}

/* What was asked for and is proved helps with the rest. */
static void collect_lemmas(VerifyRounds *rounds)
{
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        if (rounds->results[i].verdict == VERDICT_PROVED &&
            !rounds->is_lemma[i]) {
            rounds->is_lemma[i] = true;
            vec_push(&rounds->proof_task.lemmas,
                     rounds->questions->list.items[i].ends[0]);
        }
}

/* Tells the schedule the lemmas from FIRST on. */
static void pass_lemmas_to_schedule(VerifyRounds *rounds, size_t first)
{
    for (size_t i = first; i < rounds->proof_task.lemmas.count; i++)
        schedule_suppose(rounds->schedule, rounds->proof_task.lemmas.items[i]);
}

/* ---- methods ---- */

/* Looks for counters that always have a value, and tries what is open with
 * them. */
static void find_and_try_counters(VerifyRounds *rounds, unsigned round)
{
    RefList new_lemmas = {0}, *lemmas = &rounds->proof_task.lemmas;
    size_t known_count = lemmas->count;
    if (schedule_is_done(rounds->schedule) ||
        !begin_turn(rounds, PROOF_LINEAR, round))
        return;
    find_counters(rounds->net, rounds->properties, lemmas->items, known_count,
                  &rounds->turn, rounds->log, &new_lemmas);
    end_turn(rounds, PROOF_LINEAR);
    move_refs(lemmas, &new_lemmas);
    vec_free(&new_lemmas);
    if (lemmas->count == known_count)
        return;
    pass_lemmas_to_schedule(rounds, known_count);
    schedule_round(rounds->schedule, PLAN_QUICK, round);
    collect_lemmas(rounds);
}

/* If something was proved by unrolling all plays, of up to BOUND steps, what is
 * proved from now on may rest on it. */
static void log_unrolled(VerifyRounds *rounds, uint64_t bound)
{
    ProofLog *log = rounds->log;
    bool has_unrolled = rounds->termination.verdict == VERDICT_UNKNOWN;
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        has_unrolled =
            has_unrolled || (rounds->results[i].verdict == VERDICT_PROVED &&
                             rounds->results[i].evidence == EVIDENCE_UNROLLING);
    if (log && has_unrolled && bound != UINT64_MAX && !log->unrolled_steps)
        log->unrolled_steps = bound;
}

/* Bounded model checking: if plays are bounded, that can be a proof, and it can
 * show that they are. A solver of some hundred megabytes is not kept for the
 * next round. */
static void run_bmc(VerifyRounds *rounds, unsigned round)
{
    enum { MAX_CLAUSES_KEPT = 1000000 };
    Termination *termination = &rounds->termination;
    if (!count_open(rounds) || !begin_turn(rounds, PROOF_BMC, round))
        return;
    rounds->bmc_task.lemmas = rounds->proof_task.lemmas.items;
    rounds->bmc_task.lemma_count = rounds->proof_task.lemmas.count;
    if (termination->verdict == VERDICT_PROVED)
        rounds->bmc_task.bound = termination->bound;
    if (!rounds->bmc)
        rounds->bmc = bmc_new(&rounds->bmc_task, rounds->results);
    uint64_t bound = bmc_continue(rounds->bmc).bound;
    log_unrolled(rounds, bound);
    if (termination->verdict == VERDICT_UNKNOWN && bound != UINT64_MAX) {
        termination->verdict = VERDICT_PROVED;
        termination->how = "bmc";
        termination->evidence = EVIDENCE_UNROLLING;
        termination->bound = bound;
    }
    if (bmc_clauses(rounds->bmc) > MAX_CLAUSES_KEPT) {
        bmc_free(rounds->bmc);
        rounds->bmc = NULL;
    }
    end_turn(rounds, PROOF_BMC);
}

/* Whether what was found out implies that a play ends. */
static bool some_play_ends(const VerifyRounds *rounds)
{
    for (size_t i = 0; i < rounds->questions->topics.count; i++) {
        Check check = rounds->questions->topics.items[i].check;
        if (rounds->results[i].verdict == VERDICT_REFUTED &&
            (check == CHECK_WINNABLE || is_about_end(check)))
            return true;
    }
    return rounds->has_known_win ||
           (rounds->results[0].verdict == VERDICT_PROVED && /* playable */
            rounds->termination.verdict == VERDICT_PROVED);
}

/* The lemmas, as properties. */
static void give_lemmas(const VerifyRounds *rounds, PropertyTask *task)
{
    const RefList *lemmas = &rounds->proof_task.lemmas;
    GroundProperty *givens =
        arena_array(rounds->task->arena, GroundProperty, lemmas->count);
    for (size_t i = 0; i < lemmas->count; i++)
        givens[i].ends[0] = lemmas->items[i];
    task->givens = givens;
    task->given_count = lemmas->count;
}

/* If no play ends, what is said about the end is true of nothing. */
static void prove_no_play_ends(VerifyRounds *rounds, unsigned round)
{
    PropertyResult result;
    PropertyTask task = rounds->proof_task;
    if (rounds->endless_how || some_play_ends(rounds) ||
        budget_expired(rounds->task->budget))
        return;
    GroundProperty property = {
        .ends = {ref_not(
            property_leaf(rounds->properties, 0, rounds->net->terminal))}};
    give_lemmas(rounds, &task);
    task.list = &property;
    task.count = 1;
    task.plan = PLAN_PROVE;
    task.round = round;
    task.rounds = 1;
    task.lemmas = (RefList){0};
    schedule_run(&task, &result);
    if (result.verdict == VERDICT_PROVED) {
        rounds->endless_how = result.how;
        rounds->endless_evidence = result.evidence;
    }
    memory_free(result.moves);
    vec_free(&task.lemmas);
}

/* ---- rounds ---- */

/* Whether plays end, by the QUICK methods or by the others, with lemmas that
 * help the proofs of the next round. */
static void decide_termination(VerifyRounds *rounds, bool quick, unsigned round)
{
    size_t known_count = rounds->proof_task.lemmas.count;
    if (rounds->termination.verdict != VERDICT_UNKNOWN)
        return;
    rounds->termination =
        find_termination(&rounds->termination_task, quick, round);
    judge_refuted(rounds);
    rounds->is_cut_short =
        rounds->is_cut_short || rounds->termination_task.cut_short;
    pass_lemmas_to_schedule(rounds, known_count);
}

/* Plays that win are worth a long search at random, in one of the rounds. */
static void search_wins(VerifyRounds *rounds, unsigned round)
{
    static const unsigned WALKS_ROUND = 1;
    for (size_t i = 0; i < rounds->questions->topics.count; i++)
        if (round == WALKS_ROUND &&
            rounds->results[i].verdict == VERDICT_UNKNOWN &&
            rounds->questions->topics.items[i].check == CHECK_WINNABLE) {
            schedule_round(rounds->schedule, PLAN_WALKS, round);
            judge_refuted(rounds);
            return;
        }
}

static void run_round(VerifyRounds *rounds, unsigned round)
{
    bool is_about_plays = !rounds->is_about_values;
    rounds->is_cut_short = false;
    if (is_about_plays)
        decide_termination(rounds, true, round);
    schedule_round(rounds->schedule, PLAN_VERIFY, round);
    rounds->is_cut_short = rounds->is_cut_short || rounds->proof_task.cut_short;
    collect_lemmas(rounds);
    find_and_try_counters(rounds, round);
    if (!is_about_plays)
        return;
    decide_termination(rounds, false, round);
    run_bmc(rounds, round);
    search_wins(rounds, round);
    prove_no_play_ends(rounds, round);
}

void verify_rounds_begin(VerifyRounds *rounds)
{
    enum { MAX_STEPS_PER_PLAY = 300, MAX_CONFLICTS_PER_QUESTION = 30000 };
    const VerifyTask *task = rounds->task;
    size_t count = rounds->questions->list.count;
    rounds->log = task->record ? &task->record->log : NULL;
    rounds->results = memory_zeroed(count + 1, sizeof *rounds->results);
    rounds->is_lemma = arena_array(rounds->task->arena, bool, count);
    if (!rounds->is_about_values)
        rounds->machine = machine_new(rounds->net);
    rounds->proof_task = (PropertyTask){.net = rounds->net,
                                        .properties = rounds->properties,
                                        .list = rounds->questions->list.items,
                                        .count = count,
                                        .seed = task->seed,
                                        .limits = task->limits,
                                        .statistics = task->statistics,
                                        .log = rounds->log,
                                        .replay = rounds->judge_refuted,
                                        .context = rounds->context,
                                        .budget = task->budget};
    add_rule_lemmas(rounds);
    give_lemmas(rounds, &rounds->proof_task);
    facts_lower(task->facts, task->game, task->budget, rounds->properties,
                &rounds->facts);
    rounds->proof_task.facts = rounds->facts.items;
    rounds->proof_task.fact_count = rounds->facts.count;
    rounds->schedule = schedule_new(&rounds->proof_task, rounds->results);
    rounds->termination_task =
        (TerminationTask){.machine = rounds->machine,
                          .prove = schedule_run,
                          .properties = rounds->properties,
                          .lemmas = &rounds->proof_task.lemmas,
                          .seed = task->seed,
                          .limits = task->limits,
                          .statistics = task->statistics,
                          .log = rounds->log,
                          .budget = rounds->task->budget};
    rounds->bmc_task = (BmcTask){.properties = rounds->properties,
                                 .list = rounds->questions->list.items,
                                 .count = count,
                                 .budget = &rounds->turn,
                                 .max_depth = MAX_STEPS_PER_PLAY,
                                 .max_conflicts = MAX_CONFLICTS_PER_QUESTION,
                                 .chunk_size = 1,
                                 .seeks_bound = true,
                                 .bound = UINT64_MAX};
}

bool verify_rounds_continue(VerifyRounds *rounds, unsigned round)
{
    size_t lemma_count = rounds->proof_task.lemmas.count;
    run_round(rounds, round);
    return round + 1 < rounds->task->limits->values[LIMIT_MAX_ROUNDS] &&
           count_open(rounds) && !budget_expired(rounds->task->budget) &&
           (rounds->is_cut_short ||
            rounds->proof_task.lemmas.count > lemma_count);
}

/* Rounds, until all is decided or no method would do more. */
void verify_rounds_run(VerifyRounds *rounds)
{
    verify_rounds_begin(rounds);
    for (unsigned round = 0; verify_rounds_continue(rounds, round); round++)
        ;
}

void verify_rounds_keep(const VerifyRounds *rounds, ProofRecord *record)
{
    record->tried_facts = rounds->proof_task.tried_facts;
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        if (rounds->results[i].verdict == VERDICT_PROVED)
            vec_push(&record->proved, rounds->questions->list.items[i].ends[0]);
}

void verify_rounds_free(VerifyRounds *rounds)
{
    bmc_free(rounds->bmc);
    schedule_free(rounds->schedule);
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        memory_free(rounds->results[i].moves);
    free_all(rounds->results, rounds->termination.moves);
    machine_free(rounds->machine);
    vec_free_all(&rounds->proof_task.lemmas, &rounds->facts);
}
