/* table.h - people and the program at one table, each in a seat of its own
 *
 * A seat is opened by the number of its table and a secret, and shows what its
 * role may know. Moves are kept here and nowhere else.
 */
#ifndef ZERMELO_SERVE_TABLE_H
#define ZERMELO_SERVE_TABLE_H

#include "serve/jobs.h"

typedef struct Tables Tables;

/* Sends the JSON of a reply; of a stream an event. */
typedef struct {
    void (*send)(void *request, const char *json);
    void (*refuse)(void *request, const char *rule, const char *message);
} TableReplies;

Tables *tables_new(Jobs *jobs, const TableReplies *replies, size_t megabytes);
void tables_free(Tables *tables);

/* A new table for {"seats": {role: "person", "program", "random"}}: replies
 * with
 * {"table": number, "seats": {role: secret}}. */
void tables_open(Tables *tables, const char *rules, const json_t *question,
                 void *request);

/* {"table", "secret"} and, to make a move, "move". WATCHES: REQUEST is a stream
 * and gets what the seat sees now and after each step; otherwise once. */
void tables_seat(Tables *tables, const json_t *question, void *request,
                 bool watches);

/* REQUEST is not to be used any more. */
void tables_forget(Tables *tables, void *request);

#endif
