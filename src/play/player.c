/* player.c - answers the messages of game managers, in time
 *
 * In:   texts, from anybody
 * Out:  answers
 * Next: play/agent.c plays a match, in a process that play/worker.c starts;
 *       play/server.c is the network
 *
 * Each slot for a match has a queue of jobs and a thread that waits for the
 * process of the match, and sends the best answer so far when a deadline is
 * reached. A new job cancels the one that is running there, since nobody waits
 * for that any more. A message is read here only so far as it says where it
 * belongs. Start reading at player_take(), at the end.
 */
#include "play/player.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/vec.h"
#include "play/deadline.h"
#include "play/worker.h"

#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>

enum {
    MAX_QUEUED = 4,         /* jobs for one match; an end may exceed it by 2 */
    ABANDONED_SECONDS = 60, /* of silence after which a match may be dropped, */
    ABANDONED_PLAY_CLOCKS = 3 /* and so many play clocks */
};

static const double MAX_WAIT = 0.02; /* seconds between two looks at flags */

/* A message that is to be answered. */
typedef struct {
    double stop;      /* when to stop thinking */
    Message *message; /* its outline */
    char *text;       /* all of it */
    size_t length;
    Waiter waiter;
    double arrival, seconds; /* when it came, and its clock */
    double send_by;          /* when whatever there is has to be sent */
    char *answer;
    bool answered;
} Job;

typedef struct {
    Player *player;
    pthread_t thread;
    pthread_cond_t work;
    Worker *worker; /* NULL between matches */
    char *match;    /* NULL if the slot is free */
    double start_clock, play_clock, last_heard;
    Deadlines deadlines;
    VEC(Job *) jobs; /* the first one is running */
    StopFlags *flags;
    int flags_file;
} MatchSlot;

struct Player {
    PlayerOptions options;
    pthread_mutex_t lock; /* for all below */
    MatchSlot *slots;
    size_t queued_bytes; /* bytes of the texts of all jobs */
    bool closing;
    double slowest;
};

/* ---- log ---- */

