/* tally.c - which playouts to play, and what came of them */
#include "sim/tally.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

bool task_take(PlayoutTask *task, uint64_t *playout)
{
    if (budget_spent(task->budget) ||
        (task->until > 0 && clock_now() >= task->until))
        return false;
    *playout = atomic_fetch_add(&task->next, 1);
    return !task->playouts || *playout < task->playouts;
}

Tally tally_new(size_t roles)
{
    return (Tally){.roles = roles,
                   .goals = memory_zeroed(roles, sizeof(uint64_t[101]))};
}

void tally_add(Tally *sum, const Tally *more)
{
    assert(sum->roles == more->roles);
    sum->playouts += more->playouts;
    sum->states += more->states;
    sum->given_up += more->given_up;
    for (size_t i = 0; i < sum->roles; i++)
        for (size_t value = 0; value <= 100; value++)
            sum->goals[i][value] += more->goals[i][value];
}

void tally_free(Tally *tally)
{
    free(tally->goals);
    *tally = (Tally){0};
}
