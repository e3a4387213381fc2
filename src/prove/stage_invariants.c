/* stage_invariants.c - turns that find mutex groups and linear invariants
 *
 * In:   properties that are known
 * Out:  more of them, and what follows
 * Next: prove/schedule.c
 */
#include "base/memory.h"
#include "prove/stages.h"

#include "prove/candidates/mutex_groups.h"
#include "prove/linear/linear_invariants.h"

#include <stdlib.h>

static RefList list_facts(const Schedule *schedule)
{
    RefList known = {0};
    for (size_t i = 0; i < houdini_facts(schedule->houdini); i++)
        if (!houdini_fact_list(schedule->houdini)[i]->degree)
            vec_push(&known, houdini_fact_list(schedule->houdini)[i]->ends[0]);
    return known;
}

bool stage_cases(Schedule *schedule)
{
    size_t before = houdini_facts(schedule->houdini);
    RefList known = list_facts(schedule), found = {0};
    find_mutex_groups(schedule->net, schedule->properties, known.items,
                      known.count, schedule->walks, &schedule->turn, &found);
    for (size_t i = 0; i < found.count; i++)
        schedule_learn(schedule, found.items[i]);
    vec_free_all(&known, &found);
    return houdini_facts(schedule->houdini) > before;
}

void stage_linear(Schedule *schedule)
{
    RefList found = {0};
    bool *was_open = memory_alloc(schedule->count + 1);
    for (size_t i = 0; i < schedule->count; i++)
        was_open[i] = schedule_is_open(schedule, i);
    RefList known = list_facts(schedule);
    find_counters(schedule->net, schedule->properties, known.items, known.count,
                  &schedule->turn, &found);
    vec_free(&known);
    GroundProperty *list =
        arena_array(schedule->arena, GroundProperty, found.count);
    for (size_t i = 0; i < found.count; i++) {
        list[i].ends[0] = found.items[i];
        schedule_note_known(schedule, found.items[i]);
        houdini_given(schedule->houdini, &list[i]);
    }
    if (found.count && !schedule_is_done(schedule))
        stage_joint(schedule, true, 5000);
    for (size_t i = 0; i < schedule->count; i++)
        schedule->results[i].by_sums =
            was_open[i] && schedule->results[i].verdict == VERDICT_PROVED;
    free(was_open);
    vec_free(&found);
    schedule_report(schedule);
}
