/* value_prover.c - proves which values no plan reaches
 *
 * In:   a puzzle on a Net, and facts of earlier runs
 * Out:  upper bounds for solve/portfolio.c; lemmas, for evidence and facts
 *
 * For each goal value, that no play ends with it, by the rounds of verify
 * (prove/verify_rounds.c) with smaller quotas. The first turn does what needs
 * no search: mutex groups, and what follows from them. Rounds come later. They
 * cannot be interrupted: what one takes in excess of its turn is owed by later
 * turns. Start reading at take_turn().
 */
#include "api/value_prover.h"

#include <limits.h>

/* Of verify's quotas in the first round; how much work, as proofs count it,
 * takes as long as a unit of the searches; and how long the rounds wait, so
 * that what is easily found by searching is. */
static const double QUOTA_SCALE = 0.02;
enum { MAX_ROUNDS = 5, WORK_PER_UNIT = 250, UNITS_BEFORE_ROUNDS = 500000 };

static uint64_t total_work(const ValueProver *prover)
{
    uint64_t work = 0;
    for (size_t i = 0; i < PROOF_METHOD_COUNT; i++)
        work += prover->statistics[i].work;
    return work;
}

/* What is proved of goal VALUE; NULL if it is not, or there is no such goal. */
static const PropertyResult *proof_of(const ValueProver *prover, int value)
{
    const Role *role = &prover->rounds.net->roles[0];
    for (size_t i = 0; i < role->goal_count; i++)
        if (role->goals[i].value == value &&
            prover->rounds.results[i].verdict == VERDICT_PROVED)
            return &prover->rounds.results[i];
    return NULL;
}

/* Lowers the bound of BEST below all values that are proved out of reach. */
static void record_bound(ValueProver *prover, Best *best)
{
    const PropertyResult *proof;
    const char *how = NULL;
    int bound = best->bound;
    while (bound > best->value && (proof = proof_of(prover, bound))) {
        how = proof->how;
        if (proof->evidence != EVIDENCE_LEMMAS)
            prover->evidence = proof->evidence;
        do
            bound--;
        while (bound >= 0 && !best->is_goal_value[bound]);
    }
    if (!how)
        return;
    best_record_bound(best, how, bound, false);
    prover->bound = best->bound;
}

static PlanSearchState take_turn(PlanSearch *search, Best *best, uint64_t units,
                                 uint64_t *units_used)
{
    ValueProver *prover = (ValueProver *)search;
    uint64_t room = units - *units_used, paid = prover->work_owed;
    if (paid > room)
        paid = room;
    prover->work_owed -= paid;
    *units_used += paid;
    if (prover->work_owed || paid == room)
        return SEARCH_RUNNING;
    uint64_t work_before = total_work(prover);
    bool may_prove_more = true;
    if (prover->has_begun)
        may_prove_more =
            verify_rounds_continue(&prover->rounds, prover->round++);
    else
        verify_rounds_begin(&prover->rounds);
    prover->work_owed = (total_work(prover) - work_before) / WORK_PER_UNIT +
                        (prover->has_begun ? 1 : UNITS_BEFORE_ROUNDS);
    prover->has_begun = true;
    record_bound(prover, best);
    return may_prove_more ? SEARCH_RUNNING : SEARCH_GAVE_UP;
}

/* The portfolio is done with it; what was proved is still needed. */
static void end_search(PlanSearch *search)
{
    (void)search;
}

void value_prover_init(ValueProver *prover, const Game *game, const Net *net,
                       const json_t *facts, uint64_t seed, const Budget *budget,
                       Arena *arena)
{
    *prover = (ValueProver){
        .search = {.name = "proof", .step = take_turn, .free = end_search},
        .bound = INT_MAX,
        .evidence = EVIDENCE_LEMMAS};
    prove_limits_init(&prover->limits);
    prover->limits.values[LIMIT_QUOTA_SCALE] = QUOTA_SCALE;
    prover->limits.values[LIMIT_MAX_ROUNDS] = MAX_ROUNDS;
    prover->limits.values[PROOF_REACHABLE] = 0; /* as breadth-first search */
    prover->record.net = net;
    properties_init(&prover->record.properties, net);
    prover->questions = (Questions){
        .game = game, .net = net, .properties = &prover->record.properties};
    questions_add_goals(&prover->questions, 0);
    prover->task = (VerifyTask){.game = game,
                                .seed = seed,
                                .budget = budget,
                                .limits = &prover->limits,
                                .facts = facts,
                                .statistics = prover->statistics,
                                .record = &prover->record,
                                .arena = arena};
    prover->rounds = (VerifyRounds){.task = &prover->task,
                                    .net = net,
                                    .properties = &prover->record.properties,
                                    .questions = &prover->questions,
                                    .is_about_values = true};
}

void value_prover_free(ValueProver *prover)
{
    if (!prover->record.net)
        return; /* it was never made */
    if (prover->has_begun)
        verify_rounds_free(&prover->rounds);
    questions_free(&prover->questions);
    properties_free(&prover->record.properties);
    prover->record.net = NULL; /* it was borrowed */
    proof_record_free(&prover->record);
}
