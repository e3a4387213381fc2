/* stage_plays.c - what plays decide, and positions one by one
 *
 * In:   sentences that are open
 * Out:  plays that refute them; what is true in all positions, over a few steps
 *       or by frames
 * Next: prove/schedule.c
 */
#include "prove/stages.h"

#include "prove/induction/k_induction.h"
#include "prove/walk/decision_diagram.h"
#include "prove/induction/pdr.h"
#include "prove/walk/explicit_check.h"

#include <stdlib.h>

static const double FRAMES_EFFORT = 1e8, SINGLE_EFFORT = 4e9;

/* ---- at random ---- */

static void collect_refuted(Native *native)
{
    for (size_t i = 0; i < native->count; i++) {
        NativeResult *result = &native->results[i];
        size_t at;
        if (!native_is_open(native, i))
            continue;
        uint32_t where =
            explore_refuted(native->explore, native->watched[i], &at);
        if (where == NO_INDEX)
            continue;
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->steps = explore_reached(native->explore, where).depth;
        result->at = at;
        result->moves = explore_play(native->explore, where);
    }
}

/* About so many operations, however large the network is: so the same number
 * of steps on any machine. */
static void play(Native *native, double work)
{
    double step = (double)native->net->input_count +
                  (double)native->sentences->gates.count +
                  4 * (double)native->net->feature_count + 2000;
    size_t steps = (size_t)(work / step) + 16;
    explore_run(native->explore, steps, native->budget);
    collect_refuted(native);
}

void stage_play(Native *native, double work)
{
    for (size_t before = SIZE_MAX; native_count_open(native) < before;
         work *= 1.5) {
        before = native_count_open(native);
        play(native, work);
        native_report(native);
        if (!before || budget_spent(native->budget))
            break;
    }
}

/* ---- all positions ---- */

static void take_plays(Native *native, const size_t *numbers,
                       const DeepPlay *plays, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        NativeResult *result = &native->results[numbers[i]];
        if (!plays[i].moves)
            continue;
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->moves = plays[i].moves;
        result->steps = plays[i].steps;
        result->at = plays[i].at;
    }
}

/* Lists the open sentences. */
static size_t list_open(const Native *native, const Sentence **open,
                        size_t *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i)) {
            open[count] = &native->list[i];
            numbers[count++] = i;
        }
    return count;
}

static void accept_exhausted(Native *native)
{
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) &&
            native->list[i].degree < native->surveyed) {
            native->results[i].verdict = VERDICT_PROVED;
            native->results[i].how = "all positions";
            native->results[i].by_exhaustion = true;
        }
}

static size_t count_up_to(const Native *native, unsigned degree)
{
    size_t open = 0;
    for (size_t i = 0; i < native->count; i++)
        open += native_is_open(native, i) && native->list[i].degree <= degree;
    return open;
}

static void look_at_all(Native *native, const Exhaust *exhaust)
{
    size_t most = native->count + 1;
    const Sentence **open = fatal_malloc(most * sizeof *open);
    size_t *numbers = fatal_malloc(most * sizeof *numbers);
    DeepPlay *plays = fatal_malloc(most * sizeof *plays);
    Survey survey = {.net = native->net,
                     .sentences = native->sentences,
                     .list = open,
                     .count = list_open(native, open, numbers),
                     .exhaust = exhaust,
                     .explore = native->explore,
                     .budget = native->budget};
    native->surveyed = survey_refute(&survey, plays);
    take_plays(native, numbers, plays, survey.count);
    free(open);
    free(numbers);
    free(plays);
}

void stage_positions(Native *native, size_t most, unsigned degree,
                     const Budget *budget)
{
    if (!count_up_to(native, degree) || native->exhaust ||
        native->task->no_positions || most <= native->positions_tried)
        return;
    Machine *machine = machine_new(native->net);
    Exhaust *exhaust = exhaust_new(machine, most, budget);
    native->positions_tried = most;
    if (exhaust_complete(exhaust))
        look_at_all(native, exhaust);
    if (native->surveyed && native->task->evidence) {
        native->exhaust = exhaust;
        native->machine = machine;
    } else {
        if (native->surveyed)
            accept_exhausted(native);
        exhaust_free(exhaust);
        machine_free(machine);
    }
    native_report(native);
}

void stage_finish_positions(Native *native)
{
    NativeTask *task = native->task;
    if (count_up_to(native, native->surveyed - 1)) {
        accept_exhausted(native);
        task->position_count = exhaust_count(native->exhaust);
        task->positions =
            diagram(native->sentences, exhaust_state(native->exhaust, 0),
                    task->position_count, machine_words(native->machine));
        vec_push(&task->lemmas, task->positions);
    }
    exhaust_free(native->exhaust);
    machine_free(native->machine);
}

