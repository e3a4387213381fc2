/* schedule.c - which method of proof is tried when, counted in work
 *
 * In:   properties about a Net
 * Out:  a verdict for each, with a play where it is refuted
 *
 * A plan is a table of steps, cheapest first: walks, the published methods
 * (each formula by itself, all together; Schiffel and Thielscher 2009, Haufe
 * and Thielscher 2010), then induction with candidate invariants of more and
 * more kinds, reachable states, sums, several steps, PDR. A step is left out if
 * it ran to its end in an earlier round and no fact has come since. Start
 * reading at schedule_run(), at the end.
 */
#include "prove/stages.h"

#include <assert.h>
#include <stdlib.h>

/* ---- what is open, and known ---- */

bool schedule_is_open(const Schedule *schedule, size_t number)
{
    return schedule->results[number].verdict == VERDICT_UNKNOWN;
}

size_t schedule_count_open(const Schedule *schedule)
{
    size_t open = 0;
    for (size_t i = 0; i < schedule->count; i++)
        open += schedule_is_open(schedule, i);
    return open;
}

size_t schedule_list_open(const Schedule *schedule, const GroundProperty **open,
                          size_t *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i)) {
            open[count] = &schedule->list[i];
            numbers[count++] = i;
        }
    return count;
}

bool schedule_is_done(const Schedule *schedule)
{
    return (!schedule_count_open(schedule) && !schedule->task->wants_lemmas) ||
           budget_spent(schedule->task->budget);
}

void schedule_report(const Schedule *schedule)
{
    if (schedule->task->progress)
        schedule->task->progress(schedule->task->context,
                                 schedule->count -
                                     schedule_count_open(schedule));
}

void schedule_prove(Schedule *schedule, size_t number, const char *how)
{
    assert(schedule_is_open(schedule, number));
    schedule->results[number].verdict = VERDICT_PROVED;
    schedule->results[number].how = how;
}

bool schedule_is_known(const Schedule *schedule, Ref ref)
{
    return ref < schedule->known.count && schedule->known.items[ref];
}

void schedule_note_known(Schedule *schedule, Ref ref)
{
    while (schedule->known.count <= ref)
        vec_push(&schedule->known, false);
    schedule->known.items[ref] = true;
}

void schedule_learn(Schedule *schedule, Ref ref)
{
    if (schedule_is_known(schedule, ref))
        return;
    GroundProperty *property = arena_array(schedule->arena, GroundProperty, 1);
    property->ends[0] = ref;
    schedule_note_known(schedule, ref);
    houdini_given(schedule->houdini, property);
    vec_push(&schedule->task->lemmas, ref);
}

/* A step of a game as large as this takes a solver seconds. */
static bool is_vast(const Schedule *schedule)
{
    return (double)schedule->net->input_count >
           schedule->limits.values[LIMIT_VAST_INPUTS];
}

/* A question about a step takes longer than to look at every move. */
static bool is_large(const Schedule *schedule)
{
    return (double)schedule->net->input_count >
           schedule->limits.values[LIMIT_LARGE_INPUTS];
}

/* The budget of the task; a turn has a quota, too. */
static Budget whole_budget(const Schedule *schedule)
{
    const Budget *budget = schedule->task->budget;
    return budget ? *budget : (Budget){0};
}

/* ---- the steps of a plan ---- */

typedef struct Step Step;

/* False if the quota was too small. */
typedef bool RunStep(Schedule *schedule, const Step *step);

enum {
    APART = 1,          /* candidates that are not tried with later kinds */
    ONLY_POSITIONS = 2, /* if no open property is about several positions */
    ONLY_LARGE = 4,     /* if is_large() */
    PUBLISHED = 8,      /* refutations are replayed later: that takes long */
};

struct Step {
    ProofMethod method;
    RunStep *run;
    unsigned first_round;
    unsigned flags;
    unsigned conflicts; /* at most, of a question */
    unsigned walk_work; /* of the first walk of a turn */
    unsigned depth;     /* of k-induction; 0: the largest */
    unsigned degree;    /* of properties about reachable states */
};

