/* simulate.c - many random playouts, by any engine, on several threads */
#include "sim/simulate.h"

#include "base/memory.h"
#include "sim/playout.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* ---- one state at a time ---- */

static void count_goals(Cursor *cursor, const Net *net, Tally *tally)
{
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].goal_count; k++)
            tally->goals[i][net->roles[i].goals[k].value] +=
                cursor_goal(cursor, i, k);
}

static void play_on_machine(const Machine *machine, PlayoutTask *task,
                            Tally *tally)
{
    const Net *net = machine_net(machine);
    Cursor *cursor = cursor_new(machine);
    uint32_t *moves = memory_array(net->role_count, sizeof *moves);
    uint64_t playout;
    while (task_take(task, &playout)) {
        cursor_reset(cursor);
        uint64_t steps =
            playout_by_machine(cursor, playout_key(task->seed, playout),
                               task->steps, task->budget, moves);
        if (!cursor_is_terminal(cursor)) {
            tally->given_up++;
            if (budget_spent(task->budget))
                break;
            continue;
        }
        tally->playouts++;
        tally->states += steps;
        count_goals(cursor, net, tally);
    }
    free(moves);
    cursor_free(cursor);
}

/* ---- in lanes ---- */

LanePlan *sliced_new(const Net *net)
{
    return lane_plan_new(net, BYTECODE_PLAY, lanes_engine(SLICED_LANES), 1);
}

static void play_in_lanes(const LanePlan *plan, PlayoutTask *task, Tally *tally)
{
    LaneWorker *worker = plan->engine->worker_new(plan);
    plan->engine->run(worker, task, tally);
    lane_worker_free(worker);
}

uint64_t sliced_batch_run(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals)
{
    const LaneEngine *engine = worker->plan->engine;
    size_t roles = worker->plan->net->role_count;
    uint64_t made = 0;
    assert(count <= SLICED_LANES);
    for (size_t i = 0; i < count * roles; i++)
        goals[i] = NO_GOAL;
    for (size_t at = 0; at < count; at += engine->lanes) {
        size_t here = count - at < engine->lanes ? count - at : engine->lanes;
        made += engine->run_batch(worker, states + at, here, seed, first + at,
                                  steps, budget, goals + at * roles);
    }
    return made;
}

/* ---- threads ---- */

typedef struct {
    const Machine *machine; /* or */
    const LanePlan *sliced;
    PlayoutTask *task;
    Tally tally;
    pthread_t thread;
} PlayoutWorker;

static void *play(void *argument)
{
    PlayoutWorker *worker = argument;
    if (worker->machine)
        play_on_machine(worker->machine, worker->task, &worker->tally);
    else
        play_in_lanes(worker->sliced, worker->task, &worker->tally);
    return NULL;
}

/* The first runs here, the others in threads of their own; one that cannot be
 * started does no harm, since the others take its work. */
static void run_workers(PlayoutWorker model, Tally *tally, size_t threads)
{
    assert(threads > 0);
    PlayoutWorker *workers = memory_array(threads, sizeof *workers);
    bool *started = memory_array(threads, sizeof *started);
    for (size_t i = 0; i < threads; i++) {
        workers[i] = model;
        workers[i].tally = tally_new(tally->roles);
    }
    for (size_t i = 1; i < threads; i++)
        started[i] =
            pthread_create(&workers[i].thread, NULL, play, &workers[i]) == 0;
    play(&workers[0]);
    for (size_t i = 0; i < threads; i++) {
        if (i && started[i])
            pthread_join(workers[i].thread, NULL);
        tally_add(tally, &workers[i].tally);
        tally_free(&workers[i].tally);
    }
    free_all(workers, started);
}

void simulate_machine(const Machine *machine, PlayoutTask *task, Tally *tally,
                      size_t threads)
{
    run_workers((PlayoutWorker){.machine = machine, .task = task}, tally,
                threads);
}

void simulate_sliced(const LanePlan *sliced, PlayoutTask *task, Tally *tally,
                     size_t threads)
{
    run_workers((PlayoutWorker){.sliced = sliced, .task = task}, tally,
                threads);
}

/* ---- the interpreter ---- */

static void count_goal_values(Interp *interp, Tally *tally)
{
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const int *values = interp_goals(interp, i, &count);
        for (size_t k = 0; k < count; k++)
            tally->goals[i][values[k]]++;
    }
}

void simulate_interp(Interp *interp, PlayoutTask *task, Tally *tally)
{
    size_t roles = interp_role_count(interp);
    const Term **moves = memory_array(roles, sizeof *moves);
    uint64_t playout;
    while (!interp_failure(interp) && task_take(task, &playout)) {
        interp_set(interp, interp_initial(interp));
        uint64_t steps =
            playout_by_interp(interp, playout_key(task->seed, playout),
                              task->steps, task->budget, moves);
        bool ended = interp_is_terminal(interp) && !interp_failure(interp);
        if (ended)
            count_goal_values(interp, tally);
        tally->playouts += ended;
        tally->states += ended ? steps : 0;
        tally->given_up += !ended;
        if (budget_spent(task->budget))
            break;
    }
    free(moves);
}
