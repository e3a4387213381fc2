/* mpi_worker.c - a rank of MPI that runs cells for rank 0
 *
 * In:   cells, one at a time
 * Out:  their results
 *
 * While the process of a cell runs, this one hears if it is to stop, and tells
 * rank 0 that it is alive.
 */
#include "mpi/mpi_run.h"

#include "base/budget.h"
#include "mpi/mpi_message.h"

#include <stdlib.h>

static volatile sig_atomic_t is_stopped; /* no cell is wanted any more */
static bool is_over;                     /* rank 0 said so */
static double last_sent;                 /* that it is alive */

static void on_stop(int signal)
{
    (void)signal;
    is_stopped = true;
}

static void attend_cell(void)
{
    int from;
    MessageKind kind;
    Text text;
    if (message_receive(0, &from, &kind, &text)) {
        is_stopped = true;
        is_over |= kind == MESSAGE_END;
        text_free(&text);
    }
    if (clock_now() > last_sent + 1) {
        last_sent = clock_now();
        message_send(0, MESSAGE_ALIVE, NULL);
    }
}

static void run_cell(Text *text)
{
    Cell cell = cell_read(text);
    Text answer = {0};
    cell.attend = attend_cell;
    last_sent = clock_now();
    CellResult result = cell_run(&cell, &is_stopped);
    cell_result_write(&answer, &result);
    if (!is_over)
        message_send(0, MESSAGE_RESULT, &answer);
    cell_result_clear(&result);
    free((void *)cell.arguments);
    text_free(&answer);
}

void worker_run(void)
{
    struct sigaction action = {.sa_handler = on_stop};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    unsigned pauses = 0;
    while (!is_over) {
        int from;
        MessageKind kind;
        Text text;
        if (!message_receive(0, &from, &kind, &text)) {
            message_pause(&pauses);
            continue;
        }
        pauses = 0;
        if (kind == MESSAGE_CELL)
            run_cell(&text);
        is_over |= kind == MESSAGE_END;
        text_free(&text);
    }
}
