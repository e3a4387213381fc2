/* match_player.c - a player in our matches: built in, over HTTP, or human
 *
 * In:   messages of a game manager (doc/protocol.md)
 * Out:  answers, or what went wrong
 *
 * Built-in players get the same messages as others, and have the same clocks
 * (play/player.h). Start reading at match_player_ask(), at the end.
 */
#include "play/match_player.h"

#include "base/budget.h"
#include "base/memory.h"
#include "play/human.h"
#include "play/player.h"
#include "play/http_client.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef enum { PLAYER_BUILT_IN, PLAYER_REMOTE, PLAYER_HUMAN } PlayerKind;

struct MatchPlayer {
    PlayerKind kind;
    char *name, *spec;
    AgentOptions options;
    Player *built_in; /* from the first START on */
};

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
    player_free(player->built_in);
    if (player->kind == PLAYER_REMOTE)
        http_end();
    free_all(player->name, player->spec, player);
}

const char *match_player_name(const MatchPlayer *player)
{
    return player->name;
}

const char *match_player_spec(const MatchPlayer *player)
{
    return player->spec;
}

bool match_player_is_human(const MatchPlayer *player)
{
    return player->kind == PLAYER_HUMAN;
}

bool match_player_is_remote(const MatchPlayer *player)
{
    return player->kind == PLAYER_REMOTE;
}

void match_player_reseed(MatchPlayer *player, uint64_t seed)
{
    player->options.seed = seed;
}

/* ---- built in ---- */

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t came;
    char *answer;
} Reply;

static void take_reply(void *data, const char *answer)
{
    Reply *reply = data;
    pthread_mutex_lock(&reply->lock);
    reply->answer = memory_strdup(answer);
    pthread_cond_signal(&reply->came);
    pthread_mutex_unlock(&reply->lock);
}

/* False if the match was cancelled first. */
static bool wait_for_reply(Reply *reply, const PlayerRequest *request)
{
    bool waits = true;
    pthread_mutex_lock(&reply->lock);
    while (!reply->answer && waits) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 50000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&reply->came, &reply->lock, &until);
        waits = !*request->cancelled;
    }
    bool came = reply->answer != NULL;
    pthread_mutex_unlock(&reply->lock);
    return came;
}

static void begin_player(MatchPlayer *player, const PlayerRequest *request)
{
    player->options.ended = request->cancelled;
    player_free(player->built_in);
    player->built_in = player_new(&(PlayerOptions){
        .name = player->name, .agent = player->options, .parallel = 1});
}

static void ask_built_in(MatchPlayer *player, PlayerRequest *request)
{
    Reply reply = {.lock = PTHREAD_MUTEX_INITIALIZER,
                   .came = PTHREAD_COND_INITIALIZER};
    if (strncmp(request->message, "(START", 6) == 0)
        begin_player(player, request);
    if (!player->built_in) {
        request->fault = FAULT_UNREADABLE;
        return;
    }
    player_take(player->built_in, request->message, strlen(request->message),
                clock_now(), (Waiter){take_reply, &reply});
    if (!wait_for_reply(&reply, request)) {
        player_free(player->built_in); /* answers the message before it ends */
        player->built_in = NULL;
    }
    request->answer = reply.answer;
    pthread_mutex_destroy(&reply.lock);
    pthread_cond_destroy(&reply.came);
}

/* ---- over HTTP ---- */

static void ask_remote(MatchPlayer *player, PlayerRequest *request)
{
    Text answer = {0};
    HttpResult end = http_post(player->spec, request->message, request->limit,
                               request->cancelled, &answer);
    if (end == HTTP_DONE)
        request->answer = memory_strdup(text_string(&answer));
    request->fault = end == HTTP_LATE      ? FAULT_TIMEOUT
                     : end == HTTP_FAILED  ? FAULT_CONNECTION
                     : end == HTTP_GARBAGE ? FAULT_UNREADABLE
                                           : FAULT_NONE;
    text_free(&answer);
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
    bool chosen = false, continues = true;
    human_show_moves(request->play, request->role);
    while (!chosen && continues) {
        printf("%s (number, move or help)> ",
               zermelo_play_role(request->play, request->role));
        fflush(stdout);
        continues = read_line(request, &line);
        if (!continues)
            putchar('\n');
        chosen = continues && human_find_move(request->play, request->role,
                                              text_string(&line), choice);
        if (continues && !chosen)
            continues = run_command(request, text_string(&line));
    }
    text_free(&line);
    return chosen;
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

void match_player_ask(MatchPlayer *player, PlayerRequest *request)
{
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
