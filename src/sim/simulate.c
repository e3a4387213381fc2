/* simulate.c - many random playouts, by any engine, on several threads
 *
 * In:   a net or a game, a number of playouts, a seed
 * Out:  totals: steps, goals, ends
 */
#include "sim/simulate.h"

#include "base/heap.h"
#include "base/memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* ---- what to play, and what came of it ---- */

bool task_take(PlayoutTask *task, uint64_t *playout)
{
    if (task->has_failed || budget_spent(task->budget) ||
        (task->no_new_after > 0 && clock_now() >= task->no_new_after))
        return false;
    *playout = atomic_fetch_add(&task->next, 1);
    return !task->playouts || *playout < task->playouts;
}

Tally tally_new(size_t role_count)
{
    return (Tally){.role_count = role_count,
                   .goals = memory_zeroed(role_count, sizeof(uint64_t[101]))};
}

void tally_add(Tally *sum, const Tally *addend)
{
    assert(sum->role_count == addend->role_count);
    sum->playouts += addend->playouts;
    sum->states += addend->states;
    sum->given_up += addend->given_up;
    for (size_t i = 0; i < sum->role_count; i++)
        for (size_t value = 0; value <= 100; value++)
            sum->goals[i][value] += addend->goals[i][value];
}

void tally_free(Tally *tally)
{
    memory_free(tally->goals);
    *tally = (Tally){0};
}

/* ---- one position at a time ---- */

void simulate_engine(Engine *engine, PlayoutTask *task, Tally *tally)
{
    uint64_t number;
    while (!engine_failure(engine) && task_take(task, &number)) {
        engine_set(engine, engine_initial(engine));
        uint64_t step_count = playout(engine, playout_key(task->seed, number),
                                      task->max_steps, task->budget);
        bool ended = engine_is_terminal(engine) && !engine_failure(engine);
        for (size_t i = 0; ended && i < engine_roles(engine); i++) {
            TermList goals = engine_goals(engine, i);
            for (size_t k = 0; k < goals.count; k++) {
                int value = goal_value(goals.items[k]);
                assert(value != NO_GOAL_VALUE); /* so engine_goals promises */
                tally->goals[i][value]++;
            }
        }
        tally->playouts += ended;
        tally->states += ended ? step_count : 0;
        tally->given_up += !ended;
    }
}

static void play_on_machine(const Machine *machine, PlayoutTask *task,
                            Tally *tally)
{
    Engine *engine = engine_by_machine(machine);
    simulate_engine(engine, task, tally);
    engine_free(engine);
}

/* ---- in lanes ---- */

LanePlan *sliced_new(const Net *net)
{
    return lane_plan_new(net, BYTECODE_PLAY, lanes_kernel(SLICED_LANES), 1);
}

static void play_in_lanes(const LanePlan *plan, PlayoutTask *task, Tally *tally)
{
    LaneWorker *worker = plan->kernel->worker_new(plan);
    plan->kernel->run_playouts(worker, task, tally);
    lane_worker_free(worker);
}

uint64_t sliced_batch_run(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t max_steps, const Budget *budget, int *goals)
{
    const LaneKernel *kernel = worker->plan->kernel;
    size_t role_count = worker->plan->net->role_count;
    uint64_t steps_made = 0;
    assert(count <= SLICED_LANES);
    for (size_t i = 0; i < count * role_count; i++)
        goals[i] = NO_GOAL;
    for (size_t first_lane = 0; first_lane < count;
         first_lane += kernel->lanes) {
        size_t lane_count = count - first_lane < kernel->lanes
                                ? count - first_lane
                                : kernel->lanes;
        steps_made += kernel->run_batch(
            worker, states + first_lane, lane_count, seed, first + first_lane,
            max_steps, budget, goals + first_lane * role_count);
    }
    return steps_made;
}

/* ---- threads ---- */

typedef struct {
    const Machine *machine; /* or */
    const LanePlan *sliced;
    PlayoutTask *task;
    Tally tally;
    Heap *heap; /* of the thread */
    pthread_t thread;
} PlayoutWorker;

static void *run_worker(void *argument)
{
    PlayoutWorker *worker = argument;
    HEAP_CALL(worker->heap)
    {
        worker->task->has_failed = true;
        return NULL;
    }
    if (worker->machine)
        play_on_machine(worker->machine, worker->task, &worker->tally);
    else
        play_in_lanes(worker->sliced, worker->task, &worker->tally);
    return NULL;
}

/* The first runs here, the others in threads of their own; one that cannot be
 * started does no harm, since the others take its work. Memory that runs out in
 * a thread has run out here when all have ended. */
static void run_workers(PlayoutWorker prototype, Tally *tally,
                        size_t thread_count)
{
    assert(thread_count > 0);
    PlayoutWorker *workers = memory_array(thread_count, sizeof *workers);
    bool *has_started = memory_array(thread_count, sizeof *has_started);
    for (size_t i = 0; i < thread_count; i++) {
        workers[i] = prototype;
        workers[i].tally = tally_new(tally->role_count);
    }
    for (size_t i = 0; i < thread_count; i++) {
        workers[i].heap = heap_new(0, heap_current());
        has_started[i] = i && workers[i].heap &&
                         pthread_create(&workers[i].thread, NULL, run_worker,
                                        &workers[i]) == 0;
    }
    if (workers[0].heap)
        run_worker(&workers[0]);
    for (size_t i = 0; i < thread_count; i++) {
        if (has_started[i])
            pthread_join(workers[i].thread, NULL);
        heap_free(workers[i].heap);
    }
    if (!workers[0].heap || prototype.task->has_failed)
        heap_fail();
    for (size_t i = 0; i < thread_count; i++) {
        tally_add(tally, &workers[i].tally);
        tally_free(&workers[i].tally);
    }
    free_all(workers, has_started);
}

void simulate_machine(const Machine *machine, PlayoutTask *task, Tally *tally,
                      size_t thread_count)
{
    run_workers((PlayoutWorker){.machine = machine, .task = task}, tally,
                thread_count);
}

void simulate_sliced(const LanePlan *sliced, PlayoutTask *task, Tally *tally,
                     size_t thread_count)
{
    run_workers((PlayoutWorker){.sliced = sliced, .task = task}, tally,
                thread_count);
}