/* What run_candidates tries, with all kinds before it, and how many of each. */
static const struct {
    CandidateKind kind;
    size_t max_count;
} candidates[PROOF_METHOD_COUNT] = {
    [PROOF_CONSTANTS] = {CANDIDATE_CONSTANT, 100000},
    [PROOF_SYMBOL_MUTEXES] = {CANDIDATE_SYMBOL_MUTEX, 1000},
    [PROOF_MUTEX_GROUPS] = {CANDIDATE_MUTEX_GROUP, 4000},
    [PROOF_MUTEX_SCHEMAS] = {CANDIDATE_MUTEX_SCHEMA, 4000},
    [PROOF_STEP_COUNTERS] = {CANDIDATE_STEP_COUNTER, 60000},
    [PROOF_AT_LEAST_ONE] = {CANDIDATE_AT_LEAST_ONE, 60000},
    [PROOF_DERIVED] = {CANDIDATE_DERIVED, 20000},
    [PROOF_BINARY] = {CANDIDATE_BINARY_CLAUSE, 60000},
};

static bool run_walks(Schedule *schedule, const Step *step)
{
    stage_walks(schedule, step->walk_work);
    return !budget_spent(&schedule->turn);
}

static bool run_joint(Schedule *schedule, const Step *step)
{
    return stage_joint(schedule, !step->first_round, step->conflicts);
}

/* A formula about steps needs no induction if it follows from the facts. */
static bool run_consequences(Schedule *schedule, const Step *step)
{
    (void)step;
    stage_consequences(schedule, "induction");
    schedule_report(schedule);
    return !budget_spent(&schedule->turn);
}

static bool run_individual(Schedule *schedule, const Step *step)
{
    return stage_individual(schedule, step->conflicts);
}

static bool run_move_abstraction(Schedule *schedule, const Step *step)
{
    (void)step;
    if (is_vast(schedule))
        stage_move_abstraction(schedule);
    return !budget_spent(&schedule->turn);
}

/* What the rules say; what is open may follow from it. */
static bool run_cases(Schedule *schedule, const Step *step)
{
    (void)step;
    if (is_vast(schedule))
        return true;
    if (stage_cases(schedule))
        stage_consequences(schedule, "induction");
    return !budget_spent(&schedule->turn);
}

static bool run_linear(Schedule *schedule, const Step *step)
{
    (void)step;
    if (!is_vast(schedule) && !schedule->task->evidence)
        stage_linear(schedule);
    return !budget_spent(&schedule->turn);
}

/* Sums are no evidence, so they come last if that is wanted. */
static bool run_last_linear(Schedule *schedule, const Step *step)
{
    (void)step;
    if (!is_vast(schedule) && schedule->task->evidence && !schedule->reachable)
        stage_linear(schedule);
    return !budget_spent(&schedule->turn);
}

/* Walks in proportion to the work of induction come with it: what they visit
 * refutes candidates. */
static bool run_candidates(Schedule *schedule, const Step *step)
{
    static const double MIN_WALK = 1e5, WALK_SHARE = 0.2;
    CandidateKind kind = candidates[step->method].kind;
    schedule->apart[kind] = step->flags & APART;
    bool complete =
        stage_candidates(schedule, kind, candidates[step->method].max_count);
    double walk = WALK_SHARE * (double)schedule->meter.used;
    schedule->turn = whole_budget(schedule);
    if (!schedule_is_done(schedule))
        stage_walk(schedule, walk < MIN_WALK ? MIN_WALK : walk);
    return complete;
}

static bool run_relaxed(Schedule *schedule, const Step *step)
{
    (void)step;
    return is_vast(schedule) || stage_relaxed(schedule);
}

