/* serve.c - a page to explore, play, prove and write rules, over HTTP
 *
 * In:   requests: for files of web/, and questions (POST, JSON)
 * Out:  replies and streams of server-sent events
 *
 * A question goes to a process (serve/jobs.h) or to a table (serve/table.c); if
 * the client goes away, it is cancelled. Start reading at the table of routes,
 * at the end of the part "questions".
 */
#include "serve/serve.h"

#include "system/file.h"
#include "base/sha256.h"
#include "base/vec.h"
#include "serve/session.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_REQUESTS_BYTES = 64 << 20,
    MAX_KEPT = 2000,           /* answers of a kind, */
    MAX_KEPT_BYTES = 64 << 10, /* and bytes of one */
};

/* A question that a process answers, for a request. */
typedef struct {
    Serve *serve;
    HttpRequest *request;
    Job *job;
    bool is_stream, is_card, is_verification;
    char digest[DIGEST_LENGTH + 1]; /* of the rules */
} Task;

struct Serve {
    ServeOptions options;
    Http *http;
    Jobs *jobs;
    Tables *tables;
    VEC(Task *) tasks;
    /* Answers that are kept, by digest of the rules: */
    json_t *cards; /* JSON texts */
    json_t *known; /* what verify found: [{property, role, verdict, bound}] */
};

/* ---- secrets ---- */

void serve_secret(char *out, size_t digits)
{
    unsigned char byte = 0;
    for (size_t i = 0; i < digits; i++) {
        while (i % 2 == 0 && getrandom(&byte, 1, 0) != 1)
            continue;
        out[i] = "0123456789abcdef"[i % 2 ? byte >> 4 : byte & 15];
    }
    out[digits] = '\0';
}

bool serve_same_secret(const char *expected, const char *given)
{
    size_t length = strlen(given);
    unsigned difference = strlen(expected) != length;
    for (size_t i = 0; expected[i]; i++)
        difference |=
            (unsigned)expected[i] ^ (unsigned)given[i < length ? i : length];
    return difference == 0;
}

/* ---- replies ---- */

#define PAGE_POLICY                                                            \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' " \
    "data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "         \
    "frame-ancestors 'none'"
#define SAFE_HEADERS                                                           \
    {"Content-Security-Policy", PAGE_POLICY},                                  \
        {"X-Content-Type-Options", "nosniff"}, {"X-Frame-Options", "DENY"},    \
        {"Referrer-Policy", "no-referrer"},                                    \
        {"Cross-Origin-Opener-Policy", "same-origin"},                         \
        {"Cross-Origin-Resource-Policy", "same-origin"},                       \
    {                                                                          \
        NULL, NULL                                                             \
    }

#define HEADERS(type, cache)                                                   \
    {                                                                          \
        {"Content-Type", type}, {"Cache-Control", cache}, SAFE_HEADERS         \
    }

static const HttpHeader json_headers[] =
    HEADERS("application/json", "no-store");
static const HttpHeader stream_headers[] =
    HEADERS("text/event-stream", "no-store");
static const HttpHeader html_headers[] =
    HEADERS("text/html; charset=utf-8", "no-cache");
static const HttpHeader script_headers[] =
    HEADERS("text/javascript; charset=utf-8", "no-cache");
static const HttpHeader style_headers[] =
    HEADERS("text/css; charset=utf-8", "no-cache");

static void reply(HttpRequest *request, unsigned status, const char *json)
{
    http_reply(request, status, json_headers, json, strlen(json));
}

static void reply_json(HttpRequest *request, unsigned status, json_t *json)
{
    Text text = json_as_text(json, JSON_COMPACT);
    reply(request, status, text_string(&text));
    text_free(&text);
    json_decref(json);
}

void serve_refuse(HttpRequest *request, unsigned status, const char *rule,
                  const char *message)
{
    reply_json(request, status,
               JSON_OBJECT({"error", json_error(rule, message)}));
}

static void send_event(HttpRequest *request, const char *event,
                       const char *json)
{
    Text text = {0};
    text_addf(&text, "event: %s\ndata: %s\n\n", event, json);
    http_stream_add(request, text.bytes, text.length);
    text_free(&text);
}

/* The file of web/ that the target names: exactly, so that nothing else can be
 * had. */
