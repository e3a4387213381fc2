/* stage_plays.c - turns of walks, all states, PDR, BMC, and about ends of plays
 *
 * In:   properties that are open; whether every play ends
 * Out:  plays that refute them; what is true in all positions
 * Next: prove/schedule.c
 */
#include "prove/stages.h"

#include "prove/induction/k_induction.h"
#include "prove/induction/step_solver.h"
#include "prove/induction/pdr.h"
#include "prove/walk/explicit_check.h"

#include <assert.h>

/* ---- at random ---- */

static void record_refuted_by_walks(Schedule *schedule)
{
    const GuidedWalks *walks = schedule->walks;
    for (size_t i = 0; i < schedule->formula_count; i++) {
        Counterexample play;
        if (!schedule_is_open(schedule, i))
            continue;
        uint32_t archived = walks_counterexample_end(
            walks, schedule->watch_numbers[i], &play.at);
        if (archived == NO_INDEX)
            continue;
        play.steps = walks_position(walks, archived).depth;
        play.moves = walks_play(walks, archived);
        schedule_refute(schedule, i, play);
    }
}

/* About so many operations, however large the network is: so the
 * same number of steps on any machine. */
void stage_walk(Schedule *schedule, double work)
{
    size_t step_count =
        (size_t)(work / (double)walks_step_work(schedule->walks)) + 16;
    walks_run(schedule->walks, step_count, &schedule->turn);
    record_refuted_by_walks(schedule);
    schedule_report(schedule);
}

/* In a large network a few steps show little, and cost little beside the
 * grounding: hence the minimum. */
bool stage_walks(Schedule *schedule, const ScheduleRow *row)
{
    enum { MIN_STEPS = 32 };
    double min_work = MIN_STEPS * (double)walks_step_work(schedule->walks),
           work = row->limit < min_work ? min_work : row->limit;
    bool whole_quota = row->flags & WHOLE_QUOTA;
    for (size_t open_before = SIZE_MAX;
         (schedule_count_wanted(schedule) < open_before || whole_quota) &&
         schedule_count_wanted(schedule) && !budget_spent(&schedule->turn);
         work *= 1.5) {
        open_before = schedule_count_wanted(schedule);
        stage_walk(schedule, work);
    }
    return whole_quota || !budget_spent(&schedule->turn);
}

/* ---- all positions ---- */

/* The plays that a method has found for what is open. */
static void record_counterexamples(Schedule *schedule)
{
    for (size_t i = 0; i < schedule->open.count; i++)
        if (schedule->open.plays[i].moves)
            schedule_refute(schedule, schedule->open.numbers[i],
                            schedule->open.plays[i]);
}

static void prove_by_exhaustion(Schedule *schedule)
{
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (schedule_is_wanted(schedule, i) &&
            schedule->formulas[i].degree < schedule->checked_degrees)
            schedule_prove(schedule, i, "reachable states");
}

static size_t count_wanted_up_to(const Schedule *schedule, unsigned degree)
{
    size_t open_count = 0;
    for (size_t i = 0; i < schedule->formula_count; i++)
        open_count += schedule_is_wanted(schedule, i) &&
                      schedule->formulas[i].degree <= degree;
    return open_count;
}

static void check_all_states(Schedule *schedule,
                             const ReachableStates *reachable)
{
    schedule_list_open(schedule, schedule_is_wanted);
    ExplicitCheck check = {.net = schedule->net,
                           .properties = schedule->properties,
                           .list = schedule->open.list,
                           .count = schedule->open.count,
                           .reachable = reachable,
                           .walks = schedule->walks,
                           .budget = &schedule->turn};
    schedule->checked_degrees = explicit_check(&check, schedule->open.plays);
    record_counterexamples(schedule);
}

static void find_longest_play(Schedule *schedule,
                              const ReachableStates *reachable)
{
    PlayLength length = reachable_length(reachable);
    assert(schedule_end_is_open(schedule));
    *schedule->task->termination = (Termination){
        .verdict = length.endless ? VERDICT_REFUTED : VERDICT_PROVED,
        .how = "reachable states",
        .evidence = proof_log_kind(schedule->task->log, EVIDENCE_MEASURE),
        .bound = length.bound,
        .moves = length.moves,
        .steps = length.steps,
        .loop_from = length.loop_from};
}

