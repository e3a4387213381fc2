/* player.h - answers the messages of game managers over HTTP, in time
 *
 * Every match has a process that searches; the best answer so far is sent when
 * there is no more time.
 */
#ifndef ZERMELO_PLAY_PLAYER_H
#define ZERMELO_PLAY_PLAYER_H

#include "play/agent.h"

#include <stdio.h>

typedef struct {
    const char *name;
    const char *address; /* a numeric IP address */
    unsigned port;       /* this one, or the next that is free */
    bool cors; /* web pages may send requests; otherwise they get 403 */
    double max_seconds; /* from a connection to the end of its request */
    AgentOptions agent;
    size_t parallel;  /* matches at the same time, at least 1 */
    double max_clock; /* seconds; a START with more is refused; 0: any */
    size_t max_bytes; /* of all requests together, and of all messages that
                         wait for a match */
    size_t megabytes; /* of the process of a match; 0: as this one */
    FILE *log;        /* NULL: no log */
} PlayerOptions;

typedef struct Player Player;

/* NULL, with the reason in *WHY, if it cannot listen. */
Player *player_new(const PlayerOptions *options, const char **why);
unsigned player_port(const Player *player);

/* Serves what has come, or waits a moment for it: to be called again and again.
 */
void player_step(Player *player);

/* Answers all that is open. */
void player_free(Player *player);

/* The longest that an answer to a PLAY took, as a part of its clock. */
double player_slowest(const Player *player);

#endif
