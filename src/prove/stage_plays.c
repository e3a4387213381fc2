/* stage_plays.c - turns of walks, reachable states, BMC with k-induction, PDR
 *
 * In:   properties that are open
 * Out:  plays that refute them; what is true in all positions
 * Next: prove/schedule.c
 */
#include "base/memory.h"
#include "prove/stages.h"

#include "prove/induction/bmc.h"
#include "prove/induction/k_induction.h"
#include "prove/induction/step_solver.h"
#include "prove/induction/pdr.h"
#include "prove/walk/explicit_check.h"

#include <stdlib.h>

/* ---- at random ---- */

static void record_refuted_by_walks(Schedule *schedule)
{
    for (size_t i = 0; i < schedule->formula_count; i++) {
        PropertyResult *result = &schedule->results[i];
        size_t fails_at;
        if (!schedule_is_open(schedule, i))
            continue;
        uint32_t archived = walks_counterexample_end(
            schedule->walks, schedule->watch_numbers[i], &fails_at);
        if (archived == NO_INDEX)
            continue;
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->steps = walks_position(schedule->walks, archived).depth;
        result->at = fails_at;
        result->moves = walks_play(schedule->walks, archived);
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
void stage_walks(Schedule *schedule, double work, bool whole_quota)
{
    enum { MIN_STEPS = 32 };
    double min_work = MIN_STEPS * (double)walks_step_work(schedule->walks);
    if (work < min_work)
        work = min_work;
    for (size_t open_before = SIZE_MAX;
         (schedule_count_wanted(schedule) < open_before || whole_quota) &&
         schedule_count_wanted(schedule) && !budget_spent(&schedule->turn);
         work *= 1.5) {
        open_before = schedule_count_wanted(schedule);
        stage_walk(schedule, work);
    }
}

/* ---- all positions ---- */

static void record_counterexamples(Schedule *schedule, const size_t *numbers,
                                   const Counterexample *plays, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        PropertyResult *result = &schedule->results[numbers[i]];
        if (!plays[i].moves)
            continue;
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->moves = plays[i].moves;
        result->steps = plays[i].steps;
        result->at = plays[i].at;
    }
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
    size_t max_count = schedule->formula_count + 1;
    const GroundProperty **open = memory_array(max_count, sizeof *open);
    size_t *numbers = memory_array(max_count, sizeof *numbers);
    Counterexample *plays = memory_array(max_count, sizeof *plays);
    ExplicitCheck check = {.net = schedule->net,
                           .properties = schedule->properties,
                           .list = open,
                           .count =
                               schedule_list_wanted(schedule, open, numbers),
                           .reachable = reachable,
                           .walks = schedule->walks,
                           .budget = &schedule->turn};
    schedule->checked_degrees = explicit_check(&check, plays);
    record_counterexamples(schedule, numbers, plays, check.count);
    free_all(open, numbers, plays);
}

void stage_reachable(Schedule *schedule, size_t max_states, unsigned degree)
{
    if (!count_wanted_up_to(schedule, degree) ||
        max_states <= schedule->max_states_tried)
        return;
    Machine *machine = machine_new(schedule->net);
    ReachableStates *reachable =
        reachable_new(machine, max_states, &schedule->turn);
    schedule->max_states_tried = max_states;
    if (reachable_complete(reachable))
        check_all_states(schedule, reachable);
    if (schedule->checked_degrees) {
        reachable_log(reachable, schedule->task->log);
        prove_by_exhaustion(schedule);
    }
    reachable_free(reachable);
    machine_free(machine);
    schedule_report(schedule);
}

/* ---- several steps ---- */

void stage_k_induction(Schedule *schedule, size_t depth)
{
    enum { MAX_UNROLLED_NODES = 1000000, MAX_STEPS_PER_PLAY = 60 };
    unsigned max_k =
        (unsigned)schedule->limits.values[LIMIT_MAX_INDUCTION_STEPS];
    size_t input_count = schedule->net->input_count,
           max_count = schedule->formula_count + 1;
    if (input_count >= MAX_UNROLLED_NODES)
        return;
    BmcTask bmc = {.properties = schedule->properties,
                   .list = schedule->formulas,
                   .count = schedule->formula_count,
                   .is_asked = schedule->task->is_asked,
                   .budget = &schedule->turn,
                   .max_depth = depth ? depth : MAX_STEPS_PER_PLAY,
                   .max_conflicts = 3000,
                   .chunk_size = LITS_CHUNK,
                   .bound = UINT64_MAX};
    size_t checked_positions =
        bmc_run(&bmc, schedule->results).checked_positions;
    const GroundProperty **open = memory_array(max_count, sizeof *open);
    size_t *numbers = memory_array(max_count, sizeof *numbers);
    bool *is_proved = memory_alloc(max_count);
    for (unsigned k = 2;
         k <= max_k && k <= checked_positions &&
         k * input_count < MAX_UNROLLED_NODES && !schedule_is_done(schedule);
         k++) {
        KInductionTask task = {
            .properties = schedule->properties,
            .list = open,
            .count = schedule_list_wanted(schedule, open, numbers),
            .lemmas = houdini_lemmas(schedule->houdini),
            .lemma_count = houdini_lemma_count(schedule->houdini),
            .budget = &schedule->turn};
        k_induction_prove(&task, k, is_proved);
        for (size_t i = 0; i < task.count; i++)
            if (is_proved[i]) {
                proof_log_property(schedule->task->log, open[i], k);
                schedule_prove(schedule, numbers[i],
                               k == 2 ? "2-induction" : "3-induction");
            }
    }
    free_all(open, numbers, is_proved);
    schedule_report(schedule);
}

/* ---- property-directed reachability ---- */

/* Clauses that are found for one property help the others, so what is open is
 * tried again as long as something is decided. */
void stage_pdr(Schedule *schedule)
{
    const double *limits = schedule->limits.values;
    size_t max_count = schedule->formula_count + 1, open_before = SIZE_MAX;
    if ((double)schedule_count_wanted(schedule) > limits[LIMIT_PDR_FORMULAS] ||
        (double)schedule->net->input_count > limits[LIMIT_PDR_INPUTS])
        return;
    const GroundProperty **open = memory_array(max_count, sizeof *open);
    size_t *numbers = memory_array(max_count, sizeof *numbers);
    Counterexample *plays = memory_array(max_count, sizeof *plays);
    PdrTask task = {.properties = schedule->properties,
                    .list = open,
                    .budget = &schedule->turn};
    while (schedule_count_wanted(schedule) &&
           schedule_count_wanted(schedule) < open_before &&
           !budget_spent(&schedule->turn)) {
        RefList clauses = {0};
        open_before = task.count =
            schedule_list_wanted(schedule, open, numbers);
        task.lemmas = houdini_lemmas(schedule->houdini);
        task.lemma_count = houdini_lemma_count(schedule->houdini);
        pdr_run(&task, plays, &clauses);
        record_counterexamples(schedule, numbers, plays, task.count);
        proof_log_refs(schedule->task->log, clauses.items, clauses.count);
        for (size_t i = 0; i < clauses.count; i++)
            schedule_learn(schedule, clauses.items[i]);
        stage_consequences(schedule, "pdr");
        vec_free(&clauses);
        schedule_report(schedule);
    }
    free_all(open, numbers, plays);
}
