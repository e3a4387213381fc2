/* verify_rounds.c - rounds of proof for the properties of a well-formed game
 *
 * In:   questions about a Net
 * Out:  a result for each, and whether plays end
 * Next: verify.c judges the plays
 *
 * In each round the schedule has its turns first (prove/schedule.c); then come
 * methods that are of use to verify only: a search for deadlocks, lemmas from
 * sums, termination, bounded model checking. A lemma that one finds is told to
 * all. Start reading at verify_rounds_run(), at the end.
 */
#include "prove/verify_rounds.h"

#include "base/memory.h"
#include "prove/linear/place_invariants.h"
#include "prove/induction/bmc.h"
#include "prove/candidates/autonomous_features.h"
#include "prove/walk/deadlock_search.h"
#include "prove/candidates/mutex_groups.h"
#include "prove/linear/linear_invariants.h"

#include <assert.h>
#include <stdlib.h>

/* ---- turns ---- */

static size_t count_open(const VerifyRounds *rounds)
{
    size_t open_count = rounds->ending.verdict == VERDICT_UNKNOWN;
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        open_count += rounds->results[i].verdict == VERDICT_UNKNOWN;
    return open_count;
}

/* A turn of METHOD has begun; false if it has no quota, or time is up. */
static bool begin_turn(VerifyRounds *rounds, ProofMethod method, unsigned round)
{
    uint64_t quota = prove_quota(rounds->task->limits, method, round);
    rounds->turn = budget_quota(rounds->budget, &rounds->meter, quota);
    rounds->turn_start = clock_now();
    rounds->open_before_turn = count_open(rounds);
    return quota && !budget_expired(rounds->budget);
}

static void end_turn(VerifyRounds *rounds, ProofMethod method)
{
    MethodStatistics *statistics = rounds->task->statistics;
    rounds->is_cut_short = rounds->is_cut_short || budget_spent(&rounds->turn);
    if (!statistics)
        return;
    statistics[method].turns++;
    statistics[method].decided += rounds->open_before_turn - count_open(rounds);
    statistics[method].seconds += clock_now() - rounds->turn_start;
    statistics[method].work += rounds->meter.used;
}

/* ---- lemmas ---- */

static void add_refs(RefList *to, RefList *refs)
{
    vec_append(to, refs->items, refs->count);
    vec_clear(refs);
}

/* What the rules say, before anything is searched for. */
static void add_rule_lemmas(VerifyRounds *rounds)
{
    enum { MAX_STATES = 16 };
    RefList found = {0}, *lemmas = &rounds->lemmas;
    bool complete = true;
    autonomous_states(rounds->properties, MAX_STATES, lemmas);
    if (begin_turn(rounds, PROOF_CASES, 0)) {
        complete =
            find_mutex_groups(rounds->net, rounds->properties, lemmas->items,
                              lemmas->count, NULL, &rounds->turn, &found);
        end_turn(rounds, PROOF_CASES);
    }
    add_refs(lemmas, &found);
    if (complete && begin_turn(rounds, PROOF_LINEAR, 0)) {
        find_counters(rounds->net, rounds->properties, lemmas->items,
                      lemmas->count, &rounds->turn, &found);
        end_turn(rounds, PROOF_LINEAR);
    }
    add_refs(lemmas, &found);
    vec_free(&found);
}

/* Lemmas of the schedule, and what was asked for and is proved, help with the
 * rest. */
static void take_lemmas(VerifyRounds *rounds)
{
    const RefList *found = &rounds->proofs.lemmas;
    for (; rounds->taken < found->count; rounds->taken++)
        vec_push(&rounds->lemmas, found->items[rounds->taken]);
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        if (rounds->results[i].verdict == VERDICT_PROVED &&
            !rounds->is_lemma[i]) {
            rounds->is_lemma[i] = true;
            vec_push(&rounds->lemmas, rounds->questions->list.items[i].ends[0]);
        }
}

/* Tells the schedule the lemmas from FIRST on. */
static void give_lemmas(VerifyRounds *rounds, size_t first)
{
    for (size_t i = first; i < rounds->lemmas.count; i++)
        schedule_learn(rounds->schedule, rounds->lemmas.items[i]);
    rounds->taken = rounds->proofs.lemmas.count;
}

