/* learning.c - an evaluation for a search, if that makes it stronger
 *
 * In:   a game that is grounded
 * Out:  an evaluation, or none
 * Next: search_rely_on() of search/mcts.c
 *
 * Two searches play games of few playouts a move, in pairs: first one role
 * trusts the evaluation and the others do not, then the other way round, from
 * the same random opening. Start reading at learn_evaluation(), at the end.
 */
#include "search/learning.h"

#include "base/memory.h"
#include "base/random.h"

#include <assert.h>

enum {
    PLAYOUTS_PER_MOVE = 100,
    MAX_OPENING = 6, /* steps at random */
    MAX_STEPS = 500,
    MIN_PAIRS = 4,
    MAX_PAIRS = 50,
    TREE_MEGABYTES = 16,
    MIN_MEGABYTES = 64, /* for each search of the trials, and its own */
    MAX_ROLES = 6,
    MAX_WEIGHTS = 1 << 22,
};

typedef struct {
    NumberedEngine *numbered;
    Search *
        *searches; /* by role, two of them: without the evaluation, with it */
    SearchLimits limits; /* playouts are those that are left; 0: any number */
    uint64_t *position;
    uint32_t *moves;
} Trials;

static bool is_over(const Trials *trials)
{
    return budget_expired(&trials->limits.budget) ||
           (trials->limits.playouts &&
            trials->limits.playouts <= PLAYOUTS_PER_MOVE);
}

/* The move of ROLE at the position; NO_INDEX if it has none. */
static uint32_t choose(Trials *trials, size_t role, bool is_trusting,
                       bool is_opening, Random *random)
{
    NumberedEngine *numbered = trials->numbered;
    numbered_set(numbered, trials->position);
    uint32_t count = (uint32_t)numbered_moves(numbered, role, NULL, 0);
    if (!count)
        return NO_INDEX;
    if (count == 1 || is_opening || engine_is_random(numbered->engine, role)) {
        uint32_t *legal = memory_array(count, sizeof *legal);
        numbered_moves(numbered, role, legal, count);
        uint32_t move = legal[random_below(random, count)];
        memory_free(legal);
        return move;
    }
    Search *search = trials->searches[2 * role + is_trusting];
    SearchLimits limits = {trials->limits.budget, PLAYOUTS_PER_MOVE};
    search_set(search, trials->position, 1, NULL, 0);
    search_run(search, &limits);
    if (trials->limits.playouts > PLAYOUTS_PER_MOVE)
        trials->limits.playouts -= PLAYOUTS_PER_MOVE;
    else if (trials->limits.playouts)
        trials->limits.playouts = 1; /* it is over; 0 would be no limit */
    return search_best(search);
}

/* The goal value of ROLE in a game in which it alone trusts the evaluation, or
 * all others do; -1 if there is none. */
static int play_trial(Trials *trials, size_t role, bool is_trusting,
                      uint64_t seed)
{
    NumberedEngine *numbered = trials->numbered;
    Random random = random_new(seed, role);
    size_t opening = random_below(&random, MAX_OPENING + 1);
    numbered_initial(numbered, trials->position);
    for (size_t step = 0; step < MAX_STEPS && !is_over(trials); step++) {
        numbered_set(numbered, trials->position);
        if (engine_is_terminal(numbered->engine))
            return numbered_goal(numbered, role);
        for (size_t i = 0; i < numbered->role_count; i++) {
            trials->moves[i] = choose(trials, i, (i == role) == is_trusting,
                                      step < opening, &random);
            if (trials->moves[i] == NO_INDEX)
                return -1;
        }
        numbered_set(numbered, trials->position);
        if (!numbered_next(numbered, trials->moves, trials->position))
            return -1;
    }
    return -1;
}

/* Whether trust brings a role more, by at least MIN_ERRORS standard errors. */
static bool does_trust_pay(Trials *trials, uint64_t seed)
{
    static const double MIN_ERRORS = 1.5;
    double sum = 0, square_sum = 0;
    size_t pair_count = 0, role_count = trials->numbered->role_count;
    for (size_t i = 0; i < MAX_PAIRS * role_count && pair_count < MAX_PAIRS &&
                       !is_over(trials);
         i++) {
        size_t role = i % role_count;
        if (engine_is_random(trials->numbered->engine, role))
            continue;
        int with = play_trial(trials, role, true, seed + i),
            without = play_trial(trials, role, false, seed + i);
        if (with < 0 || without < 0)
            continue;
        sum += with - without;
        square_sum += (double)(with - without) * (with - without);
        pair_count++;
    }
    return pair_count >= MIN_PAIRS && sum > 0 &&
           sum * sum > MIN_ERRORS * MIN_ERRORS * square_sum;
}

/* Whether searches that rely on EVALUATION win against others. */
static bool is_stronger_with(const Evaluation *evaluation,
                             const LanePlan *lanes, NumberedEngine *numbered,
                             const ZermeloSearchSettings *settings,
                             const SearchLimits *limits)
{
    size_t search_count = 2 * numbered->role_count;
    Trials trials = {.numbered = numbered,
                     .searches = memory_zeroed(search_count, sizeof(Search *)),
                     .limits = *limits,
                     .position = memory_zeroed(1, numbered->position_bytes),
                     .moves =
                         memory_zeroed(numbered->role_count, sizeof(uint32_t))};
    for (size_t i = 0; i < search_count; i++) {
        ZermeloSearchSettings own = *settings;
        own.role = i / 2;
        own.threads = 1;
        own.megabytes = TREE_MEGABYTES;
        trials.searches[i] = search_new(lanes, numbered, &own);
        search_rely_on(trials.searches[i], i % 2 ? evaluation : NULL);
    }
    bool pays = does_trust_pay(&trials, settings->seed);
    for (size_t i = 0; i < search_count; i++)
        search_free(trials.searches[i]);
    free_all(trials.searches, trials.position, trials.moves);
    return pays;
}

bool can_learn(const LanePlan *lanes, const NumberedEngine *numbered,
               const ZermeloSearchSettings *settings)
{
    return lanes && !settings->imperfect_information &&
           numbered->role_count <= MAX_ROLES &&
           8 * numbered->position_bytes * numbered->role_count <= MAX_WEIGHTS &&
           (!settings->megabytes ||
            settings->megabytes >=
                MIN_MEGABYTES * (2 * numbered->role_count + 1));
}

Evaluation *learn_evaluation(const LanePlan *lanes, NumberedEngine *numbered,
                             const ZermeloSearchSettings *settings,
                             const SearchLimits *limits)
{
    enum { WORK_PER_PLAYOUT = 100000, TRIALS_PER_PLAYOUT = 30 };
    static const double LEARNING_SHARE = 0.6; /* of the time */
    WorkMeter meter;
    assert(can_learn(lanes, numbered, settings));
    Budget learning = budget_part(&limits->budget, LEARNING_SHARE);
    if (limits->playouts)
        learning = budget_quota(&limits->budget, &meter,
                                WORK_PER_PLAYOUT * limits->playouts);
    Evaluation *evaluation = evaluation_new(numbered, settings->seed);
    evaluation_learn(evaluation, &learning);
    SearchLimits trials = {limits->budget,
                           TRIALS_PER_PLAYOUT * limits->playouts};
    if (is_stronger_with(evaluation, lanes, numbered, settings, &trials))
        return evaluation;
    evaluation_free(evaluation);
    return NULL;
}
