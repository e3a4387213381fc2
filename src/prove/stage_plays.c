/* stage_plays.c - turns of walks, reachable states, k-induction and PDR
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
#include "prove/walk/decision_diagram.h"
#include "prove/induction/pdr.h"
#include "prove/walk/explicit_check.h"

#include <stdlib.h>

/* ---- at random ---- */

static void collect_refuted(Schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++) {
        ScheduleResult *result = &schedule->results[i];
        size_t at;
        if (!schedule_is_open(schedule, i))
            continue;
        uint32_t where =
            walks_refuted(schedule->walks, schedule->watched[i], &at);
        if (where == NO_INDEX)
            continue;
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->steps = walks_position(schedule->walks, where).depth;
        result->at = at;
        result->moves = walks_play(schedule->walks, where);
    }
}

/* About so many operations, however large the network is: so the
 * same number of steps on any machine. */
void stage_walk(Schedule *schedule, double work)
{
    size_t step_count =
        (size_t)(work / (double)walks_step_work(schedule->walks)) + 16;
    walks_run(schedule->walks, step_count, &schedule->turn);
    collect_refuted(schedule);
    schedule_report(schedule);
}

void stage_walks(Schedule *schedule, double work)
{
    for (size_t before = SIZE_MAX; schedule_count_open(schedule) < before &&
                                   !budget_spent(&schedule->turn);
         work *= 1.5) {
        before = schedule_count_open(schedule);
        stage_walk(schedule, work);
    }
}

/* ---- all positions ---- */

static void take_plays(Schedule *schedule, const size_t *numbers,
                       const BoundedPlay *plays, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ScheduleResult *result = &schedule->results[numbers[i]];
        if (!plays[i].moves)
            continue;
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->moves = plays[i].moves;
        result->steps = plays[i].steps;
        result->at = plays[i].at;
    }
}

static void accept_exhausted(Schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) &&
            schedule->list[i].degree < schedule->checked_degrees) {
            schedule_prove(schedule, i, "reachable states");
            schedule->results[i].by_exhaustion = true;
        }
}

static size_t count_up_to(const Schedule *schedule, unsigned degree)
{
    size_t open = 0;
    for (size_t i = 0; i < schedule->count; i++)
        open +=
            schedule_is_open(schedule, i) && schedule->list[i].degree <= degree;
    return open;
}

static void check_all_states(Schedule *schedule,
                             const ReachableStates *reachable)
{
    size_t most = schedule->count + 1;
    const GroundProperty **open = memory_array(most, sizeof *open);
    size_t *numbers = memory_array(most, sizeof *numbers);
    BoundedPlay *plays = memory_array(most, sizeof *plays);
    ExplicitCheck check = {.net = schedule->net,
                           .properties = schedule->properties,
                           .list = open,
                           .count = schedule_list_open(schedule, open, numbers),
                           .reachable = reachable,
                           .walks = schedule->walks,
                           .budget = &schedule->turn};
    schedule->checked_degrees = explicit_check(&check, plays);
    take_plays(schedule, numbers, plays, check.count);
    free_all(open, numbers, plays);
}

void stage_reachable(Schedule *schedule, size_t max_states, unsigned degree)
{
    if (!count_up_to(schedule, degree) || schedule->reachable ||
        max_states <= schedule->states_tried)
        return;
    Machine *machine = machine_new(schedule->net);
    ReachableStates *reachable =
        reachable_new(machine, max_states, &schedule->turn);
    schedule->states_tried = max_states;
    if (reachable_complete(reachable))
        check_all_states(schedule, reachable);
    if (schedule->checked_degrees && schedule->task->evidence) {
        schedule->reachable = reachable;
        schedule->machine = machine;
    } else {
        if (schedule->checked_degrees)
            accept_exhausted(schedule);
        reachable_free(reachable);
        machine_free(machine);
    }
    schedule_report(schedule);
}

void stage_finish_reachable(Schedule *schedule)
{
    ScheduleTask *task = schedule->task;
    if (count_up_to(schedule, schedule->checked_degrees - 1)) {
        accept_exhausted(schedule);
        task->position_count = reachable_count(schedule->reachable);
        task->positions = state_set_formula(
            schedule->properties, reachable_state(schedule->reachable, 0),
            task->position_count, machine_words(schedule->machine));
        vec_push(&task->lemmas, task->positions);
    }
    reachable_free(schedule->reachable);
    machine_free(schedule->machine);
}

/* ---- several steps ---- */

void stage_k_induction(Schedule *schedule, size_t depth)
{
    enum { MAX_UNROLLED_NODES = 1000000, MAX_STEPS_PER_PLAY = 60 };
    unsigned max_k =
        (unsigned)schedule->limits.values[LIMIT_MAX_INDUCTION_STEPS];
    size_t size = schedule->net->input_count, most = schedule->count + 1;
    if (size >= MAX_UNROLLED_NODES)
        return;
    BmcTask bmc = {.properties = schedule->properties,
                   .list = schedule->list,
                   .count = schedule->count,
                   .budget = &schedule->turn,
                   .max_depth = depth ? depth : MAX_STEPS_PER_PLAY,
                   .conflicts = 3000,
                   .asked = LITS_CHUNK,
                   .bound = UINT64_MAX};
    size_t held = bmc_run(&bmc, schedule->results).held;
    const GroundProperty **open = memory_array(most, sizeof *open);
    size_t *numbers = memory_array(most, sizeof *numbers);
    bool *is_proved = memory_alloc(most);
    for (unsigned k = 2;
         k <= max_k && k <= held && k * size < MAX_UNROLLED_NODES &&
         !schedule_is_done(schedule);
         k++) {
        KInductionTask task = {.properties = schedule->properties,
                               .list = open,
                               .count =
                                   schedule_list_open(schedule, open, numbers),
                               .facts = houdini_fact_list(schedule->houdini),
                               .fact_count = houdini_facts(schedule->houdini),
                               .budget = &schedule->turn};
        k_induction_prove(&task, k, is_proved);
        for (size_t i = 0; i < task.count; i++)
            if (is_proved[i]) {
                schedule->task->deepest = k;
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
    size_t max_count = schedule->count + 1, before = SIZE_MAX;
    if ((double)schedule_count_open(schedule) > limits[LIMIT_PDR_FORMULAS] ||
        (double)schedule->net->input_count > limits[LIMIT_PDR_INPUTS])
        return;
    const GroundProperty **open = memory_array(max_count, sizeof *open);
    size_t *numbers = memory_array(max_count, sizeof *numbers);
    BoundedPlay *plays = memory_array(max_count, sizeof *plays);
    PdrTask task = {.properties = schedule->properties,
                    .list = open,
                    .budget = &schedule->turn};
    while (schedule_count_open(schedule) &&
           schedule_count_open(schedule) < before &&
           !budget_spent(&schedule->turn)) {
        RefList clauses = {0};
        before = task.count = schedule_list_open(schedule, open, numbers);
        task.facts = houdini_fact_list(schedule->houdini);
        task.fact_count = houdini_facts(schedule->houdini);
        pdr_run(&task, plays, &clauses);
        take_plays(schedule, numbers, plays, task.count);
        for (size_t i = 0; i < clauses.count; i++)
            schedule_learn(schedule, clauses.items[i]);
        stage_consequences(schedule, "pdr");
        vec_free(&clauses);
        schedule_report(schedule);
    }
    free_all(open, numbers, plays);
}
