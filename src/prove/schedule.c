/* schedule.c - which method of proof is tried when, counted in work
 *
 * In:   properties about a Net
 * Out:  a verdict for each, with a play where it is refuted
 *
 * A plan is a table of methods, cheapest first: walks, the published methods
 * (each formula by itself, all together; Schiffel and Thielscher 2009, Haufe
 * and Thielscher 2010), then induction with candidate invariants of more and
 * more kinds, reachable states, sums, several steps, PDR. A row is left out if
 * it ran to its end in an earlier round and no lemma has come since. Start
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

bool schedule_is_wanted(const Schedule *schedule, size_t number)
{
    const bool *is_asked = schedule->task->is_asked;
    return schedule_is_open(schedule, number) &&
           (!is_asked || is_asked[number]);
}

size_t schedule_count_wanted(const Schedule *schedule)
{
    size_t wanted_count = 0;
    for (size_t i = 0; i < schedule->formula_count; i++)
        wanted_count += schedule_is_wanted(schedule, i);
    return wanted_count;
}

size_t schedule_list_wanted(const Schedule *schedule,
                            const GroundProperty **open, size_t *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (schedule_is_wanted(schedule, i)) {
            open[count] = &schedule->formulas[i];
            numbers[count++] = i;
        }
    return count;
}

bool schedule_is_done(const Schedule *schedule)
{
    return (!schedule_count_wanted(schedule) &&
            !schedule->task->wants_lemmas) ||
           budget_spent(schedule->task->budget);
}

void schedule_report(const Schedule *schedule)
{
    if (schedule->task->progress)
        schedule->task->progress(schedule->task->context,
                                 schedule->formula_count -
                                     schedule_count_wanted(schedule));
}

void schedule_prove(Schedule *schedule, size_t number, const char *how)
{
    assert(schedule_is_open(schedule, number));
    schedule->results[number].verdict = VERDICT_PROVED;
    schedule->results[number].how = how;
    schedule->results[number].evidence =
        proof_log_kind(schedule->task->log, EVIDENCE_LEMMAS);
}

bool schedule_is_settled(const Schedule *schedule, Ref ref)
{
    return ref < schedule->is_settled.count && schedule->is_settled.items[ref];
}

void schedule_settle(Schedule *schedule, Ref ref)
{
    while (schedule->is_settled.count <= ref)
        vec_push(&schedule->is_settled, false);
    schedule->is_settled.items[ref] = true;
}

void schedule_learn(Schedule *schedule, Ref ref)
{
    if (schedule_is_settled(schedule, ref))
        return;
    GroundProperty *property = arena_array(schedule->arena, GroundProperty, 1);
    property->ends[0] = ref;
    schedule_settle(schedule, ref);
    houdini_add_lemma(schedule->houdini, property);
    vec_push(&schedule->task->lemmas, ref);
}

/* A question about one step takes a solver seconds. */
static bool exceeds_vast_limit(const Schedule *schedule)
{
    return (double)schedule->net->input_count >
           schedule->limits.values[LIMIT_VAST_INPUTS];
}

/* A question about one step takes a solver longer than looking at every move.
 */
static bool exceeds_large_limit(const Schedule *schedule)
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

/* ---- the methods of a plan ---- */

typedef struct ScheduleRow ScheduleRow;

/* False if the quota was too small. */
typedef bool RunMethod(Schedule *schedule, const ScheduleRow *row);

enum {
    APART = 1,          /* candidates that are not tried with later kinds */
    ONLY_POSITIONS = 2, /* if no open property is about several positions */
    ONLY_LARGE = 4,     /* if exceeds_large_limit() */
    REPLAY_LATER = 8,   /* refutations are replayed later: that takes long */
};

struct ScheduleRow {
    ProofMethod method;
    RunMethod *run;
    unsigned first_round;
    unsigned flags;
    unsigned max_conflicts; /* of a question */
    unsigned walk_work;     /* of the first walk of a turn */
    unsigned depth;         /* of k-induction; 0: the largest */
    unsigned degree;        /* of properties about reachable states */
};

