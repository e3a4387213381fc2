/* mpi_main.c - zermelo-mpi: batch, tournament and prove on the ranks of MPI
 *
 * Rank 0 is the program zermelo, except that its cells are run by the other
 * ranks (mpi/ranks.c). These get cells, one at a time, and send their results.
 * While the process of a cell runs, they hear if it is to stop, and tell rank 0
 * that they are alive.
 */
#include "base/budget.h"
#include "cli/command.h"
#include "mpi/ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- workers ---- */

static volatile sig_atomic_t is_stopped; /* no cell is wanted any more */
static bool is_over;                     /* rank 0 said so */
static double last_sent;                 /* that this rank is alive */

static void on_stop(int signal)
{
    (void)signal;
    is_stopped = true;
}

static void attend_cell(void)
{
    Message message;
    if (message_receive(&message)) {
        is_stopped = true;
        is_over |= message.kind == MESSAGE_END;
        text_free(&message.text);
    }
    if (clock_now() > last_sent + 1) {
        last_sent = clock_now();
        message_send(0, MESSAGE_ALIVE, NULL);
    }
}

static void run_cell(const Text *text)
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

static void run_worker(void)
{
    struct sigaction action = {.sa_handler = on_stop};
    Message message;
    unsigned pauses = 0;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    while (!is_over) {
        if (!message_receive(&message)) {
            message_pause(&pauses);
            continue;
        }
        pauses = 0;
        if (message.kind == MESSAGE_CELL)
            run_cell(&message.text);
        is_over |= message.kind == MESSAGE_END;
        text_free(&message.text);
    }
}

/* ---- rank 0, and all ---- */

/* Whether WORD is a command whose cells can be spread, or asks for help. */
static bool is_taken(const char *word)
{
    static const char *const words[] = {
        "batch", "tournament", "prove", "--help", "-h", "--version", "-V"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static int run_rank_0(int argc, char **argv)
{
    if (argc > 1 && is_taken(argv[1]))
        return zermelo_main(argc, argv);
    fprintf(stderr, "zermelo-mpi: it takes batch, tournament and prove; all "
                    "other commands are those of zermelo\n");
    return EXIT_ERROR;
}

int main(int argc, char **argv)
{
    int rank, rank_count, status = EXIT_YES;
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return EXIT_ERROR;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    if (rank) {
        run_worker();
    } else {
        workers_begin((size_t)rank_count);
        status = run_rank_0(argc, argv);
        if (!workers_end())
            MPI_Abort(MPI_COMM_WORLD, status); /* there is no other end */
    }
    MPI_Finalize();
    return status;
}