/* ---- methods ---- */

typedef void FindLemmas(const Net *net, PropertyTable *properties,
                        const Ref *lemmas, size_t lemma_count,
                        const Budget *budget, RefList *found);

/* Looks for more lemmas, and tries what is open with them. */
static void try_lemmas(VerifyRounds *rounds, ProofMethod method,
                       FindLemmas *find, unsigned round)
{
    RefList found = {0};
    size_t first = rounds->lemmas.count;
    if (schedule_is_done(rounds->schedule) ||
        !begin_turn(rounds, method, round))
        return;
    find(rounds->net, rounds->properties, rounds->lemmas.items, first,
         &rounds->turn, &found);
    end_turn(rounds, method);
    add_refs(&rounds->lemmas, &found);
    vec_free(&found);
    if (rounds->lemmas.count == first)
        return;
    give_lemmas(rounds, first);
    schedule_round(rounds->schedule, PLAN_QUICK, round);
    take_lemmas(rounds);
}

/* Bounded model checking: if plays are bounded, that can be a proof, and it can
 * show that they are. */
static void check_all_plays(VerifyRounds *rounds, unsigned round)
{
    enum { MAX_STEPS_PER_PLAY = 300, MAX_CONFLICTS_PER_QUESTION = 30000 };
    Termination *ending = &rounds->ending;
    BmcTask task = {.properties = rounds->properties,
                    .list = rounds->questions->list.items,
                    .count = rounds->questions->list.count,
                    .lemmas = rounds->lemmas.items,
                    .lemma_count = rounds->lemmas.count,
                    .budget = &rounds->turn,
                    .max_depth = MAX_STEPS_PER_PLAY,
                    .conflicts = MAX_CONFLICTS_PER_QUESTION,
                    .asked = 1,
                    .seeks_bound = true,
                    .bound = UINT64_MAX};
    if (!count_open(rounds) || !begin_turn(rounds, PROOF_BMC, round))
        return;
    if (ending->verdict == VERDICT_PROVED)
        task.bound = ending->bound;
    uint64_t bound = bmc_run(&task, rounds->results).bound;
    if (ending->verdict == VERDICT_UNKNOWN && bound != UINT64_MAX) {
        ending->verdict = VERDICT_PROVED;
        ending->how = "bmc";
        ending->bound = bound;
    }
    end_turn(rounds, PROOF_BMC);
}

/* A play that random ones hardly ever find. The first question is whether the
 * game is playable. */
static void search_deadlock(VerifyRounds *rounds, unsigned round)
{
    ScheduleResult *result = &rounds->results[0];
    assert(rounds->questions->about.items[0].check == CHECK_PLAYABLE);
    if (result->verdict != VERDICT_UNKNOWN ||
        !begin_turn(rounds, PROOF_DEADLOCK, round))
        return;
    uint32_t *moves = find_deadlock(rounds->machine, rounds->task->seed,
                                    &rounds->turn, &result->steps);
    if (moves) {
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->at = result->steps;
        result->moves = moves;
    }
    end_turn(rounds, PROOF_DEADLOCK);
}

/* Whether what was found out implies that a play ends. */
static bool some_play_ends(const VerifyRounds *rounds)
{
    for (size_t i = 0; i < rounds->questions->about.count; i++) {
        Check check = rounds->questions->about.items[i].check;
        if (rounds->results[i].verdict == VERDICT_REFUTED &&
            (check == CHECK_WINNABLE || is_about_end(check)))
            return true;
    }
    return rounds->some_win ||
           (rounds->results[0].verdict == VERDICT_PROVED && /* playable */
            rounds->ending.verdict == VERDICT_PROVED);
}