/* What run_candidates tries, with all kinds before it, and how many of each. */
static const struct {
    CandidateKind kind;
    size_t max_count;
} candidate_limits[PROOF_METHOD_COUNT] = {
    [PROOF_CONSTANTS] = {CANDIDATE_CONSTANT, 100000},
    [PROOF_SYMBOL_MUTEXES] = {CANDIDATE_SYMBOL_MUTEX, 1000},
    [PROOF_MUTEX_GROUPS] = {CANDIDATE_MUTEX_GROUP, 4000},
    [PROOF_STEP_COUNTERS] = {CANDIDATE_STEP_COUNTER, 60000},
    [PROOF_AT_LEAST_ONE] = {CANDIDATE_AT_LEAST_ONE, 60000},
    [PROOF_BINARY] = {CANDIDATE_BINARY_CLAUSE, 60000},
};

static bool run_walks(Schedule *schedule, const ScheduleRow *row)
{
    stage_walks(schedule, row->walk_work, false);
    return !budget_spent(&schedule->turn);
}

/* What is open after many plays may be refuted by as many again. */
static bool run_long_walks(Schedule *schedule, const ScheduleRow *row)
{
    stage_walks(schedule, row->walk_work, true);
    return true;
}

static bool run_facts(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    return stage_facts(schedule);
}

static bool run_joint(Schedule *schedule, const ScheduleRow *row)
{
    return stage_joint(schedule, !row->first_round, row->max_conflicts);
}

/* A formula about steps needs no induction if it follows from the lemmas. */
static bool run_consequences(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    stage_consequences(schedule, "induction");
    schedule_report(schedule);
    return !budget_spent(&schedule->turn);
}

static bool run_individual(Schedule *schedule, const ScheduleRow *row)
{
    return stage_individual(schedule, row->max_conflicts);
}

/* What the rules say; what is open may follow from it. */
static bool run_cases(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    if (exceeds_vast_limit(schedule))
        return true;
    if (stage_cases(schedule))
        stage_consequences(schedule, "induction");
    return !budget_spent(&schedule->turn);
}

static bool run_linear(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    if (!exceeds_vast_limit(schedule))
        stage_linear(schedule);
    return !budget_spent(&schedule->turn);
}

/* Walks in proportion to the work of induction come with it: what they visit
 * refutes candidates. They are not charged to the turn. */
static bool run_candidates(Schedule *schedule, const ScheduleRow *row)
{
    static const double MIN_WORK = 1e5, WALK_SHARE = 0.2;
    CandidateKind kind = candidate_limits[row->method].kind;
    schedule->is_tried_apart[kind] = row->flags & APART;
    bool complete = stage_candidates(schedule, kind,
                                     candidate_limits[row->method].max_count);
    double work = WALK_SHARE * (double)schedule->meter.used;
    schedule->turn = whole_budget(schedule);
    if (!schedule_is_done(schedule))
        stage_walk(schedule, work < MIN_WORK ? MIN_WORK : work);
    return complete;
}

static bool run_reachable(Schedule *schedule, const ScheduleRow *row)
{
    ProveLimit limit = schedule->round ? LIMIT_MAX_STATES : LIMIT_SMALL_STATES;
    stage_reachable(schedule, (size_t)schedule->limits.values[limit],
                    row->degree);
    return schedule->round > 0 || schedule->checked_degrees;
}

static bool run_k_induction(Schedule *schedule, const ScheduleRow *row)
{
    enum { MAX_OPEN = 100 }; /* in a short turn */
    if (row->depth && schedule_count_wanted(schedule) >= MAX_OPEN)
        return true;
    stage_k_induction(schedule, row->depth);
    return !budget_spent(&schedule->turn);
}

