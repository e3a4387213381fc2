/* player.c - answers the messages of game managers, in time
 *
 * In:   texts, from anybody
 * Out:  answers
 * Next: play/session.c plays a match, here or in a process that play/worker.c
 *       starts; play/server.c is the network
 *
 * A table of places for matches, each with a thread. A message goes to the
 * thread of its match; what is under way there for an earlier message is cut
 * short, since nobody waits for that any more. A message is read here only so
 * far as it says where it belongs. Start reading at player_take(), at the end.
 */
#include "play/player.h"

#include "base/budget.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/vec.h"
#include "play/deadline.h"
#include "play/worker.h"

#include <pthread.h>
#include <stdarg.h>
#include <string.h>

enum { MAX_JOBS = 4 };      /* that wait for the thread of one match */
enum { ABANDONED = 60 };    /* seconds of silence after which a match may go */
enum { MAX_ABANDONED = 3 }; /* and so many play clocks */

/* Somebody who waits for the answer to a message. */
typedef struct {
    Turn turn; /* first: this is what agents see of it */
    Player *player;
    Message *message; /* its outline */
    char *text;       /* all of it */
    size_t length;
    Waiter waiter;
    double arrival, seconds; /* when it came, and its clock */
    double send_by;          /* 0: there is no hurry */
    char *answer;
    bool answered;
} Job;

typedef struct {
    Player *player;
    pthread_t thread;
    pthread_cond_t work;
    Session *session; /* if matches are played in this process, */
    Worker *worker;   /* if each has its own: NULL between matches */
    char *match;      /* NULL if the place is free */
    double start_clock, play_clock, last_heard;
    Clock clock;
    VEC(Job *) jobs; /* the first one is under way */
    StopFlags *flags;
    int flags_file;
} Place;

struct Player {
    PlayerOptions options;
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t tick;
    pthread_t ticker;
    VEC(Job *) waiting; /* not answered, with something to be sent in time */
    Place *places;
    size_t held; /* bytes of the texts of all jobs */
    bool closing;
    double slowest;
};

/* ---- log ---- */

__attribute__((format(printf, 2, 3))) static void
report(Player *player, const char *format, ...)
{
    if (!player->options.log)
        return;
    va_list args;
    va_start(args, format);
    char *line = NULL;
    int length = vasprintf(&line, format, args);
    va_end(args);
    Text out = {0};
    if (length > 0) /* ids and moves are a stranger's words */
        text_add_printable(&out, line, (size_t)length);
    text_addc(&out, '\n');
    fputs(text_string(&out), player->options.log);
    fflush(player->options.log);
    text_free(&out);
    free(line);
}

static const char *kind_name(const Message *message)
{
    return message_kind_name(message->kind);
}

/* ---- answering ---- */

static void forget_waiting(Player *player, const Job *job)
{
    for (size_t i = 0; i < player->waiting.count; i++)
        if (player->waiting.items[i] == job) {
            player->waiting.items[i] = vec_last(&player->waiting);
            player->waiting.count--;
            return;
        }
}

/* With the lock held: whoever gets true sends the answer. */
static bool may_send(Player *player, Job *job)
{
    if (job->answered)
        return false;
    job->answered = true;
    forget_waiting(player, job);
    double used = (clock_now() - job->arrival) / job->seconds;
    if (job->message->kind == MESSAGE_PLAY && used > player->slowest)
        player->slowest = used;
    return true;
}

static void propose(Turn *turn, const char *answer)
{
    Job *job = (Job *)turn;
    pthread_mutex_lock(&job->player->lock);
    if (!job->answered) {
        free(job->answer);
        job->answer = memory_strdup(answer);
    }
    pthread_mutex_unlock(&job->player->lock);
}

static void job_free(Job *job)
{
    message_free(job->message);
    free(job->text);
    free(job->answer);
    free(job);
}

/* ---- the clocks ---- */

static struct timespec timespec_at(double moment)
{
    struct timespec time = {.tv_sec = (time_t)moment};
    time.tv_nsec = (long)((moment - (double)time.tv_sec) * 1e9);
    return time;
}

/* The job that is to be sent first, or NULL. */
static Job *most_urgent(const Player *player)
{
    Job *first = NULL;
    for (size_t i = 0; i < player->waiting.count; i++)
        if (!first || player->waiting.items[i]->send_by < first->send_by)
            first = player->waiting.items[i];
    return first;
}