__attribute__((format(printf, 2, 3))) static void
log_line(Player *player, const char *format, ...)
{
    if (!player->options.log)
        return;
    va_list args;
    va_start(args, format);
    char *line = NULL;
    int length = vasprintf(&line, format, args);
    va_end(args);
    Text out = {0};
    if (length > 0) /* ids and moves may contain anything */
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

static void propose(void *data, const char *answer)
{
    Job *job = data;
    if (job->answered)
        return;
    free(job->answer);
    job->answer = memory_strdup(answer);
}

static void send_answer(Player *player, Job *job)
{
    if (job->answered)
        return;
    job->answered = true;
    double used = (clock_now() - job->arrival) / job->seconds;
    pthread_mutex_lock(&player->lock);
    if (job->message->kind == MESSAGE_PLAY && used > player->slowest)
        player->slowest = used;
    pthread_mutex_unlock(&player->lock);
    job->waiter.send(job->waiter.data, job->answer);
}

/* Sends the answers of the slot that cannot wait any longer; returns in how
 * many seconds to look again. Nobody else takes jobs out of the queue. */
static double send_due_answers(MatchSlot *slot)
{
    Player *player = slot->player;
    double wait = MAX_WAIT;
    for (size_t i = 0;; i++) {
        pthread_mutex_lock(&player->lock);
        Job *job = i < slot->jobs.count ? slot->jobs.items[i] : NULL;
        pthread_mutex_unlock(&player->lock);
        if (!job)
            return wait;
        double remaining = job->send_by - clock_now();
        if (!job->answered && remaining <= 0) {
            log_line(player, "%s %s: sent before the search was finished: %s",
                     job->message->match, kind_name(job->message), job->answer);
            send_answer(player, job);
        } else if (!job->answered && remaining < wait) {
            wait = remaining;
        }
    }
}

static void job_free(Job *job)
{
    message_free(job->message);
    free_all(job->text, job->answer, job);
}

/* ---- the thread of a match ---- */

static void finish_job(MatchSlot *slot, Job *job, const AgentReply *reply)
{
    Player *player = slot->player;
    double now = clock_now();
    pthread_mutex_lock(&player->lock);
    assert(slot->jobs.count && slot->jobs.items[0] == job);
    assert(player->queued_bytes >= job->length);
    memmove(slot->jobs.items, slot->jobs.items + 1,
            --slot->jobs.count * sizeof *slot->jobs.items);
    player->queued_bytes -= job->length;
    if (reply->replaced)
        deadlines_replaced(&slot->deadlines);
    if (!slot->flags->cancelled && !reply->over)
        deadlines_observe(&slot->deadlines, job->stop, now);
    if (reply->over && !slot->jobs.count) {
        free(slot->match);
        slot->match = NULL;
    }
    slot->last_heard = now;
    pthread_mutex_unlock(&player->lock);
    log_line(player, "%s %s: %s after %.3f s of %g (%s)%s%s",
             job->message->match, kind_name(job->message), job->answer,
             now - job->arrival, job->seconds, reply->summary,
             reply->fault ? "; " : "", reply->fault ? reply->fault : "");
    send_answer(player, job);
    job_free(job);
}

/* With the lock held: whether nobody waits for the running job any more. A
 * START that took too long is still needed for the PLAY after it. */
static bool is_outdated(const MatchSlot *slot)
{
    if (slot->jobs.count < 2)
        return slot->player->closing;
    return slot->player->closing ||
           slot->jobs.items[0]->message->kind != MESSAGE_START ||
           slot->jobs.items[1]->message->kind != MESSAGE_PLAY;
}

/* With the lock held: whether a later message ends the running match. */
static bool is_ended(const MatchSlot *slot)
{
    for (size_t i = 1; i < slot->jobs.count; i++)
        if (slot->jobs.items[i]->message->kind != MESSAGE_PLAY)
            return true;
    return slot->player->closing;
}

static void set_flags(MatchSlot *slot)
{
    slot->flags->cancelled = is_outdated(slot);
    slot->flags->ended = is_ended(slot);
}

static void start_worker(MatchSlot *slot, const char **why)
{
    const PlayerOptions *options = &slot->player->options;
    worker_free(slot->worker);
    slot->worker = worker_new(
        &(WorkerOptions){options->program, options->megabytes, options->agent,
                         slot->flags, slot->flags_file},
        why);
}

/* The process is not told of the end: it is killed after the answer. */
static AgentReply answer_by_worker(MatchSlot *slot, Job *job)
{
    MessageKind kind = job->message->kind;
    AgentReply reply = {.summary = "", .over = true};
    if (kind == MESSAGE_STOP || kind == MESSAGE_ABORT)
        return reply;
    reply.fault = "there is no game to play";
    if (kind == MESSAGE_START)
        start_worker(slot, &reply.fault);
    if (!slot->worker)
        return reply;
    const Turn turn = {.propose = propose, .data = job};
    worker_ask(slot->worker, job->text, job->length, job->stop);
    while (!worker_wait(slot->worker, send_due_answers(slot), &turn, &reply))
        continue;
    return reply;
}

static void *play_matches(void *data)
{
    MatchSlot *slot = data;
    Player *player = slot->player;
    thread_raise_priority();
    for (;;) {
        pthread_mutex_lock(&player->lock);
        while (!slot->jobs.count && !player->closing)
            pthread_cond_wait(&slot->work, &player->lock);
        Job *job = slot->jobs.count ? slot->jobs.items[0] : NULL;
        set_flags(slot);
        pthread_mutex_unlock(&player->lock);
        if (!job)
            break;
        AgentReply reply = answer_by_worker(slot, job);
        /* The one word for it that managers know. */
        if (job->message->kind == MESSAGE_START && reply.over)
            propose(job, "busy");
        finish_job(slot, job, &reply);
        if (reply.over) {
            worker_free(slot->worker);
            slot->worker = NULL;
        }
    }
    worker_free(slot->worker);
    return NULL;
}

/* ---- messages ---- */

static MatchSlot *find_slot(Player *player, const char *match)
{
    for (size_t i = 0; i < player->options.parallel; i++) {
        MatchSlot *slot = &player->slots[i];
        if (slot->match && strcmp(slot->match, match) == 0)
            return slot;
    }
    return NULL;
}

/* A manager that went away without a STOP must not keep a slot for ever. */
static bool is_abandoned(const MatchSlot *slot)
{
    double max_silence = ABANDONED_SECONDS + slot->start_clock +
                         ABANDONED_PLAY_CLOCKS * slot->play_clock;
    return clock_now() - slot->last_heard > max_silence;
}

static MatchSlot *free_slot(Player *player)
{
    for (size_t i = 0; i < player->options.parallel; i++)
        if (!player->slots[i].match)
            return &player->slots[i];
    for (size_t i = 0; i < player->options.parallel; i++)
        if (is_abandoned(&player->slots[i]))
            return &player->slots[i];
    return NULL;
}

/* The slot of its match; for the START of another match, a free one. */
static MatchSlot *slot_for(Player *player, const Message *message)
{
    MatchSlot *slot = find_slot(player, message->match);
    return !slot && message->kind == MESSAGE_START ? free_slot(player) : slot;
}

static void begin_match(MatchSlot *slot, const Message *message)
{
    free(slot->match);
    slot->match = memory_strdup(message->match);
    slot->start_clock = message->start_clock;
    slot->play_clock = message->play_clock;
}

/* With the lock held. False if too much is queued already. */
static bool enqueue(Player *player, MatchSlot *slot, Job *job)
{
    MessageKind kind = job->message->kind;
    size_t max_bytes = player->options.max_bytes;
    if (slot->jobs.count >= MAX_QUEUED + (kind == MESSAGE_PLAY ? 0 : 2) ||
        (max_bytes && player->queued_bytes + job->length > max_bytes))
        return false;
    if (kind == MESSAGE_START)
        begin_match(slot, job->message);
    double seconds = kind == MESSAGE_START   ? slot->start_clock
                     : kind == MESSAGE_ABORT ? 1
                                             : slot->play_clock;
    job->stop = deadlines_stop(&slot->deadlines, job->arrival, seconds);
    job->seconds = seconds > 0 ? seconds : 1;
    job->send_by = deadlines_send(&slot->deadlines, job->arrival, job->seconds);
    const char *answer = kind == MESSAGE_START   ? "ready"
                         : kind == MESSAGE_STOP  ? "done"
                         : kind == MESSAGE_ABORT ? "aborted"
                                                 : "nil";
    job->answer = memory_strdup(answer);
    assert(job->stop <= job->send_by);
    slot->last_heard = job->arrival;
    player->queued_bytes += job->length;
    vec_push(&slot->jobs, job);
    if (slot->jobs.count > 1)
        set_flags(slot);
    pthread_cond_signal(&slot->work);
    return true;
}

static void answer_info(Player *player, const Message *message, Waiter waiter)
{
    Text out = {0};
    pthread_mutex_lock(&player->lock);
    bool is_busy = !free_slot(player);
    pthread_mutex_unlock(&player->lock);
    if (message->kind == MESSAGE_PREVIEW)
        text_adds(&out, is_busy ? "busy" : "ready");
    else
        text_addf(&out, "( ( name %s ) ( status %s ) ( species computer ) )",
                  player->options.name, is_busy ? "busy" : "available");
    if (message->kind == MESSAGE_PREVIEW) /* INFO comes every second */
        log_line(player, "- preview: %s", text_string(&out));
    waiter.send(waiter.data, text_string(&out));
    text_free(&out);
}

static bool has_long_clock(const Player *player, const Message *message)
{
    double most = player->options.max_clock;
    return message->kind == MESSAGE_START && most > 0 &&
           (message->start_clock > most || message->play_clock > most);
}

static void take_match_message(Player *player, Message *message,
                               const char *text, size_t length, double arrival,
                               Waiter waiter)
{
    Job *job = memory_alloc(sizeof *job);
    *job = (Job){.message = message,
                 .text = memory_try_resize(NULL, length, 1),
                 .length = length,
                 .waiter = waiter,
                 .arrival = arrival};
    bool too_long = has_long_clock(player, message);
    bool is_possible = job->text && !too_long;
    if (is_possible)
        memcpy(job->text, text, length);
    pthread_mutex_lock(&player->lock);
    bool closing = player->closing;
    MatchSlot *slot =
        closing || !is_possible ? NULL : slot_for(player, message);
    bool taken = slot && enqueue(player, slot, job);
    pthread_mutex_unlock(&player->lock);
    if (taken)
        return;
    log_line(player, "%s %s: busy, %s", message->match, kind_name(message),
             too_long     ? "the clock is longer than --max-clock"
             : slot       ? "there is too much to do"
             : !job->text ? "out of memory"
             : closing    ? "the player ends"
             : message->kind == MESSAGE_START ? "other matches are being played"
                                              : "there is no such match");
    waiter.send(waiter.data, "busy");
    job_free(job);
}

void player_take(Player *player, const char *text, size_t length,
                 double arrival, Waiter waiter)
{
    const char *why;
    Message *message = message_read(text, length, false, &why);
    if (!message) {
        log_line(player, "%zu bytes that are no message: %s", length, why);
        waiter.send(waiter.data, "");
        return;
    }
    if (message->match) {
        take_match_message(player, message, text, length, arrival, waiter);
        return;
    }
    answer_info(player, message, waiter);
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

static void slot_begin(Player *player, MatchSlot *slot)
{
    slot->player = player;
    slot->flags = stop_flags_new(&slot->flags_file);
    if (!slot->flags)
        fatal("no shared memory for a match");
    pthread_cond_init(&slot->work, NULL);
    if (pthread_create(&slot->thread, NULL, play_matches, slot) != 0)
        fatal("no thread for a match");
}

Player *player_new(const PlayerOptions *options)
{
    Player *player = memory_alloc(sizeof *player);
    *player = (Player){.options = *options};
    player->slots = memory_zeroed(options->parallel, sizeof *player->slots);
    pthread_mutex_init(&player->lock, NULL);
    for (size_t i = 0; i < options->parallel; i++)
        slot_begin(player, &player->slots[i]);
    return player;
}

void player_free(Player *player)
{
    if (!player)
        return;
    pthread_mutex_lock(&player->lock);
    player->closing = true;
    for (size_t i = 0; i < player->options.parallel; i++) {
        set_flags(&player->slots[i]);
        pthread_cond_signal(&player->slots[i].work);
    }
    pthread_mutex_unlock(&player->lock);
    for (size_t i = 0; i < player->options.parallel; i++) {
        MatchSlot *slot = &player->slots[i];
        pthread_join(slot->thread, NULL);
        pthread_cond_destroy(&slot->work);
        stop_flags_free(slot->flags, slot->flags_file);
        vec_free(&slot->jobs);
        free(slot->match);
    }
    pthread_mutex_destroy(&player->lock);
    free_all(player->slots, player);
}