static void reply_file(HttpRequest *request)
{
    const char *target = request->target + 1;
    size_t length = strcspn(target, "?");
    const char *name = length ? target : "index.html";
    const Embedded *file = embedded_find(name, length ? length : strlen(name));
    const char *ending = file ? strrchr(file->name, '.') : "";
    const HttpHeader *headers = strcmp(ending, ".js") == 0     ? script_headers
                                : strcmp(ending, ".css") == 0  ? style_headers
                                : strcmp(ending, ".html") == 0 ? html_headers
                                                               : NULL;
    if (headers)
        http_reply(request, 200, headers, (const char *)file->bytes,
                   *file->length);
    else
        serve_refuse(request, 404, "file", "there is no such page");
}

/* ---- who may ask ---- */

bool serve_is_loopback(const char *address)
{
    struct in_addr ipv4;
    if (inet_pton(AF_INET, address, &ipv4) == 1)
        return ntohl(ipv4.s_addr) >> 24 == 127;
    return strcmp(address, "::1") == 0;
}

/* The name in HOST, "name:port", in lower case and without brackets; false if
 * it has another port than ours. */
static bool split_host(const Serve *serve, const char *host, char name[256])
{
    const char *colon = strrchr(host, ':');
    size_t length = colon ? (size_t)(colon - host) : 0;
    if (!colon || length == 0 || length > 255 ||
        strtoul(colon + 1, NULL, 10) != http_port(serve->http) ||
        strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return false;
    bool has_brackets = *host == '[' && host[length - 1] == ']';
    size_t first = has_brackets ? 1 : 0, count = length - 2 * first;
    for (size_t i = 0; i < count; i++)
        name[i] = ascii_lower(host[first + i]);
    name[count] = '\0';
    return true;
}

/* A name that somebody else can make point to us is none of ours: we are
 * called by our address, by localhost and, off loopback, by the name of this
 * machine. */
static bool is_our_name(const Serve *serve, const char *name)
{
    unsigned char address[sizeof(struct in6_addr)];
    char machine[256] = "";
    if (strcmp(name, "localhost") == 0)
        return true;
    if (serve_is_loopback(serve->options.address))
        return serve_is_loopback(name);
    gethostname(machine, sizeof machine - 1);
    return inet_pton(AF_INET, name, address) == 1 ||
           inet_pton(AF_INET6, name, address) == 1 ||
           strcmp(name, machine) == 0;
}

/* The status to refuse a request with whose headers are there, or 0. */
static unsigned judge(void *data, HttpRequest *request)
{
    const Serve *serve = data;
    const char *host = http_header(request, "Host");
    const char *origin = http_header(request, "Origin");
    const char *method = request->method;
    char name[256];
    if (!host || !split_host(serve, host, name) || !is_our_name(serve, name))
        return 421; /* misdirected */
    if (origin && (strncmp(origin, "http://", 7) != 0 ||
                   strcasecmp(origin + 7, host) != 0))
        return 403;
    if (*request->target != '/')
        return 400;
    return strcmp(method, "GET") == 0 || strcmp(method, "POST") == 0 ? 0 : 405;
}

/* ---- tasks ---- */

static void free_task(Task *task)
{
    vec_remove(&task->serve->tasks, task);
    free(task);
}

static void send_part(void *data, const char *json)
{
    enum { MAX_PENDING = 4 << 20 }; /* bytes that a client has not read */
    Task *task = data;
    if (task->is_stream &&
        task->request->reply.length - task->request->sent < MAX_PENDING)
        send_event(task->request, "part", json);
}

static void keep(json_t *kept, const char *digest, json_t *answer)
{
    if (json_object_size(kept) >= MAX_KEPT)
        json_object_clear(kept);
    json_put(kept, digest, answer);
}

/* Of the answer of verify, without plays. */
static json_t *verdicts_of(const char *json)
{
    static const char *const keys[] = {"property", "role", "verdict", "bound"};
    json_t *answer = json_loads(json, 0, NULL), *known = json_array(), *result;
    size_t i;
    json_array_foreach (json_object_get(answer, "results"), i, result) {
        json_t *kept = json_object();
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            json_put(kept, keys[k],
                     json_incref(json_object_get(result, keys[k])));
        json_add(known, kept);
    }
    json_decref(answer);
    return known;
}

static void send_answer(void *data, const char *json)
{
    Task *task = data;
    bool is_error = strncmp(json, "{\"error\"", 8) == 0;
    if (task->is_card && !is_error && strlen(json) <= MAX_KEPT_BYTES)
        keep(task->serve->cards, task->digest, json_text(json));
    if (task->is_verification && !is_error)
        keep(task->serve->known, task->digest, verdicts_of(json));
    if (task->is_stream) {
        send_event(task->request, "answer", json);
        http_stream_end(task->request);
    } else {
        reply(task->request, 200, json);
    }
    free_task(task);
}

static void start_task(Serve *serve, HttpRequest *request, json_t *question,
                       const char *rules, const char *digest)
{
    Task *task = memory_alloc(sizeof *task);
    *task = (Task){.serve = serve,
                   .request = request,
                   .is_stream = strcmp(request->target, "/api/stream") == 0,
                   .is_card = text_is(question, "ask", "card"),
                   .is_verification = text_is(question, "ask", "verify")};
    strcpy(task->digest, digest);
    task->job = jobs_ask(serve->jobs, rules, question, serve->options.seconds,
                         (Receiver){send_part, send_answer, task});
    if (task->job) {
        vec_push(&serve->tasks, task);
        if (task->is_stream)
            http_stream(request, stream_headers);
        return;
    }
    free(task);
    serve_refuse(request, question_kind(question) ? 503 : 400, "busy",
                 "too much is asked, or it is going on already");
}

static void forget(void *data, HttpRequest *request)
{
    Serve *serve = data;
    for (size_t i = serve->tasks.count; i-- > 0;) {
        Task *task = serve->tasks.items[i];
        if (task->request != request)
            continue;
        jobs_cancel(serve->jobs, task->job);
        free_task(task);
    }
    tables_forget(serve->tables, request);
}

/* ---- the library ---- */

const char *library_look(Library *library, const char **why)
{
    const char *failed = NULL, *reason;
    rule_files_free(library->files);
    library->files = rule_files_new();
    for (const char *const *path = library->paths; *path; path++)
        if (!rule_files_add(library->files, *path, RULE_FILES_NAMED, &reason) &&
            !failed) {
            failed = *path;
            *why = reason;
        }
    return failed;
}

/* A list of {"id", "name", "digest", "bytes"}, after looking for files again.
 */
static json_t *library_list(Library *library)
{
    const char *why;
    json_t *games = json_array();
    library_look(library, &why);
    for (size_t i = 0; i < library->files->list.count; i++) {
        const RuleFile *file = &library->files->list.items[i];
        json_add(games,
                 JSON_OBJECT({"id", json_text(file->relative)},
                             {"name", json_text(file->name)},
                             {"digest", json_text(file->digest)},
                             {"bytes", json_count(file_size(file->path))}));
    }
    return games;
}

/* The file may have been replaced since it was found: by no link, device or
 * pipe. */
static bool read_regular(const char *path, Text *out)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    bool is_read = fd >= 0 && fstat(fd, &status) == 0 &&
                   S_ISREG(status.st_mode) &&
                   file_read_descriptor(out, fd, MAX_RULES_BYTES + 1) &&
                   out->length <= MAX_RULES_BYTES;
    if (fd >= 0)
        close(fd);
    return is_read;
}