/* ---- several steps ---- */

void stage_deepen(Native *native, size_t depth, double effort)
{
    enum { MOST_K = 3, MOST_SIZE = 1000000 };
    size_t size = native->net->input_count, most = native->count + 1;
    const Sentence **open = fatal_malloc(most * sizeof *open);
    size_t *numbers = fatal_malloc(most * sizeof *numbers);
    DeepPlay *plays = fatal_malloc(most * sizeof *plays);
    bool *proved = fatal_malloc(most);
    Deepen deepen = {.net = native->net,
                     .sentences = native->sentences,
                     .list = open,
                     .count = list_open(native, open, numbers),
                     .facts = induct_fact_list(native->induct),
                     .fact_count = induct_facts(native->induct),
                     .budget = native->budget,
                     .depth = depth,
                     .effort = effort};
    bool anything_new =
        native->deepened != deepen.fact_count + 1 || effort > SHORT_EFFORT;
    native->deepened = deepen.fact_count + 1;
    size_t good = size < MOST_SIZE ? deepen_refute(&deepen, plays) : 0;
    if (size < MOST_SIZE)
        take_plays(native, numbers, plays, deepen.count);
    for (unsigned k = 2; k <= MOST_K && k <= good && k * size < MOST_SIZE &&
                         anything_new && !native_is_done(native);
         k++) {
        deepen.count = list_open(native, open, numbers);
        deepen_prove(&deepen, k, proved);
        for (size_t i = 0; i < deepen.count; i++)
            if (proved[i]) {
                native->task->deepest = k;
                native->results[numbers[i]].verdict = VERDICT_PROVED;
                native->results[numbers[i]].how =
                    k == 2 ? "2-induction" : "3-induction";
            }
    }
    free(open);
    free(numbers);
    free(plays);
    free(proved);
    native_report(native);
}

/* ---- frames ---- */

/* What was found by frames; the clauses are known from now on. */
static void take_frames(Native *native, const size_t *numbers,
                        const PdrAnswer *answers, size_t count,
                        const RefList *clauses)
{
    for (size_t i = 0; i < count; i++) {
        const Sentence *sentence = &native->list[numbers[i]];
        if (answers[i].verdict == PDR_REFUTED)
            take_plays(native, &numbers[i], &answers[i].play, 1);
        if (answers[i].verdict != PDR_PROVED)
            continue;
        native->results[numbers[i]].verdict = VERDICT_PROVED;
        native->results[numbers[i]].how = "frames";
        if (!sentence->degree)
            induct_given(native->induct, sentence);
    }
    for (size_t i = 0; i < clauses->count; i++)
        native_learn(native, clauses->items[i]);
    native_report(native);
}

/* More if the user asked for few sentences, or if there are more to gain. */
static double frames_effort(const Native *native)
{
    enum { FEW = 8, MANY = 20 };
    size_t open = native_count_open(native);
    return native->count <= FEW
               ? SINGLE_EFFORT
               : FRAMES_EFFORT * (double)(10 + (open < MANY ? open : MANY));
}

void stage_frames(Native *native)
{
    enum { MOST_OPEN = 60, MOST_SIZE = 100000 };
    double effort = frames_effort(native);
    Budget some = budget_part(native->budget, 0.3);
    size_t most = native->count + 1, before = SIZE_MAX;
    const Sentence **open = fatal_malloc(most * sizeof *open);
    size_t *numbers = fatal_malloc(most * sizeof *numbers);
    PdrAnswer *answers = fatal_malloc(most * sizeof *answers);
    PdrTask task = {.net = native->net,
                    .sentences = native->sentences,
                    .list = open,
                    .budget = &some};
    bool small = native_count_open(native) <= MOST_OPEN &&
                 native->net->input_count <= MOST_SIZE;
    while ((small || native->task->only_frames) && effort > 0 &&
           native_count_open(native) && native_count_open(native) < before &&
           !native_is_done(native)) {
        RefList clauses = {0};
        before = task.count = list_open(native, open, numbers);
        task.facts = induct_fact_list(native->induct);
        task.fact_count = induct_facts(native->induct);
        task.effort = effort;
        effort -= pdr_prove(&task, answers, &clauses);
        take_frames(native, numbers, answers, task.count, &clauses);
        vec_free(&clauses);
    }
    free(open);
    free(numbers);
    free(answers);
}