static void send_unfinished(Player *player, Job *job)
{
    const Waiter waiter = job->waiter;
    char *answer = memory_strdup(job->answer);
    bool mine = may_send(player, job);
    report(player, "%s %s: sent before the thought was finished: %s",
           job->message->match, kind_name(job->message), answer);
    pthread_mutex_unlock(&player->lock); /* JOB may be gone from here on */
    if (mine)
        waiter.send(waiter.data, answer);
    free(answer);
    pthread_mutex_lock(&player->lock);
}

static void *watch_clocks(void *data)
{
    Player *player = data;
    clock_prefer_thread();
    pthread_mutex_lock(&player->lock);
    while (!player->closing) {
        Job *job = most_urgent(player);
        if (!job) {
            pthread_cond_wait(&player->tick, &player->lock);
        } else if (clock_now() >= job->send_by) {
            send_unfinished(player, job);
        } else {
            struct timespec until = timespec_at(job->send_by);
            pthread_cond_timedwait(&player->tick, &player->lock, &until);
        }
    }
    pthread_mutex_unlock(&player->lock);
    return NULL;
}

/* ---- the thread of a match ---- */

static void finish_job(Place *place, Job *job, const SessionReply *reply)
{
    Player *player = place->player;
    double now = clock_now();
    pthread_mutex_lock(&player->lock);
    memmove(place->jobs.items, place->jobs.items + 1,
            --place->jobs.count * sizeof *place->jobs.items);
    player->held -= job->length;
    if (reply->replaced)
        clock_replaced(&place->clock);
    if (job->send_by > 0 && !place->flags->cancelled && !reply->over)
        clock_observe(&place->clock, job->turn.stop, now);
    if (reply->over && !place->jobs.count) {
        free(place->match);
        place->match = NULL;
    }
    place->last_heard = now;
    bool mine = may_send(player, job);
    pthread_mutex_unlock(&player->lock);
    report(player, "%s %s: %s after %.3f s of %g (%s)%s%s", job->message->match,
           kind_name(job->message), job->answer, now - job->arrival,
           job->seconds, reply->thought, reply->fault ? "; " : "",
           reply->fault ? reply->fault : "");
    if (mine)
        job->waiter.send(job->waiter.data, job->answer);
    job_free(job);
}

/* With the lock held: whether nobody waits for the job under way any more. Who
 * was late to get ready is still worth waiting for. */
static bool is_outdated(const Place *place)
{
    if (place->jobs.count < 2)
        return place->player->closing;
    return place->player->closing ||
           place->jobs.items[0]->message->kind != MESSAGE_START ||
           place->jobs.items[1]->message->kind != MESSAGE_PLAY;
}

/* With the lock held: whether a later message ends the match under way. */
static bool is_ended(const Place *place)
{
    for (size_t i = 1; i < place->jobs.count; i++)
        if (place->jobs.items[i]->message->kind != MESSAGE_PLAY)
            return true;
    return place->player->closing;
}

static void set_flags(Place *place)
{
    place->flags->cancelled = is_outdated(place);
    place->flags->ended = is_ended(place);
}

static void begin_worker(Place *place, const char **why)
{
    const PlayerOptions *options = &place->player->options;
    worker_free(place->worker);
    place->worker = worker_new(
        &(WorkerOptions){options->program, options->megabytes, options->agent,
                         place->flags, place->flags_file},
        why);
}

/* The process learns nothing of the end: it is killed after the answer. */
static SessionReply answer_by_worker(Place *place, Job *job)
{
    MessageKind kind = job->message->kind;
    SessionReply reply = {.thought = "", .over = true};
    if (kind == MESSAGE_STOP || kind == MESSAGE_ABORT)
        return reply;
    reply.fault = "there is no game to play";
    if (kind == MESSAGE_START)
        begin_worker(place, &reply.fault);
    if (place->worker)
        reply =
            worker_answer(place->worker, job->text, job->length, &job->turn);
    return reply;
}