/* Adds the rules of the game with this id; false if there is none. Of two files
 * with one id only the first is to be had. */
static bool library_read(const Library *library, const char *id, Text *rules)
{
    for (size_t i = 0; id && i < library->files->list.count; i++) {
        const RuleFile *file = &library->files->list.items[i];
        if (strcmp(file->relative, id) == 0)
            return read_regular(file->path, rules) &&
                   !(rules->length && memchr(rules->bytes, 0, rules->length));
    }
    return false;
}

/* ---- questions ---- */

/* The rules that QUESTION is about: those it has, which are taken out of it, or
 * those of a game of the library. */
static bool find_rules(Serve *serve, json_t *question, Text *rules)
{
    const char *text = text_of(question, "rules");
    if (!text)
        return library_read(serve->options.library, text_of(question, "game"),
                            rules);
    bool fits = strlen(text) <= MAX_RULES_BYTES;
    text_adds(rules, fits ? text : "");
    json_object_del(question, "rules");
    return fits;
}

static void handle_library(Serve *serve, HttpRequest *request, json_t *question)
{
    json_t *games = library_list(serve->options.library), *game;
    size_t i;
    (void)question;
    json_array_foreach (games, i, game) {
        json_t *known = json_object_get(serve->known, text_of(game, "digest"));
        if (known)
            json_put(game, "known", json_incref(known));
    }
    reply_json(request, 200, JSON_OBJECT({"games", games}));
}

/* Answers from what is kept, or by a process. */
static void answer_question(Serve *serve, HttpRequest *request,
                            json_t *question, const char *rules)
{
    char digest[DIGEST_LENGTH + 1];
    digest_bytes(digest, rules, strlen(rules));
    const char *card =
        text_is(question, "ask", "card") ? text_of(serve->cards, digest) : NULL;
    if (card)
        reply(request, 200, card);
    else
        start_task(serve, request, question, rules, digest);
}

