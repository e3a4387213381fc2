/* fork.h - a copy of this process that works on its own
 *
 * Whatever becomes of the copy (it exhausts its memory, never comes to an end,
 * crashes), this process goes on. It is killed when it is given up, and by the
 * system when this process dies.
 */
#ifndef ZERMELO_PLAY_FORK_H
#define ZERMELO_PLAY_FORK_H

#include "base/text.h"

#include <sys/types.h>

typedef struct {
    pid_t pid;  /* 0 once it is reaped */
    int socket; /* to the copy, where it is STDIN_FILENO */
} Fork;

/* Starts a copy that calls RUN and ends. It may use so many MEGABYTES (0: as
 * this one); its standard output is where its errors go. KIND: of the socket.
 * False, with the reason in *WHY, if there is none. To be called by the only
 * thread. */
bool fork_start(Fork *fork, int kind, size_t megabytes, void (*run)(void *data),
                void *data, const char **why);

/* Kills it, if it has not ended, and says in WHY how it ended. */
void fork_end(Fork *fork, Text *why);

#endif
