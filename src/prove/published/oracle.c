/* oracle.c - what all oracles need */
#include "prove/published/oracle.h"

#include <stdlib.h>

/* What was asked about has only those rules that the formula needs: what the
 * step leads to is told by all of them. */
const FailedStep *failed_step(const Task *task, const Term **features,
                              size_t count, const Term **moves)
{
    Interp *interp = task->interp;
    sort_terms(features, count);
    interp_set(interp, position_new(task->arena, features, count));
    bool legal = !interp_terminal(interp);
    for (size_t i = 0; i < interp_role_count(interp) && legal; i++)
        legal = interp_is_legal(interp, i, moves[i]);
    if (!legal)
        return NULL;
    const Position *after = interp_next(interp, moves, task->arena);
    if (interp_failure(interp))
        return NULL;
    FailedStep *failed = arena_alloc(task->arena, sizeof *failed);
    failed->before = features;
    failed->before_count = count;
    failed->moves = moves;
    failed->after_count = after->count;
    failed->after = arena_copy(task->arena, after->features,
                               after->count * sizeof *after->features);
    sort_terms(failed->after, after->count);
    return failed;
}