static bool run_pdr(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    stage_pdr(schedule);
    return !budget_spent(&schedule->turn);
}

/* ---- the plans ---- */

static const ScheduleRow prove_rows[] = {
    {.method = PROOF_FACTS, .run = run_facts, .flags = REPLAY_LATER},
    {.method = PROOF_WALKS,
     .run = run_walks,
     .flags = REPLAY_LATER,
     .walk_work = 400000},
    {.method = PROOF_INDIVIDUAL,
     .run = run_individual,
     .flags = REPLAY_LATER,
     .max_conflicts = 1000},
    {.method = PROOF_JOINT,
     .run = run_joint,
     .flags = REPLAY_LATER,
     .max_conflicts = 100},
    {.method = PROOF_CONSEQUENCES,
     .run = run_consequences,
     .flags = REPLAY_LATER},
    {.method = PROOF_CONSTANTS, .run = run_candidates},
    {.method = PROOF_CASES, .run = run_cases, .flags = ONLY_LARGE},
    {.method = PROOF_SYMBOL_MUTEXES, .run = run_candidates},
    {.method = PROOF_CASES, .run = run_cases, .flags = ONLY_POSITIONS},
    {.method = PROOF_LINEAR, .run = run_linear, .flags = ONLY_POSITIONS},
    {.method = PROOF_STEP_COUNTERS, .run = run_candidates, .flags = APART},
    {.method = PROOF_AT_LEAST_ONE, .run = run_candidates},
    {.method = PROOF_K_INDUCTION, .run = run_k_induction, .depth = 2},
    {.method = PROOF_BINARY, .run = run_candidates},
    {.method = PROOF_REACHABLE, .run = run_reachable},
    {.method = PROOF_CASES, .run = run_cases},
    {.method = PROOF_LINEAR, .run = run_linear},
    {.method = PROOF_K_INDUCTION, .run = run_k_induction},
    {.method = PROOF_MUTEX_GROUPS, .run = run_candidates},
    {.method = PROOF_CONSEQUENCES, .run = run_consequences},
    {.method = PROOF_JOINT,
     .run = run_joint,
     .first_round = 1,
     .max_conflicts = 100000},
    {.method = PROOF_REACHABLE, .run = run_reachable, .degree = MAX_DEGREE},
    {.method = PROOF_PDR, .run = run_pdr, .first_round = 1},
};

static const ScheduleRow verify_rows[] = {
    {.method = PROOF_FACTS, .run = run_facts},
    {.method = PROOF_JOINT, .run = run_joint, .max_conflicts = 100},
    {.method = PROOF_WALKS, .run = run_walks, .walk_work = 60000000},
    {.method = PROOF_REACHABLE, .run = run_reachable},
    {.method = PROOF_CONSTANTS, .run = run_candidates},
    {.method = PROOF_SYMBOL_MUTEXES, .run = run_candidates},
    {.method = PROOF_MUTEX_GROUPS, .run = run_candidates},
    {.method = PROOF_STEP_COUNTERS, .run = run_candidates},
    {.method = PROOF_AT_LEAST_ONE, .run = run_candidates},
    {.method = PROOF_BINARY, .run = run_candidates},
    {.method = PROOF_K_INDUCTION, .run = run_k_induction},
    {.method = PROOF_PDR, .run = run_pdr, .first_round = 1},
};

static const ScheduleRow walk_rows[] = {
    {.method = PROOF_WALKS, .run = run_long_walks, .walk_work = 60000000},
};

static const ScheduleRow quick_rows[] = {
    {.method = PROOF_JOINT, .run = run_joint, .max_conflicts = 100},
    {.method = PROOF_CONSTANTS, .run = run_candidates},
    {.method = PROOF_SYMBOL_MUTEXES, .run = run_candidates},
    {.method = PROOF_REACHABLE, .run = run_reachable},
    {.method = PROOF_MUTEX_GROUPS, .run = run_candidates},
};

