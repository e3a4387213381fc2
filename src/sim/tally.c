/* tally.c - which playouts to play, and what came of them */
#include "sim/tally.h"

#include "base/memory.h"

#include <stdlib.h>

bool task_take(PlayoutTask *task, uint64_t *playout)
{
    if (budget_spent(task->budget) ||
        (task->until > 0 && clock_now() >= task->until))
        return false;
    *playout = atomic_fetch_add(&task->next, 1);
    return !task->playouts || *playout < task->playouts;
}

Tally tally_new(const Net *net)
{
    Tally tally = {0};
    tally.goals = memory_array(net->role_count, sizeof *tally.goals);
    for (size_t i = 0; i < net->role_count; i++) {
        tally.goals[i] =
            memory_zeroed(net->roles[i].goal_count, sizeof **tally.goals);
    }
    return tally;
}

void tally_add(Tally *sum, const Tally *more, const Net *net)
{
    sum->playouts += more->playouts;
    sum->states += more->states;
    sum->given_up += more->given_up;
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].goal_count; k++)
            sum->goals[i][k] += more->goals[i][k];
}

void tally_free(Tally *tally, const Net *net)
{
    for (size_t i = 0; i < net->role_count; i++)
        free(tally->goals[i]);
    free(tally->goals);
    *tally = (Tally){0};
}
