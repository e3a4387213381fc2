/* messages.c - cells and results as messages between the ranks of MPI
 *
 * In:   a Cell, or a CellResult
 * Out:  the same in another process
 * Next: mpi/ranks.c, mpi/mpi_main.c
 *
 * A message is numbers, then strings: file names may be any bytes, so it is no
 * JSON.
 */
#include "mpi/ranks.h"

#include "base/vec.h"

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

bool message_receive(Message *message)
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
    count_message(&messages_received, (size_t)length);
    if (MPI_Recv(bytes, length, MPI_BYTE, message->rank, status.MPI_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS)
        return true;
    text_free(&message->text);
    return false;
}

void message_pause(unsigned *pauses)
{
    enum { SHORT_PAUSES = 100, SHORT = 100000, LONG = 2000000 };
    const struct timespec pause = {
        .tv_nsec = (*pauses)++ < SHORT_PAUSES ? SHORT : LONG};
    nanosleep(&pause, NULL);
}

/* ---- cells ---- */

/* seconds, then the arguments, each with its NUL */
void cell_write(Text *text, const Cell *cell)
{
    assert(!cell->input_length); /* rules are files that all ranks can read */
    text_addf(text, "%.17g ", cell->seconds);
    for (const char *const *word = cell->arguments; *word; word++)
        text_add(text, *word, strlen(*word) + 1);
}

Cell cell_read(const Text *text)
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
