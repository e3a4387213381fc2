/* server.c - the network side of a player: HTTP requests in, replies out
 *
 * In:   requests over TCP, by libmicrohttpd
 * Out:  texts for play/player.c, and its answers as replies
 *
 * One thread does all input and output. A request that is complete is suspended
 * and handed over; whoever has the answer resumes it. Every reply closes its
 * connection, since one manager reads to the end of file.
 *
 * libmicrohttpd is loaded when a server is to be started (base/library.h).
 * Start reading at handle(), in the middle.
 */
#include "play/server.h"

#include "base/budget.h"
#include "base/fatal.h"
#include "base/library.h"
#include "play/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MOST_CONNECTIONS = 512,
    MOST_BYTES = 4 << 20,      /* of one request */
    MOST_BYTES_ALL = 64 << 20, /* of all together */
    IDLE_SECONDS = 5,          /* without a byte read or written; also when the
                                  client goes away in the middle of a body */
    SLOWEST_REQUEST = 30,      /* seconds from its first line to its last */
    PORTS = 100,               /* tried one after the other */
};

/* The functions of the library that are used. */
typedef struct {
    struct MHD_Daemon *(*start)(unsigned flags, uint16_t port,
                                MHD_AcceptPolicyCallback accept, void *data,
                                MHD_AccessHandlerCallback handler,
                                void *handler_data, ...);
    MHD_socket (*quiesce)(struct MHD_Daemon *daemon);
    void (*stop)(struct MHD_Daemon *daemon);
    void (*suspend)(struct MHD_Connection *connection);
    void (*resume)(struct MHD_Connection *connection);
    struct MHD_Response *(*response)(size_t size, void *buffer,
                                     enum MHD_ResponseMemoryMode mode);
    enum MHD_Result (*set_options)(struct MHD_Response *response,
                                   enum MHD_ResponseFlags flags, ...);
    enum MHD_Result (*add_header)(struct MHD_Response *response,
                                  const char *header, const char *content);
    enum MHD_Result (*queue)(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response);
    void (*destroy)(struct MHD_Response *response);
} Library;

struct Server {
    Library library;
    Player *player;
    struct MHD_Daemon *daemon;
    unsigned port;
    atomic_size_t bytes; /* held by requests */
};

typedef struct {
    Server *server;
    struct MHD_Connection *connection;
    double arrival;
    char *target; /* of the request line, as it came */
    Text body;
    bool begun, too_large, answered;
    char *answer;
} Request;

/* ---- the library ---- */

static bool load(Library *library)
{
    const LibrarySymbol symbols[] = {
        {"MHD_start_daemon", &library->start},
        {"MHD_quiesce_daemon", &library->quiesce},
        {"MHD_stop_daemon", &library->stop},
        {"MHD_suspend_connection", &library->suspend},
        {"MHD_resume_connection", &library->resume},
        {"MHD_create_response_from_buffer", &library->response},
        {"MHD_set_response_options", &library->set_options},
        {"MHD_add_response_header", &library->add_header},
        {"MHD_queue_response", &library->queue},
        {"MHD_destroy_response", &library->destroy},
        {NULL, NULL}};
    return library_load("libmicrohttpd.so.12", symbols);
}

/* ---- replies ---- */