static bool run_reachable(Schedule *schedule, const Step *step)
{
    ProveLimit limit = schedule->round ? LIMIT_MAX_STATES : LIMIT_SMALL_STATES;
    stage_reachable(schedule, (size_t)schedule->limits.values[limit],
                    step->degree);
    return schedule->round > 0 || schedule->checked_degrees;
}

static bool run_k_induction(Schedule *schedule, const Step *step)
{
    enum { MAX_OPEN = 100 }; /* in a short turn */
    if (step->depth && schedule_count_open(schedule) >= MAX_OPEN)
        return true;
    stage_k_induction(schedule, step->depth);
    return !budget_spent(&schedule->turn);
}

static bool run_pdr(Schedule *schedule, const Step *step)
{
    (void)step;
    stage_pdr(schedule);
    return !budget_spent(&schedule->turn);
}

/* ---- the plans ---- */

static const Step prove_steps[] = {
    {.method = PROOF_WALKS,
     .run = run_walks,
     .flags = PUBLISHED,
     .walk_work = 400000},
    {.method = PROOF_INDIVIDUAL,
     .run = run_individual,
     .flags = PUBLISHED,
     .conflicts = 1000},
    {.method = PROOF_JOINT,
     .run = run_joint,
     .flags = PUBLISHED,
     .conflicts = 100},
    {.method = PROOF_CONSEQUENCES, .run = run_consequences, .flags = PUBLISHED},
    {.method = PROOF_ABSTRACTION, .run = run_move_abstraction},
    {.method = PROOF_CONSTANTS, .run = run_candidates},
    {.method = PROOF_CASES, .run = run_cases, .flags = ONLY_LARGE},
    {.method = PROOF_SYMBOL_MUTEXES, .run = run_candidates},
    {.method = PROOF_CASES, .run = run_cases, .flags = ONLY_POSITIONS},
    {.method = PROOF_LINEAR, .run = run_linear, .flags = ONLY_POSITIONS},
    {.method = PROOF_RELAXED, .run = run_relaxed},
    {.method = PROOF_STEP_COUNTERS, .run = run_candidates, .flags = APART},
    {.method = PROOF_AT_LEAST_ONE, .run = run_candidates},
    {.method = PROOF_K_INDUCTION, .run = run_k_induction, .depth = 2},
    {.method = PROOF_BINARY, .run = run_candidates},
    {.method = PROOF_MUTEX_SCHEMAS, .run = run_candidates, .flags = APART},
    {.method = PROOF_REACHABLE, .run = run_reachable},
    {.method = PROOF_CASES, .run = run_cases},
    {.method = PROOF_LINEAR, .run = run_linear},
    {.method = PROOF_K_INDUCTION, .run = run_k_induction},
    {.method = PROOF_MUTEX_GROUPS, .run = run_candidates},
    {.method = PROOF_CONSEQUENCES, .run = run_consequences},
    {.method = PROOF_JOINT,
     .run = run_joint,
     .first_round = 1,
     .conflicts = 100000},
    {.method = PROOF_REACHABLE, .run = run_reachable, .degree = MAX_DEGREE},
    {.method = PROOF_PDR, .run = run_pdr, .first_round = 1},
    {.method = PROOF_LINEAR, .run = run_last_linear, .first_round = 1},
};

static const Step verify_steps[] = {
    {.method = PROOF_JOINT, .run = run_joint, .conflicts = 100},
    {.method = PROOF_ABSTRACTION, .run = run_move_abstraction},
    {.method = PROOF_WALKS, .run = run_walks, .walk_work = 60000000},
    {.method = PROOF_REACHABLE, .run = run_reachable},
    {.method = PROOF_CONSTANTS, .run = run_candidates},
    {.method = PROOF_RELAXED, .run = run_relaxed},
    {.method = PROOF_SYMBOL_MUTEXES, .run = run_candidates},
    {.method = PROOF_MUTEX_GROUPS, .run = run_candidates},
    {.method = PROOF_MUTEX_SCHEMAS, .run = run_candidates},
    {.method = PROOF_STEP_COUNTERS, .run = run_candidates},
    {.method = PROOF_AT_LEAST_ONE, .run = run_candidates},
    {.method = PROOF_DERIVED, .run = run_candidates},
    {.method = PROOF_BINARY, .run = run_candidates},
    {.method = PROOF_K_INDUCTION, .run = run_k_induction},
    {.method = PROOF_PDR, .run = run_pdr, .first_round = 1},
};

