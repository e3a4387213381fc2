/* worker.c - an agent in a process of its own
 *
 * In:   messages, as texts
 * Out:  what play/agent.c answers to them there
 *
 * The process is a copy of this one (fork), which has no threads. A message is
 * a text in memory that both share, with a flag that tells the process to stop
 * thinking. What comes back are packets over a socket, many that propose an
 * answer and one that says the message is dealt with. The process is killed
 * when the match is given up, and by the system when the player dies; if it is
 * alone for any other reason, its socket is at the end of file. Start reading
 * at worker_receive() and, for the process, at run_worker().
 */
#include "play/worker.h"

#include "base/budget.h"
#include "base/memory.h"
#include "zermelo.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_PACKET_BYTES = 64 << 10, /* bytes; no manager reads a longer move */
    STATUS_NO_MEMORY = 3,        /* exit status of a process */
};

/* What the player tells its process; there it is only read. */
typedef struct {
    volatile sig_atomic_t cancelled;
    double stop_time;
    size_t length;
    char text[MAX_MESSAGE_BYTES];
} SharedMessage;

/* What the process sends: a proposal is followed by a text; a reply by what was
 * wrong and by a summary, two strings. */
typedef struct {
    bool is_reply, replaced, match_over, has_fault;
} PacketHead;

struct Worker {
    pid_t pid; /* 0 once it is reaped */
    int socket;
    SharedMessage *message;
    Text fault;                    /* why the process ended */
    char packet[MAX_PACKET_BYTES]; /* the last one received */
};

/* ---- the process itself ---- */

static void send_packet(PacketHead head, const char *first, const char *second)
{
    Text out = {0};
    text_add(&out, (const char *)&head, sizeof head);
    text_add(&out, first, strlen(first) + 1);
    text_add(&out, second, strlen(second) + 1);
    if (out.length <= MAX_PACKET_BYTES &&
        send(STDIN_FILENO, out.bytes, out.length, MSG_NOSIGNAL) < 0)
        _exit(0); /* the player is gone */
    text_free(&out);
}

static void propose(void *data, const char *answer)
{
    (void)data;
    send_packet((PacketHead){0}, answer, "");
}

static void exit_without_memory(const char *message)
{
    (void)message;
    _exit(STATUS_NO_MEMORY);
}

/* In the new process: undoes what the player did with signals and priorities,
 * closes its files, and limits the memory. */
static void isolate_process(int socket, size_t megabytes)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGPIPE};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setpriority(PRIO_PROCESS, 0, 0);
    if (dup2(socket, STDIN_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        _exit(2);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    zermelo_on_no_memory(exit_without_memory);
    if (megabytes)
        budget_limit_memory(megabytes);
}

static _Noreturn void run_worker(const AgentOptions *options,
                                 const SharedMessage *message)
{
    Agent *agent = agent_new(options);
    for (char byte; recv(STDIN_FILENO, &byte, 1, 0) == 1;) {
        const Turn turn = {message->stop_time, &message->cancelled, propose,
                           NULL};
        AgentReply reply =
            agent_answer(agent, message->text, message->length, &turn);
        const PacketHead head = {true, reply.replaced, reply.match_over,
                                 reply.fault != NULL};
        send_packet(head, reply.fault ? reply.fault : "", reply.summary);
    }
    _exit(0);
}

/* ---- the process from outside ---- */

Worker *worker_new(const AgentOptions *options, size_t megabytes,
                   const char **why)
{
    int sockets[2] = {-1, -1};
    Worker *worker = memory_zeroed(1, sizeof *worker);
    worker->message =
        mmap(NULL, sizeof *worker->message, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool has_channel =
        worker->message != MAP_FAILED &&
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0;
    worker->pid = has_channel ? fork() : -1;
    if (worker->pid == 0) {
        isolate_process(sockets[1], megabytes);
        run_worker(options, worker->message);
    }
    *why = strerror(errno);
    close(sockets[1]);
    worker->socket = sockets[0];
    if (worker->pid > 0) {
        setpgid(worker->pid, worker->pid); /* whichever comes first */
        return worker;
    }
    worker->pid = 0; /* nothing was started */
    worker_free(worker);
    return NULL;
}

/* Ends the process and says how it ended. */
static void kill_and_reap(Worker *worker)
{
    int status = 0;
    kill(-worker->pid, SIGKILL);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    worker->pid = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NO_MEMORY)
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
        kill_and_reap(worker);
    close(worker->socket);
    munmap(worker->message, sizeof *worker->message);
    text_free(&worker->fault);
    free(worker);
}

int worker_socket(const Worker *worker)
{
    return worker->socket;
}

void worker_ask(Worker *worker, const char *text, size_t length,
                double stop_time)
{
    SharedMessage *message = worker->message;
    assert(length <= sizeof message->text);
    message->cancelled = false;
    message->stop_time = stop_time;
    message->length = length;
    memcpy(message->text, text, length);
    send(worker->socket, "!", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void worker_cancel(Worker *worker)
{
    worker->message->cancelled = true;
}

bool worker_receive(Worker *worker, const Turn *turn, AgentReply *reply)
{
    PacketHead head;
    const char *text = worker->packet + sizeof head;
    ssize_t received;
    while ((received = recv(worker->socket, worker->packet,
                            sizeof worker->packet, MSG_DONTWAIT)) >
           (ssize_t)sizeof head) {
        memcpy(&head, worker->packet, sizeof head);
        if (head.is_reply) {
            *reply = (AgentReply){.fault = head.has_fault ? text : NULL,
                                  .summary = text + strlen(text) + 1,
                                  .replaced = head.replaced,
                                  .match_over = head.match_over};
            return true;
        }
        turn->propose(turn->data, text);
    }
    if (received < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (worker->pid)
        kill_and_reap(worker);
    *reply = (AgentReply){.fault = text_string(&worker->fault),
                          .summary = "",
                          .match_over = true};
    return true;
}
