/* match_player.c - a player in our matches: built in, over HTTP, or human
 *
 * In:   messages of a game manager (doc/protocol.md)
 * Out:  answers, or what went wrong
 *
 * Built-in players get the same messages as others, and have the same clocks.
 * Over HTTP the headers are those of the GGP-Base server (doc/protocol.md), and
 * the answer is not trusted: at most 64 kilobytes of it are kept. libcurl is
 * loaded when a request is to be made (system/shared_library.h). Start reading
 * at match_player_ask(), at the end.
 */
#include "play/match_player.h"

#include "base/budget.h"
#include "system/shared_library.h"
#include "base/memory.h"

#define CURL_DISABLE_TYPECHECK /* of calls by name */
#include <curl/curl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_ANSWER_BYTES = 64 << 10,
    CONNECT_MILLISECONDS = 5000, /* to reach a player over HTTP */
    MAX_THREADS = 1024,          /* of a player */
};

/* ---- over HTTP ---- */

#define FUNCTIONS(F)                                                           \
    F(curl_global_init)                                                        \
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

static bool load_curl(CurlLibrary *library)
{
    const LibrarySymbol symbols[] = {FUNCTIONS(LIBRARY_SYMBOL){NULL, NULL}};
    return library_load("libcurl.so.4", symbols);
}

typedef struct {
    Text text;
    const volatile sig_atomic_t *cancelled;
} Receiver;

static size_t receive_bytes(char *bytes, size_t size, size_t count, void *data)
{
    Receiver *receiver = data;
    if (receiver->text.length + size * count > MAX_ANSWER_BYTES)
        return 0; /* which ends the transfer */
    text_add(&receiver->text, bytes, size * count);
    return size * count;
}

static int stop_if_cancelled(void *data, curl_off_t a, curl_off_t b,
                             curl_off_t c, curl_off_t d)
{
    const Receiver *receiver = data;
    (void)a, (void)b, (void)c, (void)d;
    return receiver->cancelled && *receiver->cancelled;
}

static AnswerFault curl_fault(const CurlLibrary *library, CURL *curl,
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

static struct curl_slist *new_headers(const CurlLibrary *library)
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

/* Before requests, by one thread; false if there is no libcurl. What it keeps,
 * it keeps to the end of the program. */
static bool init_http_client(void)
{
    CurlLibrary library;
    return load_curl(&library) &&
           library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static void ask_remote(const MatchPlayer *player, PlayerRequest *request)
{
    CurlLibrary library;
    CURL *curl = load_curl(&library) ? library.curl_easy_init() : NULL;
    request->fault = FAULT_CONNECTION;
    if (!curl)
        return;
    Receiver receiver = {.cancelled = request->question.cancelled};
    struct curl_slist *headers = new_headers(&library);
    __typeof__(library.curl_easy_setopt) setopt = library.curl_easy_setopt;
    setopt(curl, CURLOPT_URL, player->spec);
    setopt(curl, CURLOPT_PROTOCOLS_STR, "http");
    setopt(curl, CURLOPT_PROXY, "");
    setopt(curl, CURLOPT_NOSIGNAL, 1L);
    setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0);
    setopt(curl, CURLOPT_POSTFIELDS, request->message);
    setopt(curl, CURLOPT_HTTPHEADER, headers);
    setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MILLISECONDS);
    setopt(curl, CURLOPT_TIMEOUT_MS, (long)(request->limit_seconds * 1000) + 1);
    setopt(curl, CURLOPT_WRITEFUNCTION, receive_bytes);
    setopt(curl, CURLOPT_WRITEDATA, &receiver);
    setopt(curl, CURLOPT_XFERINFOFUNCTION, stop_if_cancelled);
    setopt(curl, CURLOPT_XFERINFODATA, &receiver);
    setopt(curl, CURLOPT_NOPROGRESS, 0L);
    request->fault =
        curl_fault(&library, curl, library.curl_easy_perform(curl));
    if (request->fault == FAULT_NONE)
        request->answer = memory_strdup(text_string(&receiver.text));
    library.curl_slist_free_all(headers);
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

/* A setting, key=value, of a search: its LENGTH bytes are at TEXT. */
static bool read_setting(const char *text, size_t length, AgentOptions *options)
{
    char *setting = memory_strndup(text, length), *end = setting;
    char *value = strchr(setting, '=');
    double number = -1;
    if (value && (ascii_is_digit(value[1]) || value[1] == '.')) {
        *value = '\0';
        number = strtod(value + 1, &end);
    }
    bool is_known = end != setting && !*end && number > 0 && number < 1e15;
    bool is_whole = is_known && number == (double)(uint64_t)number;
    if (is_whole && strcmp(setting, "playouts") == 0)
        options->playouts = (uint64_t)number;
    else if (is_whole && strcmp(setting, "threads") == 0)
        options->threads = (size_t)fmin(number, MAX_THREADS);
    else if (is_whole && strcmp(setting, "memory") == 0)
        options->megabytes = (size_t)number;
    else if (is_known && strcmp(setting, "exploration") == 0)
        options->exploration = number;
    else
        is_known = false;
    free(setting);
    return is_known;
}

/* strategy := name [ ":" setting { "," setting } ]
 * NULL, or what is wrong. */
static const char *read_strategy(const char *spec, AgentOptions *options)
{
    size_t length = strcspn(spec, ":");
    char *name = memory_strndup(spec, length);
    bool is_known = strategy_named(name, &options->strategy);
    free(name);
    if (!is_known)
        return "a player is legal, random, mcts, auto, human or "
               "http://host:port";
    if (spec[length] && options->strategy != STRATEGY_MCTS &&
        options->strategy != STRATEGY_AUTO)
        return "only mcts and auto have settings";
    for (spec += length; *spec; spec += length) {
        length = strcspn(++spec, ",");
        if (!read_setting(spec, length, options))
            return "settings are playouts=N, exploration=X, threads=N and "
                   "memory=MB, each above 0, with commas between them";
    }
    return NULL;
}

MatchPlayer *match_player_new(const char *spec, const AgentOptions *options,
                              const char **why)
{
    MatchPlayer player = {.options = *options};
    const char *full_spec = spec;
    size_t name_bytes = name_length(spec);
    spec += name_bytes ? name_bytes + 1 : 0;
    if (strncmp(spec, "http://", 7) == 0 && spec[7])
        player.kind = PLAYER_REMOTE;
    else if (strcmp(spec, "human") == 0)
        player.kind = PLAYER_HUMAN;
    else if ((*why = read_strategy(spec, &player.options)))
        return NULL;
    if (player.kind == PLAYER_REMOTE && !init_http_client()) {
        *why = "a player over HTTP needs libcurl.so.4, which is not installed "
               "(Debian: package libcurl4, since Debian 13 libcurl4t64)";
        return NULL;
    }
    player.name =
        memory_strndup(full_spec, name_bytes ? name_bytes : strlen(spec));
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
    text_free(&player->seen);
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
        deadlines_stop(&player->deadlines, clock_now(), request->clock_seconds),
        request->question.cancelled, request->is_given ? NULL : take_proposal,
        request};
    if (strncmp(request->message, "(START", 6) == 0) {
        agent_free(player->agent);
        player->options.given_up = request->question.cancelled;
        player->agent = agent_new(&player->options);
    }
    take_proposal(request, "nil");
    AgentReply reply = agent_answer(player->agent, request->message,
                                    strlen(request->message), &turn);
    if (reply.replaced)
        deadlines_replaced(&player->deadlines);
    if (!*request->question.cancelled && !reply.match_over)
        deadlines_observe(&player->deadlines, turn.stop_time, clock_now());
}

