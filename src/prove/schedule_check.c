/* schedule_check.c - do verdicts stay, and do lemmas hold in other plays
 *
 * In:   a schedule, after a turn or at its end
 * Out:  nothing; a violation ends in assert()
 * Next: prove/schedule.c goes on
 *
 * For debug builds (ZERMELO_DEBUG). Whatever method found a lemma or proved a
 * property: neither fails in random plays of their own, with another seed than
 * those of the schedule.
 */
#include "prove/stages.h"

#include <assert.h>

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
