/* oracle.c - what all oracles need: evidence, checked by the interpreter
 *
 * In:   steps and plays that an engine found; claims that it says are false in
 *       the initial position
 * Out:  FailedSteps; plays that refute claims
 */
#include "prove/published/oracle.h"

#include <assert.h>

/* What was asked about has only those rules that the formula needs: what the
 * step leads to is told by all of them. */
const FailedStep *failed_step(const ProofTask *task, const Term **features,
                              size_t count, const Term **moves)
{
    Interp *interp = task->interp;
    sort_terms(features, count);
    interp_set(interp, position_new(task->arena, features, count));
    bool is_legal = !interp_is_terminal(interp);
    for (size_t i = 0; i < interp_role_count(interp) && is_legal; i++)
        is_legal = interp_is_legal(interp, i, moves[i]);
    if (!is_legal)
        return NULL;
    const Position *after = interp_next(interp, moves, task->arena);
    if (interp_failure(interp))
        return NULL;
    FailedStep *step = arena_alloc(task->arena, sizeof *step);
    step->before = features;
    step->before_count = count;
    step->moves = moves;
    step->after_count = after->count;
    step->after = arena_copy(task->arena, after->features,
                             after->count * sizeof *after->features);
    sort_terms(step->after, after->count);
    return step;
}

/* ---- refutations ---- */

static void set_refuted(const ProofTask *task, Finding *finding, Play play,
                        size_t at)
{
    assert(finding->verdict == VERDICT_UNKNOWN && at <= play.steps);
    finding->verdict = VERDICT_REFUTED;
    finding->how = "play";
    finding->reason = NULL;
    finding->trace = arena_copy(task->arena, &play, sizeof play);
    finding->at = at;
}

static Budget limited_budget(const Budget *budget, double seconds)
{
    Budget slice = budget_new(seconds, budget->cancelled);
    if (budget->deadline && budget->deadline < slice.deadline)
        slice.deadline = budget->deadline;
    return slice;
}

void refute_initially(const ProofTask *task, Finding *findings, double seconds)
{
    VEC(PropId) props = {0};
    VEC(size_t) claims = {0};
    for (size_t i = 0; i < task->count; i++)
        if (task_asks(task, i) && findings[i].base == ANSWER_NO &&
            findings[i].verdict == VERDICT_UNKNOWN) {
            vec_push(&props, task->meanings[i]);
            vec_push(&claims, i);
        }
    if (!props.count)
        return;
    Arena *scratch = arena_new();
    Holds *verdicts = arena_array(scratch, Holds, props.count);
    Play *failing_plays = arena_array(scratch, Play, props.count);
    for (size_t i = 0; i < props.count; i++)
        verdicts[i] = HOLDS_OPEN;
    Budget budget = limited_budget(task->budget, seconds);
    PlayEvaluator *evaluator = evaluator_new(task->props, task->interp);
    position_satisfies(evaluator, interp_initial(task->interp), props.items,
                       props.count, &budget, task->arena, verdicts,
                       failing_plays);
    for (size_t i = 0; i < props.count; i++)
        if (verdicts[i] == HOLDS_NO &&
            play_refutes(evaluator, &failing_plays[i], props.items[i], 0))
            set_refuted(task, &findings[claims.items[i]], failing_plays[i], 0);
    evaluator_free(evaluator);
    arena_free(scratch);
    vec_free_all(&props, &claims);
}

bool refute_by(const ProofTask *task, Finding *finding, PropId prop,
               const Play *play, size_t at)
{
    PlayEvaluator *evaluator = evaluator_new(task->props, task->interp);
    bool is_refuted = play_refutes(evaluator, play, prop, at);
    evaluator_free(evaluator);
    if (is_refuted)
        set_refuted(task, finding, *play, at);
    return is_refuted;
}