/* The headers that a GGP-Base player sends. */
static enum MHD_Result reply(const Request *request, unsigned status,
                             const char *body)
{
    const Library *library = &request->server->library;
    struct MHD_Response *response =
        library->response(strlen(body), (void *)body, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    library->set_options(
        response, MHD_RF_HTTP_1_0_SERVER | MHD_RF_HTTP_1_0_COMPATIBLE_STRICT,
        MHD_RO_END);
    library->add_header(response, "Content-Type", "text/acl");
    library->add_header(response, "Access-Control-Allow-Origin", "*");
    library->add_header(response, "Access-Control-Allow-Methods",
                        "POST, GET, OPTIONS");
    library->add_header(response, "Access-Control-Allow-Headers",
                        "Content-Type");
    library->add_header(response, "Access-Control-Allow-Age", "86400");
    library->add_header(response, "Connection", "close");
    enum MHD_Result result =
        library->queue(request->connection, status, response);
    library->destroy(response);
    return result;
}

/* From the thread that has the answer. */
static void resume(void *data, const char *answer)
{
    Request *request = data;
    request->answer = strdup(answer);
    request->answered = true;
    request->server->library.resume(request->connection);
}

/* ---- requests ---- */

static void *begin_request(void *data, const char *target,
                           struct MHD_Connection *connection)
{
    static _Thread_local bool preferred;
    if (!preferred)
        clock_prefer_thread();
    preferred = true;
    Request *request = fatal_malloc(sizeof *request);
    *request = (Request){.server = data,
                         .connection = connection,
                         .arrival = clock_now(),
                         .target = strdup(target)};
    return request;
}

static void end_request(void *data, struct MHD_Connection *connection,
                        void **state, enum MHD_RequestTerminationCode code)
{
    Request *request = *state;
    (void)data, (void)connection, (void)code;
    if (!request)
        return;
    atomic_fetch_sub(&request->server->bytes, request->body.length);
    text_free(&request->body);
    free(request->target);
    free(request->answer);
    free(request);
    *state = NULL;
}

static void add_bytes(Request *request, const char *bytes, size_t length)
{
    Server *server = request->server;
    size_t all = atomic_load(&server->bytes) + length;
    if (request->too_large || request->body.length + length > MOST_BYTES ||
        all > MOST_BYTES_ALL) {
        request->too_large = true;
        return;
    }
    text_add(&request->body, bytes, length);
    atomic_fetch_add(&server->bytes, length);
}

static int hex(char c)
{
    return ascii_is_digit(c) ? c - '0'
           : ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f'
               ? ascii_lower(c) - 'a' + 10
               : -1;
}

/* What a GET asks: the message stands in the request line, URL-encoded. */
static void decode_target(Request *request)
{
    const char *c = request->target;
    for (c += *c == '/'; *c; c++) {
        char byte = *c == '+' ? ' ' : *c;
        if (*c == '%' && hex(c[1]) >= 0 && hex(c[2]) >= 0) {
            byte = (char)(hex(c[1]) * 16 + hex(c[2]));
            c += 2;
        }
        add_bytes(request, byte == '\r' ? " " : &byte, 1);
    }
}

static enum MHD_Result hand_over(Request *request)
{
    request->server->library.suspend(request->connection);
    player_take(request->server->player, text_string(&request->body),
                request->body.length, request->arrival,
                (Waiter){resume, request});
    return MHD_YES;
}

/* Called when the headers are there, for each part of the body, at its end,
 * and again when the connection is resumed. */
static enum MHD_Result handle(void *data, struct MHD_Connection *connection,
                              const char *url, const char *method,
                              const char *version, const char *part,
                              size_t *length, void **state)
{
    Request *request = *state;
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0;
    (void)data, (void)connection, (void)url, (void)version;
    if (request->answered)
        return reply(request, MHD_HTTP_OK, request->answer);
    if (*length) {
        add_bytes(request, part, *length);
        *length = 0;
        return clock_now() - request->arrival < SLOWEST_REQUEST ? MHD_YES
                                                                : MHD_NO;
    }
    if (!request->begun) {
        request->begun = true; /* the body follows, if there is one */
        return MHD_YES;
    }
    if (is_get)
        decode_target(request);
    else if (strcmp(method, MHD_HTTP_METHOD_POST) != 0)
        return reply(request, MHD_HTTP_OK, "");
    if (request->too_large)
        return reply(request, MHD_HTTP_CONTENT_TOO_LARGE, "");
    return hand_over(request);
}

/* ---- listening ---- */

typedef union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} Address;

static bool read_address(const char *text, Address *address, socklen_t *length)
{
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &address->four.sin_addr) == 1) {
        address->any.sa_family = AF_INET;
        *length = sizeof address->four;
        return true;
    }
    if (inet_pton(AF_INET6, text, &address->six.sin6_addr) == 1) {
        address->any.sa_family = AF_INET6;
        *length = sizeof address->six;
        return true;
    }
    return false;
}

static void set_port(Address *address, unsigned port)
{
    if (address->any.sa_family == AF_INET)
        address->four.sin_port = htons((uint16_t)port);
    else
        address->six.sin6_port = htons((uint16_t)port);
}

/* A listening socket at *PORT or the next one that is free, or -1. */
static int listen_at(Address *address, socklen_t length, unsigned *port)
{
    const int yes = 1;
    int listener = socket(address->any.sa_family,
                          SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    for (unsigned last = *port + PORTS; *port < last && *port < 65536;
         ++*port) {
        set_port(address, *port);
        if (bind(listener, &address->any, length) == 0 &&
            listen(listener, MOST_CONNECTIONS) == 0)
            return listener;
        if (errno != EADDRINUSE)
            break;
    }
    close(listener);
    return -1;
}

Server *server_new(Player *player, const char *address, unsigned port,
                   const char **why)
{
    Address where;
    socklen_t length;
    if (!read_address(address, &where, &length)) {
        *why = "it is no IP address";
        return NULL;
    }
    int listener = listen_at(&where, length, &port);
    if (listener < 0) {
        *why = strerror(errno);
        return NULL;
    }
    Server *server = fatal_malloc(sizeof *server);
    *server = (Server){.player = player, .port = port};
    if (!load(&server->library)) {
        *why = "libmicrohttpd.so.12 is not installed (Debian: package "
               "libmicrohttpd12, since Debian 13 libmicrohttpd12t64)";
        close(listener);
        free(server);
        return NULL;
    }
    server->daemon = server->library.start(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, (uint16_t)port,
        NULL, NULL, handle, server, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_URI_LOG_CALLBACK, begin_request, server,
        MHD_OPTION_NOTIFY_COMPLETED, end_request, server, MHD_OPTION_END);
    if (server->daemon)
        return server;
    *why = "the server does not start";
    close(listener);
    free(server);
    return NULL;
}

unsigned server_port(const Server *server)
{
    return server->port;
}

void server_stop(Server *server)
{
    int listener = server->library.quiesce(server->daemon);
    if (listener >= 0)
        close(listener);
}

void server_free(Server *server)
{
    if (!server)
        return;
    server->library.stop(server->daemon);
    free(server);
}