static void *think(void *data)
{
    Place *place = data;
    Player *player = place->player;
    for (;;) {
        pthread_mutex_lock(&player->lock);
        while (!place->jobs.count && !player->closing)
            pthread_cond_wait(&place->work, &player->lock);
        Job *job = place->jobs.count ? place->jobs.items[0] : NULL;
        set_flags(place);
        pthread_mutex_unlock(&player->lock);
        if (!job)
            break;
        SessionReply reply = place->session
                                 ? session_answer(place->session, job->text,
                                                  job->length, &job->turn)
                                 : answer_by_worker(place, job);
        /* The one word for it that managers know. */
        if (job->message->kind == MESSAGE_START && reply.over)
            propose(&job->turn, "busy");
        finish_job(place, job, &reply);
        if (reply.over) {
            worker_free(place->worker);
            place->worker = NULL;
        }
    }
    worker_free(place->worker);
    return NULL;
}

/* ---- messages ---- */

static Place *find_place(Player *player, const char *match)
{
    for (size_t i = 0; i < player->options.parallel; i++) {
        Place *place = &player->places[i];
        if (place->match && strcmp(place->match, match) == 0)
            return place;
    }
    return NULL;
}

/* A manager that went away without a STOP must not block us for ever, nor a
 * match that does not come to its end. */
static bool is_abandoned(const Place *place)
{
    double patience =
        ABANDONED + place->start_clock + MAX_ABANDONED * place->play_clock;
    return clock_now() - place->last_heard > patience;
}

static Place *free_place(Player *player)
{
    for (size_t i = 0; i < player->options.parallel; i++)
        if (!player->places[i].match)
            return &player->places[i];
    for (size_t i = 0; i < player->options.parallel; i++)
        if (is_abandoned(&player->places[i]))
            return &player->places[i];
    return NULL;
}

/* The place for a message; for a START also a free one. */
static Place *place_for(Player *player, const Message *message)
{
    Place *place = find_place(player, message->match);
    return !place && message->kind == MESSAGE_START ? free_place(player)
                                                    : place;
}

static void begin_match(Place *place, const Message *message)
{
    free(place->match);
    place->match = memory_strdup(message->match);
    place->start_clock = message->start_clock;
    place->play_clock = message->play_clock;
}

/* With the lock held. False if there is too much to do already. */
static bool hand_over(Player *player, Place *place, Job *job)
{
    MessageKind kind = job->message->kind;
    size_t max_bytes = player->options.max_bytes;
    if (place->jobs.count >= MAX_JOBS + (kind == MESSAGE_PLAY ? 0 : 2) ||
        (max_bytes && player->held + job->length > max_bytes))
        return false;
    if (kind == MESSAGE_START)
        begin_match(place, job->message);
    double seconds = kind == MESSAGE_START   ? place->start_clock
                     : kind == MESSAGE_ABORT ? 1
                                             : place->play_clock;
    job->turn = (Turn){clock_stop(&place->clock, job->arrival, seconds),
                       &place->flags->cancelled, propose};
    job->seconds = seconds > 0 ? seconds : 1;
    job->send_by = clock_send(&place->clock, job->arrival, job->seconds);
    const char *answer = kind == MESSAGE_START   ? "ready"
                         : kind == MESSAGE_STOP  ? "done"
                         : kind == MESSAGE_ABORT ? "aborted"
                                                 : "nil";
    job->answer = memory_strdup(answer);
    place->last_heard = job->arrival;
    player->held += job->length;
    vec_push(&place->jobs, job);
    if (place->jobs.count > 1)
        set_flags(place);
    vec_push(&player->waiting, job);
    pthread_cond_signal(&place->work);
    pthread_cond_signal(&player->tick);
    return true;
}

static void tell_about_us(Player *player, const Message *message, Waiter waiter)
{
    Text out = {0};
    pthread_mutex_lock(&player->lock);
    bool busy = !free_place(player);
    pthread_mutex_unlock(&player->lock);
    if (message->kind == MESSAGE_PREVIEW)
        text_adds(&out, busy ? "busy" : "ready");
    else
        text_addf(&out, "( ( name %s ) ( status %s ) ( species computer ) )",
                  player->options.name, busy ? "busy" : "available");
    if (message->kind == MESSAGE_PREVIEW) /* INFO comes every second */
        report(player, "- preview: %s", text_string(&out));
    waiter.send(waiter.data, text_string(&out));
    text_free(&out);
}

/* Whether TEXT is about a match that is not played here: then the rest of it is
 * not worth reading. */
static bool has_no_match(Player *player, const char *text, size_t length)
{
    char *match = message_match(text, length);
    if (!match)
        return false;
    pthread_mutex_lock(&player->lock);
    bool found = find_place(player, match) != NULL;
    pthread_mutex_unlock(&player->lock);
    if (!found)
        report(player, "%s: busy, there is no such match", match);
    free(match);
    return !found;
}

