/* mpi_main.c - zermelo-mpi: batch, tournament and prove on the ranks of MPI
 *
 * Rank 0 is the program zermelo, except that its cells are run by the other
 * ranks: dispatch_run() takes the place of batch/local_run.c. It alone has the
 * Dispatch, and so the database. The others get cells, one at a time, and send
 * their results; while the process of a cell runs, they hear if it is to stop,
 * and tell rank 0 once a second that they are alive. One that says nothing for
 * LOST_SECONDS is lost, and its cell is given to another one.
 *
 * All wait by asking from time to time: MPI itself would keep a processor busy.
 * A message is numbers, then strings: file names may be any bytes, so it is no
 * JSON. Start reading at dispatch_run() and run_worker().
 */
#include "mpi/workers.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"
#include "batch/dispatch.h"
#include "cli/command.h"

#include <assert.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- messages ---- */

typedef enum {
    MESSAGE_CELL,
    MESSAGE_STOP, /* the cell that is running is not wanted any more */
    MESSAGE_END,
    MESSAGE_RESULT, /* from workers, */
    MESSAGE_ALIVE,  /* as this */
} MessageKind;

typedef struct {
    int rank; /* from where */
    MessageKind kind;
    Text text; /* to be freed */
} Message;

/* What this rank has sent and received. */
static struct {
    size_t messages, bytes;
} sent, received;

/* A moment in which nothing has come; 0.1 ms at first, then 2 ms. */
static void message_pause(unsigned *pauses)
{
    enum { SHORT_PAUSES = 100, SHORT = 100000, LONG = 2000000 };
    const struct timespec pause = {
        .tv_nsec = (*pauses)++ < SHORT_PAUSES ? SHORT : LONG};
    nanosleep(&pause, NULL);
}

/* TEXT may be NULL: a message without content. Not MPI_Send: that waits until
 * the other side takes a large message, for ever if that is lost, and keeps a
 * processor busy. */
static void message_send(int rank, MessageKind kind, const Text *text)
{
    enum { MAX_PAUSES = 30000 }; /* about a minute */
    MPI_Request request;
    int is_done = 0;
    unsigned pauses = 0;
    size_t length = text ? text->length : 0;
    assert(length < INT32_MAX); /* MAX_OUTPUT_BYTES of batch/cell.c */
    if (MPI_Isend(length ? text->bytes : NULL, (int)length, MPI_BYTE, rank,
                  kind, MPI_COMM_WORLD, &request) != MPI_SUCCESS)
        return;
    while (MPI_Test(&request, &is_done, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
           !is_done && pauses < MAX_PAUSES)
        message_pause(&pauses);
    sent.messages++;
    sent.bytes += length;
}

/* Takes a message, if one has come; of workers all come from rank 0. */
static bool message_receive(Message *message)
{
    int has_come = 0, length = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_come,
                   &status) != MPI_SUCCESS ||
        !has_come || MPI_Get_count(&status, MPI_BYTE, &length) != MPI_SUCCESS)
        return false;
    char *bytes = memory_zeroed((size_t)length + 1, 1);
    *message = (Message){.rank = status.MPI_SOURCE,
                         .kind = (MessageKind)status.MPI_TAG,
                         .text = {bytes, (size_t)length, (size_t)length + 1}};
    received.messages++;
    received.bytes += (size_t)length;
    if (MPI_Recv(bytes, length, MPI_BYTE, message->rank, status.MPI_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS)
        return true;
    text_free(&message->text);
    return false;
}

/* ---- cells and results as messages ---- */

/* Sends seconds, then the arguments, each with its NUL. */
static void send_cell(int rank, const Cell *cell)
{
    Text text = {0};
    assert(!cell->input_length); /* rules are files that all ranks can read */
    text_addf(&text, "%.17g ", cell->seconds);
    for (const char *const *word = cell->arguments; *word; word++)
        text_add(&text, *word, strlen(*word) + 1);
    message_send(rank, MESSAGE_CELL, &text);
    text_free(&text);
}

/* The strings of the cell are in TEXT; its arguments are to be freed. */
static Cell cell_read(const Text *text)
{
    char *next;
    VEC(const char *) words = {0};
    Cell cell = {.seconds = strtod(text_string(text), &next)};
    for (const char *word = next + 1; word < text->bytes + text->length;
         word += strlen(word) + 1)
        vec_push(&words, word);
    vec_push(&words, NULL);
    cell.arguments = words.items;
    return cell;
}

/* Sends exit status, seconds, bytes, whether it was cancelled, the answer. */
static void send_result(const CellResult *result)
{
    Text text = {0};
    text_addf(&text, "%d %.17g %" PRIu64 " %d\n%s", result->exit,
              result->seconds, result->bytes, result->is_cancelled,
              result->answer);
    message_send(0, MESSAGE_RESULT, &text);
    text_free(&text);
}

static CellResult cell_result_read(const Text *text)
{
    CellResult result = {0};
    int is_cancelled = 0;
    int is_read =
        sscanf(text_string(text), "%d %lf %" SCNu64 " %d", &result.exit,
               &result.seconds, &result.bytes, &is_cancelled);
    assert(is_read == 4);
    (void)is_read;
    result.is_cancelled = is_cancelled;
    result.answer = memory_strdup(strchr(text_string(text), '\n') + 1);
    return result;
}

/* ---- rank 0 ---- */

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

size_t workers_count(void)
{
    return workers.rank_count > 1 ? workers.rank_count - 1 : 1;
}

/* Tells all that it is the end. False if one was lost, and MPI cannot end in
 * good order. */
static bool workers_end(void)
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
                workers.rank_count, sent.messages, sent.bytes,
                received.messages, received.bytes);
    free(workers.list);
    return is_complete;
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
            worker->cell = cell;
            worker->last_heard = clock_now();
            send_cell((int)rank, cell);
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

/* ---- a worker ---- */

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
    cell.attend = attend_cell;
    last_sent = clock_now();
    CellResult result = cell_run(&cell, &is_stopped);
    if (!is_over)
        send_result(&result);
    cell_result_clear(&result);
    free((void *)cell.arguments);
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

/* ---- all ---- */

/* A command whose cells can be spread, or help. */
static int run_rank_0(int argc, char **argv)
{
    if (argc > 1 && find_word("batch|tournament|prove|--help|-h|--version|-V",
                              argv[1]) != SIZE_MAX)
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
        workers.rank_count = (size_t)rank_count;
        workers.list = memory_zeroed(workers.rank_count, sizeof *workers.list);
        status = run_rank_0(argc, argv);
        if (!workers_end())
            MPI_Abort(MPI_COMM_WORLD, status); /* there is no other end */
    }
    MPI_Finalize();
    return status;
}
