/* server.c - the network side of a player: HTTP requests in, replies out
 *
 * In:   requests over TCP, by libmicrohttpd
 * Out:  texts for play/player.c, and its answers as replies
 *
 * A request that is complete is suspended and handed over; the answer resumes
 * it. Every reply closes its connection, since one manager reads to the end of
 * file. The library has no thread of its own: it works in server_step(), so
 * that a process can be copied at any time (play/worker.c).
 *
 * libmicrohttpd is loaded when a server is to be started
 * (base/shared_library.h). Start reading at handle_request(), in the middle.
 */
#include "play/server.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/shared_library.h"
#include "base/vec.h"
#include "play/deadline.h"

#include <errno.h>
#include <math.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MAX_CONNECTIONS = 512,
    MAX_UNFINISHED = 384,            /* connections without a whole request, */
    MAX_UNFINISHED_OF_ADDRESS = 256, /* and those of one address among them */
    IDLE_SECONDS = 5,      /* without a byte read or written; also when the
                              client goes away in the middle of a body */
    MAX_PORTS_TRIED = 100, /* tried one after the other */
};

#define FUNCTIONS(F)                                                           \
    F(MHD_start_daemon)                                                        \
    F(MHD_quiesce_daemon)                                                      \
    F(MHD_stop_daemon)                                                         \
    F(MHD_get_daemon_info)                                                     \
    F(MHD_get_timeout)                                                         \
    F(MHD_run)                                                                 \
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

typedef struct {
    Server *server;
    struct MHD_Connection *connection;
    int socket;
    uint64_t client_network; /* its address, or the network of it */
    double connect_time;
    bool closed; /* by us; the library will notice */
    /* of its request, of which there is one: every reply ends the connection */
    double arrival;
    char *target; /* of the request line, as it came */
    Text body;
    unsigned refusal_status; /* the status to refuse it with, or 0 */
    bool has_headers, answered;
    char *answer;
} Request;

struct Server {
    HttpLibrary library;
    Player *player;
    ServerOptions options;
    struct MHD_Daemon *daemon;
    unsigned port;
    size_t held_bytes;         /* held by requests */
    VEC(Request *) unfinished; /* not yet sent in full, the oldest first */
};

static bool load_microhttpd(HttpLibrary *library)
{
    const LibrarySymbol symbols[] = {FUNCTIONS(LIBRARY_SYMBOL){NULL, NULL}};
    return library_load("libmicrohttpd.so.12", symbols);
}

/* ---- replies ---- */

/* The first ones let a web page read the reply, as those of GGP-Base do. */
static void add_headers(const HttpLibrary *library,
                        struct MHD_Response *response, bool cors)
{
    static const char *const headers[][2] = {
        {"Access-Control-Allow-Origin", "*"},
        {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
        {"Access-Control-Allow-Headers", "Content-Type"},
        {"Access-Control-Allow-Age", "86400"},
        {"Content-Type", "text/acl"},
        {"Connection", "close"}};
    for (size_t i = cors ? 0 : 4; i < sizeof headers / sizeof *headers; i++)
        library->MHD_add_response_header(response, headers[i][0],
                                         headers[i][1]);
}

static enum MHD_Result send_reply(const Request *request, unsigned status,
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
    add_headers(library, response, request->server->options.cors);
    enum MHD_Result result =
        library->MHD_queue_response(request->connection, status, response);
    library->MHD_destroy_response(response);
    return result;
}

/* Called by the player when it has the answer: stores it in the request. */
static void resume_with_answer(void *data, const char *answer)
{
    Request *request = data;
    request->answer = memory_strdup(answer);
    request->answered = true;
    request->server->library.MHD_resume_connection(request->connection);
}

/* ---- connections without a whole request ---- */

/* The address of a client; of IPv6 the network, since a client usually
 * has all of its addresses. */
static uint64_t client_network(const struct sockaddr *address)
{
    uint64_t client = 0;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)address;
        return ipv4->sin_addr.s_addr;
    }
    const struct in6_addr *ipv6 =
        &((const struct sockaddr_in6 *)address)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(ipv6))
        memcpy(&client, &ipv6->s6_addr[12], 4);
    else
        memcpy(&client, ipv6->s6_addr, sizeof client);
    return client;
}

static void close_connection(Request *unfinished)
{
    unfinished->closed = true;
    shutdown(unfinished->socket, SHUT_RDWR);
}

/* If there are too many unfinished requests, closes the oldest one (of CLIENT).
 * A client that sends its request at once is never the oldest for long. */
