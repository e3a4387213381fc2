/* server.c - the network side of a player: HTTP requests in, replies out
 *
 * In:   requests over TCP, by play/http.c
 * Out:  texts for play/player.c, and its answers as replies
 *
 * Start reading at handle_request(), in the middle.
 */
#include "play/server.h"

#include "base/memory.h"
#include "play/deadline.h"
#include "play/http.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

struct Server {
    Player *player;
    Http *http;
    bool cors;
};

/* The first ones let a web page read the reply, as those of GGP-Base do. */
static const HttpHeader reply_headers[] = {
    {"Access-Control-Allow-Origin", "*"},
    {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
    {"Access-Control-Allow-Headers", "Content-Type"},
    {"Access-Control-Allow-Age", "86400"},
    {"Content-Type", "text/acl"},
    {NULL, NULL}};
enum { CORS_HEADERS = 4 };

typedef struct {
    const Server *server;
    HttpRequest *request;
} Reply;

static void reply_with(const Server *server, HttpRequest *request,
                       const char *answer)
{
    http_reply(request, MHD_HTTP_OK,
               reply_headers + (server->cors ? 0 : CORS_HEADERS), answer,
               strlen(answer));
}

/* Called by the player when it has the answer. */
static void reply_with_answer(void *data, const char *answer)
{
    Reply *reply = data;
    reply_with(reply->server, reply->request, answer);
    free(reply);
}

static bool is_get(const HttpRequest *request)
{
    return strcmp(http_method(request), MHD_HTTP_METHOD_GET) == 0;
}

/* A browser lets any page send a GET, and a POST if it says who it is in
 * `Origin`; managers send POST without. We have no pages, so that every origin
 * is foreign. The status to refuse the request with, or 0. */
static unsigned judge_origin(void *data, HttpRequest *request)
{
    const Server *server = data;
    if (server->cors)
        return 0;
    if (http_header(request, MHD_HTTP_HEADER_ORIGIN))
        return MHD_HTTP_FORBIDDEN;
    return is_get(request) ? MHD_HTTP_METHOD_NOT_ALLOWED : 0;
}

static void handle_request(void *data, HttpRequest *request)
{
    const Server *server = data;
    bool is_post = strcmp(http_method(request), MHD_HTTP_METHOD_POST) == 0;
    if (is_get(request)) {
        http_decode_target(request);
    } else if (!is_post) {
        reply_with(server, request, "");
        return;
    }
    Reply *reply = memory_alloc(sizeof *reply);
    *reply = (Reply){server, request};
    player_take(server->player, http_body(request), http_arrival(request),
                (Waiter){reply_with_answer, reply});
}

Server *server_new(Player *player, const ServerOptions *options,
                   const char **why)
{
    Server *server = memory_alloc(sizeof *server);
    *server = (Server){.player = player, .cors = options->cors};
    server->http = http_new(&(HttpOptions){.address = options->address,
                                           .port = options->port,
                                           .max_bytes = options->max_bytes,
                                           .max_body = MAX_MESSAGE_BYTES,
                                           .max_seconds = options->max_seconds,
                                           .data = server,
                                           .judge = judge_origin,
                                           .handle = handle_request},
                            why);
    if (!server->http) {
        free(server);
        return NULL;
    }
    thread_raise_priority();
    return server;
}

unsigned server_port(const Server *server)
{
    return http_port(server->http);
}

void server_step(Server *server)
{
    player_wait(server->player, http_descriptor(server->http),
                http_max_wait(server->http));
    http_run(server->http);
}

void server_free(Server *server)
{
    if (!server)
        return;
    http_close(server->http);
    player_close(server->player);
    http_free(server->http);
    free(server);
}
