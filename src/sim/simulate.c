/* simulate.c - many random playouts, by any engine, on several threads */
#include "sim/simulate.h"

#include "base/memory.h"
#include "sim/playout.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- one state at a time ---- */

static bool may_go_on(const PlayoutTask *task, uint64_t step)
{
    enum { POLL = 256 };
    return (!task->steps || step < task->steps) &&
           ((step + 1) % POLL || !budget_spent(task->budget));
}

/* Chooses for every role; false if one has no move. */
static bool choose(const Cursor *cursor, size_t roles, uint64_t key,
                   uint64_t step, uint32_t *moves)
{
    for (size_t i = 0; i < roles; i++) {
        uint32_t count = cursor_legal_count(cursor, i);
        if (!count)
            return false;
        moves[i] =
            cursor_legal_move(cursor, i, playout_choice(key, step, i, count));
    }
    return true;
}

static void note_goals(Cursor *cursor, const Net *net, Tally *tally)
{
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].goal_count; k++)
            tally->goals[i][k] += cursor_goal(cursor, i, k);
}

static void play_on_machine(const Machine *machine, PlayoutTask *task,
                            Tally *tally)
{
    const Net *net = machine_net(machine);
    Cursor *cursor = cursor_new(machine);
    uint32_t *moves = memory_array(net->role_count, sizeof *moves);
    uint64_t playout;
    while (task_take(task, &playout)) {
        uint64_t key = playout_key(task->seed, playout), step = 0;
        cursor_reset(cursor);
        while (!cursor_terminal(cursor) && may_go_on(task, step) &&
               choose(cursor, net->role_count, key, step, moves)) {
            cursor_moves(cursor, moves);
            cursor_set(cursor, cursor_next(cursor));
            step++;
        }
        if (!cursor_terminal(cursor)) {
            tally->given_up++;
            if (budget_spent(task->budget))
                break;
            continue;
        }
        tally->playouts++;
        tally->states += step;
        note_goals(cursor, net, tally);
    }
    free(moves);
    cursor_free(cursor);
}

/* ---- threads ---- */

typedef struct {
    const Machine *machine; /* or */
    const Sliced *sliced;
    PlayoutTask *task;
    Tally tally;
    pthread_t thread;
} Share;

static void *work(void *argument)
{
    Share *share = argument;
    if (share->machine)
        play_on_machine(share->machine, share->task, &share->tally);
    else
        sliced_run(share->sliced, share->task, &share->tally);
    return NULL;
}

/* The first share is worked on here, the others in threads of their own; one
 * that cannot be started does no harm, since the others take its work. */
static void run_shares(Share model, const Net *net, Tally *tally,
                       size_t threads)
{
    Share *shares = memory_array(threads, sizeof *shares);
    bool *started = memory_array(threads, sizeof *started);
    for (size_t i = 0; i < threads; i++) {
        shares[i] = model;
        shares[i].tally = tally_new(net);
    }
    for (size_t i = 1; i < threads; i++)
        started[i] =
            pthread_create(&shares[i].thread, NULL, work, &shares[i]) == 0;
    work(&shares[0]);
    for (size_t i = 0; i < threads; i++) {
        if (i && started[i])
            pthread_join(shares[i].thread, NULL);
        tally_add(tally, &shares[i].tally, net);
        tally_free(&shares[i].tally, net);
    }
    free(shares);
    free(started);
}

void simulate_machine(const Machine *machine, PlayoutTask *task, Tally *tally,
                      size_t threads)
{
    run_shares((Share){.machine = machine, .task = task}, machine_net(machine),
               tally, threads);
}

void simulate_sliced(const Sliced *sliced, const Net *net, PlayoutTask *task,
                     Tally *tally, size_t threads)
{
    run_shares((Share){.sliced = sliced, .task = task}, net, tally, threads);
}

/* ---- the interpreter ---- */

static bool choose_plain(Interp *interp, uint64_t key, uint64_t step,
                         const Term **moves)
{
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const Term *const *legal = interp_legal(interp, i, &count);
        if (!count)
            return false;
        moves[i] = legal[playout_choice(key, step, i, (uint32_t)count)];
    }
    return true;
}

static void note_plain_goals(Interp *interp, PlainTally *tally)
{
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const int *values = interp_goals(interp, i, &count);
        for (size_t k = 0; k < count; k++)
            tally->goals[i][values[k]]++;
    }
}

void simulate_interp(Interp *interp, PlayoutTask *task, PlainTally *tally)
{
    size_t roles = interp_role_count(interp);
    const Term **moves = memory_array(roles, sizeof *moves);
    uint64_t playout;
    while (!interp_failure(interp) && task_take(task, &playout)) {
        Arena *arenas[2] = {arena_new(), arena_new()};
        uint64_t key = playout_key(task->seed, playout), step = 0;
        interp_set(interp, interp_initial(interp));
        while (!interp_terminal(interp) && may_go_on(task, step) &&
               choose_plain(interp, key, step, moves)) {
            Arena **arena = &arenas[step % 2];
            arena_free(*arena);
            *arena = arena_new();
            interp_set(interp, interp_next(interp, moves, *arena));
            step++;
        }
        bool ended = interp_terminal(interp) && !interp_failure(interp);
        if (ended)
            note_plain_goals(interp, tally);
        tally->playouts += ended;
        tally->states += ended ? step : 0;
        tally->given_up += !ended;
        arena_free(arenas[0]);
        arena_free(arenas[1]);
        if (budget_spent(task->budget))
            break;
    }
    free(moves);
}
