/* ranks.c - cells on the ranks of MPI, handed out by rank 0
 *
 * In:   a Dispatch
 * Out:  all its cells, run
 *
 * Takes the place of batch/local_run.c in zermelo-mpi. Rank 0 alone has the
 * Dispatch, and so the database. A worker that says nothing for LOST_SECONDS is
 * lost, and its cell is given to another one. Start reading at dispatch_run().
 */
#include "mpi/ranks.h"

#include "base/budget.h"
#include "base/memory.h"
#include "batch/dispatch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { LOST_SECONDS = 30 };

typedef struct {
    const Cell *cell; /* that it runs; NULL: none */
    double last_heard;
    bool is_lost;
} Worker;

static struct {
    Worker *list; /* by rank; rank 0 is none */
    size_t rank_count;
} workers;

void workers_begin(size_t rank_count)
{
    workers.rank_count = rank_count;
    workers.list = memory_zeroed(rank_count, sizeof *workers.list);
}

size_t workers_count(void)
{
    return workers.rank_count > 1 ? workers.rank_count - 1 : 1;
}

bool workers_end(void)
{
    bool is_complete = true;
    for (size_t rank = 1; rank < workers.rank_count; rank++)
        if (workers.list[rank].is_lost)
            is_complete = false;
        else
            message_send((int)rank, MESSAGE_END, NULL);
    if (getenv("ZERMELO_MPI_REPORT"))
        fprintf(stderr,
                "zermelo-mpi: rank 0 of %zu sent %zu messages of %zu bytes and "
                "received %zu of %zu\n",
                workers.rank_count, messages_sent.messages, messages_sent.bytes,
                messages_received.messages, messages_received.bytes);
    free(workers.list);
    return is_complete;
}

static void hand_out(size_t rank, const Cell *cell)
{
    Worker *worker = &workers.list[rank];
    Text text = {0};
    worker->cell = cell;
    worker->last_heard = clock_now();
    cell_write(&text, cell);
    message_send((int)rank, MESSAGE_CELL, &text);
    text_free(&text);
}

/* Gives every worker that has none a cell. Whether cells are left, or run. */
static bool hand_out_all(Dispatch *dispatch)
{
    bool is_any_running = false, must_wait = true;
    for (size_t rank = 1; rank < workers.rank_count; rank++) {
        Worker *worker = &workers.list[rank];
        const Cell *cell = NULL;
        if (!worker->is_lost && !worker->cell && must_wait)
            cell = dispatch_try_next(dispatch, &must_wait);
        if (cell) {
            hand_out(rank, cell);
            must_wait = true;
        }
        is_any_running |= worker->cell != NULL;
    }
    return is_any_running || must_wait;
}

/* Takes a message, if one has come. What a lost worker says is too late: its
 * cell was given to another. */
static bool take_message(Dispatch *dispatch)
{
    Message message;
    if (!message_receive(&message))
        return false;
    assert(message.rank > 0 && (size_t)message.rank < workers.rank_count);
    Worker *worker = &workers.list[message.rank];
    worker->last_heard = clock_now();
    if (message.kind == MESSAGE_RESULT && worker->cell) {
        CellResult result = cell_result_read(&message.text);
        dispatch_finish(dispatch, worker->cell, &result);
        worker->cell = NULL;
    }
    text_free(&message.text);
    return true;
}

/* Gives up those of which nothing was heard; false if none is left. */
static bool give_up_lost(Dispatch *dispatch)
{
    bool is_any_left = false;
    for (size_t rank = 1; rank < workers.rank_count; rank++) {
        Worker *worker = &workers.list[rank];
        if (worker->cell && clock_now() > worker->last_heard + LOST_SECONDS) {
            fprintf(stderr, "zermelo-mpi: rank %zu is lost\n", rank);
            dispatch_return(dispatch, worker->cell);
            *worker = (Worker){.is_lost = true};
        }
        is_any_left |= !worker->is_lost;
    }
    return is_any_left;
}

/* The user wants an end: what runs is not wanted any more. */
static void stop_all(Dispatch *dispatch)
{
    for (size_t rank = 1; rank < workers.rank_count; rank++) {
        Worker *worker = &workers.list[rank];
        CellResult none = {.is_cancelled = true};
        if (!worker->cell)
            continue;
        message_send((int)rank, MESSAGE_STOP, NULL);
        dispatch_finish(dispatch, worker->cell, &none);
        worker->cell = NULL;
    }
}

void dispatch_run(Dispatch *dispatch)
{
    const volatile sig_atomic_t *cancelled =
        dispatch_options(dispatch)->cancelled;
    unsigned pauses = 0;
    bool is_any_left = workers.rank_count > 1;
    while (is_any_left && hand_out_all(dispatch)) {
        if (take_message(dispatch))
            pauses = 0;
        else
            message_pause(&pauses);
        if (cancelled && *cancelled)
            stop_all(dispatch);
        is_any_left = give_up_lost(dispatch);
    }
    if (!is_any_left)
        dispatch_work(dispatch);
}
