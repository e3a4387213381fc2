/* stage_plays.c - what plays decide, and positions one by one
 *
 * In:   properties that are open
 * Out:  plays that refute them; what is true in all positions, over a few steps
 *       or by frames
 * Next: prove/schedule.c
 */
#include "base/memory.h"
#include "prove/stages.h"

#include "prove/induction/k_induction.h"
#include "prove/walk/decision_diagram.h"
#include "prove/induction/pdr.h"
#include "prove/walk/explicit_check.h"

#include <stdlib.h>

static const double FRAMES_EFFORT = 1e8, SINGLE_EFFORT = 4e9;

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

/* About so many operations, however large the network is: so the same number
 * of steps on any machine. */
static void play(Schedule *schedule, double work)
{
    double step = (double)schedule->net->input_count +
                  (double)schedule->properties->gates.count +
                  4 * (double)schedule->net->feature_count + 2000;
    size_t steps = (size_t)(work / step) + 16;
    walks_run(schedule->walks, steps, schedule->budget);
    collect_refuted(schedule);
}

void stage_play(Schedule *schedule, double work)
{
    for (size_t before = SIZE_MAX; schedule_count_open(schedule) < before;
         work *= 1.5) {
        before = schedule_count_open(schedule);
        play(schedule, work);
        schedule_report(schedule);
        if (!before || budget_spent(schedule->budget))
            break;
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

/* Lists the open properties. */
static size_t list_open(const Schedule *schedule, const GroundProperty **open,
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

static void accept_exhausted(Schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) &&
            schedule->list[i].degree < schedule->surveyed) {
            schedule->results[i].verdict = VERDICT_PROVED;
            schedule->results[i].how = "all positions";
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

static void look_at_all(Schedule *schedule, const ReachableStates *reachable)
{
    size_t most = schedule->count + 1;
    const GroundProperty **open = memory_array(most, sizeof *open);
    size_t *numbers = memory_array(most, sizeof *numbers);
    BoundedPlay *plays = memory_array(most, sizeof *plays);
    ExplicitCheck check = {.net = schedule->net,
                           .properties = schedule->properties,
                           .list = open,
                           .count = list_open(schedule, open, numbers),
                           .reachable = reachable,
                           .walks = schedule->walks,
                           .budget = schedule->budget};
    schedule->surveyed = explicit_check(&check, plays);
    take_plays(schedule, numbers, plays, check.count);
    free(open);
    free(numbers);
    free(plays);
}

void stage_positions(Schedule *schedule, size_t most, unsigned degree,
                     const Budget *budget)
{
    if (!count_up_to(schedule, degree) || schedule->reachable ||
        schedule->task->no_positions || most <= schedule->positions_tried)
        return;
    Machine *machine = machine_new(schedule->net);
    ReachableStates *reachable = reachable_new(machine, most, budget);
    schedule->positions_tried = most;
    if (reachable_complete(reachable))
        look_at_all(schedule, reachable);
    if (schedule->surveyed && schedule->task->evidence) {
        schedule->reachable = reachable;
        schedule->machine = machine;
    } else {
        if (schedule->surveyed)
            accept_exhausted(schedule);
        reachable_free(reachable);
        machine_free(machine);
    }
    schedule_report(schedule);
}

void stage_finish_positions(Schedule *schedule)
{
    ScheduleTask *task = schedule->task;
    if (count_up_to(schedule, schedule->surveyed - 1)) {
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

void stage_deepen(Schedule *schedule, size_t depth, double effort)
{
    enum { MAX_K = 3, MAX_SIZE = 1000000 };
    size_t size = schedule->net->input_count, most = schedule->count + 1;
    const GroundProperty **open = memory_array(most, sizeof *open);
    size_t *numbers = memory_array(most, sizeof *numbers);
    BoundedPlay *plays = memory_array(most, sizeof *plays);
    bool *proved = memory_alloc(most);
    KInductionTask induction = {.net = schedule->net,
                                .properties = schedule->properties,
                                .list = open,
                                .count = list_open(schedule, open, numbers),
                                .facts = houdini_fact_list(schedule->houdini),
                                .fact_count = houdini_facts(schedule->houdini),
                                .budget = schedule->budget,
                                .depth = depth,
                                .effort = effort};
    bool anything_new =
        schedule->deepened != induction.fact_count + 1 || effort > SHORT_EFFORT;
    schedule->deepened = induction.fact_count + 1;
    size_t good = size < MAX_SIZE ? bounded_refute(&induction, plays) : 0;
    if (size < MAX_SIZE)
        take_plays(schedule, numbers, plays, induction.count);
    for (unsigned k = 2; k <= MAX_K && k <= good && k * size < MAX_SIZE &&
                         anything_new && !schedule_is_done(schedule);
         k++) {
        induction.count = list_open(schedule, open, numbers);
        k_induction_prove(&induction, k, proved);
        for (size_t i = 0; i < induction.count; i++)
            if (proved[i]) {
                schedule->task->deepest = k;
                schedule->results[numbers[i]].verdict = VERDICT_PROVED;
                schedule->results[numbers[i]].how =
                    k == 2 ? "2-induction" : "3-induction";
            }
    }
    free(open);
    free(numbers);
    free(plays);
    free(proved);
    schedule_report(schedule);
}

/* ---- frames ---- */

/* What was found by frames; the clauses are known from now on. */
static void take_frames(Schedule *schedule, const size_t *numbers,
                        const PdrAnswer *answers, size_t count,
                        const RefList *clauses)
{
    for (size_t i = 0; i < count; i++) {
        const GroundProperty *property = &schedule->list[numbers[i]];
        if (answers[i].verdict == PDR_REFUTED)
            take_plays(schedule, &numbers[i], &answers[i].play, 1);
        if (answers[i].verdict != PDR_PROVED)
            continue;
        schedule->results[numbers[i]].verdict = VERDICT_PROVED;
        schedule->results[numbers[i]].how = "frames";
        if (!property->degree)
            houdini_given(schedule->houdini, property);
    }
    for (size_t i = 0; i < clauses->count; i++)
        schedule_learn(schedule, clauses->items[i]);
    schedule_report(schedule);
}

/* More if the user asked for few properties, or if there are more to gain. */
static double frames_effort(const Schedule *schedule)
{
    enum { FEW = 8, MANY = 20 };
    size_t open = schedule_count_open(schedule);
    return schedule->count <= FEW
               ? SINGLE_EFFORT
               : FRAMES_EFFORT * (double)(10 + (open < MANY ? open : MANY));
}

void stage_frames(Schedule *schedule)
{
    enum { MAX_OPEN = 60, MAX_SIZE = 100000 };
    double effort = frames_effort(schedule);
    Budget some = budget_part(schedule->budget, 0.3);
    size_t most = schedule->count + 1, before = SIZE_MAX;
    const GroundProperty **open = memory_array(most, sizeof *open);
    size_t *numbers = memory_array(most, sizeof *numbers);
    PdrAnswer *answers = memory_array(most, sizeof *answers);
    PdrTask task = {.net = schedule->net,
                    .properties = schedule->properties,
                    .list = open,
                    .budget = &some};
    bool small = schedule_count_open(schedule) <= MAX_OPEN &&
                 schedule->net->input_count <= MAX_SIZE;
    while ((small || schedule->task->only_frames) && effort > 0 &&
           schedule_count_open(schedule) &&
           schedule_count_open(schedule) < before &&
           !schedule_is_done(schedule)) {
        RefList clauses = {0};
        before = task.count = list_open(schedule, open, numbers);
        task.facts = houdini_fact_list(schedule->houdini);
        task.fact_count = houdini_facts(schedule->houdini);
        task.effort = effort;
        effort -= pdr_prove(&task, answers, &clauses);
        take_frames(schedule, numbers, answers, task.count, &clauses);
        vec_free(&clauses);
    }
    free(open);
    free(numbers);
    free(answers);
}