static const Machine *machine_of(Schedule *schedule)
{
    if (!schedule->machine)
        schedule->machine = machine_new(schedule->net);
    return schedule->machine;
}

static void look_at_all_states(Schedule *schedule, size_t max_states)
{
    ReachableStates *reachable =
        reachable_new(machine_of(schedule), max_states, &schedule->turn);
    if (!budget_spent(&schedule->turn))
        schedule->max_states_tried = max_states;
    if (reachable_complete(reachable)) {
        check_all_states(schedule, reachable);
        if (schedule->checked_degrees || schedule_end_is_open(schedule))
            reachable_log(reachable, schedule->task->log);
        prove_by_exhaustion(schedule);
        if (schedule_end_is_open(schedule))
            find_longest_play(schedule, reachable);
    }
    reachable_free(reachable);
    schedule_report(schedule);
}

bool stage_reachable(Schedule *schedule, const ScheduleRow *row)
{
    ProveLimit limit = schedule->round ? LIMIT_MAX_STATES : LIMIT_SMALL_STATES;
    size_t max_states = (size_t)schedule->limits.values[limit];
    bool is_open = count_wanted_up_to(schedule, row->degree) ||
                   ((row->flags & ALSO_END) && schedule_end_is_open(schedule));
    if (is_open && max_states > schedule->max_states_tried)
        look_at_all_states(schedule, max_states);
    return !budget_spent(&schedule->turn) &&
           (schedule->round > 0 || schedule->checked_degrees);
}

/* ---- several steps ---- */

/* Induction over K steps of what is open. */
static void prove_by_k_induction(Schedule *schedule, unsigned k)
{
    schedule_list_open(schedule, schedule_is_wanted);
    KInductionTask task = {.properties = schedule->properties,
                           .list = schedule->open.list,
                           .count = schedule->open.count,
                           .lemmas = houdini_lemmas(schedule->houdini),
                           .lemma_count =
                               houdini_lemma_count(schedule->houdini),
                           .budget = &schedule->turn};
    k_induction_prove(&task, k, schedule->open.is_proved);
    for (size_t i = 0; i < task.count; i++)
        if (schedule->open.is_proved[i]) {
            proof_log_property(schedule->task->log, task.list[i], k);
            schedule_prove(schedule, schedule->open.numbers[i],
                           k == 2 ? "2-induction" : "3-induction");
        }
}

/* A short turn, with a limit of steps, is for few properties. */
bool stage_k_induction(Schedule *schedule, const ScheduleRow *row)
{
    enum { MAX_NODES = 1000000, MAX_STEPS_PER_PLAY = 60, MAX_OPEN = 100 };
    unsigned max_k =
        (unsigned)schedule->limits.values[LIMIT_MAX_INDUCTION_STEPS];
    size_t input_count = schedule->net->input_count;
    if (row->limit && schedule_count_wanted(schedule) >= MAX_OPEN)
        return true;
    if (input_count >= MAX_NODES)
        return !budget_spent(&schedule->turn);
    BmcTask bmc = {.properties = schedule->properties,
                   .list = schedule->formulas,
                   .count = schedule->formula_count,
                   .is_asked = schedule->task->is_asked,
                   .budget = &schedule->turn,
                   .max_depth = row->limit ? row->limit : MAX_STEPS_PER_PLAY,
                   .max_conflicts = 3000,
                   .chunk_size = LITS_CHUNK,
                   .bound = UINT64_MAX};
    size_t checked_positions =
        bmc_run(&bmc, schedule->results).checked_positions;
    for (unsigned k = 2;
         k <= max_k && k <= checked_positions && k * input_count < MAX_NODES &&
         !schedule_is_done(schedule);
         k++)
        prove_by_k_induction(schedule, k);
    schedule_report(schedule);
    return !budget_spent(&schedule->turn);
}

/* ---- property-directed reachability ---- */

/* Clauses that are found for one property help the others, so what is open is
 * tried again as long as something is decided. */
