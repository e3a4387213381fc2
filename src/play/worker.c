/* worker.c - an agent in a process of its own
 *
 * In:   messages, as texts
 * Out:  what play/agent.c answers to them there
 *
 * The process is this program once more. Its standard input is a socket: texts
 * go in, frames come out, many that propose an answer and one that says the
 * message is dealt with. Its standard output is a page of shared memory with
 * the flags that tell it to stop. It is killed when the match is given up, and
 * by the system when the player dies; if it is alone for any other reason, its
 * socket is at the end of file. Start reading at worker_wait() and, for the
 * process, at worker_main(), at the end.
 */
#include "play/worker.h"

#include "base/budget.h"
#include "base/child.h"
#include "base/memory.h"
#include "base/file.h"
#include "zermelo.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_FRAME = 16 << 20, /* bytes */
    STATUS_NO_MEMORY = 3, /* exit status of a process */
};

/* The first bytes that a process reads. */
typedef struct {
    AgentOptions agent;
    size_t megabytes;
} Setup;

/* Before each text. */
typedef struct {
    double stop;
    size_t length;
} Heading;

typedef enum { FRAME_PROPOSAL, FRAME_REPLY } FrameKind;

/* A proposal is followed by a text; a reply by what was wrong and by what was
 * summary, two strings. */
typedef struct {
    FrameKind kind;
    size_t length; /* of what follows */
    bool replaced, over, faulty;
} Frame;

struct Worker {
    WorkerOptions options;
    pid_t pid; /* 0 once it is reaped */
    int socket;
    const char *unsent; /* the rest of the message */
    size_t unsent_length;
    Text received; /* frames, the last one incomplete */
    Text fault;    /* why the process ended */
};

/* ---- flags ---- */

StopFlags *stop_flags_new(int *file)
{
    StopFlags *flags = MAP_FAILED;
    *file = memfd_create("flags", MFD_CLOEXEC);
    if (*file >= 0 && ftruncate(*file, sizeof *flags) == 0)
        flags = mmap(NULL, sizeof *flags, PROT_READ | PROT_WRITE, MAP_SHARED,
                     *file, 0);
    if (flags != MAP_FAILED)
        return flags;
    if (*file >= 0)
        close(*file);
    return NULL;
}

void stop_flags_free(StopFlags *flags, int file)
{
    munmap(flags, sizeof *flags);
    close(file);
}

/* ---- the process from outside ---- */

static bool send_all(int socket, const void *bytes, size_t length)
{
    return send(socket, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

Worker *worker_new(const WorkerOptions *options, const char **why)
{
    const char *const arguments[] = {options->program, "--worker", NULL};
    const ChildTask task = {.arguments = arguments};
    const Setup setup = {options->agent, options->megabytes};
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        *why = strerror(errno);
        return NULL;
    }
    Worker *worker = memory_zeroed(1, sizeof *worker);
    worker->options = *options;
    worker->socket = sockets[0];
    int error = child_start(
        &task, (int[]){sockets[1], options->flags_file, STDERR_FILENO},
        &worker->pid);
    close(sockets[1]);
    if (!error && send_all(worker->socket, &setup, sizeof setup))
        return worker;
    *why = error ? strerror(error) : "the process of the match has ended";
    if (error)
        worker->pid = 0;
    worker_free(worker);
    return NULL;
}

/* Ends the process and says how it ended, unless that was our doing. */
static void reap(Worker *worker)
{
    int status = 0;
    kill(-worker->pid, SIGKILL);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    worker->pid = 0;
    worker->fault.length = 0;
    if (worker->options.flags->ended)
        text_adds(&worker->fault, "the match was given up");
    else if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NO_MEMORY)
        text_adds(&worker->fault, "out of memory");
    else if (WIFSIGNALED(status))
        text_addf(&worker->fault, "the process of the match ended by signal %d",
                  WTERMSIG(status));
    else
        text_adds(&worker->fault, "the process of the match ended");
}

void worker_free(Worker *worker)
{
    if (!worker)
        return;
    if (worker->pid)
        reap(worker);
    close(worker->socket);
    text_free(&worker->received);
    text_free(&worker->fault);
    free(worker);
}

