/* jobs.c - questions about games, answered by processes of their own
 *
 * In:   questions, as JSON texts with the rules they are about
 * Out:  what serve/answer.c says to them, there
 *
 * A process is a copy of this one (play/fork.h) and has the rules from it;
 * questions and answers are lines over its socket, answers with a sign before
 * them: + for a part, = for the last line. Each has a folder for the files it
 * writes, which is removed here, since a process may be killed at any time.
 * Start reading at jobs_wait(), at the end, and for the process at
 * run_process().
 */
#include "serve/session.h"

#include "base/budget.h"
#include "base/sha256.h"
#include "play/fork.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MAX_WAITING = 200,
    KEPT_IDLE = 900, /* seconds, after which an idle process is ended */
    GRACE = 3,       /* seconds beyond the limit of a question */
    MAX_LINE_BYTES = 64 << 20,
};

/* Processes of each kind at once; of those that are kept idle ones, too. */
static const size_t max_processes[] = {
    [JOB_PLAY] = 8, [JOB_SEARCH] = 4, [JOB_QUICK] = 4, [JOB_LONG] = 3};

struct Job {
    Receiver receiver; /* FINISH is NULL: cancelled */
    char *rules;
    Text line;                      /* the question */
    char digest[DIGEST_LENGTH + 1]; /* of the rules */
    double seconds, deadline;
    JobKind kind;
    bool is_running;
};

typedef struct {
    Fork copy;
    char digest[DIGEST_LENGTH + 1];
    JobKind kind;
    double last_use;
    Job *job;     /* what it works on; or NULL */
    char *folder; /* of its own; or NULL */
    Text received;
} Process;

struct Jobs {
    VEC(Job *) list; /* the oldest first */
    VEC(Process *) processes;
    VEC(struct pollfd) polled;
    size_t megabytes;
};

/* ---- folders ---- */

/* One that nobody else can read; NULL if there is none. */
static char *make_folder(void)
{
    const char *place = getenv("TMPDIR");
    Text path = {0};
    text_addf(&path, "%s/zermelo.XXXXXX", place && *place ? place : "/tmp");
    if (mkdtemp(path.bytes))
        return text_take(&path);
    text_free(&path);
    return NULL;
}

/* With the files in it. */
static void remove_folder(char *folder)
{
    DIR *directory = folder ? opendir(folder) : NULL;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory)
        closedir(directory);
    if (folder)
        rmdir(folder);
    memory_free(folder);
}

/* ---- the process itself ---- */

static void run_process(void *data)
{
    const Process *process = data;
    Session session = {.rules = process->job->rules,
                       .folder = process->folder,
                       .file = STDIN_FILENO};
    Text line = {0};
    char buffer[4096];
    ssize_t count;
    while ((count = recv(STDIN_FILENO, buffer, sizeof buffer, 0)) > 0) {
        text_add(&line, buffer, (size_t)count);
        if (line.bytes[line.length - 1] != '\n')
            continue;
        session_answer(&session, line.bytes);
        line.length = 0;
    }
}

/* ---- jobs ---- */

static void free_job(Jobs *jobs, Job *job)
{
    vec_remove(&jobs->list, job);
    text_free(&job->line);
    free_all(job->rules, job);
}

static void finish_job(Jobs *jobs, Job *job, const char *json)
{
    Receiver receiver = job->receiver;
    free_job(jobs, job);
    if (receiver.finish)
        receiver.finish(receiver.data, json);
}

static void fail_job(Jobs *jobs, Job *job, const char *rule,
                     const char *message)
{
    json_t *error = session_error(rule, message);
    Text text = json_as_text(error, JSON_COMPACT);
    finish_job(jobs, job, text_string(&text));
    text_free(&text);
    json_decref(error);
}