static void make_room(Server *server, uint64_t client)
{
    Request *oldest = NULL, *oldest_of_client = NULL;
    size_t open_count = 0, client_count = 0;
    for (size_t i = 0; i < server->unfinished.count; i++) {
        Request *request = server->unfinished.items[i];
        if (request->closed)
            continue;
        open_count++;
        oldest = oldest ? oldest : request;
        if (request->client_network == client) {
            client_count++;
            oldest_of_client = oldest_of_client ? oldest_of_client : request;
        }
    }
    if (client_count > MAX_UNFINISHED_OF_ADDRESS)
        close_connection(oldest_of_client);
    else if (open_count > MAX_UNFINISHED)
        close_connection(oldest);
}

static Request *request_of_connection(const Server *server,
                                      struct MHD_Connection *connection)
{
    return server->library
        .MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        ->socket_context;
}

static void begin_connection(Server *server, struct MHD_Connection *connection,
                             void **state)
{
    const HttpLibrary *library = &server->library;
    /* Each answer is read before the next question: libmicrohttpd 1.0 gives
     * them in one place. */
    const union MHD_ConnectionInfo *info = library->MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    uint64_t network = info ? client_network(info->client_addr) : 0;
    info = library->MHD_get_connection_info(connection,
                                            MHD_CONNECTION_INFO_CONNECTION_FD);
    Request *request = memory_alloc(sizeof *request);
    *request = (Request){.server = server,
                         .connection = connection,
                         .socket = info->connect_fd,
                         .client_network = network,
                         .connect_time = clock_now()};
    *state = request;
    vec_push(&server->unfinished, request);
    make_room(server, request->client_network);
}

/* Removes REQUEST from the unfinished ones: it is there, or its connection
 * ends. */
static void remove_unfinished(Server *server, const Request *request)
{
    size_t kept = 0;
    for (size_t i = 0; i < server->unfinished.count; i++)
        if (server->unfinished.items[i] != request)
            server->unfinished.items[kept++] = server->unfinished.items[i];
    server->unfinished.count = kept;
}

static void on_connection_event(void *data, struct MHD_Connection *connection,
                                void **state,
                                enum MHD_ConnectionNotificationCode code)
{
    Request *request = *state;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        begin_connection(data, connection, state);
        return;
    }
    remove_unfinished(data, request);
    request->server->held_bytes -= request->body.length;
    text_free(&request->body);
    free_all(request->target, request->answer, request);
}

/* Closes connections whose request takes too long. */
static void close_expired(Server *server)
{
    double min_connect_time = clock_now() - server->options.max_seconds;
    for (size_t i = 0; i < server->unfinished.count; i++) {
        Request *request = server->unfinished.items[i];
        if (request->connect_time < min_connect_time && !request->closed)
            close_connection(request);
    }
}

/* ---- requests ---- */

/* The first line has come. */
static void *begin_request(void *data, const char *target,
                           struct MHD_Connection *connection)
{
    Request *request = request_of_connection(data, connection);
    request->arrival = clock_now();
    free(request->target);
    request->target = memory_strdup(target);
    return request;
}

static void add_bytes(Request *request, const char *bytes, size_t length)
{
    Server *server = request->server;
    if (request->refusal_status)
        return;
    if (request->body.length + length > MAX_MESSAGE_BYTES ||
        server->held_bytes + length > server->options.max_bytes) {
        request->refusal_status = MHD_HTTP_CONTENT_TOO_LARGE;
        return;
    }
    text_add(&request->body, bytes, length);
    server->held_bytes += length;
}

/* What a GET asks: the message stands in the request line, URL-encoded. */
static void decode_target(Request *request)
{
    const char *c = request->target;
    for (c += *c == '/'; *c; c++) {
        char byte = *c == '+' ? ' ' : *c;
        if (*c == '%' && strspn(c + 1, "0123456789abcdefABCDEF") >= 2) {
            const char digits[] = {c[1], c[2], '\0'};
            byte = (char)strtoul(digits, NULL, 16);
            c += 2;
        }
        add_bytes(request, byte == '\r' ? " " : &byte, 1);
    }
}

static enum MHD_Result pass_to_player(Request *request)
{
    Server *server = request->server;
    server->library.MHD_suspend_connection(request->connection);
    server->held_bytes -= request->body.length;
    player_take(server->player, &request->body, request->arrival,
                (Waiter){resume_with_answer, request});
    text_free(&request->body);
    return MHD_YES;
}

