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

bool schedule_is_useful(const Schedule *schedule, size_t number)
{
    return schedule->formulas[number].degree
               ? schedule_is_wanted(schedule, number)
               : schedule_is_open(schedule, number);
}

bool schedule_end_is_open(const Schedule *schedule)
{
    const Termination *termination = schedule->task->termination;
    return termination && termination->verdict == VERDICT_UNKNOWN;
}

static size_t count_open(const Schedule *schedule)
{
    return schedule_count_wanted(schedule) + schedule_end_is_open(schedule);
}

void schedule_list_open(Schedule *schedule, IsListed *is_listed)
{
    schedule->open.count = 0;
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (is_listed(schedule, i)) {
            schedule->open.is_proved[schedule->open.count] = false;
            schedule->open.list[schedule->open.count] = &schedule->formulas[i];
            schedule->open.numbers[schedule->open.count++] = i;
        }
}

bool schedule_is_done(const Schedule *schedule)
{
    return (!count_open(schedule) && !schedule->task->wants_lemmas) ||
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

void schedule_refute(Schedule *schedule, size_t number, Counterexample play)
{
    PropertyResult *result = &schedule->results[number];
    assert(schedule_is_open(schedule, number) && play.at <= play.steps);
    result->verdict = VERDICT_REFUTED;
    result->how = "play";
    result->moves = play.moves;
    result->steps = play.steps;
    result->at = play.at;
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

bool schedule_is_beyond(const Schedule *schedule, ProveLimit limit)
{
    return (double)schedule->net->input_count > schedule->limits.values[limit];
}

/* The budget of the task; a turn has a quota, too. */
static Budget whole_budget(const Schedule *schedule)
{
    const Budget *budget = schedule->task->budget;
    return budget ? *budget : (Budget){0};
}

/* ---- the plans ---- */

static const ScheduleRow prove_rows[] = {
    {PROOF_FACTS, .run = stage_facts, .flags = REPLAY_LATER},
    {PROOF_WALKS, .run = stage_walks, .flags = REPLAY_LATER, .limit = 400000},
    {PROOF_INDIVIDUAL, .run = stage_individual, .flags = REPLAY_LATER,
     .limit = 1000},
    {PROOF_JOINT, .run = stage_joint, .flags = REPLAY_LATER, .limit = 100},
    {PROOF_CONSEQUENCES, .run = stage_consequences, .flags = REPLAY_LATER},
    {PROOF_CONSTANTS, .run = stage_candidates},
    {PROOF_CASES, .run = stage_cases, .flags = ONLY_LARGE},
    {PROOF_SYMBOL_MUTEXES, .run = stage_candidates},
    {PROOF_CASES, .run = stage_cases, .flags = ONLY_POSITIONS},
    {PROOF_LINEAR, .run = stage_linear, .flags = ONLY_POSITIONS, .limit = 5000},
    {PROOF_STEP_COUNTERS, .run = stage_candidates, .flags = APART},
    {PROOF_AT_LEAST_ONE, .run = stage_candidates},
    {PROOF_K_INDUCTION, .run = stage_k_induction, .limit = 2},
    {PROOF_BINARY, .run = stage_candidates},
    {PROOF_REACHABLE, .run = stage_reachable},
    {PROOF_CASES, .run = stage_cases},
    {PROOF_LINEAR, .run = stage_linear, .limit = 5000},
    {PROOF_K_INDUCTION, .run = stage_k_induction},
    {PROOF_MUTEX_GROUPS, .run = stage_candidates},
    {PROOF_CONSEQUENCES, .run = stage_consequences},
    {PROOF_JOINT, .run = stage_joint, .flags = ONLY_CONJUNCTIONS,
     .first_round = 1, .limit = 100000},
    {PROOF_REACHABLE, .run = stage_reachable, .degree = MAX_DEGREE},
    {PROOF_PDR, .run = stage_pdr, .first_round = 1},
};

/* The lemmas that the last rows invent are for the measure of a proof that
 * every play ends; and what is open after many plays may be refuted by as many
 * again. */
static const ScheduleRow verify_rows[] = {
    {PROOF_AUTONOMOUS, .run = stage_termination, .flags = ONLY_END},
    {PROOF_REPEATING, .run = stage_termination, .flags = ONLY_END},
    {PROOF_FACTS, .run = stage_facts},
    {PROOF_JOINT, .run = stage_joint, .limit = 100},
    {PROOF_WALKS, .run = stage_walks, .limit = 60000000},
    {PROOF_REACHABLE, .run = stage_reachable, .flags = ALSO_END},
    {PROOF_CONSTANTS, .run = stage_candidates},
    {PROOF_SYMBOL_MUTEXES, .run = stage_candidates},
    {PROOF_MUTEX_GROUPS, .run = stage_candidates},
    {PROOF_STEP_COUNTERS, .run = stage_candidates},
    {PROOF_AT_LEAST_ONE, .run = stage_candidates},
    {PROOF_BINARY, .run = stage_candidates},
    {PROOF_K_INDUCTION, .run = stage_k_induction},
    {PROOF_PDR, .run = stage_pdr, .first_round = 1},
    {PROOF_LINEAR, .run = stage_linear, .limit = 5000},
    {PROOF_LINEAR_RANKING, .run = stage_termination, .flags = ONLY_END},
    {PROOF_CONSTANTS, .run = stage_candidates, .flags = ONLY_END},
    {PROOF_SYMBOL_MUTEXES, .run = stage_candidates, .flags = ONLY_END},
    {PROOF_MUTEX_GROUPS, .run = stage_candidates, .flags = ONLY_END},
    {PROOF_IRREVERSIBLE, .run = stage_termination, .flags = ONLY_END},
    {PROOF_LINEAR_RANKING, .run = stage_termination, .flags = ONLY_END},
    {PROOF_BMC, .run = stage_bmc, .flags = ALSO_END},
    {PROOF_WALKS, .run = stage_walks, .flags = WHOLE_QUOTA, .first_round = 1,
     .limit = 60000000},
};

static const ScheduleRow rules_rows[] = {
    {PROOF_CASES, .run = stage_cases, .flags = ALSO_END},
    {PROOF_LINEAR, .run = stage_linear, .flags = ALSO_END | IF_COMPLETE},
};

static const struct {
    const ScheduleRow *rows;
    size_t count;
} plans[PLAN_COUNT] = {
    [PLAN_PROVE] = {prove_rows, sizeof prove_rows / sizeof *prove_rows},
    [PLAN_VERIFY] = {verify_rows, sizeof verify_rows / sizeof *verify_rows},
    [PLAN_RULES] = {rules_rows, sizeof rules_rows / sizeof *rules_rows},
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

/* Whether something is open that the row is about, or may decide. */
static bool is_useful(const Schedule *schedule, const ScheduleRow *row)
{
    const PropertyTask *task = schedule->task;
    bool is_about_plays = row->run == stage_bmc || (row->flags & WHOLE_QUOTA);
    if (schedule->limits.values[row->method] <= 0 ||
        (is_about_plays && !task->termination) ||
        (row->method == PROOF_FACTS && !task->fact_count))
        return false;
    if (row->flags & (ONLY_END | ALSO_END) && schedule_end_is_open(schedule))
        return true;
    return !(row->flags & ONLY_END) &&
           (task->wants_lemmas || schedule_count_wanted(schedule));
}

static bool may_do_more(const Schedule *schedule, SchedulePlan plan,
                        size_t number)
{
    const ScheduleRow *row = &plans[plan].rows[number];
    bool is_new = schedule->last_turn[plan][number].cut_short ||
                  schedule->last_turn[plan][number].lemmas_plus_one !=
                      houdini_lemma_count(schedule->houdini) + 1;
    return is_useful(schedule, row) && is_new &&
           schedule->round >= row->first_round &&
           (!(row->flags & IF_COMPLETE) ||
            !schedule->last_turn[plan][number - 1].cut_short) &&
           (!(row->flags & ONLY_LARGE) ||
            schedule_is_beyond(schedule, LIMIT_LARGE_INPUTS)) &&
           (!(row->flags & ONLY_POSITIONS) || is_about_positions(schedule));
}

static void run_turn(Schedule *schedule, SchedulePlan plan, size_t number)
{
    const ScheduleRow *row = &plans[plan].rows[number];
    const PropertyTask *task = schedule->task;
    if (task->replay && !(row->flags & REPLAY_LATER))
        task->replay(task->context);
    size_t open_before = count_open(schedule);
    double start_seconds = clock_now();
    schedule->turn = budget_quota(
        task->budget, &schedule->meter,
        prove_quota(&schedule->limits, row->method, schedule->round));
    bool is_complete = row->run(schedule, row);
#ifdef ZERMELO_DEBUG
    schedule_check_results(schedule);
#endif
    schedule->turn = whole_budget(schedule);
    schedule->last_turn[plan][number].lemmas_plus_one =
        houdini_lemma_count(schedule->houdini) + 1;
    schedule->last_turn[plan][number].cut_short = !is_complete;
    if (!task->statistics)
        return;
    MethodStatistics *statistics = &task->statistics[row->method];
    statistics->turns++;
    statistics->decided += open_before - count_open(schedule);
    statistics->seconds += clock_now() - start_seconds;
    statistics->work += schedule->meter.used;
}

/* Whether a larger quota, or another round, might decide more. */
static bool is_cut_short(const Schedule *schedule)
{
    SchedulePlan plan = schedule->plan;
    for (size_t i = 0; i < plans[plan].count; i++) {
        const ScheduleRow *row = &plans[plan].rows[i];
        if (is_useful(schedule, row) &&
            (schedule->last_turn[plan][i].cut_short ||
             schedule->round < row->first_round))
            return true;
    }
    return false;
}

bool schedule_round(Schedule *schedule, SchedulePlan plan, unsigned round)
{
    size_t lemma_count = houdini_lemma_count(schedule->houdini);
    assert(plans[plan].count <= SCHEDULE_MAX_ROWS);
    schedule->round = round;
    schedule->plan = plan;
    for (size_t i = 0; i < plans[plan].count; i++)
        if (!schedule_is_done(schedule) && may_do_more(schedule, plan, i))
            run_turn(schedule, plan, i);
    schedule->task->cut_short = is_cut_short(schedule);
    return round + 1 < schedule->limits.values[LIMIT_MAX_ROUNDS] &&
           !schedule_is_done(schedule) &&
           (schedule->task->cut_short ||
            houdini_lemma_count(schedule->houdini) > lemma_count);
}

/* ---- for debug builds (ZERMELO_DEBUG) ---- */

enum { MAX_CHECKED_INPUTS = 20000 }; /* of gates of the net */
enum { STEPS_PER_LANE = 64 };        /* in all lanes */

void schedule_check_results(Schedule *schedule)
{
    while (schedule->checked_verdicts.count < schedule->formula_count)
        vec_push(&schedule->checked_verdicts, VERDICT_UNKNOWN);
    for (size_t i = 0; i < schedule->formula_count; i++) {
        const PropertyResult *result = &schedule->results[i];
        Verdict *before = &schedule->checked_verdicts.items[i];
        assert(*before == VERDICT_UNKNOWN || *before == result->verdict);
        assert((result->verdict == VERDICT_UNKNOWN) == !result->how);
        assert((result->verdict == VERDICT_REFUTED) == !!result->moves);
        *before = result->verdict;
    }
}

/* Whatever method found a lemma or proved a property: neither fails in random
 * plays of their own, with another seed than those of the schedule. */
void schedule_check_lemmas(const Schedule *schedule)
{
    const GroundProperty *const *lemmas = houdini_lemmas(schedule->houdini);
    size_t count = 0, depth;
    if (schedule->net->input_count > MAX_CHECKED_INPUTS)
        return;
    GuidedWalks *walks =
        walks_new(schedule->net, schedule->properties, ~schedule->task->seed);
    for (size_t i = 0; i < houdini_lemma_count(schedule->houdini); i++, count++)
        walks_watch(walks, lemmas[i]);
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (schedule->results[i].verdict == VERDICT_PROVED) {
            walks_watch(walks, &schedule->formulas[i]);
            count++;
        }
    if (count)
        walks_run(walks, STEPS_PER_LANE, NULL);
    for (size_t i = 0; i < count; i++)
        assert(walks_counterexample_end(walks, i, &depth) == NO_INDEX);
    walks_free(walks);
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
        schedule->turn =
            budget_quota(task->budget, &schedule->meter,
                         prove_quota(&schedule->limits, PROOF_JOINT, 0));
        stage_follow(schedule, "induction");
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
    Arena *arena = schedule->arena;
    size_t max_count = task->count + 1;
    schedule->watch_numbers = arena_array(arena, size_t, max_count);
    schedule->may_be_inductive = arena_array(arena, bool, max_count);
    schedule->open.list = arena_array(arena, const GroundProperty *, max_count);
    schedule->open.numbers = arena_array(arena, size_t, max_count);
    schedule->open.plays = arena_array(arena, Counterexample, max_count);
    schedule->open.is_proved = arena_array(arena, bool, max_count);
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
    bmc_free(schedule->bmc);
    machine_free(schedule->machine);
    houdini_free(schedule->houdini);
    walks_free(schedule->walks);
    vec_free_all(&schedule->is_settled, &schedule->checked_verdicts);
    arena_free(schedule->arena);
    memory_free(schedule);
}

void schedule_run(PropertyTask *task, PropertyResult *results)
{
    Schedule *schedule = schedule_new(task, results);
    if (task->plan == PLAN_VERIFY)
        schedule_round(schedule, PLAN_RULES, 0); /* without plays */
    for (unsigned round = 0; schedule_round(schedule, task->plan, round);
         round++)
        ;
    schedule_free(schedule);
}

void schedule_free_results(PropertyTask *task, PropertyResult *results)
{
    for (size_t i = 0; i < task->count; i++)
        memory_free(results[i].moves);
    if (task->termination)
        memory_free(task->termination->moves);
    vec_free(&task->lemmas);
}