bool stage_pdr(Schedule *schedule, const ScheduleRow *row)
{
    enum { MAX_CONFLICTS = 200000 };
    (void)row;
    const double *limits = schedule->limits.values;
    size_t open_before = SIZE_MAX;
    if ((double)schedule_count_wanted(schedule) > limits[LIMIT_PDR_FORMULAS] ||
        schedule_is_beyond(schedule, LIMIT_PDR_INPUTS))
        return !budget_spent(&schedule->turn);
    while (schedule_count_wanted(schedule) &&
           schedule_count_wanted(schedule) < open_before &&
           !budget_spent(&schedule->turn)) {
        RefList clauses = {0};
        schedule_list_open(schedule, schedule_is_wanted);
        open_before = schedule->open.count;
        PdrTask task = {.properties = schedule->properties,
                        .list = schedule->open.list,
                        .count = open_before,
                        .lemmas = houdini_lemmas(schedule->houdini),
                        .lemma_count = houdini_lemma_count(schedule->houdini),
                        .budget = &schedule->turn};
        pdr_run(&task, schedule->open.plays, &clauses);
        record_counterexamples(schedule);
        stage_learn_inductive(schedule, &clauses, MAX_CONFLICTS);
        stage_follow(schedule, "pdr");
        vec_free(&clauses);
    }
    return !budget_spent(&schedule->turn);
}

/* ---- the end of plays ---- */

bool stage_termination(Schedule *schedule, const ScheduleRow *row)
{
    RefList lemmas = position_lemmas(schedule);
    const TerminationTask task = {.machine = machine_of(schedule),
                                  .properties = schedule->properties,
                                  .lemmas = &lemmas,
                                  .seed = schedule->task->seed,
                                  .budget = &schedule->turn,
                                  .log = schedule->task->log};
    *schedule->task->termination = find_termination(&task, row->method);
    vec_free(&lemmas);
    return !budget_spent(&schedule->turn);
}

/* If something was proved by unrolling all plays, of up to BOUND steps, what is
 * proved from now on may rest on it. */
static void log_unrolled(const Schedule *schedule, uint64_t bound)
{
    ProofLog *log = schedule->task->log;
    bool has_unrolled = schedule_end_is_open(schedule);
    for (size_t i = 0; i < schedule->formula_count; i++)
        has_unrolled = has_unrolled ||
                       (schedule->results[i].verdict == VERDICT_PROVED &&
                        schedule->results[i].evidence == EVIDENCE_UNROLLING);
    if (log && has_unrolled && bound != UINT64_MAX && !log->unrolled_steps)
        log->unrolled_steps = bound;
}

/* A solver of some hundred megabytes is not kept for the next round. */
bool stage_bmc(Schedule *schedule, const ScheduleRow *row)
{
    enum {
        MAX_STEPS_PER_PLAY = 300,
        MAX_CONFLICTS = 30000,
        MAX_CLAUSES_KEPT = 1000000
    };
    (void)row;
    Termination *termination = schedule->task->termination;
    RefList lemmas = position_lemmas(schedule);
    schedule->bmc_task = (BmcTask){
        .properties = schedule->properties,
        .list = schedule->formulas,
        .count = schedule->formula_count,
        .lemmas = lemmas.items,
        .lemma_count = lemmas.count,
        .budget = &schedule->turn,
        .max_depth = MAX_STEPS_PER_PLAY,
        .max_conflicts = MAX_CONFLICTS,
        .chunk_size = 1,
        .seeks_bound = termination->verdict != VERDICT_REFUTED,
        .bound = termination->verdict == VERDICT_PROVED ? termination->bound
                                                        : UINT64_MAX};
    if (!schedule->bmc)
        schedule->bmc = bmc_new(&schedule->bmc_task, schedule->results);
    uint64_t bound = bmc_continue(schedule->bmc).bound;
    log_unrolled(schedule, bound);
    if (schedule_end_is_open(schedule) && bound != UINT64_MAX)
        *termination = (Termination){.verdict = VERDICT_PROVED,
                                     .how = "bmc",
                                     .evidence = EVIDENCE_UNROLLING,
                                     .bound = bound};
    if (bmc_clauses(schedule->bmc) > MAX_CLAUSES_KEPT) {
        bmc_free(schedule->bmc);
        schedule->bmc = NULL;
    }
    vec_free(&lemmas);
    return !budget_spent(&schedule->turn);
}
