/* server.c - the network side of a player: HTTP requests in, replies out
 *
 * In:   requests over TCP, by libmicrohttpd
 * Out:  texts for play/player.c, and its answers as replies
 *
 * One thread does all input and output. A request that is complete is suspended
 * and handed over; the thread with the answer resumes it. Every reply closes
 * its connection, since one manager reads to the end of file.
 *
 * libmicrohttpd is loaded when a server is to be started (base/library.h).
 * Start reading at handle(), in the middle.
 */
#include "play/server.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/library.h"
#include "base/vec.h"
#include "play/deadline.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MAX_CONNECTIONS = 512,
    MAX_UNFINISHED = 384,        /* connections without a whole request, */
    MAX_OF_ADDRESS = 256,        /* and those of one address among them */
    MAX_REQUEST_BYTES = 4 << 20, /* of one request */
    IDLE_SECONDS = 5, /* without a byte read or written; also when the
                         client goes away in the middle of a body */
    PORTS = 100,      /* tried one after the other */
};

#define FUNCTIONS(F)                                                           \
    F(MHD_start_daemon)                                                        \
    F(MHD_quiesce_daemon)                                                      \
    F(MHD_stop_daemon)                                                         \
    F(MHD_get_connection_info)                                                 \
    F(MHD_lookup_connection_value)                                             \
    F(MHD_suspend_connection)                                                  \
    F(MHD_resume_connection)                                                   \
    F(MHD_create_response_from_buffer)                                         \
    F(MHD_set_response_options)                                                \
    F(MHD_add_response_header)                                                 \
    F(MHD_queue_response)                                                      \
    F(MHD_destroy_response)

typedef struct {
    FUNCTIONS(LIBRARY_POINTER)
} HttpLibrary;

/* A connection, in the list as long as it has not sent a whole request. */
typedef struct {
    int socket;
    uint64_t client; /* its address, or the network of it */
    double since;
    bool closed; /* by us; the library will notice */
} Unfinished;

struct Server {
    HttpLibrary library;
    Player *player;
    ServerOptions options;
    struct MHD_Daemon *daemon;
    unsigned port;
    size_t bytes;                 /* held by requests */
    pthread_mutex_t lock;         /* of what follows */
    VEC(Unfinished *) unfinished; /* the oldest first */
};

typedef struct {
    Server *server;
    struct MHD_Connection *connection;
    double arrival;
    char *target; /* of the request line, as it came */
    Text body;
    unsigned refused; /* the status to refuse it with, or 0 */
    bool begun, answered;
    char *answer;
} Request;

static bool load(HttpLibrary *library)
{
    const LibrarySymbol symbols[] = {FUNCTIONS(LIBRARY_SYMBOL){NULL, NULL}};
    return library_load("libmicrohttpd.so.12", symbols);
}

/* ---- replies ---- */

/* Headers of a GGP-Base player that let a web page read the reply. */
static void allow_pages(const HttpLibrary *library,
                        struct MHD_Response *response)
{
    library->MHD_add_response_header(response, "Access-Control-Allow-Origin",
                                     "*");
    library->MHD_add_response_header(response, "Access-Control-Allow-Methods",
                                     "POST, GET, OPTIONS");
    library->MHD_add_response_header(response, "Access-Control-Allow-Headers",
                                     "Content-Type");
    library->MHD_add_response_header(response, "Access-Control-Allow-Age",
                                     "86400");
}

