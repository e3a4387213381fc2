/* match_player.c - somebody who plays in our matches: built in, over HTTP, or
 * human
 *
 * In:   messages as they go over the wire
 * Out:  answers, or what went wrong
 *
 * Players that are built in get the same messages as strangers, and have the
 * same clocks (play/player.h). Start reading at match_player_ask(), at the end.
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

typedef enum { SEAT_BUILT_IN, SEAT_REMOTE, SEAT_HUMAN } SeatKind;

struct MatchPlayer {
    SeatKind kind;
    char *name, *spec;
    AgentOptions options;
    Player *player; /* if it is built in, from the first START on */
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
    MatchPlayer seat = {.options = *options};
    const char *given = spec;
    size_t named = name_length(spec);
    spec += named ? named + 1 : 0;
    if (strncmp(spec, "http://", 7) == 0 && spec[7])
        seat.kind = SEAT_REMOTE;
    else if (strcmp(spec, "human") == 0)
        seat.kind = SEAT_HUMAN;
    else if (!strategy_named(spec, &seat.options.strategy)) {
        *why = "a player is legal, random, mcts, auto, human or "
               "http://host:port";
        return NULL;
    }
    if (seat.kind == SEAT_REMOTE && !http_begin()) {
        *why = "a player over HTTP needs libcurl.so.4, which is not installed "
               "(Debian: package libcurl4, since Debian 13 libcurl4t64)";
        return NULL;
    }
    seat.name = memory_strndup(given, named ? named : strlen(spec));
    seat.spec = memory_strdup(spec);
    MatchPlayer *copy = memory_alloc(sizeof *copy);
    *copy = seat;
    return copy;
}

void match_player_free(MatchPlayer *seat)
{
    if (!seat)
        return;
    player_free(seat->player);
    if (seat->kind == SEAT_REMOTE)
        http_end();
    free(seat->name);
    free(seat->spec);
    free(seat);
}

const char *match_player_name(const MatchPlayer *seat)
{
    return seat->name;
}

const char *match_player_spec(const MatchPlayer *seat)
{
    return seat->spec;
}

bool match_player_is_human(const MatchPlayer *seat)
{
    return seat->kind == SEAT_HUMAN;
}

bool match_player_is_remote(const MatchPlayer *seat)
{
    return seat->kind == SEAT_REMOTE;
}

void match_player_reseed(MatchPlayer *seat, uint64_t seed)
{
    seat->options.seed = seed;
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
static bool wait_for_reply(Reply *reply, const Ask *ask)
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
        waits = !*ask->cancelled;
    }
    bool came = reply->answer != NULL;
    pthread_mutex_unlock(&reply->lock);
    return came;
}

static void begin_player(MatchPlayer *seat, const Ask *ask)
{
    seat->options.ended = ask->cancelled;
    player_free(seat->player);
    seat->player = player_new(&(PlayerOptions){
        .name = seat->name, .agent = seat->options, .parallel = 1});
}

static void ask_player(MatchPlayer *seat, Ask *ask)
{
    Reply reply = {.lock = PTHREAD_MUTEX_INITIALIZER,
                   .came = PTHREAD_COND_INITIALIZER};
    if (strncmp(ask->message, "(START", 6) == 0)
        begin_player(seat, ask);
    if (!seat->player) {
        ask->fault = FAULT_UNREADABLE;
        return;
    }
    player_take(seat->player, ask->message, strlen(ask->message), clock_now(),
                (Waiter){take_reply, &reply});
    if (!wait_for_reply(&reply, ask)) {
        player_free(seat->player); /* answers, since somebody waits */
        seat->player = NULL;
    }
    ask->answer = reply.answer;
    pthread_mutex_destroy(&reply.lock);
    pthread_cond_destroy(&reply.came);
}

/* ---- over HTTP ---- */

static void ask_stranger(MatchPlayer *seat, Ask *ask)
{
    Text answer = {0};
    HttpResult end = http_post(seat->spec, ask->message, ask->limit,
                               ask->cancelled, &answer);
    if (end == HTTP_DONE)
        ask->answer = memory_strdup(text_string(&answer));
    ask->fault = end == HTTP_LATE      ? FAULT_TIMEOUT
                 : end == HTTP_FAILED  ? FAULT_CONNECTION
                 : end == HTTP_GARBAGE ? FAULT_UNREADABLE
                                       : FAULT_NONE;
    text_free(&answer);
}

/* ---- human ---- */

/* A line from the terminal; false at its end or when the match is cancelled.
 * Without waiting in read(), so that Ctrl-C is noticed. */
static bool read_line(const Ask *ask, Text *line)
{
    text_free(line);
    for (;;) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        char c;
        if (*ask->cancelled)
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

static void show_percepts(const Ask *ask)
{
    size_t count = zermelo_play_percept_count(ask->play, ask->role);
    for (size_t i = 0; i < count; i++)
        printf("%s %s", i ? "" : "you see",
               zermelo_play_percept(ask->play, ask->role, i));
    if (count)
        putchar('\n');
}

/* What is no move: a command, or a mistake. False if it ends the match. */
static bool obey(const Ask *ask, const char *line)
{
    if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0)
        return false;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        puts("Answer with the number of a move, or with the move itself.\n"
             "moves lists the moves again, quit (or Ctrl-D) ends the match.");
    else if (strcmp(line, "moves") == 0)
        human_show_moves(ask->play, ask->role);
    else if (*line)
        printf("not one of the moves: %s\n", line);
    return true;
}

/* Asks until there is an answer: no clock is held against a human. */
static bool choose_move(const Ask *ask, size_t *choice)
{
    Text line = {0};
    bool chosen = false, goes_on = true;
    human_show_moves(ask->play, ask->role);
    while (!chosen && goes_on) {
        printf("%s (number, move or help)> ",
               zermelo_play_role(ask->play, ask->role));
        fflush(stdout);
        goes_on = read_line(ask, &line);
        if (!goes_on)
            putchar('\n');
        chosen = goes_on && human_find_move(ask->play, ask->role,
                                            text_string(&line), choice);
        if (goes_on && !chosen)
            goes_on = obey(ask, text_string(&line));
    }
    text_free(&line);
    return chosen;
}

static void ask_human(Ask *ask)
{
    const char *role = zermelo_play_role(ask->play, ask->role);
    size_t choice = 0;
    if (strncmp(ask->message, "(PLAY", 5) != 0) {
        ask->answer = memory_strdup("ready");
        return;
    }
    show_percepts(ask);
    bool one = zermelo_play_move_count(ask->play, ask->role) == 1;
    if (*ask->cancelled || (!one && !choose_move(ask, &choice))) {
        ask->has_quit = !*ask->cancelled;
    } else {
        const char *move = zermelo_play_move(ask->play, ask->role, choice);
        if (one)
            printf("%s has one move: %s\n", role, move);
        ask->answer = zermelo_term(NULL, move, ZERMELO_INFIX, ZERMELO_KIF);
    }
    if (ask->has_quit)
        *ask->cancelled = 1;
    fflush(stdout);
}

void match_player_ask(MatchPlayer *seat, Ask *ask)
{
    double begun = clock_now();
    ask->answer = NULL;
    ask->fault = FAULT_NONE;
    if (seat->kind == SEAT_BUILT_IN)
        ask_player(seat, ask);
    else if (seat->kind == SEAT_REMOTE)
        ask_stranger(seat, ask);
    else
        ask_human(ask);
    ask->seconds = clock_now() - begun;
    if (seat->kind == SEAT_BUILT_IN && ask->seconds > ask->limit)
        ask->fault = FAULT_TIMEOUT;
}
