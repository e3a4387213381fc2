/* mpi_worker.c - a rank of MPI that runs cells for rank 0
 *
 * In:   cells, one at a time
 * Out:  their results
 *
 * A thread runs the cell, so that this one hears if it is to stop, and can tell
 * rank 0 that it is alive. Only this one speaks to MPI.
 */
#include "mpi/mpi_run.h"

#include "base/budget.h"
#include "base/memory.h"
#include "mpi/mpi_message.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static volatile sig_atomic_t is_stopped; /* no cell is wanted any more */

static void on_stop(int signal)
{
    (void)signal;
    is_stopped = true;
}

typedef struct {
    Cell cell;
    CellResult result;
} RunningCell;

static void *run_thread(void *data)
{
    RunningCell *running = data;
    running->result = cell_run(&running->cell, &is_stopped);
    return NULL;
}

/* Waits a moment for the end of THREAD: whether it has come. */
static bool has_ended(pthread_t thread)
{
    enum { MOMENT = 50000000, SECOND = 1000000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (until.tv_nsec + MOMENT) / SECOND;
    until.tv_nsec = (until.tv_nsec + MOMENT) % SECOND;
    return pthread_timedjoin_np(thread, NULL, &until) != ETIMEDOUT;
}

/* Waits for the end of the cell. False if rank 0 said that all is over. */
static bool attend_cell(pthread_t thread)
{
    bool goes_on = true;
    double last_sent = clock_now();
    while (!has_ended(thread)) {
        int from;
        MessageKind kind;
        Text text;
        if (message_receive(0, &from, &kind, &text)) {
            is_stopped = true;
            goes_on = goes_on && kind != MESSAGE_END;
            text_free(&text);
        }
        if (clock_now() > last_sent + 1) {
            last_sent = clock_now();
            message_send(0, MESSAGE_ALIVE, NULL);
        }
    }
    return goes_on;
}

/* Runs the cell in TEXT; false as attend_cell(). */
static bool run_cell(Text *text)
{
    RunningCell running = {.cell = cell_read(text)};
    pthread_t thread;
    Text answer = {0};
    bool goes_on = true;
    if (pthread_create(&thread, NULL, run_thread, &running) == 0)
        goes_on = attend_cell(thread);
    else
        run_thread(&running);
    cell_result_write(&answer, &running.result);
    if (goes_on)
        message_send(0, MESSAGE_RESULT, &answer);
    cell_result_clear(&running.result);
    free((void *)running.cell.arguments);
    text_free(&answer);
    return goes_on;
}

void worker_run(void)
{
    struct sigaction action = {.sa_handler = on_stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    unsigned pauses = 0;
    for (bool goes_on = true; goes_on;) {
        int from;
        MessageKind kind;
        Text text;
        if (!message_receive(0, &from, &kind, &text)) {
            message_pause(&pauses);
            continue;
        }
        pauses = 0;
        if (kind == MESSAGE_CELL)
            goes_on = run_cell(&text);
        else
            goes_on = kind != MESSAGE_END;
        text_free(&text);
    }
}