static enum MHD_Result reply(const Request *request, unsigned status,
                             const char *body)
{
    const HttpLibrary *library = &request->server->library;
    struct MHD_Response *response = library->MHD_create_response_from_buffer(
        strlen(body), (void *)body, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    library->MHD_set_response_options(
        response, MHD_RF_HTTP_1_0_SERVER | MHD_RF_HTTP_1_0_COMPATIBLE_STRICT,
        MHD_RO_END);
    library->MHD_add_response_header(response, "Content-Type", "text/acl");
    if (request->server->options.cors)
        allow_pages(library, response);
    library->MHD_add_response_header(response, "Connection", "close");
    enum MHD_Result result =
        library->MHD_queue_response(request->connection, status, response);
    library->MHD_destroy_response(response);
    return result;
}

/* From the thread that has the answer. */
static void resume(void *data, const char *answer)
{
    Request *request = data;
    request->answer = memory_strdup(answer);
    request->answered = true;
    request->server->library.MHD_resume_connection(request->connection);
}

/* ---- connections without a whole request ---- */

/* The address of a client; of IPv6 the network, since a client usually
 * has all of its addresses. */
static uint64_t client_of(const struct sockaddr *address)
{
    uint64_t client = 0;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        return four->sin_addr.s_addr;
    }
    const struct in6_addr *six =
        &((const struct sockaddr_in6 *)address)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(six))
        memcpy(&client, &six->s6_addr[12], 4);
    else
        memcpy(&client, six->s6_addr, sizeof client);
    return client;
}

static void close_unfinished(Unfinished *unfinished)
{
    unfinished->closed = true;
    shutdown(unfinished->socket, SHUT_RDWR);
}

/* A client that sends its request at once is never the oldest for long. */
static void make_room(Server *server, uint64_t client)
{
    Unfinished *oldest = NULL, *oldest_of_client = NULL;
    size_t all = 0, of_client = 0;
    for (size_t i = 0; i < server->unfinished.count; i++) {
        Unfinished *at = server->unfinished.items[i];
        if (at->closed)
            continue;
        all++;
        oldest = oldest ? oldest : at;
        if (at->client == client) {
            of_client++;
            oldest_of_client = oldest_of_client ? oldest_of_client : at;
        }
    }
    if (of_client > MAX_OF_ADDRESS)
        close_unfinished(oldest_of_client);
    else if (all > MAX_UNFINISHED)
        close_unfinished(oldest);
}

static void begin_connection(Server *server, struct MHD_Connection *connection,
                             void **state)
{
    const HttpLibrary *library = &server->library;
    const union MHD_ConnectionInfo *address = library->MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    Unfinished *unfinished = memory_zeroed(1, sizeof *unfinished);
    unfinished->client = address ? client_of(address->client_addr) : 0;
    unfinished->socket = library
                             ->MHD_get_connection_info(
                                 connection, MHD_CONNECTION_INFO_CONNECTION_FD)
                             ->connect_fd;
    unfinished->since = clock_now();
    *state = unfinished;
    pthread_mutex_lock(&server->lock);
    vec_push(&server->unfinished, unfinished);
    make_room(server, unfinished->client);
    pthread_mutex_unlock(&server->lock);
}

/* The request is there, or the connection ends. */
static void end_unfinished(Server *server, const Unfinished *unfinished)
{
    pthread_mutex_lock(&server->lock);
    size_t kept = 0;
    for (size_t i = 0; i < server->unfinished.count; i++)
        if (server->unfinished.items[i] != unfinished)
            server->unfinished.items[kept++] = server->unfinished.items[i];
    server->unfinished.count = kept;
    pthread_mutex_unlock(&server->lock);
}

static void follow_connection(void *data, struct MHD_Connection *connection,
                              void **state,
                              enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        begin_connection(data, connection, state);
    } else {
        end_unfinished(data, *state);
        free(*state);
    }
}

void server_expire(Server *server)
{
    double latest = clock_now() - server->options.max_seconds;
    pthread_mutex_lock(&server->lock);
    for (size_t i = 0; i < server->unfinished.count; i++) {
        Unfinished *at = server->unfinished.items[i];
        if (at->since < latest && !at->closed)
            close_unfinished(at);
    }
    pthread_mutex_unlock(&server->lock);
}

/* ---- requests ---- */

static void *begin_request(void *data, const char *target,
                           struct MHD_Connection *connection)
{
    static _Thread_local bool preferred;
    if (!preferred)
        thread_raise_priority();
    preferred = true;
    Request *request = memory_alloc(sizeof *request);
    *request = (Request){.server = data,
                         .connection = connection,
                         .arrival = clock_now(),
                         .target = memory_strdup(target)};
    return request;
}

static void drop_body(Request *request)
{
    request->server->bytes -= request->body.length;
    text_free(&request->body);
}

