/* server.h - the network side of a player: HTTP requests in, replies out
 *
 * Whatever a client does, sends or leaves unsent, it can use up one of a fixed
 * number of connections for a few seconds, and no more.
 */
#ifndef ZERMELO_PLAY_SERVER_H
#define ZERMELO_PLAY_SERVER_H

#include "play/player.h"

typedef struct Server Server;

/* Listens at ADDRESS, a numeric IP address, and at PORT or the next one that
 * is free. NULL, with the reason in *WHY, if that cannot be. Borrows PLAYER. */
Server *server_new(Player *player, const char *address, unsigned port,
                   const char **why);
unsigned server_port(const Server *server);

/* In this order: no new requests, player_free, server_free. */
void server_stop(Server *server);
void server_free(Server *server);

#endif
