/* match_player.c - a player in our matches: built in, over HTTP, or human
 *
 * In:   messages of a game manager (doc/protocol.md)
 * Out:  answers, or what went wrong
 *
 * Built-in players get the same messages as others, and have the same clocks.
 * Over HTTP the headers are those of the GGP-Base server (doc/protocol.md), and
 * the answer is not trusted: at most 64 kilobytes of it are kept. libcurl is
 * loaded when a request is to be made (base/library.h). Start reading at
 * match_player_ask(), at the end.
 */
#include "play/match_player.h"

#include "base/budget.h"
#include "base/library.h"
#include "base/memory.h"
#include "play/human.h"

#define CURL_DISABLE_TYPECHECK /* of calls by name */
#include <curl/curl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ANSWER = 64 << 10, CONNECT_MILLISECONDS = 5000 };

/* ---- over HTTP ---- */

#define FUNCTIONS(F)                                                           \
    F(curl_global_init)                                                        \
    F(curl_global_cleanup)                                                     \
    F(curl_easy_init)                                                          \
    F(curl_easy_setopt)                                                        \
    F(curl_easy_perform)                                                       \
    F(curl_easy_getinfo)                                                       \
    F(curl_easy_cleanup)                                                       \
    F(curl_slist_append)                                                       \
    F(curl_slist_free_all)

typedef struct {
    FUNCTIONS(LIBRARY_POINTER)
} CurlLibrary;

static bool load(CurlLibrary *library)
{
    const LibrarySymbol symbols[] = {FUNCTIONS(LIBRARY_SYMBOL){NULL, NULL}};
    return library_load("libcurl.so.4", symbols);
}

typedef struct {
    Text text;
    size_t received;
    const volatile sig_atomic_t *cancelled;
} Receiver;

static size_t receive(char *bytes, size_t size, size_t count, void *data)
{
    Receiver *receiver = data;
    receiver->received += size * count;
    if (receiver->received > MAX_ANSWER)
        return 0; /* which ends the transfer */
    text_add(&receiver->text, bytes, size * count);
    return size * count;
}

static int watch(void *data, curl_off_t a, curl_off_t b, curl_off_t c,
                 curl_off_t d)
{
    const Receiver *receiver = data;
    (void)a, (void)b, (void)c, (void)d;
    return receiver->cancelled && *receiver->cancelled;
}

static AnswerFault fault_of(const CurlLibrary *library, CURL *curl,
                            CURLcode code)
{
    double connected = 0;
    switch (code) {
    case CURLE_OK:
        return FAULT_NONE;
    case CURLE_OPERATION_TIMEDOUT:
        library->curl_easy_getinfo(curl, CURLINFO_CONNECT_TIME, &connected);
        return connected > 0 ? FAULT_TIMEOUT : FAULT_CONNECTION;
    case CURLE_WRITE_ERROR: /* too long */
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL: /* no HTTP at all */
    case CURLE_BAD_CONTENT_ENCODING:
        return FAULT_UNREADABLE;
    default:
        return FAULT_CONNECTION;
    }
}

static struct curl_slist *headers(const CurlLibrary *library)
{
    static const char *const lines[] = {"Accept: text/delim",
                                        "Sender: GAMESERVER",
                                        "Receiver: PLAYER",
                                        "Content-Type: text/acl",
                                        "Expect:",
                                        "User-Agent:"};
    struct curl_slist *list = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        list = library->curl_slist_append(list, lines[i]);
    return list;
}

