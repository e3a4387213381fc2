/* http.c - HTTP requests in, replies and streams out; knows no games
 *
 * In:   requests over TCP, by libmicrohttpd
 * Out:  whole requests for a handler, and its replies
 * Next: play/player.c and serve/serve.c
 *
 * A request that is complete is suspended and handed over; its reply resumes
 * it. A stream is suspended whenever all of it so far is sent. Every reply
 * closes its connection, since one manager reads to the end of file. The
 * library has no thread of its own: it works in http_run(), so that a process
 * can be copied at any time (play/fork.h).
 *
 * libmicrohttpd is loaded when a server is to be started
 * (system/shared_library.h). Start reading at handle_request(), in the middle.
 */
#include "play/http.h"

#include "base/budget.h"
#include "base/memory.h"
#include "system/shared_library.h"
#include "base/vec.h"

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
    STREAM_BLOCK = 16 << 10,
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
    F(MHD_create_response_from_callback)                                       \
    F(MHD_set_response_options)                                                \
    F(MHD_add_response_header)                                                 \
    F(MHD_queue_response)                                                      \
    F(MHD_destroy_response)

typedef struct {
    FUNCTIONS(LIBRARY_POINTER)
} HttpLibrary;

struct Http {
    HttpLibrary library;
    HttpOptions options;
    struct MHD_Daemon *daemon;
    unsigned port;
    bool has_resumed;              /* a connection, since the last run */
    size_t held_bytes;             /* held by requests */
    VEC(HttpRequest *) unfinished; /* not yet sent in full, the oldest first */
    VEC(HttpRequest *) handled;    /* handed over, and not yet forgotten */
};

/* ---- replies ---- */

static void resume(HttpRequest *request)
{
    if (request->is_suspended)
        request->http->library.MHD_resume_connection(request->connection);
    request->http->has_resumed |= request->is_suspended;
    request->is_suspended = false;
}

static void suspend(HttpRequest *request)
{
    request->http->library.MHD_suspend_connection(request->connection);
    request->is_suspended = true;
}

/* The next bytes of a stream, for libmicrohttpd. */
static ssize_t read_stream(void *data, uint64_t position, char *buffer,
                           size_t max)
{
    HttpRequest *request = data;
    size_t left = request->reply.length - request->sent;
    (void)position;
    if (request->is_gone)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (!left && request->has_ended)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (!left) {
        suspend(request);
        return 0;
    }
    size_t count = left < max ? left : max;
    memcpy(buffer, request->reply.bytes + request->sent, count);
    request->sent += count;
    if (request->sent == request->reply.length)
        request->sent = request->reply.length = 0;
    return (ssize_t)count;
}