/* A browser lets any page send a GET, and a POST if it says who it is in
 * `Origin`; managers send POST without. We have no pages, so that every origin
 * is foreign. The status to refuse the request with, or 0. */
static unsigned judge_origin(const Request *request, bool is_get)
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
static enum MHD_Result handle_request(void *data,
                                      struct MHD_Connection *connection,
                                      const char *url, const char *method,
                                      const char *version, const char *part,
                                      size_t *length, void **state)
{
    Request *request = *state;
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0;
    (void)connection, (void)url, (void)version;
    if (request->answered)
        return send_reply(request, MHD_HTTP_OK, request->answer);
    if (*length) {
        add_bytes(request, part, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!request->has_headers) {
        request->has_headers = true; /* the body follows, if there is one */
        request->refusal_status = judge_origin(request, is_get);
        return MHD_YES;
    }
    remove_unfinished(data, request);
    if (is_get)
        decode_target(request);
    if (request->refusal_status)
        return send_reply(request, request->refusal_status, "");
    if (!is_get && strcmp(method, MHD_HTTP_METHOD_POST) != 0)
        return send_reply(request, MHD_HTTP_OK, "");
    return pass_to_player(request);
}

/* ---- listening ---- */

/* A socket that listens at PORT, or -1 with the reason in *WHY, which is NULL
 * if the port is in use. */
static int listen_at(const char *address, unsigned port, const char **why)
{
    const int one = 1;
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *info;
    char digits[16];
    snprintf(digits, sizeof digits, "%u", port);
    *why = "it is no IP address";
    if (getaddrinfo(address, digits, &hints, &info) != 0)
        return -1;
    int listener =
        socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool is_open =
        listener >= 0 &&
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        bind(listener, info->ai_addr, info->ai_addrlen) == 0 &&
        listen(listener, MAX_CONNECTIONS) == 0;
    *why = errno == EADDRINUSE ? NULL : strerror(errno);
    freeaddrinfo(info);
    if (is_open)
        return listener;
    close(listener);
    return -1;
}

Server *server_new(Player *player, const ServerOptions *options,
                   const char **why)
{
    unsigned port = options->port, last = port + MAX_PORTS_TRIED - 1;
    int listener = listen_at(options->address, port, why);
    while (listener < 0 && !*why && port < last && port < 65535)
        listener = listen_at(options->address, ++port, why);
    if (listener < 0) {
        *why = *why ? *why : strerror(EADDRINUSE);
        return NULL;
    }
    Server *server = memory_alloc(sizeof *server);
    *server = (Server){.player = player, .options = *options, .port = port};
    *why = "libmicrohttpd.so.12 is not installed (Debian: package "
           "libmicrohttpd12, since Debian 13 libmicrohttpd12t64)";
    if (load_microhttpd(&server->library)) {
        *why = "the server does not start";
        server->daemon = server->library.MHD_start_daemon(
            MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, (uint16_t)port, NULL,
            NULL, handle_request, server, MHD_OPTION_LISTEN_SOCKET, listener,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)MAX_CONNECTIONS,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
            MHD_OPTION_URI_LOG_CALLBACK, begin_request, server,
            MHD_OPTION_NOTIFY_CONNECTION, on_connection_event, server,
            MHD_OPTION_END);
    }
    if (server->daemon) {
        thread_raise_priority();
        return server;
    }
    close(listener);
    free(server);
    return NULL;
}

unsigned server_port(const Server *server)
{
    return server->port;
}

void server_step(Server *server)
{
    const HttpLibrary *library = &server->library;
    const double max_wait = 0.05;   /* between two looks at what has expired */
    MHD_UNSIGNED_LONG_LONG timeout; /* milliseconds */
    double wait = max_wait;
    if (library->MHD_get_timeout(server->daemon, &timeout) == MHD_YES)
        wait = fmin(wait, (double)timeout / 1000);
    player_wait(
        server->player,
        library->MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)
            ->epoll_fd,
        wait);
    library->MHD_run(server->daemon);
    close_expired(server);
}

void server_free(Server *server)
{
    enum { STEPS = 5 }; /* in which the last replies are sent */
    if (!server)
        return;
    int listener = server->library.MHD_quiesce_daemon(server->daemon);
    if (listener >= 0)
        close(listener);
    player_close(server->player);
    for (int i = 0; i < STEPS; i++)
        server->library.MHD_run(server->daemon);
    server->library.MHD_stop_daemon(server->daemon);
    vec_free(&server->unfinished);
    free(server);
}
