/* server.h - the network side of a player: HTTP requests in, replies out
 *
 * Whatever a client does, sends or leaves unsent, it can use up one of a fixed
 * number of connections for a few seconds, and no more; where there are too
 * many, the oldest that has not yet sent a whole request is closed.
 */
#ifndef ZERMELO_PLAY_SERVER_H
#define ZERMELO_PLAY_SERVER_H

#include "play/player.h"

typedef struct Server Server;

typedef struct {
    const char *address; /* a numeric IP address */
    unsigned port;       /* this one, or the next that is free */
    size_t max_bytes;    /* of all requests together */
    double max_seconds;  /* from the connection to the end of a request */
    bool cors; /* web pages may send requests; otherwise they get 403 */
} ServerOptions;

/* NULL, with the reason in *WHY, if it cannot listen. Borrows PLAYER. */
Server *server_new(Player *player, const ServerOptions *options,
                   const char **why);
unsigned server_port(const Server *server);

/* Serves what has come, or waits a moment for it: to be called again and again.
 */
void server_step(Server *server);

/* Answers all that is open, which closes the player. */
void server_free(Server *server);

#endif
