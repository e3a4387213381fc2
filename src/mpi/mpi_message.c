/* mpi_message.c - cells and results as messages between the ranks of MPI
 *
 * In:   a Cell, or a CellResult
 * Out:  the same in another process
 * Next: mpi/mpi_run.c, mpi/mpi_worker.c
 *
 * A message is a line of numbers, then strings: file names and rules may be any
 * bytes, so it is no JSON.
 */
#include "mpi/mpi_message.h"

#include "base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

MessageCount messages_sent, messages_received;

static void count_message(MessageCount *count, size_t bytes)
{
    count->messages++;
    count->bytes += bytes;
}

/* Not MPI_Send: that waits until the other side takes a large message, for ever
 * if that is lost, and keeps a processor busy. */
void message_send(int rank, MessageKind kind, const Text *text)
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
    count_message(&messages_sent, length);
}

bool message_receive(int rank, int *from, MessageKind *kind, Text *text)
{
    int has_come = 0, length = 0;
    MPI_Status status;
    if (MPI_Iprobe(rank < 0 ? MPI_ANY_SOURCE : rank, MPI_ANY_TAG,
                   MPI_COMM_WORLD, &has_come, &status) != MPI_SUCCESS ||
        !has_come || MPI_Get_count(&status, MPI_BYTE, &length) != MPI_SUCCESS)
        return false;
    *from = status.MPI_SOURCE;
    *kind = (MessageKind)status.MPI_TAG;
    *text = (Text){0};
    char *bytes = memory_array((size_t)length + 1, 1);
    bool is_read = MPI_Recv(bytes, length, MPI_BYTE, *from, status.MPI_TAG,
                            MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS;
    if (is_read)
        text_add(text, bytes, (size_t)length);
    free(bytes);
    count_message(&messages_received, (size_t)length);
    return is_read;
}

void message_pause(unsigned *pauses)
{
    enum { SHORT_PAUSES = 100, SHORT = 100000, LONG = 2000000 };
    const struct timespec pause = {
        .tv_nsec = (*pauses)++ < SHORT_PAUSES ? SHORT : LONG};
    nanosleep(&pause, NULL);
}

/* ---- cells ---- */

/* seconds, number of arguments, length of the input; then the arguments, each
 * with its NUL, and the input */
void cell_write(Text *text, const Cell *cell)
{
    size_t count = 0;
    while (cell->arguments[count])
        count++;
    text_addf(text, "%.17g %zu %zu\n", cell->seconds, count,
              cell->input_length);
    for (size_t i = 0; i < count; i++)
        text_add(text, cell->arguments[i], strlen(cell->arguments[i]) + 1);
    text_add(text, cell->input, cell->input_length);
}

Cell cell_read(Text *text)
{
    Cell cell = {0};
    size_t count = 0;
    int is_read = sscanf(text_string(text), "%lf %zu %zu", &cell.seconds,
                         &count, &cell.input_length);
    assert(is_read == 3);
    (void)is_read;
    const char **arguments = memory_array(count + 1, sizeof *arguments);
    const char *next = strchr(text->bytes, '\n') + 1;
    for (size_t i = 0; i < count; i++) {
        arguments[i] = next;
        next += strlen(next) + 1;
    }
    arguments[count] = NULL;
    assert(next + cell.input_length == text->bytes + text->length);
    cell.arguments = arguments;
    cell.input = next;
    return cell;
}

/* ---- results ---- */

/* exit status, seconds, bytes, whether it was cancelled; then the answer */
void cell_result_write(Text *text, const CellResult *result)
{
    text_addf(text, "%d %.17g %" PRIu64 " %d\n", result->exit, result->seconds,
              result->bytes, result->is_cancelled);
    text_adds(text, result->answer);
}

CellResult cell_result_read(const Text *text)
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
