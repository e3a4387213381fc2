/* ranks.h - the ranks of MPI, and the messages between them
 *
 * Rank 0 sends CELL, STOP (the cell that is running is not wanted any more) and
 * END; workers send RESULT and, while a cell runs, ALIVE once a second. All
 * wait by asking from time to time: MPI itself would keep a processor busy.
 */
#ifndef ZERMELO_MPI_RANKS_H
#define ZERMELO_MPI_RANKS_H

#include "base/text.h"
#include "batch/cell.h"

/* ---- messages ---- */

typedef enum {
    MESSAGE_CELL,
    MESSAGE_STOP,
    MESSAGE_END,
    MESSAGE_RESULT,
    MESSAGE_ALIVE,
} MessageKind;

typedef struct {
    int rank; /* from where */
    MessageKind kind;
    Text text; /* to be freed */
} Message;

/* What this rank has sent and received. */
typedef struct {
    size_t messages, bytes;
} MessageCount;
extern MessageCount messages_sent, messages_received;

/* TEXT may be NULL: a message without content. Returns when it may be freed. */
void message_send(int rank, MessageKind kind, const Text *text);

/* Takes a message, if one has come; of workers all come from rank 0. */
bool message_receive(Message *message);

/* A moment in which nothing has come; 0.1 ms at first, then 2 ms. */
void message_pause(unsigned *pauses);

void cell_write(Text *text, const Cell *cell);
/* The strings of the cell are in TEXT; its arguments are to be freed. */
Cell cell_read(const Text *text);

void cell_result_write(Text *text, const CellResult *result);
CellResult cell_result_read(const Text *text);

/* ---- rank 0 ---- */

void workers_begin(size_t rank_count);
size_t workers_count(void); /* that run cells: rank 0 itself if it is alone */

/* Tells all that it is the end. False if one was lost, and MPI cannot end in
 * good order. */
bool workers_end(void);

#endif
