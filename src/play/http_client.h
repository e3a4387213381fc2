/* http_client.h - a request to a player over HTTP, as a game manager makes it
 */
#ifndef ZERMELO_PLAY_HTTP_CLIENT_H
#define ZERMELO_PLAY_HTTP_CLIENT_H

#include "base/text.h"

#include <signal.h>

typedef enum {
    HTTP_DONE,
    HTTP_LATE,    /* no whole answer in time */
    HTTP_FAILED,  /* no connection, or it broke */
    HTTP_GARBAGE, /* an answer that is none, or far too long */
} HttpResult;

/* Sends BODY to URL, waits at most SECONDS, and adds what comes back to
 * ANSWER. Gives up soon when *CANCELLED is set. */
HttpResult http_post(const char *url, const char *body, double seconds,
                     const volatile sig_atomic_t *cancelled, Text *answer);

/* To be called before and after requests, by one thread; false if there is no
 * libcurl, which makes them. */
bool http_begin(void);
void http_end(void);

#endif