static const struct {
    const ScheduleRow *rows;
    size_t count;
} plans[PLAN_COUNT] = {
    [PLAN_PROVE] = {prove_rows, sizeof prove_rows / sizeof *prove_rows},
    [PLAN_VERIFY] = {verify_rows, sizeof verify_rows / sizeof *verify_rows},
    [PLAN_QUICK] = {quick_rows, sizeof quick_rows / sizeof *quick_rows},
    [PLAN_WALKS] = {walk_rows, sizeof walk_rows / sizeof *walk_rows},
};

/* ---- rounds ---- */

/* Whether all that is open is about single positions, as that something always
 * exists: there, sums help more than steps do. */
static bool is_about_positions(const Schedule *schedule)
{
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (schedule_is_wanted(schedule, i) && schedule->formulas[i].degree)
            return false;
    return true;
}

static bool is_useful(const Schedule *schedule, SchedulePlan plan,
                      size_t number)
{
    const ScheduleRow *row = &plans[plan].rows[number];
    bool may_do_more = schedule->last_turn[plan][number].cut_short ||
                       schedule->last_turn[plan][number].lemmas_plus_one !=
                           houdini_lemma_count(schedule->houdini) + 1;
    if (row->method == PROOF_FACTS && !schedule->task->fact_count)
        return false;
    return may_do_more && schedule->round >= row->first_round &&
           schedule->limits.values[row->method] > 0 &&
           (!(row->flags & ONLY_LARGE) || exceeds_large_limit(schedule)) &&
           (!(row->flags & ONLY_POSITIONS) || is_about_positions(schedule));
}

static void run_turn(Schedule *schedule, SchedulePlan plan, size_t number)
{
    const ScheduleRow *row = &plans[plan].rows[number];
    MethodStatistics *statistics = schedule->task->statistics;
    size_t open_before = schedule_count_wanted(schedule);
    double start_seconds = clock_now();
    schedule->turn = budget_quota(
        schedule->task->budget, &schedule->meter,
        prove_quota(&schedule->limits, row->method, schedule->round));
    bool is_complete = row->run(schedule, row);
#ifdef ZERMELO_DEBUG
    schedule_check_results(schedule);
#endif
    schedule->turn = whole_budget(schedule);
    schedule->last_turn[plan][number].lemmas_plus_one =
        houdini_lemma_count(schedule->houdini) + 1;
    schedule->last_turn[plan][number].cut_short = !is_complete;
    if (!statistics)
        return;
    statistics += row->method;
    statistics->turns++;
    statistics->decided += open_before - schedule_count_wanted(schedule);
    statistics->seconds += clock_now() - start_seconds;
    statistics->work += schedule->meter.used;
}

/* Replays what is refuted before ROW, unless the published methods wait. */
static void replay_refuted(const Schedule *schedule, const ScheduleRow *row)
{
    if (schedule->task->replay && !(row->flags & REPLAY_LATER))
        schedule->task->replay(schedule->task->context);
}

/* Whether a larger quota, or another round, might decide more. */
static bool is_cut_short(const Schedule *schedule)
{
    SchedulePlan plan = schedule->plan;
    if (!schedule_count_wanted(schedule) && !schedule->task->wants_lemmas)
        return false;
    for (size_t i = 0; i < plans[plan].count; i++) {
        const ScheduleRow *row = &plans[plan].rows[i];
        if (schedule->limits.values[row->method] > 0 &&
            (schedule->last_turn[plan][i].cut_short ||
             schedule->round < row->first_round))
            return true;
    }
    return false;
}

void schedule_round(Schedule *schedule, SchedulePlan plan, unsigned round)
{
    assert(plans[plan].count <= SCHEDULE_MAX_ROWS);
    schedule->round = round;
    schedule->plan = plan;
    for (size_t i = 0; i < plans[plan].count; i++)
        if (!schedule_is_done(schedule) && is_useful(schedule, plan, i)) {
            replay_refuted(schedule, &plans[plan].rows[i]);
            run_turn(schedule, plan, i);
        }
    schedule->task->cut_short = is_cut_short(schedule);
}