static bool is_too_long(const Player *player, const Message *message)
{
    double most = player->options.max_clock;
    return message->kind == MESSAGE_START && most > 0 &&
           (message->start_clock > most || message->play_clock > most);
}

static void take_for_match(Player *player, Message *message, const char *text,
                           size_t length, double arrival, Waiter waiter)
{
    Job *job = memory_alloc(sizeof *job);
    *job = (Job){.player = player,
                 .message = message,
                 .text = memory_try_resize(NULL, length, 1),
                 .length = length,
                 .waiter = waiter,
                 .arrival = arrival};
    bool too_long = is_too_long(player, message);
    bool possible = job->text && !too_long;
    if (possible)
        memcpy(job->text, text, length);
    pthread_mutex_lock(&player->lock);
    bool closing = player->closing;
    Place *place = closing || !possible ? NULL : place_for(player, message);
    bool taken = place && hand_over(player, place, job);
    pthread_mutex_unlock(&player->lock);
    if (taken)
        return;
    report(player, "%s %s: busy, %s", message->match, kind_name(message),
           too_long     ? "the clock is longer than --max-clock"
           : place      ? "there is too much to do"
           : !job->text ? "out of memory"
           : closing    ? "the player ends"
                        : "other matches are being played");
    waiter.send(waiter.data, "busy");
    job_free(job);
}

void player_take(Player *player, const char *text, size_t length,
                 double arrival, Waiter waiter)
{
    const char *why;
    if (has_no_match(player, text, length)) {
        waiter.send(waiter.data, "busy");
        return;
    }
    Message *message = message_outline(text, length, &why);
    if (!message) {
        report(player, "%zu bytes that are no message: %s", length, why);
        waiter.send(waiter.data, "");
        return;
    }
    if (message->match) {
        take_for_match(player, message, text, length, arrival, waiter);
        return;
    }
    tell_about_us(player, message, waiter);
    message_free(message);
}

double player_slowest(Player *player)
{
    pthread_mutex_lock(&player->lock);
    double slowest = player->slowest;
    pthread_mutex_unlock(&player->lock);
    return slowest;
}

/* ---- beginning and end ---- */

static void begin_place(Player *player, Place *place)
{
    AgentOptions options = player->options.agent;
    place->player = player;
    place->flags = stop_flags_new(&place->flags_file);
    if (!place->flags)
        fatal("no shared memory for a match");
    options.ended = &place->flags->ended;
    if (!player->options.program)
        place->session = session_new(&options);
    pthread_cond_init(&place->work, NULL);
    if (pthread_create(&place->thread, NULL, think, place) != 0)
        fatal("no thread for a match");
}

Player *player_new(const PlayerOptions *options)
{
    Player *player = memory_alloc(sizeof *player);
    *player = (Player){.options = *options};
    player->places = memory_zeroed(options->parallel, sizeof *player->places);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&player->lock, NULL);
    pthread_cond_init(&player->tick, &monotonic);
    pthread_condattr_destroy(&monotonic);
    for (size_t i = 0; i < options->parallel; i++)
        begin_place(player, &player->places[i]);
    if (pthread_create(&player->ticker, NULL, watch_clocks, player) != 0)
        fatal("no thread for the clocks");
    return player;
}

void player_free(Player *player)
{
    if (!player)
        return;
    pthread_mutex_lock(&player->lock);
    player->closing = true;
    pthread_cond_signal(&player->tick);
    for (size_t i = 0; i < player->options.parallel; i++) {
        set_flags(&player->places[i]);
        pthread_cond_signal(&player->places[i].work);
    }
    pthread_mutex_unlock(&player->lock);
    pthread_join(player->ticker, NULL);
    for (size_t i = 0; i < player->options.parallel; i++) {
        Place *place = &player->places[i];
        pthread_join(place->thread, NULL);
        pthread_cond_destroy(&place->work);
        session_free(place->session);
        stop_flags_free(place->flags, place->flags_file);
        vec_free(&place->jobs);
        free(place->match);
    }
    vec_free(&player->waiting);
    pthread_cond_destroy(&player->tick);
    pthread_mutex_destroy(&player->lock);
    free(player->places);
    free(player);
}
