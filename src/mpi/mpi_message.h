/* mpi_message.h - cells and results as messages between the ranks of MPI
 *
 * Rank 0 sends CELL, STOP (the cell that is running is not wanted any more) and
 * END; workers send RESULT and, while a cell runs, ALIVE once a second. All
 * wait by asking from time to time: MPI itself would keep a processor busy.
 */
#ifndef ZERMELO_MPI_MPI_MESSAGE_H
#define ZERMELO_MPI_MPI_MESSAGE_H

#include "base/text.h"
#include "batch/cell.h"

typedef enum {
    MESSAGE_CELL,
    MESSAGE_STOP,
    MESSAGE_END,
    MESSAGE_RESULT,
    MESSAGE_ALIVE,
} MessageKind;

/* What this rank has sent and received. */
typedef struct {
    size_t messages, bytes;
} MessageCount;
extern MessageCount messages_sent, messages_received;

/* TEXT may be NULL: a message without content. Returns when it may be freed. */
void message_send(int rank, MessageKind kind, const Text *text);

/* A message from RANK, or from any if that is below 0, if one has come: then
 * *FROM is who sent it, and TEXT, to be freed, what it says. */
bool message_receive(int rank, int *from, MessageKind *kind, Text *text);

/* A moment in which nothing has come; 0.1 ms at first, then 2 ms. */
void message_pause(unsigned *pauses);

void cell_write(Text *text, const Cell *cell);
/* The strings of the cell are in TEXT; its arguments are to be freed. */
Cell cell_read(Text *text);

void cell_result_write(Text *text, const CellResult *result);
CellResult cell_result_read(const Text *text);

#endif