Job *jobs_ask(Jobs *jobs, const char *rules, json_t *question, double seconds,
              Receiver receiver)
{
    const QuestionKind *kind = question_kind(question);
    double wanted = real_of(question, "seconds");
    if (!kind || jobs->list.count >= MAX_WAITING)
        return NULL;
    seconds = seconds < kind->seconds ? seconds : kind->seconds;
    seconds = wanted > 0 && wanted < seconds ? wanted : seconds;
    json_put(question, "seconds", json_real(seconds));
    Text text = json_as_text(question, JSON_COMPACT);
    text_addc(&text, '\n');
    if (text.length > MAX_QUESTION_BYTES) {
        text_free(&text);
        return NULL;
    }
    Job *job = memory_alloc(sizeof *job);
    *job = (Job){.receiver = receiver,
                 .rules = memory_strdup(rules),
                 .line = text,
                 .seconds = seconds,
                 .kind = kind->kind};
    digest_bytes(job->digest, job->rules, strlen(job->rules));
    vec_push(&jobs->list, job);
    return job;
}

/* ---- processes ---- */

/* Ends it; the answer that is waited for, if any, is WHY there is none. */
static void end_process(Jobs *jobs, size_t number, const char *rule,
                        const char *why)
{
    Process *process = jobs->processes.items[number];
    Text fault = {0};
    fork_end(&process->copy, &fault);
    jobs->processes.items[number] = vec_last(&jobs->processes);
    jobs->processes.count--;
    if (process->job)
        fail_job(jobs, process->job, rule, why ? why : text_string(&fault));
    text_free(&fault);
    text_free(&process->received);
    remove_folder(process->folder);
    free(process);
}

static bool is_kept(JobKind kind)
{
    return kind == JOB_PLAY || kind == JOB_SEARCH;
}

/* Whether there may be one more of KIND, after ending the one that is idle for
 * the longest time. */
static bool make_room(Jobs *jobs, JobKind kind)
{
    size_t oldest = SIZE_MAX, count = 0;
    for (size_t i = 0; i < jobs->processes.count; i++) {
        const Process *process = jobs->processes.items[i];
        count += process->kind == kind;
        if (process->kind == kind && !process->job &&
            (oldest == SIZE_MAX ||
             process->last_use < jobs->processes.items[oldest]->last_use))
            oldest = i;
    }
    if (count < max_processes[kind])
        return true;
    if (oldest == SIZE_MAX)
        return false;
    end_process(jobs, oldest, NULL, NULL);
    return true;
}

/* One that has the rules of JOB, and may be busy; NULL if there is none. */
static Process *kept_process(const Jobs *jobs, const Job *job)
{
    for (size_t i = 0; is_kept(job->kind) && i < jobs->processes.count; i++) {
        Process *process = jobs->processes.items[i];
        if (process->kind == job->kind &&
            strcmp(process->digest, job->digest) == 0)
            return process;
    }
    return NULL;
}

/* NULL, with JOB failed, if there is no process to be had. */
static Process *start_process(Jobs *jobs, Job *job)
{
    const char *why;
    Process *process = memory_alloc(sizeof *process);
    *process = (Process){.kind = job->kind, .job = job};
    if (job->kind == JOB_LONG)
        process->folder = make_folder();
    memcpy(process->digest, job->digest, sizeof process->digest);
    if (fork_start(&process->copy, SOCK_STREAM, jobs->megabytes, run_process,
                   process, &why)) {
        vec_push(&jobs->processes, process);
        return process;
    }
    remove_folder(process->folder);
    free(process);
    fail_job(jobs, job, "process", why);
    return NULL;
}

/* Gives JOB to a process, if one may be had now. */
static void try_to_run(Jobs *jobs, Job *job)
{
    Process *process = kept_process(jobs, job);
    if (process ? process->job != NULL : !make_room(jobs, job->kind))
        return;
    process = process ? process : start_process(jobs, job);
    if (!process)
        return;
    process->job = job;
    process->last_use = clock_now();
    job->is_running = true;
    job->deadline = clock_now() + job->seconds + GRACE;
    /* a question fits into the buffer of a socket */
    if (send(process->copy.socket, job->line.bytes, job->line.length,
             MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)job->line.length)
        job->deadline = 0;
}

