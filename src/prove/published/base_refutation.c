/* base_refutation.c - a play as evidence for what fails initially
 *
 * In:   claims that an engine says are false in the initial position
 * Out:  plays which show it, found and judged by the interpreter
 */
#include "prove/published/base_refutation.h"

static void set_refuted(const Task *task, Finding *finding, Play play,
                        size_t at)
{
    finding->verdict = VERDICT_REFUTED;
    finding->how = "play";
    finding->trace = arena_copy(task->arena, &play, sizeof play);
    finding->at = at;
}

static Budget slice_of(const Budget *whole, double seconds)
{
    Budget slice = budget_new(seconds, whole->cancelled);
    if (whole->deadline && whole->deadline < slice.deadline)
        slice.deadline = whole->deadline;
    return slice;
}

void refute_initially(const Task *task, Finding *findings, double seconds)
{
    VEC(PropId) props = {0};
    VEC(size_t) claims = {0};
    for (size_t i = 0; i < task->count; i++)
        if (findings[i].base == ANSWER_NO &&
            findings[i].verdict == VERDICT_UNKNOWN) {
            vec_push(&props, task->meanings[i]);
            vec_push(&claims, i);
        }
    if (!props.count)
        return;
    Arena *scratch = arena_new();
    Holds *verdicts = arena_array(scratch, Holds, props.count);
    Play *failing = arena_array(scratch, Play, props.count);
    for (size_t i = 0; i < props.count; i++)
        verdicts[i] = HOLDS_OPEN;
    Budget budget = slice_of(task->budget, seconds);
    PlayEvaluator *evaluator = evaluator_new(task->props, task->interp);
    position_satisfies_all(evaluator, interp_initial(task->interp), props.items,
                           props.count, &budget, task->arena, verdicts,
                           failing);
    for (size_t i = 0; i < props.count; i++)
        if (verdicts[i] == HOLDS_NO &&
            play_refutes(evaluator, &failing[i], props.items[i], 0))
            set_refuted(task, &findings[claims.items[i]], failing[i], 0);
    evaluator_free(evaluator);
    arena_free(scratch);
    vec_free(&props);
    vec_free(&claims);
}

bool refute_by(const Task *task, Finding *finding, PropId prop,
               const Play *play, size_t at)
{
    PlayEvaluator *evaluator = evaluator_new(task->props, task->interp);
    bool refuted = play_refutes(evaluator, play, prop, at);
    evaluator_free(evaluator);
    if (refuted)
        set_refuted(task, finding, *play, at);
    return refuted;
}