static enum MHD_Result send_reply(HttpRequest *request)
{
    const HttpLibrary *library = &request->http->library;
    struct MHD_Response *response =
        request->is_stream
            ? library->MHD_create_response_from_callback(
                  MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, request, NULL)
            : library->MHD_create_response_from_buffer(
                  request->reply.length, (void *)text_string(&request->reply),
                  MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    library->MHD_set_response_options(
        response, MHD_RF_HTTP_1_0_SERVER | MHD_RF_HTTP_1_0_COMPATIBLE_STRICT,
        MHD_RO_END);
    library->MHD_add_response_header(response, "Connection", "close");
    for (const HttpHeader *h = request->headers; h && (*h)[0]; h++)
        library->MHD_add_response_header(response, (*h)[0], (*h)[1]);
    enum MHD_Result result = library->MHD_queue_response(
        request->connection, request->status, response);
    library->MHD_destroy_response(response);
    return result;
}

void http_reply(HttpRequest *request, unsigned status,
                const HttpHeader *headers, const char *body, size_t length)
{
    request->status = status;
    request->headers = headers;
    text_add(&request->reply, body, length);
    resume(request);
}

void http_stream(HttpRequest *request, const HttpHeader *headers)
{
    request->is_stream = true;
    http_reply(request, MHD_HTTP_OK, headers, "", 0);
}

void http_stream_add(HttpRequest *request, const char *bytes, size_t length)
{
    text_add(&request->reply, bytes, length);
    resume(request);
}

void http_stream_end(HttpRequest *request)
{
    request->has_ended = true;
    resume(request);
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

/* The library will notice. */
static void close_connection(Http *http, HttpRequest *unfinished)
{
    shutdown(unfinished->socket, SHUT_RDWR);
    vec_remove(&http->unfinished, unfinished);
}

/* If there are too many unfinished requests, closes the oldest one (of CLIENT).
 * A client that sends its request at once is never the oldest for long. */
static void make_room(Http *http, uint64_t client)
{
    HttpRequest *oldest = NULL;
    size_t client_count = 0;
    for (size_t i = http->unfinished.count; i-- > 0;)
        if (http->unfinished.items[i]->client_network == client) {
            client_count++;
            oldest = http->unfinished.items[i];
        }
    if (client_count > MAX_UNFINISHED_OF_ADDRESS)
        close_connection(http, oldest);
    else if (http->unfinished.count > MAX_UNFINISHED)
        close_connection(http, http->unfinished.items[0]);
}

static void begin_connection(Http *http, struct MHD_Connection *connection,
                             void **state)
{
    const HttpLibrary *library = &http->library;
    /* Each answer is read before the next question: libmicrohttpd 1.0 gives
     * them in one place. */
    const union MHD_ConnectionInfo *info = library->MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    uint64_t network = info ? client_network(info->client_addr) : 0;
    info = library->MHD_get_connection_info(connection,
                                            MHD_CONNECTION_INFO_CONNECTION_FD);
    HttpRequest *request = memory_alloc(sizeof *request);
    *request = (HttpRequest){.http = http,
                             .connection = connection,
                             .socket = info->connect_fd,
                             .client_network = network,
                             .connect_time = clock_now()};
    *state = request;
    vec_push(&http->unfinished, request);
    make_room(http, request->client_network);
}

/* Tells the handler that REQUEST is not to be used any more. */
static void forget_request(Http *http, HttpRequest *request)
{
    size_t count = http->handled.count;
    vec_remove(&http->handled, request);
    if (http->handled.count < count && http->options.forget)
        http->options.forget(http->options.data, request);
}

static void on_connection_event(void *data, struct MHD_Connection *connection,
                                void **state,
                                enum MHD_ConnectionNotificationCode code)
{
    HttpRequest *request = *state;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        begin_connection(data, connection, state);
        return;
    }
    vec_remove(&request->http->unfinished, request);
    forget_request(data, request);
    request->http->held_bytes -= request->held_bytes;
    text_free(&request->body);
    text_free(&request->reply);
    free_all(request->target, request->method, request);
}

/* While a connection is suspended, the library does not see that the client
 * has closed it. */
static void look_for_closed(Http *http)
{
    char byte;
    for (size_t i = http->handled.count; i-- > 0;) {
        HttpRequest *request = http->handled.items[i];
        if (request->is_suspended &&
            recv(request->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
            forget_request(http, request);
            request->is_gone = true;
            resume(request);
        }
    }
}

/* Closes connections whose request takes too long. */
static void close_expired(Http *http)
{
    double min_connect_time = clock_now() - http->options.max_seconds;
    while (http->unfinished.count &&
           http->unfinished.items[0]->connect_time < min_connect_time)
        close_connection(http, http->unfinished.items[0]);
}

/* ---- requests ---- */

const char *http_header(const HttpRequest *request, const char *name)
{
    return request->http->library.MHD_lookup_connection_value(
        request->connection, MHD_HEADER_KIND, name);
}

/* The first line has come. */
static void *begin_request(void *data, const char *target,
                           struct MHD_Connection *connection)
{
    const Http *http = data;
    HttpRequest *request =
        http->library
            .MHD_get_connection_info(connection,
                                     MHD_CONNECTION_INFO_SOCKET_CONTEXT)
            ->socket_context;
    request->arrival = clock_now();
    free(request->target);
    request->target = memory_strdup(target);
    return request;
}

static void add_bytes(HttpRequest *request, const char *bytes, size_t length)
{
    Http *http = request->http;
    if (request->refusal_status)
        return;
    if (request->body.length + length > http->options.max_body ||
        http->held_bytes + length > http->options.max_bytes) {
        request->refusal_status = MHD_HTTP_CONTENT_TOO_LARGE;
        return;
    }
    text_add(&request->body, bytes, length);
    http->held_bytes += length;
    request->held_bytes += length;
}

void http_decode_target(HttpRequest *request)
{
    const char *target = request->target;
    Text decoded = {0};
    for (const char *c = target + (*target == '/'); *c; c++) {
        char byte = *c == '+' ? ' ' : *c;
        if (*c == '%' && strspn(c + 1, "0123456789abcdefABCDEF") >= 2) {
            const char digits[] = {c[1], c[2], '\0'};
            byte = (char)strtoul(digits, NULL, 16);
            c += 2;
        }
        text_addc(&decoded, byte == '\r' ? ' ' : byte);
    }
    add_bytes(request, text_string(&decoded), decoded.length);
    text_free(&decoded);
}

/* Called when the headers are there, for each part of the body, at its end,
 * and again when the connection is resumed. */
static enum MHD_Result handle_request(void *data,
                                      struct MHD_Connection *connection,
                                      const char *url, const char *method,
                                      const char *version, const char *part,
                                      size_t *length, void **state)
{
    Http *http = data;
    HttpRequest *request = *state;
    (void)connection, (void)url, (void)version;
    if (request->is_gone)
        return MHD_NO;
    if (request->status)
        return send_reply(request);
    if (*length) {
        add_bytes(request, part, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!request->has_headers) {
        request->has_headers = true; /* the body follows, if there is one */
        request->method = memory_strdup(method);
        request->refusal_status =
            http->options.judge(http->options.data, request);
        return MHD_YES;
    }
    vec_remove(&http->unfinished, request);
    suspend(request);
    if (request->refusal_status) {
        http_reply(request, request->refusal_status, NULL, "", 0);
        return MHD_YES;
    }
    vec_push(&http->handled, request);
    http->held_bytes -= request->held_bytes;
    request->held_bytes = 0;
    http->options.handle(http->options.data, request);
    return MHD_YES;
}

/* ---- listening ---- */

/* A socket that listens at PORT, or -1 with the reason in *WHY, which is NULL
 * if the port is in use. Ours, since libmicrohttpd 1.0 does not keep errno. */
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

/* The port that LISTENER was given. */
static unsigned port_of(int listener)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(listener, (struct sockaddr *)&address, &length) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6
                     ? ((struct sockaddr_in6 *)&address)->sin6_port
                     : ((struct sockaddr_in *)&address)->sin_port);
}

Http *http_new(const HttpOptions *options, const char **why)
{
    unsigned port = options->port, last = port + MAX_PORTS_TRIED - 1;
    int listener = listen_at(options->address, port, why);
    while (listener < 0 && !*why && port && port < last && port < 65535)
        listener = listen_at(options->address, ++port, why);
    if (listener < 0) {
        *why = *why ? *why : strerror(EADDRINUSE);
        return NULL;
    }
    Http *http = memory_alloc(sizeof *http);
    *http = (Http){.options = *options, .port = port_of(listener)};
    *why = "libmicrohttpd.so.12 is not installed (Debian: package "
           "libmicrohttpd12, since Debian 13 libmicrohttpd12t64)";
    HttpLibrary *library = &http->library;
    const LibrarySymbol symbols[] = {FUNCTIONS(LIBRARY_SYMBOL){NULL, NULL}};
    if (library_load("libmicrohttpd.so.12", symbols)) {
        *why = "the server does not start";
        http->daemon = library->MHD_start_daemon(
            MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, (uint16_t)port, NULL,
            NULL, handle_request, http, MHD_OPTION_LISTEN_SOCKET, listener,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)MAX_CONNECTIONS,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
            MHD_OPTION_URI_LOG_CALLBACK, begin_request, http,
            MHD_OPTION_NOTIFY_CONNECTION, on_connection_event, http,
            MHD_OPTION_END);
    }
    if (http->daemon)
        return http;
    close(listener);
    memory_free(http);
    return NULL;
}