static const Step quick_steps[] = {
    {.method = PROOF_JOINT, .run = run_joint, .conflicts = 100},
    {.method = PROOF_ABSTRACTION, .run = run_move_abstraction},
    {.method = PROOF_CONSTANTS, .run = run_candidates},
    {.method = PROOF_RELAXED, .run = run_relaxed},
    {.method = PROOF_SYMBOL_MUTEXES, .run = run_candidates},
    {.method = PROOF_REACHABLE, .run = run_reachable},
    {.method = PROOF_MUTEX_GROUPS, .run = run_candidates},
    {.method = PROOF_MUTEX_SCHEMAS, .run = run_candidates},
};

static const struct {
    const Step *steps;
    size_t count;
} plans[PLAN_COUNT] = {
    [PLAN_PROVE] = {prove_steps, sizeof prove_steps / sizeof *prove_steps},
    [PLAN_VERIFY] = {verify_steps, sizeof verify_steps / sizeof *verify_steps},
    [PLAN_QUICK] = {quick_steps, sizeof quick_steps / sizeof *quick_steps},
};

/* ---- rounds ---- */

/* Whether all that is open is about single positions, as that something always
 * exists: there, sums help more than steps do. */
static bool is_about_positions(const Schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && schedule->list[i].degree)
            return false;
    return true;
}

static bool is_useful(const Schedule *schedule, SchedulePlan plan,
                      size_t number)
{
    const Step *step = &plans[plan].steps[number];
    bool anything_new = schedule->last_turn[plan][number].cut_short ||
                        schedule->last_turn[plan][number].facts !=
                            houdini_facts(schedule->houdini) + 1;
    return anything_new && schedule->round >= step->first_round &&
           schedule->limits.values[step->method] > 0 &&
           (!(step->flags & ONLY_LARGE) || is_large(schedule)) &&
           (!(step->flags & ONLY_POSITIONS) || is_about_positions(schedule));
}

static void take_turn(Schedule *schedule, SchedulePlan plan, size_t number)
{
    const Step *step = &plans[plan].steps[number];
    MethodStatistics *statistics = schedule->task->statistics;
    size_t open = schedule_count_open(schedule);
    double begun = clock_now();
    schedule->turn = budget_quota(
        schedule->task->budget, &schedule->meter,
        prove_quota(&schedule->limits, step->method, schedule->round));
    bool complete = step->run(schedule, step);
#ifdef ZERMELO_DEBUG
    schedule_check_results(schedule);
#endif
    schedule->turn = whole_budget(schedule);
    schedule->last_turn[plan][number].facts =
        houdini_facts(schedule->houdini) + 1;
    schedule->last_turn[plan][number].cut_short = !complete;
    if (!statistics)
        return;
    statistics += step->method;
    statistics->turns++;
    statistics->decided += open - schedule_count_open(schedule);
    statistics->seconds += clock_now() - begun;
    statistics->work += schedule->meter.used;
}

/* Replays what is refuted before STEP, unless the published methods wait. */
static void replay_refuted(const Schedule *schedule, const Step *step)
{
    if (schedule->task->replay && !(step->flags & PUBLISHED))
        schedule->task->replay(schedule->task->context);
}

void schedule_round(Schedule *schedule, SchedulePlan plan, unsigned round)
{
    assert(plans[plan].count <= SCHEDULE_MAX_STEPS);
    schedule->round = round;
    schedule->plan = plan;
    for (size_t i = 0; i < plans[plan].count; i++)
        if (!schedule_is_done(schedule) && is_useful(schedule, plan, i)) {
            replay_refuted(schedule, &plans[plan].steps[i]);
            take_turn(schedule, plan, i);
        }
    schedule->task->cut_short = false;
    for (size_t i = 0; i < plans[plan].count; i++)
        schedule->task->cut_short =
            schedule->task->cut_short ||
            (schedule->limits.values[plans[plan].steps[i].method] > 0 &&
             (schedule->last_turn[plan][i].cut_short ||
              round < plans[plan].steps[i].first_round));
}

