/* http_client.h - a request to a player over HTTP, as a game manager makes it
 */
#ifndef ZERMELO_PLAY_HTTP_CLIENT_H
#define ZERMELO_PLAY_HTTP_CLIENT_H

#include "base/text.h"

#include <signal.h>

typedef enum {
    POST_DONE,
    POST_LATE,    /* no whole answer in time */
    POST_FAILED,  /* no connection, or it broke */
    POST_GARBAGE, /* an answer that is none, or far too long */
} PostEnd;

/* Sends BODY to URL, waits at most SECONDS, and adds what comes back to
 * ANSWER. Gives up soon when *CANCELLED is set. */
PostEnd post(const char *url, const char *body, double seconds,
             const volatile sig_atomic_t *cancelled, Text *answer);

/* To be called before and after requests, by one thread; false if there is no
 * libcurl, which makes them. */
bool post_begin(void);
void post_end(void);

#endif
