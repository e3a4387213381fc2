/* player.c - answers the messages of game managers, in time
 *
 * In:   requests over TCP, by play/http.c
 * Out:  answers, as replies
 * Next: play/agent.c plays a match, in a process that play/worker.c starts
 *
 * Each slot for a match has a queue of jobs, the first of which its process
 * works at; the best answer so far is sent when a deadline is reached. A new
 * job cancels the one that is running there, since nobody waits for that any
 * more. A message is read here only so far as it says where it belongs. One
 * thread does all this. Start reading at handle_request() and player_step().
 */
#include "play/player.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/vec.h"
#include "play/deadline.h"
#include "play/http.h"
#include "play/worker.h"

#include <assert.h>
#include <math.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>

enum {
    MAX_QUEUED = 4,         /* jobs for one match; an end may exceed it by 2 */
    ABANDONED_SECONDS = 60, /* of silence after which a match may be dropped, */
    ABANDONED_PLAY_CLOCKS = 3 /* and so many play clocks */
};

/* A message that is to be answered. */
typedef struct {
    double stop_time; /* when to stop thinking */
    Message *message; /* its outline */
    Text text;        /* all of it */
    HttpRequest *request;
    double arrival, clock_seconds; /* when it came, and its clock */
    double send_by;                /* when whatever there is has to be sent */
    char *answer;
    bool answered;
} Job;

typedef struct {
    Player *player;
    Worker *worker; /* NULL between matches */
    char *match_id; /* NULL if the slot is free */
    double start_clock, play_clock, last_heard;
    Deadlines deadlines;
    VEC(Job *) jobs; /* the first one is running */
} MatchSlot;