/* ---- human ---- */

/* Keeps what the last step was to the role, for the next question. In games
 * without hidden information the manager shows the position instead. */
static void note_step(const PlayerRequest *request)
{
    const RecordedMove *last = request->last;
    Text *seen = &request->player->seen;
    if (!last ||
        strcmp(zermelo_language(request->question.game), "GDL-II") != 0)
        return;
    text_addf(seen, "  step %zu: you did %s and see%s", request->step,
              last->move, last->percept_count ? "" : " nothing");
    for (size_t i = 0; i < last->percept_count; i++)
        text_addf(seen, " %s", last->percepts[i]);
    text_addc(seen, '\n');
}

/* A human has no clock. */
static HumanAnswer ask_for_move(const PlayerRequest *request, size_t *choice)
{
    const HumanQuestion *question = &request->question;
    size_t count = zermelo_play_move_count(question->play, question->role);
    if (*question->cancelled)
        return ANSWER_QUIT;
    if (count <= 1)
        return ANSWER_MOVE;
    fputs(text_string(&request->player->seen), stdout);
    text_free(&request->player->seen);
    return human_ask(question, choice);
}

static void ask_human(PlayerRequest *request)
{
    size_t choice = 0;
    bool is_play = strncmp(request->message, "(PLAY", 5) == 0;
    if (is_play)
        note_step(request);
    else
        text_free(&request->player->seen);
    HumanAnswer answer = !is_play || request->is_given
                             ? ANSWER_NONE
                             : ask_for_move(request, &choice);
    if (answer == ANSWER_MOVE)
        request->answer =
            zermelo_term(NULL,
                         zermelo_play_move(request->question.play,
                                           request->question.role, choice),
                         ZERMELO_INFIX, ZERMELO_KIF);
    else if (answer == ANSWER_NONE)
        request->answer = memory_strdup("ready");
    request->has_quit = answer == ANSWER_QUIT && !*request->question.cancelled;
    request->takes_back =
        answer == ANSWER_UNDO && !*request->question.cancelled;
    if (request->takes_back)
        puts("going back ...");
    if (request->has_quit || request->takes_back)
        *request->question.cancelled = request->takes_back ? TAKES_BACK : 1;
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
    if (player->kind == PLAYER_BUILT_IN &&
        request->seconds > request->limit_seconds)
        request->fault = FAULT_TIMEOUT;
}