/* If no play ends, what is said about the end is true of nothing. */
static void find_endless(VerifyRounds *rounds, unsigned round)
{
    size_t count = rounds->lemmas.count;
    GroundProperty *givens = arena_array(rounds->arena, GroundProperty, count);
    GroundProperty property = {.degree = 0};
    ScheduleResult result;
    if (rounds->endless || some_play_ends(rounds) ||
        budget_expired(rounds->budget))
        return;
    for (size_t i = 0; i < count; i++)
        givens[i].ends[0] = rounds->lemmas.items[i];
    property.ends[0] =
        ref_not(property_leaf(rounds->properties, 0, rounds->net->terminal));
    ScheduleTask task = rounds->proofs;
    task.list = &property;
    task.count = 1;
    task.givens = givens;
    task.given_count = count;
    task.plan = PLAN_PROVE;
    task.round = round;
    task.rounds = 1;
    task.lemmas = (RefList){0};
    schedule_run(&task, &result);
    if (result.verdict == VERDICT_PROVED)
        rounds->endless = result.how;
    free(result.moves);
    vec_free(&task.lemmas);
}

/* ---- rounds ---- */

/* Whether plays end, with lemmas that help the proofs of the next round. */
static void decide_ending(VerifyRounds *rounds, unsigned round)
{
    size_t first = rounds->lemmas.count;
    if (rounds->ending.verdict != VERDICT_UNKNOWN)
        return;
    rounds->ending = find_termination(&rounds->termination, round);
    rounds->is_cut_short =
        rounds->is_cut_short || rounds->termination.cut_short;
    give_lemmas(rounds, first);
}

static void run_round(VerifyRounds *rounds, unsigned round)
{
    rounds->is_cut_short = false;
    schedule_round(rounds->schedule, PLAN_VERIFY, round);
    rounds->is_cut_short = rounds->proofs.cut_short;
    take_lemmas(rounds);
    search_deadlock(rounds, round);
    try_lemmas(rounds, PROOF_LINEAR, find_counters, round);
    try_lemmas(rounds, PROOF_PLACE, find_place_invariants, round);
    decide_ending(rounds, round);
    check_all_plays(rounds, round);
    find_endless(rounds, round);
}

static void begin_proofs(VerifyRounds *rounds)
{
    const VerifyTask *task = rounds->task;
    size_t count = rounds->questions->list.count;
    rounds->results = memory_zeroed(count + 1, sizeof *rounds->results);
    rounds->is_lemma = arena_array(rounds->arena, bool, count);
    rounds->machine = machine_new(rounds->net);
    add_rule_lemmas(rounds);
    GroundProperty *givens =
        arena_array(rounds->arena, GroundProperty, rounds->lemmas.count);
    for (size_t i = 0; i < rounds->lemmas.count; i++)
        givens[i].ends[0] = rounds->lemmas.items[i];
    rounds->proofs = (ScheduleTask){.net = rounds->net,
                                    .properties = rounds->properties,
                                    .list = rounds->questions->list.items,
                                    .count = count,
                                    .givens = givens,
                                    .given_count = rounds->lemmas.count,
                                    .seed = task->seed,
                                    .limits = task->limits,
                                    .statistics = task->statistics,
                                    .budget = rounds->budget};
    rounds->schedule = schedule_new(&rounds->proofs, rounds->results);
    rounds->termination = (TerminationTask){.machine = rounds->machine,
                                            .prove = schedule_run,
                                            .properties = rounds->properties,
                                            .lemmas = &rounds->lemmas,
                                            .seed = task->seed,
                                            .limits = task->limits,
                                            .statistics = task->statistics,
                                            .budget = rounds->budget};
}

/* Rounds, until all is decided or no method would do more. */
void verify_rounds_run(VerifyRounds *rounds)
{
    unsigned max_rounds =
        (unsigned)rounds->task->limits->values[LIMIT_MAX_ROUNDS];
    bool goes_on = true;
    begin_proofs(rounds);
    for (unsigned round = 0; round < max_rounds && goes_on; round++) {
        size_t lemma_count = rounds->lemmas.count;
        run_round(rounds, round);
        goes_on = count_open(rounds) && !budget_expired(rounds->budget) &&
                  (rounds->is_cut_short || rounds->lemmas.count > lemma_count);
    }
    schedule_free(rounds->schedule);
}

void verify_rounds_free(VerifyRounds *rounds)
{
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        free(rounds->results[i].moves);
    free_all(rounds->results, rounds->ending.moves);
    machine_free(rounds->machine);
    vec_free_all(&rounds->proofs.lemmas, &rounds->lemmas);
}