/* ---- beginning and end ---- */

static bool is_trivial(const GroundProperty *property)
{
    for (unsigned k = 0; k <= property->degree; k++)
        if (property->ends[k] != REF_TRUE)
            return false;
    return true;
}

/* The first plays, and what follows from the givens. */
static void begin(Schedule *schedule)
{
    static const double FIRST_WALK = 3e4;
    ScheduleTask *task = schedule->task;
    schedule->walks = walks_new(task->net, task->properties, task->seed);
    for (size_t i = 0; i < schedule->count; i++)
        schedule->watched[i] = walks_watch(schedule->walks, &schedule->list[i]);
    /* Even without walks: candidates hold in the first positions. */
    stage_walk(schedule,
               schedule->limits.values[PROOF_WALKS] > 0 ? FIRST_WALK : 0);
    schedule->houdini = houdini_new(task->properties, schedule->walks,
                                    UNROLL_ANY, &schedule->turn);
    for (size_t i = 0; i < task->given_count; i++)
        houdini_given(schedule->houdini, &task->givens[i]);
    if (!schedule_is_done(schedule) && task->given_count) {
        schedule->turn = budget_quota(
            task->budget, &schedule->meter,
            prove_quota(&schedule->limits, PROOF_JOINT, task->round));
        stage_consequences(schedule, "induction");
        schedule->turn = whole_budget(schedule);
    }
}

Schedule *schedule_new(ScheduleTask *task, ScheduleResult *results)
{
    Schedule *schedule = memory_zeroed(1, sizeof *schedule);
    *schedule = (Schedule){.task = task,
                           .net = task->net,
                           .properties = task->properties,
                           .list = task->list,
                           .count = task->count,
                           .results = results,
                           .arena = arena_new()};
    schedule->turn = whole_budget(schedule);
    if (task->limits)
        schedule->limits = *task->limits;
    else
        prove_limits_init(&schedule->limits);
    schedule->watched =
        memory_array(task->count + 1, sizeof *schedule->watched);
    schedule->unsettled =
        memory_array(task->count + 1, sizeof *schedule->unsettled);
    for (size_t i = 0; i < task->count; i++) {
        results[i] = (ScheduleResult){0};
        schedule->unsettled[i] = true;
        if (is_trivial(&task->list[i]))
            schedule_prove(schedule, i, "grounding");
    }
    begin(schedule);
    return schedule;
}

void schedule_free(Schedule *schedule)
{
    if (schedule->reachable)
        stage_finish_reachable(schedule);
#ifdef ZERMELO_DEBUG
    schedule_check_results(schedule);
    schedule_check_facts(schedule);
#endif
    vec_free(&schedule->verdicts);
    houdini_free(schedule->houdini);
    walks_free(schedule->walks);
    free(schedule->watched);
    free(schedule->unsettled);
    vec_free(&schedule->known);
    arena_free(schedule->arena);
    free(schedule);
}

void schedule_run(ScheduleTask *task, ScheduleResult *results)
{
    Schedule *schedule = schedule_new(task, results);
    unsigned end = (unsigned)schedule->limits.values[LIMIT_MAX_ROUNDS];
    if (task->rounds)
        end = task->round + task->rounds;
    bool goes_on = true;
    for (unsigned round = task->round; round < end && goes_on; round++) {
        size_t fact_count = houdini_facts(schedule->houdini);
        schedule_round(schedule, task->plan, round);
        goes_on =
            task->cut_short || houdini_facts(schedule->houdini) > fact_count;
    }
    schedule_free(schedule);
}