/* Before requests, by one thread; false if there is no libcurl. */
static bool http_begin(void)
{
    CurlLibrary library;
    return load(&library) &&
           library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static void http_end(void)
{
    CurlLibrary library;
    if (load(&library))
        library.curl_global_cleanup();
}

static void ask_remote(const MatchPlayer *player, PlayerRequest *request)
{
    CurlLibrary library;
    CURL *curl = load(&library) ? library.curl_easy_init() : NULL;
    request->fault = FAULT_CONNECTION;
    if (!curl)
        return;
    Receiver receiver = {.cancelled = request->cancelled};
    struct curl_slist *list = headers(&library);
    __typeof__(library.curl_easy_setopt) set = library.curl_easy_setopt;
    set(curl, CURLOPT_URL, player->spec);
    set(curl, CURLOPT_PROTOCOLS_STR, "http");
    set(curl, CURLOPT_PROXY, "");
    set(curl, CURLOPT_NOSIGNAL, 1L);
    set(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0);
    set(curl, CURLOPT_POSTFIELDS, request->message);
    set(curl, CURLOPT_HTTPHEADER, list);
    set(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MILLISECONDS);
    set(curl, CURLOPT_TIMEOUT_MS, (long)(request->limit * 1000) + 1);
    set(curl, CURLOPT_WRITEFUNCTION, receive);
    set(curl, CURLOPT_WRITEDATA, &receiver);
    set(curl, CURLOPT_XFERINFOFUNCTION, watch);
    set(curl, CURLOPT_XFERINFODATA, &receiver);
    set(curl, CURLOPT_NOPROGRESS, 0L);
    request->fault = fault_of(&library, curl, library.curl_easy_perform(curl));
    if (request->fault == FAULT_NONE)
        request->answer = memory_strdup(text_string(&receiver.text));
    library.curl_slist_free_all(list);
    library.curl_easy_cleanup(curl);
    text_free(&receiver.text);
}

/* ---- what it is ---- */

/* How many bytes of "NAME=SPEC" are the name; 0 if there is none. */
static size_t name_length(const char *spec)
{
    size_t length = 0;
    while (ascii_is_letter(spec[length]) || ascii_is_digit(spec[length]) ||
           (spec[length] && strchr("-_.", spec[length])))
        length++;
    return spec[length] == '=' ? length : 0;
}

MatchPlayer *match_player_new(const char *spec, const AgentOptions *options,
                              const char **why)
{
    MatchPlayer player = {.options = *options};
    const char *given = spec;
    size_t named = name_length(spec);
    spec += named ? named + 1 : 0;
    if (strncmp(spec, "http://", 7) == 0 && spec[7])
        player.kind = PLAYER_REMOTE;
    else if (strcmp(spec, "human") == 0)
        player.kind = PLAYER_HUMAN;
    else if (!strategy_named(spec, &player.options.strategy)) {
        *why = "a player is legal, random, mcts, auto, human or "
               "http://host:port";
        return NULL;
    }
    if (player.kind == PLAYER_REMOTE && !http_begin()) {
        *why = "a player over HTTP needs libcurl.so.4, which is not installed "
               "(Debian: package libcurl4, since Debian 13 libcurl4t64)";
        return NULL;
    }
    player.name = memory_strndup(given, named ? named : strlen(spec));
    player.spec = memory_strdup(spec);
    MatchPlayer *copy = memory_alloc(sizeof *copy);
    *copy = player;
    return copy;
}

void match_player_free(MatchPlayer *player)
{
    if (!player)
        return;
    agent_free(player->agent);
    if (player->kind == PLAYER_REMOTE)
        http_end();
    free_all(player->name, player->spec, player);
}

/* ---- built in ---- */

static void take_proposal(void *data, const char *answer)
{
    PlayerRequest *request = data;
    free(request->answer);
    request->answer = memory_strdup(answer);
}

static void ask_built_in(MatchPlayer *player, PlayerRequest *request)
{
    const Turn turn = {
        deadlines_stop(&player->deadlines, clock_now(), request->clock),
        request->cancelled, take_proposal, request};
    if (strncmp(request->message, "(START", 6) == 0) {
        agent_free(player->agent);
        player->options.ended = request->cancelled;
        player->agent = agent_new(&player->options);
    }
    take_proposal(request, "nil");
    AgentReply reply = agent_answer(player->agent, request->message,
                                    strlen(request->message), &turn);
    if (reply.replaced)
        deadlines_replaced(&player->deadlines);
    if (!*request->cancelled && !reply.over)
        deadlines_observe(&player->deadlines, turn.stop, clock_now());
}

/* ---- human ---- */

/* A line from the terminal; false at its end or when the match is cancelled.
 * Without waiting in read(), so that Ctrl-C is noticed. */
static bool read_line(const PlayerRequest *request, Text *line)
{
    text_free(line);
    for (;;) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        char c;
        if (*request->cancelled)
            return false;
        if (poll(&input, 1, 200) <= 0)
            continue;
        if (read(STDIN_FILENO, &c, 1) != 1)
            return false;
        if (c == '\n')
            return true;
        if (c != '\r' && line->length < 1000)
            text_addc(line, c);
    }
}

static void show_percepts(const PlayerRequest *request)
{
    size_t count = zermelo_play_percept_count(request->play, request->role);
    for (size_t i = 0; i < count; i++)
        printf("%s %s", i ? "" : "you see",
               zermelo_play_percept(request->play, request->role, i));
    if (count)
        putchar('\n');
}

/* A line that is no move. False if it ends the match. */
static bool run_command(const PlayerRequest *request, const char *line)
{
    if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0)
        return false;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        puts("Answer with the number of a move, or with the move itself.\n"
             "moves lists the moves again, quit (or Ctrl-D) ends the match.");
    else if (strcmp(line, "moves") == 0)
        human_show_moves(request->play, request->role);
    else if (*line)
        printf("not a legal move: %s\n", line);
    return true;
}

/* Asks until there is an answer: a human has no clock. */
static bool choose_move(const PlayerRequest *request, size_t *choice)
{
    Text line = {0};
    bool is_chosen = false, is_continued = true;
    human_show_moves(request->play, request->role);
    while (!is_chosen && is_continued) {
        printf("%s (number, move or help)> ",
               zermelo_play_role(request->play, request->role));
        fflush(stdout);
        is_continued = read_line(request, &line);
        if (!is_continued)
            putchar('\n');
        is_chosen =
            is_continued && human_find_move(request->play, request->role,
                                            text_string(&line), choice);
        if (is_continued && !is_chosen)
            is_continued = run_command(request, text_string(&line));
    }
    text_free(&line);
    return is_chosen;
}

static void ask_human(PlayerRequest *request)
{
    const char *role = zermelo_play_role(request->play, request->role);
    size_t choice = 0;
    if (strncmp(request->message, "(PLAY", 5) != 0) {
        request->answer = memory_strdup("ready");
        return;
    }
    show_percepts(request);
    bool one = zermelo_play_move_count(request->play, request->role) == 1;
    if (*request->cancelled || (!one && !choose_move(request, &choice))) {
        request->has_quit = !*request->cancelled;
    } else {
        const char *move =
            zermelo_play_move(request->play, request->role, choice);
        if (one)
            printf("%s has one move: %s\n", role, move);
        request->answer = zermelo_term(NULL, move, ZERMELO_INFIX, ZERMELO_KIF);
    }
    if (request->has_quit)
        *request->cancelled = 1;
    fflush(stdout);
}

void match_player_ask(PlayerRequest *request)
{
    MatchPlayer *player = request->player;
    double begun = clock_now();
    request->answer = NULL;
    request->fault = FAULT_NONE;
    if (player->kind == PLAYER_BUILT_IN)
        ask_built_in(player, request);
    else if (player->kind == PLAYER_REMOTE)
        ask_remote(player, request);
    else
        ask_human(request);
    request->seconds = clock_now() - begun;
    if (player->kind == PLAYER_BUILT_IN && request->seconds > request->limit)
        request->fault = FAULT_TIMEOUT;
}
