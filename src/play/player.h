/* player.h - answers the messages of game managers, in time
 *
 * A player knows nothing of the network: texts come in, answers go out. Every
 * match has a process that searches; the best answer so far is sent when there
 * is no more time.
 */
#ifndef ZERMELO_PLAY_PLAYER_H
#define ZERMELO_PLAY_PLAYER_H

#include "play/agent.h"

#include <stdio.h>

typedef struct {
    const char *name;
    AgentOptions agent;
    size_t parallel;  /* matches at the same time, at least 1 */
    double max_clock; /* seconds; a START with more is refused; 0: any */
    size_t max_bytes; /* of all messages that wait for a match; 0: any */
    size_t megabytes; /* of the process of a match; 0: as this one */
    FILE *log;        /* NULL: no log */
} PlayerOptions;

typedef struct Player Player;

Player *player_new(const PlayerOptions *options);

/* Answers all that is open, and from now on that the player is busy. */
void player_close(Player *player);
void player_free(Player *player);

/* Receives an answer: SEND is called once, perhaps before player_take returns.
 */
typedef struct {
    void (*send)(void *data, const char *answer);
    void *data;
} Waiter;

/* Takes a TEXT of at most MAX_MESSAGE_BYTES that came at ARRIVAL
 * (base/budget.h), and empties it if it is kept. What is no message is answered
 * by an empty text. */
void player_take(Player *player, Text *text, double arrival, Waiter waiter);

/* Waits for at most so many SECONDS, or until there is something to read at
 * FILE, and sends the answers that are due or have come meanwhile. */
void player_wait(Player *player, int file, double seconds);

/* The longest that an answer to a PLAY took, as a part of its clock. */
double player_slowest(const Player *player);

#endif