static void run_waiting(Jobs *jobs)
{
    for (size_t i = 0; i < jobs->list.count; i++)
        if (!jobs->list.items[i]->is_running)
            try_to_run(jobs, jobs->list.items[i]);
}

void jobs_cancel(Jobs *jobs, Job *job)
{
    if (!job->is_running) {
        free_job(jobs, job);
        return;
    }
    job->receiver = (Receiver){0};
    if (job->kind != JOB_PLAY)
        job->deadline = 0;
}

/* ---- answers ---- */

/* Deals with the first line received; false if there is none. */
static bool take_line(Jobs *jobs, Process *process)
{
    Text *text = &process->received;
    char *end = text->length ? memchr(text->bytes, '\n', text->length) : NULL;
    if (!end || !process->job)
        return false;
    *end = '\0';
    Job *job = process->job;
    if (*text->bytes == '=') {
        process->job = NULL;
        finish_job(jobs, job, text->bytes + 1);
    } else if (job->receiver.part) {
        job->receiver.part(job->receiver.data, text->bytes + 1);
    }
    text->length -= (size_t)(end + 1 - text->bytes);
    memmove(text->bytes, end + 1, text->length);
    return true;
}

/* False if the process has ended. */
static bool receive(Jobs *jobs, Process *process)
{
    char buffer[32 << 10];
    ssize_t count;
    while ((count = recv(process->copy.socket, buffer, sizeof buffer,
                         MSG_DONTWAIT)) > 0) {
        text_add(&process->received, buffer, (size_t)count);
        if (process->received.length > MAX_LINE_BYTES)
            return false;
    }
    bool is_open = count < 0 && (errno == EAGAIN || errno == EINTR);
    while (take_line(jobs, process))
        continue;
    return is_open && (is_kept(process->kind) || process->job);
}

static void serve_process(Jobs *jobs, size_t number)
{
    Process *process = jobs->processes.items[number];
    bool was_running = process->job != NULL;
    if (!receive(jobs, process)) {
        end_process(jobs, number, "process", NULL);
    } else if (process->job && clock_now() > process->job->deadline) {
        end_process(jobs, number, "time", "no answer within the limit of time");
    } else if (!process->job && !was_running &&
               clock_now() > process->last_use + KEPT_IDLE) {
        end_process(jobs, number, NULL, NULL);
    }
}

void jobs_wait(Jobs *jobs, int file, double seconds)
{
    run_waiting(jobs);
    vec_clear(&jobs->polled);
    vec_push(&jobs->polled, (struct pollfd){file, POLLIN, 0});
    for (size_t i = 0; i < jobs->processes.count; i++)
        vec_push(
            &jobs->polled,
            (struct pollfd){jobs->processes.items[i]->copy.socket, POLLIN, 0});
    poll(jobs->polled.items, jobs->polled.count, (int)(seconds * 1000));
    for (size_t i = jobs->processes.count; i-- > 0;)
        serve_process(jobs, i);
    run_waiting(jobs);
}

Jobs *jobs_new(size_t megabytes)
{
    Jobs *jobs = memory_zeroed(1, sizeof *jobs);
    jobs->megabytes = megabytes;
    return jobs;
}

void jobs_free(Jobs *jobs)
{
    for (size_t i = 0; i < jobs->list.count; i++)
        jobs->list.items[i]->receiver = (Receiver){0};
    while (jobs->processes.count)
        end_process(jobs, 0, NULL, "ended");
    while (jobs->list.count)
        free_job(jobs, jobs->list.items[0]);
    vec_free_all(&jobs->list, &jobs->processes, &jobs->polled);
    free(jobs);
}
