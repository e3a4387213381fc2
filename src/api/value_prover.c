/* value_prover.c - what is proved of a game that is solved
 *
 * In:   a game on a Net, and facts of earlier runs
 * Out:  of a puzzle upper bounds for solve/portfolio.c, with lemmas for
 * evidence and facts; otherwise, for solve/game_value.c, whether every play
 * ends, has values, and turns are taken
 *
 * By the rounds of verify (PLAN_VERIFY) with smaller quotas. Of a puzzle they
 * prove for each goal value that no play ends with it. The first turn does what
 * needs no search: mutex groups, and what follows from them. Rounds come later.
 * They cannot be interrupted: what one takes in excess of its turn is owed by
 * later turns. Start reading at take_turn().
 */
#include "api/solution.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"

#include <limits.h>

/* Of verify's quotas in the first round, */
static const double PUZZLE_QUOTA_SCALE = 0.02, VALUE_QUOTA_SCALE = 0.1;
/* and how many rounds; how much work, as proofs count it, takes as long as a
 * unit of the searches; and how long the rounds wait, so that what is easily
 * found by searching is. */
enum {
    MAX_PUZZLE_ROUNDS = 5,
    MAX_VALUE_ROUNDS = 3,
    WORK_PER_UNIT = 250,
    UNITS_BEFORE_ROUNDS = 500000
};

/* ---- puzzles ---- */

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
    const Role *role = &prover->record.net->roles[0];
    for (size_t i = 0; i < role->goal_count; i++)
        if (role->goals[i].value == value &&
            prover->results[i].verdict == VERDICT_PROVED)
            return &prover->results[i];
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

/* Makes the proofs; of TERMINATION, too, unless it is NULL. */
static void prepare_proofs(ValueProver *prover, Termination *termination)
{
    const VerifyTask *task = &prover->task;
    prover->proofs = verify_proofs(task, &prover->questions, termination);
    prover->results =
        arena_array(task->arena, PropertyResult, prover->proofs.count + 1);
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
    bool may_prove_more = true, is_first = !prover->schedule;
    if (is_first) {
        prepare_proofs(prover, NULL);
        prover->schedule = schedule_new(&prover->proofs, prover->results);
        schedule_round(prover->schedule, PLAN_RULES, 0);
    } else {
        may_prove_more =
            schedule_round(prover->schedule, PLAN_VERIFY, prover->round++);
    }
    prover->work_owed = (total_work(prover) - work_before) / WORK_PER_UNIT +
                        (is_first ? UNITS_BEFORE_ROUNDS : 1);
    record_bound(prover, best);
    return may_prove_more ? SEARCH_RUNNING : SEARCH_GAVE_UP;
}

/* The portfolio is done with it; what was proved is still needed. */
static void end_search(PlanSearch *search)
{
    (void)search;
}

/* ---- beginning and end ---- */

/* Without questions. */
static void prepare(ValueProver *prover, const Game *game, const Net *net,
                    uint64_t seed, const Budget *budget, Arena *arena)
{
    *prover = (ValueProver){.record.net = net};
    prove_limits_init(&prover->limits);
    properties_init(&prover->record.properties, net);
    prover->questions = (Questions){
        .game = game, .net = net, .properties = &prover->record.properties};
    prover->task = (VerifyTask){.game = game,
                                .seed = seed,
                                .budget = budget,
                                .limits = &prover->limits,
                                .statistics = prover->statistics,
                                .arena = arena};
}

void value_prover_init(ValueProver *prover, const Game *game, const Net *net,
                       const json_t *facts, uint64_t seed, const Budget *budget,
                       Arena *arena)
{
    prepare(prover, game, net, seed, budget, arena);
    prover->search =
        (PlanSearch){.name = "proof", .step = take_turn, .free = end_search};
    prover->bound = INT_MAX;
    prover->evidence = EVIDENCE_LEMMAS;
    prover->limits.values[LIMIT_QUOTA_SCALE] = PUZZLE_QUOTA_SCALE;
    prover->limits.values[LIMIT_MAX_ROUNDS] = MAX_PUZZLE_ROUNDS;
    prover->limits.values[PROOF_REACHABLE] = 0; /* as breadth-first search */
    questions_add_goals(&prover->questions, 0);
    prover->task.facts = facts;
    prover->task.record = &prover->record;
}

void value_prover_free(ValueProver *prover)
{
    if (!prover->record.net)
        return; /* it was never made */
    if (prover->schedule)
        schedule_free(prover->schedule);
    schedule_free_results(&prover->proofs, prover->results);
    questions_free(&prover->questions);
    properties_free(&prover->record.properties);
    prover->record.net = NULL; /* it was borrowed */
    proof_record_free(&prover->record);
}

/* ---- games of several roles ---- */

static bool is_proved(const ValueProver *prover, Check check)
{
    size_t number = questions_find(&prover->questions, check);
    return number != NO_INDEX &&
           prover->results[number].verdict == VERDICT_PROVED;
}

GameFacts value_facts(const Game *game, const Net *net, Interp *interp,
                      uint64_t seed, const Budget *budget)
{
    ValueProver prover;
    Arena *arena = arena_new();
    prepare(&prover, game, net, seed, budget, arena);
    prover.limits.values[LIMIT_QUOTA_SCALE] = VALUE_QUOTA_SCALE;
    prover.limits.values[LIMIT_MAX_ROUNDS] = MAX_VALUE_ROUNDS;
    prover.task.interp = interp;
    questions_add(&prover.questions, interp, CHECK_PLAYABLE);
    questions_add(&prover.questions, interp, CHECK_GOALS);
    questions_add(&prover.questions, interp, CHECK_TURN_TAKING);
    prepare_proofs(&prover, &prover.termination);
    schedule_run(&prover.proofs, prover.results);
    GameFacts facts = {.is_finite =
                           prover.termination.verdict == VERDICT_PROVED &&
                           is_proved(&prover, CHECK_PLAYABLE),
                       .has_values = is_proved(&prover, CHECK_GOALS),
                       .is_turn_taking = is_proved(&prover, CHECK_TURN_TAKING)};
    value_prover_free(&prover);
    arena_free(arena);
    return facts;
}

/* ---- percepts ---- */

static int by_number(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Whether the percepts of VIEWER tell every two moves of OTHER apart. A move
 * has the exclusive or of random numbers, one for each percept that depends on
 * the moves of OTHER alone and has this move among them (Zobrist hashing):
 * where sums differ, so do the percepts. A negated percept tells the same moves
 * apart. */
static bool sees_moves(const Net *net, size_t viewer, size_t other)
{
    const Role *role = &net->roles[viewer];
    size_t count = net->roles[other].move_count;
    uint64_t *sums = memory_zeroed(count, sizeof *sums);
    Random random = random_new(1, 0);
    for (size_t i = 0; i < role->percept_count; i++) {
        const Node *node = &net->nodes[lit_node(role->percepts[i].lit)];
        uint64_t number = random_next(&random);
        if (node->kind != NODE_MOVES || net->sets[node->set].role != other)
            continue;
        const MoveSet *set = &net->sets[node->set];
        for (size_t k = 0; k < set->count; k++)
            sums[set->moves[k]] ^= number;
    }
    bool is_seen = sort_unique(sums, count, sizeof *sums, by_number) == count;
    memory_free(sums);
    return is_seen;
}

bool all_moves_are_seen(const Net *net)
{
    for (size_t viewer = 0; viewer < net->role_count; viewer++)
        for (size_t other = 0; other < net->role_count; other++)
            if (viewer != other && !net->roles[viewer].is_random &&
                !sees_moves(net, viewer, other))
                return false;
    return true;
}