static void end_request(void *data, struct MHD_Connection *connection,
                        void **state, enum MHD_RequestTerminationCode code)
{
    Request *request = *state;
    (void)data, (void)connection, (void)code;
    if (!request)
        return;
    drop_body(request);
    free_all(request->target, request->answer, request);
    *state = NULL;
}

static void add_bytes(Request *request, const char *bytes, size_t length)
{
    Server *server = request->server;
    if (request->refused)
        return;
    if (request->body.length + length > MAX_REQUEST_BYTES ||
        server->bytes + length > server->options.max_bytes) {
        request->refused = MHD_HTTP_CONTENT_TOO_LARGE;
        return;
    }
    text_add(&request->body, bytes, length);
    server->bytes += length;
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
    request->server->library.MHD_suspend_connection(request->connection);
    player_take(request->server->player, text_string(&request->body),
                request->body.length, request->arrival,
                (Waiter){resume, request});
    drop_body(request);
    return MHD_YES;
}

/* A browser lets any page send a GET, and a POST if it says who it is in
 * `Origin`; managers send POST without. We have no pages, so that every origin
 * is foreign. The status to refuse the request with, or 0. */
static unsigned judge(const Request *request, bool is_get)
{
    const Server *server = request->server;
    if (server->options.cors)
        return 0;
    if (server->library.MHD_lookup_connection_value(
            request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ORIGIN))
        return MHD_HTTP_FORBIDDEN;
    return is_get ? MHD_HTTP_METHOD_NOT_ALLOWED : 0;
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
    (void)url, (void)version;
    if (request->answered)
        return reply(request, MHD_HTTP_OK, request->answer);
    if (*length) {
        add_bytes(request, part, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!request->begun) {
        request->begun = true; /* the body follows, if there is one */
        request->refused = judge(request, is_get);
        return MHD_YES;
    }
    end_unfinished(data, request->server->library
                             .MHD_get_connection_info(
                                 connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
                             ->socket_context);
    if (is_get)
        decode_target(request);
    if (request->refused)
        return reply(request, request->refused, "");
    if (!is_get && strcmp(method, MHD_HTTP_METHOD_POST) != 0)
        return reply(request, MHD_HTTP_OK, "");
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
            listen(listener, MAX_CONNECTIONS) == 0)
            return listener;
        if (errno != EADDRINUSE)
            break;
    }
    close(listener);
    return -1;
}

Server *server_new(Player *player, const ServerOptions *options,
                   const char **why)
{
    Address where;
    socklen_t length;
    unsigned port = options->port;
    if (!read_address(options->address, &where, &length)) {
        *why = "it is no IP address";
        return NULL;
    }
    int listener = listen_at(&where, length, &port);
    if (listener < 0) {
        *why = strerror(errno);
        return NULL;
    }
    Server *server = memory_alloc(sizeof *server);
    *server = (Server){.player = player,
                       .options = *options,
                       .port = port,
                       .lock = PTHREAD_MUTEX_INITIALIZER};
    *why = "libmicrohttpd.so.12 is not installed (Debian: package "
           "libmicrohttpd12, since Debian 13 libmicrohttpd12t64)";
    if (load(&server->library)) {
        *why = "the server does not start";
        server->daemon = server->library.MHD_start_daemon(
            MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME,
            (uint16_t)port, NULL, NULL, handle, server,
            MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
            (unsigned)MAX_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
            (unsigned)IDLE_SECONDS, MHD_OPTION_URI_LOG_CALLBACK, begin_request,
            server, MHD_OPTION_NOTIFY_COMPLETED, end_request, server,
            MHD_OPTION_NOTIFY_CONNECTION, follow_connection, server,
            MHD_OPTION_END);
    }
    if (server->daemon)
        return server;
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
    int listener = server->library.MHD_quiesce_daemon(server->daemon);
    if (listener >= 0)
        close(listener);
}

void server_free(Server *server)
{
    if (!server)
        return;
    server->library.MHD_stop_daemon(server->daemon);
    vec_free(&server->unfinished);
    free(server);
}