unsigned http_port(const Http *http)
{
    return http->port;
}

int http_descriptor(const Http *http)
{
    return http->library
        .MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)
        ->epoll_fd;
}

double http_max_wait(const Http *http)
{
    const double max_wait = 0.05;   /* between two looks at what has expired */
    MHD_UNSIGNED_LONG_LONG timeout; /* milliseconds */
    if (http->has_resumed)
        return 0;
    if (http->library.MHD_get_timeout(http->daemon, &timeout) == MHD_YES)
        return fmin(max_wait, (double)timeout / 1000);
    return max_wait;
}

void http_run(Http *http)
{
    http->has_resumed = false;
    http->library.MHD_run(http->daemon);
    close_expired(http);
    if (http->options.forget)
        look_for_closed(http);
}

void http_close(Http *http)
{
    int listener = http->library.MHD_quiesce_daemon(http->daemon);
    if (listener >= 0)
        close(listener);
}

void http_free(Http *http)
{
    enum { STEPS = 5 }; /* in which the last replies are sent */
    if (!http)
        return;
    for (size_t i = 0; i < http->handled.count; i++) {
        HttpRequest *request = http->handled.items[i];
        request->is_gone |= !request->status || request->is_stream;
        resume(request);
    }
    for (int i = 0; i < STEPS; i++)
        http->library.MHD_run(http->daemon);
    http->library.MHD_stop_daemon(http->daemon);
    vec_free_all(&http->unfinished, &http->handled);
    free(http);
}
