/* stage_invariants.c - turns that find mutex groups and linear invariants
 *
 * In:   properties that are known
 * Out:  more of them, and what follows
 * Next: prove/schedule.c
 */
#include "prove/stages.h"

#include "prove/candidates/mutex_groups.h"
#include "prove/linear/linear_invariants.h"

static RefList list_position_lemmas(const Schedule *schedule)
{
    RefList position_lemmas = {0};
    for (size_t i = 0; i < houdini_lemma_count(schedule->houdini); i++)
        if (!houdini_lemmas(schedule->houdini)[i]->degree)
            vec_push(&position_lemmas,
                     houdini_lemmas(schedule->houdini)[i]->ends[0]);
    return position_lemmas;
}

bool stage_cases(Schedule *schedule)
{
    size_t lemmas_before = houdini_lemma_count(schedule->houdini);
    RefList lemmas = list_position_lemmas(schedule), new_lemmas = {0};
    find_mutex_groups(schedule->net, schedule->properties, lemmas.items,
                      lemmas.count, schedule->walks, &schedule->turn,
                      &new_lemmas);
    proof_log_refs(schedule->task->log, new_lemmas.items, new_lemmas.count);
    for (size_t i = 0; i < new_lemmas.count; i++)
        schedule_learn(schedule, new_lemmas.items[i]);
    vec_free_all(&lemmas, &new_lemmas);
    return houdini_lemma_count(schedule->houdini) > lemmas_before;
}

void stage_linear(Schedule *schedule)
{
    RefList new_lemmas = {0};
    RefList lemmas = list_position_lemmas(schedule);
    find_counters(schedule->net, schedule->properties, lemmas.items,
                  lemmas.count, &schedule->turn, schedule->task->log,
                  &new_lemmas);
    vec_free(&lemmas);
    for (size_t i = 0; i < new_lemmas.count; i++)
        schedule_learn(schedule, new_lemmas.items[i]);
    if (new_lemmas.count && !schedule_is_done(schedule))
        stage_joint(schedule, true, 5000);
    vec_free(&new_lemmas);
    schedule_report(schedule);
}
