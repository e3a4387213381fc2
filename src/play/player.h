/* player.h - answers the messages of game managers, in time
 *
 * A player knows nothing of the network: texts come in, answers go out, from
 * whatever thread has them. Every match has a process that searches and a
 * thread that waits for it, and sends the best answer so far when there is no
 * more time.
 */
#ifndef ZERMELO_PLAY_PLAYER_H
#define ZERMELO_PLAY_PLAYER_H

#include "play/agent.h"

#include <stdio.h>

typedef struct {
    const char *name;
    AgentOptions agent;
    size_t parallel;     /* matches at the same time, at least 1 */
    double max_clock;    /* seconds; a START with more is refused; 0: any */
    size_t max_bytes;    /* of all messages that wait for a match; 0: any */
    const char *program; /* of a match (play/worker.h), that may use */
    size_t megabytes;    /* so many; 0: as this process */
    FILE *log;           /* NULL: no log */
} PlayerOptions;

typedef struct Player Player;

Player *player_new(const PlayerOptions *options);

/* Answers all that is open, and ends. */
void player_free(Player *player);

/* Receives an answer: SEND is called once, by any thread, perhaps before
 * player_take returns. */
typedef struct {
    void (*send)(void *data, const char *answer);
    void *data;
} Waiter;

/* Takes a text that came at ARRIVAL (base/budget.h). What is no message is
 * answered by an empty text. */
void player_take(Player *player, const char *text, size_t length,
                 double arrival, Waiter waiter);

/* The longest that an answer to a PLAY took, as a part of its clock. */
double player_slowest(Player *player);

#endif
