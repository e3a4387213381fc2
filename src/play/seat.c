/* seat.c - somebody who plays in our matches: built in, over HTTP, or human
 *
 * In:   messages as they go over the wire
 * Out:  answers, or what went wrong
 *
 * Players that are built in get the same messages as strangers, and have the
 * same clocks (play/player.h). Start reading at seat_ask(), at the end.
 */
#include "play/seat.h"

#include "base/budget.h"
#include "base/fatal.h"
#include "play/player.h"
#include "play/post.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef enum { SEAT_BUILT_IN, SEAT_REMOTE, SEAT_HUMAN } SeatKind;

struct Seat {
    SeatKind kind;
    char *name;
    AgentOptions options;
    Player *player; /* if it is built in, from the first START on */
};

Seat *seat_new(const char *spec, const AgentOptions *options, const char **why)
{
    Seat seat = {.options = *options};
    if (strncmp(spec, "http://", 7) == 0 && spec[7])
        seat.kind = SEAT_REMOTE;
    else if (strcmp(spec, "human") == 0)
        seat.kind = SEAT_HUMAN;
    else if (!strategy_named(spec, &seat.options.strategy)) {
        *why = "a player is legal, random, mcts, auto, human or "
               "http://host:port";
        return NULL;
    }
    if (seat.kind == SEAT_REMOTE && !post_begin()) {
        *why = "a player over HTTP needs libcurl.so.4, which is not installed "
               "(Debian: package libcurl4, since Debian 13 libcurl4t64)";
        return NULL;
    }
    seat.name = strdup(spec);
    Seat *copy = fatal_malloc(sizeof *copy);
    *copy = seat;
    return copy;
}

void seat_free(Seat *seat)
{
    if (!seat)
        return;
    player_free(seat->player);
    if (seat->kind == SEAT_REMOTE)
        post_end();
    free(seat->name);
    free(seat);
}

const char *seat_name(const Seat *seat)
{
    return seat->name;
}

bool seat_is_human(const Seat *seat)
{
    return seat->kind == SEAT_HUMAN;
}

bool seat_is_remote(const Seat *seat)
{
    return seat->kind == SEAT_REMOTE;
}

void seat_reseed(Seat *seat, uint64_t seed)
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
    reply->answer = strdup(answer);
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

static void begin_player(Seat *seat, const Ask *ask)
{
    seat->options.ended = ask->cancelled;
    player_free(seat->player);
    seat->player = player_new(&(PlayerOptions){
        .name = seat->name, .agent = seat->options, .parallel = 1});
}

static void ask_player(Seat *seat, Ask *ask)
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

static void ask_stranger(Seat *seat, Ask *ask)
{
    Text answer = {0};
    PostEnd end =
        post(seat->name, ask->message, ask->limit, ask->cancelled, &answer);
    if (end == POST_DONE)
        ask->answer = strdup(text_string(&answer));
    ask->fault = end == POST_LATE      ? FAULT_TIMEOUT
                 : end == POST_FAILED  ? FAULT_CONNECTION
                 : end == POST_GARBAGE ? FAULT_UNREADABLE
                                       : FAULT_NONE;
    text_free(&answer);
}

/* ---- human ---- */

/* A line from the terminal; false at its end or when the match is cancelled.
 * Without waiting in read(), so that Ctrl-C is noticed. */
static bool read_line(const Ask *ask, Text *line)
{
    line->length = 0;
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

static const char *find_move(const Ask *ask, const char *line)
{
    size_t count = zermelo_play_move_count(ask->play, ask->role);
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    for (size_t i = 0; i < count; i++) {
        const char *move = zermelo_play_move(ask->play, ask->role, i);
        if (strcmp(line, move) == 0)
            return move;
    }
    if (*line && !*end && number >= 1 && number <= count)
        return zermelo_play_move(ask->play, ask->role, number - 1);
    return NULL;
}

static void show_moves(const Ask *ask)
{
    const ZermeloPlay *play = ask->play;
    printf("moves of %s:\n", zermelo_play_role(play, ask->role));
    for (size_t i = 0; i < zermelo_play_move_count(play, ask->role); i++)
        printf("%5zu  %s\n", i + 1, zermelo_play_move(play, ask->role, i));
    for (size_t i = 0; i < zermelo_play_percept_count(play, ask->role); i++)
        printf("%s %s", i ? "" : "you see",
               zermelo_play_percept(play, ask->role, i));
    if (zermelo_play_percept_count(play, ask->role))
        putchar('\n');
}

/* Asks until there is an answer: no clock is held against a human. */
static void ask_human(Ask *ask)
{
    Text line = {0};
    const char *move = NULL;
    if (strncmp(ask->message, "(PLAY", 5) != 0) {
        ask->answer = strdup("ready");
        return;
    }
    if (zermelo_play_move_count(ask->play, ask->role) == 1)
        move = zermelo_play_move(ask->play, ask->role, 0);
    else
        show_moves(ask);
    while (!move) {
        printf("%s (number or move)> ",
               zermelo_play_role(ask->play, ask->role));
        fflush(stdout);
        if (!read_line(ask, &line))
            break;
        move = find_move(ask, text_string(&line));
        if (!move)
            printf("not one of them: %s\n", text_string(&line));
    }
    if (move)
        ask->answer = zermelo_term(NULL, move, ZERMELO_INFIX, ZERMELO_KIF);
    else
        ask->fault = FAULT_CONNECTION;
    text_free(&line);
}

void seat_ask(Seat *seat, Ask *ask)
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