/* Takes what has come; false at the end of file. */
static bool receive_bytes(Worker *worker)
{
    char bytes[4096];
    ssize_t got = recv(worker->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got > 0)
        text_add(&worker->received, bytes, (size_t)got);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The first frame received, if it is complete; its text ends in NUL. */
static bool first_frame(const Worker *worker, Frame *frame)
{
    if (worker->received.length < sizeof *frame)
        return false;
    memcpy(frame, worker->received.bytes, sizeof *frame);
    return frame->length <= worker->received.length - sizeof *frame;
}

static void drop_frame(Worker *worker, const Frame *frame)
{
    size_t size = sizeof *frame + frame->length;
    assert(size <= worker->received.length);
    worker->received.length -= size;
    memmove(worker->received.bytes, worker->received.bytes + size,
            worker->received.length);
}

/* True if a reply has come; its texts stay in `received` until the next
 * message.
 */
static bool take_frames(Worker *worker, const Turn *turn, AgentReply *reply)
{
    for (Frame frame; first_frame(worker, &frame);) {
        const char *text = worker->received.bytes + sizeof frame;
        if (frame.kind == FRAME_REPLY) {
            *reply = (AgentReply){.fault = frame.faulty ? text : NULL,
                                  .summary = text + strlen(text) + 1,
                                  .replaced = frame.replaced,
                                  .over = frame.over};
            return true;
        }
        turn->propose(turn->data, text);
        drop_frame(worker, &frame);
    }
    return false;
}

static AgentReply end_match(Worker *worker)
{
    if (worker->pid)
        reap(worker);
    return (AgentReply){
        .fault = text_string(&worker->fault), .summary = "", .over = true};
}

void worker_ask(Worker *worker, const char *text, size_t length, double stop)
{
    const Heading heading = {stop, length};
    worker->received.length = 0; /* the last reply */
    worker->unsent = text;
    worker->unsent_length = length;
    send_all(worker->socket, &heading, sizeof heading);
}

static void send_rest(Worker *worker)
{
    ssize_t sent = send(worker->socket, worker->unsent, worker->unsent_length,
                        MSG_NOSIGNAL | MSG_DONTWAIT);
    worker->unsent += sent > 0 ? sent : 0;
    worker->unsent_length -= sent > 0 ? (size_t)sent : 0;
}

/* The process may not listen, and must not keep us from seeing the flags. */
bool worker_wait(Worker *worker, double seconds, const Turn *turn,
                 AgentReply *reply)
{
    struct pollfd polled = {.fd = worker->socket, .events = POLLIN};
    polled.events |= worker->unsent_length ? POLLOUT : 0;
    poll(&polled, 1, (int)(seconds * 1000) + 1);
    if (polled.revents & POLLOUT)
        send_rest(worker);
    bool open = !(polled.revents & (POLLIN | POLLHUP)) || receive_bytes(worker);
    if (take_frames(worker, turn, reply))
        return true;
    if (worker->pid && open && !worker->options.flags->ended &&
        worker->received.length <= MAX_FRAME)
        return false;
    *reply = end_match(worker);
    return true;
}

/* ---- the process itself ---- */

static bool read_all(void *bytes, size_t length)
{
    char *at = bytes;
    while (length) {
        ssize_t got = read(STDIN_FILENO, at, length);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        at += got > 0 ? got : 0;
        length -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static void send_frame(Frame frame, const char *first, const char *second)
{
    Text out = {0};
    frame.length = strlen(first) + 1 + (second ? strlen(second) + 1 : 0);
    text_add(&out, (const char *)&frame, sizeof frame);
    text_add(&out, first, strlen(first) + 1);
    if (second)
        text_add(&out, second, strlen(second) + 1);
    if (!file_write(STDIN_FILENO, out.bytes, out.length))
        _exit(0); /* the player is gone */
    text_free(&out);
}

static void propose(void *data, const char *answer)
{
    (void)data;
    send_frame((Frame){.kind = FRAME_PROPOSAL}, answer, NULL);
}

static void leave_without_memory(const char *message)
{
    (void)message;
    _exit(STATUS_NO_MEMORY);
}

/* Deals with one message; false when there are no more. */
static bool serve(Agent *agent, const StopFlags *flags)
{
    Heading heading;
    if (!read_all(&heading, sizeof heading))
        return false;
    char *text = memory_alloc(heading.length + 1);
    if (!read_all(text, heading.length))
        return false;
    const Turn turn = {heading.stop, &flags->cancelled, propose, NULL};
    AgentReply reply = agent_answer(agent, text, heading.length, &turn);
    free(text);
    send_frame((Frame){.kind = FRAME_REPLY,
                       .replaced = reply.replaced,
                       .over = reply.over,
                       .faulty = reply.fault != NULL},
               reply.fault ? reply.fault : "", reply.summary);
    return true;
}

int worker_main(void)
{
    Setup setup;
    const StopFlags *flags =
        mmap(NULL, sizeof *flags, PROT_READ, MAP_SHARED, STDOUT_FILENO, 0);
    if (flags == MAP_FAILED || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        !read_all(&setup, sizeof setup))
        return 2;
    setpriority(PRIO_PROCESS, 0, 0); /* unlike the thread that waits for us */
    zermelo_on_no_memory(leave_without_memory);
    if (setup.megabytes)
        budget_limit_memory(setup.megabytes);
    setup.agent.ended = &flags->ended;
    Agent *agent = agent_new(&setup.agent);
    while (serve(agent, flags))
        continue;
    agent_free(agent);
    return 0;
}