/* What is asked of a game is answered at once, in parts, or by a table. */
static void handle_question(Serve *serve, HttpRequest *request,
                            json_t *question)
{
    const char *target = request->target;
    Text text = {0};
    bool is_found = find_rules(serve, question, &text);
    const char *rules = text_string(&text);
    if (!is_found)
        serve_refuse(request, 404, "game", "there is no such game");
    else if (strcmp(target, "/api/rules") == 0)
        reply_json(request, 200, JSON_OBJECT({"text", json_text(rules)}));
    else if (strcmp(target, "/api/table") == 0)
        tables_open(serve->tables, rules, question, request);
    else
        answer_question(serve, request, question, rules);
    text_free(&text);
}

static bool is_watching(const HttpRequest *request)
{
    return strcmp(request->target, "/api/watch") == 0;
}

static void handle_seat(Serve *serve, HttpRequest *request, json_t *question)
{
    tables_seat(serve->tables, question, request, is_watching(request));
}

static const struct {
    const char *target;
    void (*handle)(Serve *serve, HttpRequest *request, json_t *question);
    bool takes_secret; /* of a seat, instead of the key */
} routes[] = {
    {"/api/library", handle_library, false},
    {"/api/rules", handle_question, false},  /* game */
    {"/api/ask", handle_question, false},    /* game or rules, ask, ... */
    {"/api/stream", handle_question, false}, /* the same, in parts */
    {"/api/table", handle_question, false},  /* game or rules, seats */
    {"/api/seat", handle_seat, true},        /* table, secret, move */
    {"/api/watch", handle_seat, true},       /* the same, as a stream */
};

static void handle_post(Serve *serve, HttpRequest *request)
{
    Text *body = &request->body;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (strcmp(request->target, routes[i].target) != 0)
            continue;
        const char *key = http_header(request, "X-Zermelo-Key");
        if (!routes[i].takes_secret &&
            (!key || !serve_same_secret(serve->options.key, key))) {
            serve_refuse(request, 401, "key",
                         "this needs the key of the server");
            return;
        }
        json_t *question = json_loadb(text_string(body), body->length, 0, NULL);
        text_free(body);
        if (json_is_object(question))
            routes[i].handle(serve, request, question);
        else
            serve_refuse(request, 400, "json", "a JSON object was expected");
        json_decref(question);
        return;
    }
    serve_refuse(request, 404, "route", "there is no such question");
}

static void handle(void *data, HttpRequest *request)
{
    if (strcmp(request->method, "GET") == 0)
        reply_file(request);
    else
        handle_post(data, request);
}

/* ---- tables ---- */

void serve_view(HttpRequest *request, json_t *view)
{
    if (!is_watching(request)) {
        reply_json(request, 200, view);
        return;
    }
    Text text = json_as_text(view, JSON_COMPACT);
    if (!request->is_stream)
        http_stream(request, stream_headers);
    send_event(request, "view", text_string(&text));
    text_free(&text);
    json_decref(view);
}

/* ---- beginning and end ---- */

Serve *serve_new(const ServeOptions *options, const char **why)
{
    Serve *serve = memory_zeroed(1, sizeof *serve);
    serve->options = *options;
    serve->http = http_new(&(HttpOptions){.address = options->address,
                                          .port = options->port,
                                          .max_bytes = MAX_REQUESTS_BYTES,
                                          .max_body = 2 * MAX_RULES_BYTES,
                                          .max_seconds = 30,
                                          .data = serve,
                                          .judge = judge,
                                          .handle = handle,
                                          .forget = forget},
                           why);
    if (!serve->http) {
        free(serve);
        return NULL;
    }
    serve->jobs = jobs_new(options->megabytes);
    serve->cards = json_object();
    serve->known = json_object();
    serve->tables = tables_new(serve->jobs);
    return serve;
}

unsigned serve_port(const Serve *serve)
{
    return http_port(serve->http);
}

void serve_step(Serve *serve)
{
    jobs_wait(serve->jobs, http_descriptor(serve->http),
              http_max_wait(serve->http));
    http_run(serve->http);
}

void serve_free(Serve *serve)
{
    if (!serve)
        return;
    http_close(serve->http);
    http_free(serve->http);
    tables_free(serve->tables);
    jobs_free(serve->jobs);
    json_decref(serve->cards);
    json_decref(serve->known);
    vec_free(&serve->tasks);
    free(serve);
}