/* ---- beginning and end ---- */

static bool is_constant_true(const GroundProperty *property)
{
    for (unsigned k = 0; k <= property->degree; k++)
        if (property->ends[k] != REF_TRUE)
            return false;
    return true;
}

/* The first plays, and what follows from the givens. */
static void begin_schedule(Schedule *schedule)
{
    static const double FIRST_WALK_WORK = 3e4;
    PropertyTask *task = schedule->task;
    schedule->walks = walks_new(task->net, task->properties, task->seed);
    for (size_t i = 0; i < schedule->formula_count; i++)
        schedule->watch_numbers[i] =
            walks_watch(schedule->walks, &schedule->formulas[i]);
    /* Even without walks: candidates hold in the first positions. */
    stage_walk(schedule,
               schedule->limits.values[PROOF_WALKS] > 0 ? FIRST_WALK_WORK : 0);
    schedule->houdini =
        houdini_new(task->properties, schedule->walks, &schedule->turn);
    for (size_t i = 0; i < task->given_count; i++)
        houdini_add_lemma(schedule->houdini, &task->givens[i]);
    if (!schedule_is_done(schedule) && task->given_count) {
        schedule->turn = budget_quota(
            task->budget, &schedule->meter,
            prove_quota(&schedule->limits, PROOF_JOINT, task->round));
        stage_consequences(schedule, "induction");
        schedule->turn = whole_budget(schedule);
    }
}

Schedule *schedule_new(PropertyTask *task, PropertyResult *results)
{
    Schedule *schedule = memory_zeroed(1, sizeof *schedule);
    *schedule = (Schedule){.task = task,
                           .net = task->net,
                           .properties = task->properties,
                           .formulas = task->list,
                           .formula_count = task->count,
                           .results = results,
                           .arena = arena_new()};
    schedule->turn = whole_budget(schedule);
    if (task->limits)
        schedule->limits = *task->limits;
    else
        prove_limits_init(&schedule->limits);
    schedule->watch_numbers =
        memory_array(task->count + 1, sizeof *schedule->watch_numbers);
    schedule->may_be_inductive =
        memory_array(task->count + 1, sizeof *schedule->may_be_inductive);
    for (size_t i = 0; i < task->count; i++) {
        results[i] = (PropertyResult){0};
        schedule->may_be_inductive[i] = true;
        if (is_constant_true(&task->list[i]))
            schedule_prove(schedule, i, "grounding");
    }
    begin_schedule(schedule);
    return schedule;
}

void schedule_free(Schedule *schedule)
{
#ifdef ZERMELO_DEBUG
    schedule_check_results(schedule);
    schedule_check_lemmas(schedule);
#endif
    vec_free(&schedule->checked_verdicts);
    houdini_free(schedule->houdini);
    walks_free(schedule->walks);
    memory_free(schedule->watch_numbers);
    memory_free(schedule->may_be_inductive);
    vec_free(&schedule->is_settled);
    arena_free(schedule->arena);
    memory_free(schedule);
}

void schedule_run(PropertyTask *task, PropertyResult *results)
{
    Schedule *schedule = schedule_new(task, results);
    unsigned end_round = (unsigned)schedule->limits.values[LIMIT_MAX_ROUNDS];
    if (task->rounds)
        end_round = task->round + task->rounds;
    bool may_decide_more = true;
    for (unsigned round = task->round; round < end_round && may_decide_more;
         round++) {
        size_t lemma_count = houdini_lemma_count(schedule->houdini);
        schedule_round(schedule, task->plan, round);
        may_decide_more = task->cut_short ||
                          houdini_lemma_count(schedule->houdini) > lemma_count;
    }
    schedule_free(schedule);
}
