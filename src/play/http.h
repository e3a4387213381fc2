/* http.h - HTTP requests in, replies and streams out; knows no games
 *
 * Whatever a client does, sends or leaves unsent, it can use up one of a fixed
 * number of connections for a few seconds, and no more; where there are too
 * many, the oldest that has not yet sent a whole request is closed. Every reply
 * closes its connection.
 */
#ifndef ZERMELO_PLAY_HTTP_H
#define ZERMELO_PLAY_HTTP_H

#include "base/text.h"

#include <stdint.h>

typedef struct Http Http;                /* a server */
typedef const char *const HttpHeader[2]; /* a name and its value */

/* A request, valid until it is forgotten; there is one on each connection. */
typedef struct {
    char *method;
    char *target;   /* of the request line, as it came */
    double arrival; /* of that line */
    Text body;      /* belongs to the handler */
    bool is_stream; /* its reply */
    /* for http.c: */
    Http *http;
    struct MHD_Connection *connection;
    int socket;
    uint64_t client_network; /* its address, or the network of it */
    double connect_time;
    size_t held_bytes;       /* of its body, until it is handed over */
    unsigned refusal_status; /* the status to refuse it with, or 0 */
    bool has_headers, is_suspended;
    bool is_gone; /* the client */
    bool has_ended;
    unsigned status; /* of its reply; 0: there is none yet */
    const HttpHeader *headers;
    Text reply;
    size_t sent; /* bytes of it, of a stream */
} HttpRequest;

typedef struct {
    const char *address; /* a numeric IP address */
    unsigned port;       /* this one, or the next that is free; 0: any */
    size_t max_bytes;    /* of all requests together */
    size_t max_body;     /* bytes of one */
    double max_seconds;  /* from the connection to the end of a request */
    void *data;          /* for these functions: */
    /* The headers are there: the status to refuse it with, or 0. */
    unsigned (*judge)(void *data, HttpRequest *request);
    /* All of it is there: to be replied to, now or later. */
    void (*handle)(void *data, HttpRequest *request);
    /* The client is gone, or has its reply. NULL: clients that have sent all
     * they have to say may close their side, and are not looked at until there
     * is a reply. */
    void (*forget)(void *data, HttpRequest *request);
} HttpOptions;

/* NULL, with the reason in *WHY, if it cannot listen. */
Http *http_new(const HttpOptions *options, const char **why);
unsigned http_port(const Http *http);

/* No new connections. Then what is open should be replied to. */
void http_close(Http *http);
void http_free(Http *http);

/* Is readable when there is something to do, at the latest after so many
 * seconds; then http_run() is to be called. */
int http_descriptor(const Http *http);
double http_max_wait(const Http *http);
void http_run(Http *http);

/* ---- a request ---- */

/* NULL if it has no such header. */
const char *http_header(const HttpRequest *request, const char *name);

/* What the target says, URL-decoded, is the body: of a GET. */
void http_decode_target(HttpRequest *request);

/* HEADERS end in NULL and live as long as the server. */
void http_reply(HttpRequest *request, unsigned status,
                const HttpHeader *headers, const char *body, size_t length);

/* A reply that comes in parts. */
void http_stream(HttpRequest *request, const HttpHeader *headers);
void http_stream_add(HttpRequest *request, const char *bytes, size_t length);
void http_stream_end(HttpRequest *request);

#endif