struct Player {
    PlayerOptions options;
    Http *http;
    MatchSlot *slots;
    size_t queued_bytes; /* bytes of the texts of all jobs */
    bool closing;
    double slowest_fraction;
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

/* ---- answering ---- */

/* The first ones let a web page read the reply, as those of GGP-Base do. */
static const HttpHeader reply_headers[] = {
    {"Access-Control-Allow-Origin", "*"},
    {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
    {"Access-Control-Allow-Headers", "Content-Type"},
    {"Access-Control-Allow-Age", "86400"},
    {"Content-Type", "text/acl"},
    {NULL, NULL}};
enum { CORS_HEADERS = 4 };

static void reply(const Player *player, HttpRequest *request,
                  const char *answer)
{
    http_reply(request, MHD_HTTP_OK,
               reply_headers + (player->options.cors ? 0 : CORS_HEADERS),
               answer, strlen(answer));
}

static void set_answer(void *data, const char *answer)
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
    double fraction = (clock_now() - job->arrival) / job->clock_seconds;
    if (job->message->kind == MESSAGE_PLAY &&
        fraction > player->slowest_fraction)
        player->slowest_fraction = fraction;
    reply(player, job->request, job->answer);
}

/* Sends the answers of the slot that cannot wait any longer; returns in how
 * many seconds to look again, at most WAIT. */
static double send_due_answers(MatchSlot *slot, double wait)
{
    for (size_t i = 0; i < slot->jobs.count; i++) {
        Job *job = slot->jobs.items[i];
        double remaining = job->send_by - clock_now();
        if (job->answered)
            continue;
        if (remaining > 0) {
            wait = fmin(wait, remaining);
            continue;
        }
        log_line(slot->player, "%s %s: sent before the search was finished: %s",
                 job->message->match_id, job->message->kind_name, job->answer);
        send_answer(slot->player, job);
    }
    return wait;
}

static void job_free(Job *job)
{
    message_free(job->message);
    text_free(&job->text);
    free_all(job->answer, job);
}

/* ---- the jobs of a match ---- */

/* Whether nobody waits for the running job any more. A START that took too long
 * is still needed for the PLAY after it. */
static bool running_job_is_outdated(const MatchSlot *slot)
{
    return slot->jobs.count > 1 &&
           (slot->jobs.items[0]->message->kind != MESSAGE_START ||
            slot->jobs.items[1]->message->kind != MESSAGE_PLAY);
}

/* Whether a later message ends the running match. */
static bool match_is_ended(const MatchSlot *slot)
{
    for (size_t i = 1; i < slot->jobs.count; i++)
        if (slot->jobs.items[i]->message->kind != MESSAGE_PLAY)
            return true;
    return false;
}

/* The first job has its REPLY: sends the answer, removes the job, and frees the
 * worker if the match is over. */
static void finish_job(MatchSlot *slot, const AgentReply *reply)
{
    Player *player = slot->player;
    Job *job = slot->jobs.items[0];
    double now = clock_now();
    /* The one word for it that managers know. */
    if (job->message->kind == MESSAGE_START && reply->match_over)
        set_answer(job, "busy");
    if (reply->replaced)
        deadlines_replaced(&slot->deadlines);
    if (!running_job_is_outdated(slot) && !reply->match_over)
        deadlines_observe(&slot->deadlines, job->stop_time, now);
    assert(player->queued_bytes >= job->text.length);
    player->queued_bytes -= job->text.length;
    memmove(slot->jobs.items, slot->jobs.items + 1,
            --slot->jobs.count * sizeof *slot->jobs.items);
    slot->last_heard = now;
    log_line(player, "%s %s: %s after %.3f s of %g (%s)%s%s",
             job->message->match_id, job->message->kind_name, job->answer,
             now - job->arrival, job->clock_seconds, reply->summary,
             reply->fault ? "; " : "", reply->fault ? reply->fault : "");
    send_answer(player, job);
    job_free(job);
    if (!reply->match_over)
        return;
    worker_free(slot->worker);
    slot->worker = NULL;
    if (!slot->jobs.count) {
        free(slot->match_id);
        slot->match_id = NULL;
    }
}

static void give_up_match(MatchSlot *slot)
{
    finish_job(slot, &(AgentReply){.fault = "the match was given up",
                                   .summary = "",
                                   .match_over = true});
}

/* True if the process works at JOB, false with the REPLY to it. The process is
 * not told of the end: it is killed after the answer. */
static bool begin_job(MatchSlot *slot, const Job *job, AgentReply *reply)
{
    const PlayerOptions *options = &slot->player->options;
    MessageKind kind = job->message->kind;
    *reply = (AgentReply){.summary = "", .match_over = true};
    if (kind == MESSAGE_STOP || kind == MESSAGE_ABORT)
        return false;
    reply->fault = "the match was given up";
    if (match_is_ended(slot))
        return false;
    reply->fault = "there is no game to play";
    if (kind == MESSAGE_START) {
        worker_free(slot->worker);
        slot->worker =
            worker_new(&options->agent, options->megabytes, &reply->fault);
    }
    if (!slot->worker)
        return false;
    worker_ask(slot->worker, text_string(&job->text), job->text.length,
               job->stop_time);
    return true;
}

/* Has the process work at the first job that it is needed for. */
static void begin_jobs(MatchSlot *slot)
{
    AgentReply reply;
    while (slot->jobs.count && !begin_job(slot, slot->jobs.items[0], &reply))
        finish_job(slot, &reply);
    if (running_job_is_outdated(slot))
        worker_cancel(slot->worker);
}

/* ---- messages ---- */

static MatchSlot *find_slot(Player *player, const char *match_id)
{
    for (size_t i = 0; i < player->options.parallel; i++) {
        MatchSlot *slot = &player->slots[i];
        if (slot->match_id && strcmp(slot->match_id, match_id) == 0)
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
        if (!player->slots[i].match_id)
            return &player->slots[i];
    for (size_t i = 0; i < player->options.parallel; i++)
        if (is_abandoned(&player->slots[i]))
            return &player->slots[i];
    return NULL;
}

/* The slot of its match; for the START of another match, a free one. */
static MatchSlot *slot_for(Player *player, const Message *message)
{
    MatchSlot *slot = find_slot(player, message->match_id);
    return !slot && message->kind == MESSAGE_START ? free_slot(player) : slot;
}

static void begin_match(MatchSlot *slot, const Message *message)
{
    free(slot->match_id);
    slot->match_id = memory_strdup(message->match_id);
    slot->start_clock = message->start_clock;
    slot->play_clock = message->play_clock;
}

/* Adds JOB to the queue of SLOT, which may end the match that is running there;
 * false if too much is queued already. */
static bool enqueue(Player *player, MatchSlot *slot, Job *job)
{
    MessageKind kind = job->message->kind;
    if (slot->jobs.count >= MAX_QUEUED + (kind == MESSAGE_PLAY ? 0 : 2) ||
        player->queued_bytes + job->text.length > player->options.max_bytes)
        return false;
    if (kind == MESSAGE_START)
        begin_match(slot, job->message);
    double seconds = kind == MESSAGE_START   ? slot->start_clock
                     : kind == MESSAGE_ABORT ? 1
                                             : slot->play_clock;
    job->stop_time = deadlines_stop(&slot->deadlines, job->arrival, seconds);
    job->clock_seconds = seconds > 0 ? seconds : 1;
    job->send_by =
        deadlines_send(&slot->deadlines, job->arrival, job->clock_seconds);
    const char *answer = kind == MESSAGE_START   ? "ready"
                         : kind == MESSAGE_STOP  ? "done"
                         : kind == MESSAGE_ABORT ? "aborted"
                                                 : "nil";
    job->answer = memory_strdup(answer);
    assert(job->stop_time <= job->send_by);
    slot->last_heard = job->arrival;
    player->queued_bytes += job->text.length;
    vec_push(&slot->jobs, job);
    bool is_ending = match_is_ended(slot);
    if (is_ending)
        give_up_match(slot);
    if (is_ending || slot->jobs.items[0] == job)
        begin_jobs(slot);
    else if (running_job_is_outdated(slot))
        worker_cancel(slot->worker);
    return true;
}

static void answer_info(Player *player, const Message *message,
                        HttpRequest *request)
{
    Text out = {0};
    bool is_busy = !free_slot(player);
    if (message->kind == MESSAGE_PREVIEW)
        text_adds(&out, is_busy ? "busy" : "ready");
    else
        text_addf(&out, "( ( name %s ) ( status %s ) ( species computer ) )",
                  player->options.name, is_busy ? "busy" : "available");
    if (message->kind == MESSAGE_PREVIEW) /* INFO comes every second */
        log_line(player, "- preview: %s", text_string(&out));
    reply(player, request, text_string(&out));
    text_free(&out);
}

static bool has_long_clock(const Player *player, const Message *message)
{
    double max = player->options.max_clock;
    return message->kind == MESSAGE_START && max > 0 &&
           (message->start_clock > max || message->play_clock > max);
}

/* NULL, or why it cannot be dealt with. */
static const char *queue_job(Player *player, Job *job)
{
    const Message *message = job->message;
    if (player->closing)
        return "the player ends";
    if (has_long_clock(player, message))
        return "the clock is longer than --max-clock";
    MatchSlot *slot = slot_for(player, message);
    if (slot)
        return enqueue(player, slot, job) ? NULL : "there is too much to do";
    return message->kind == MESSAGE_START ? "other matches are being played"
                                          : "there is no such match";
}

/* Takes the message that is the body of REQUEST. */
static void take_message(Player *player, HttpRequest *request)
{
    const char *why;
    Text *text = &request->body;
    Message *message =
        message_read(text_string(text), text->length, false, &why);
    if (!message) {
        log_line(player, "%zu bytes that are no message: %s", text->length,
                 why);
        reply(player, request, "");
        return;
    }
    if (!message->match_id) {
        answer_info(player, message, request);
        message_free(message);
        return;
    }
    Job *job = memory_alloc(sizeof *job);
    *job = (Job){.message = message,
                 .text = *text,
                 .request = request,
                 .arrival = request->arrival};
    *text = (Text){0}; /* it belongs to the job now */
    why = queue_job(player, job);
    if (!why)
        return;
    log_line(player, "%s %s: busy, %s", message->match_id, message->kind_name,
             why);
    reply(player, request, "busy");
    job_free(job);
}

/* ---- requests ---- */

static bool is_get(const HttpRequest *request)
{
    return strcmp(request->method, MHD_HTTP_METHOD_GET) == 0;
}

/* A browser lets any page send a GET, and a POST if it says who it is in
 * `Origin`; managers send POST without. We have no pages, so that every origin
 * is foreign. The status to refuse the request with, or 0. */
static unsigned judge_origin(void *data, HttpRequest *request)
{
    const Player *player = data;
    if (player->options.cors)
        return 0;
    if (http_header(request, MHD_HTTP_HEADER_ORIGIN))
        return MHD_HTTP_FORBIDDEN;
    return is_get(request) ? MHD_HTTP_METHOD_NOT_ALLOWED : 0;
}

static void handle_request(void *data, HttpRequest *request)
{
    bool is_post = strcmp(request->method, MHD_HTTP_METHOD_POST) == 0;
    if (is_get(request))
        http_decode_target(request);
    if (is_get(request) || is_post)
        take_message(data, request);
    else
        reply(data, request, "");
}

/* Sends the answers that are due, waits for requests and processes, and takes
 * what the processes say. */
static void wait_for_answers(Player *player)
{
    size_t slot_count = player->options.parallel;
    double seconds = http_max_wait(player->http);
    struct pollfd polled[1 + slot_count];
    polled[0] =
        (struct pollfd){.fd = http_descriptor(player->http), .events = POLLIN};
    for (size_t i = 0; i < slot_count; i++) {
        MatchSlot *slot = &player->slots[i];
        seconds = send_due_answers(slot, seconds);
        bool is_running = slot->jobs.count > 0;
        polled[1 + i] =
            (struct pollfd){.fd = is_running ? worker_socket(slot->worker) : -1,
                            .events = POLLIN};
    }
    if (poll(polled, 1 + slot_count, (int)(seconds * 1000) + 1) <= 0)
        return;
    for (size_t i = 0; i < slot_count; i++) {
        MatchSlot *slot = &player->slots[i];
        AgentReply reply;
        if (!polled[1 + i].revents)
            continue;
        const Turn turn = {.propose = set_answer, .data = slot->jobs.items[0]};
        if (worker_receive(slot->worker, &turn, &reply)) {
            finish_job(slot, &reply);
            begin_jobs(slot);
        }
    }
}

double player_slowest(const Player *player)
{
    return player->slowest_fraction;
}

void player_step(Player *player)
{
    wait_for_answers(player);
    http_run(player->http);
}

unsigned player_port(const Player *player)
{
    return http_port(player->http);
}

/* ---- beginning and end ---- */

Player *player_new(const PlayerOptions *options, const char **why)
{
    Player *player = memory_alloc(sizeof *player);
    *player = (Player){.options = *options};
    player->http = http_new(&(HttpOptions){.address = options->address,
                                           .port = options->port,
                                           .max_bytes = options->max_bytes,
                                           .max_body = MAX_MESSAGE_BYTES,
                                           .max_seconds = options->max_seconds,
                                           .data = player,
                                           .judge = judge_origin,
                                           .handle = handle_request},
                            why);
    if (!player->http) {
        free(player);
        return NULL;
    }
    player->slots = memory_zeroed(options->parallel, sizeof *player->slots);
    for (size_t i = 0; i < options->parallel; i++)
        player->slots[i].player = player;
    thread_raise_priority();
    return player;
}

void player_free(Player *player)
{
    http_close(player->http);
    player->closing = true;
    for (size_t i = 0; i < player->options.parallel; i++)
        while (player->slots[i].jobs.count)
            give_up_match(&player->slots[i]);
    http_free(player->http);
    for (size_t i = 0; i < player->options.parallel; i++) {
        worker_free(player->slots[i].worker);
        vec_free(&player->slots[i].jobs);
        free(player->slots[i].match_id);
    }
    free_all(player->slots, player);
}
