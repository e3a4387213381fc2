/* worker.c - an agent in a process of its own
 *
 * In:   messages, as texts
 * Out:  what play/agent.c answers to them there
 *
 * The process is a copy of this one (play/fork.h), which has no threads. A
 * message is a text in memory that both share, with a flag that tells the
 * process to stop thinking. Until the next one comes, it thinks ahead. What
 * comes back are packets over a socket, many that propose an answer and one
 * that says the message is dealt with. If the process is alone, its socket is
 * at the end of file. Start reading at worker_receive() and, for the process,
 * at run_worker().
 */
#include "play/worker.h"

#include "play/fork.h"
#include "base/memory.h"
#include "zermelo.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MAX_PACKET_BYTES = 64 << 10, /* bytes; no manager reads a longer move */
};

/* What the player tells its process. */
typedef struct {
    volatile sig_atomic_t cancelled, is_waiting; /* this one */
    double stop_time;
    size_t length;
    char text[MAX_MESSAGE_BYTES];
} SharedMessage;

/* What the process sends: a proposal is followed by a text; a reply by its two
 * strings, to which its pointers do not point. */
typedef struct {
    bool is_reply;
    AgentReply reply;
} PacketHead;

struct Worker {
    Fork process;
    const AgentOptions *options;
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

static void run_worker(void *data)
{
    const AgentOptions *options = ((Worker *)data)->options;
    SharedMessage *message = ((Worker *)data)->message;
    Agent *agent = agent_new(options);
    for (char byte; recv(STDIN_FILENO, &byte, 1, 0) == 1;) {
        message->is_waiting = false;
        const Turn turn = {message->stop_time, &message->cancelled, propose,
                           NULL};
        AgentReply reply =
            agent_answer(agent, message->text, message->length, &turn);
        send_packet((PacketHead){true, reply}, reply.fault ? reply.fault : "",
                    reply.summary);
        agent_ponder(agent, &message->is_waiting);
    }
}

/* ---- the process from outside ---- */

Worker *worker_new(const AgentOptions *options, size_t megabytes,
                   const char **why)
{
    Worker *worker = memory_zeroed(1, sizeof *worker);
    worker->options = options;
    worker->process.socket = -1;
    worker->message =
        mmap(NULL, sizeof *worker->message, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *why = strerror(errno);
    if (worker->message != MAP_FAILED &&
        fork_start(&worker->process, SOCK_SEQPACKET, megabytes, run_worker,
                   worker, why))
        return worker;
    worker_free(worker);
    return NULL;
}

void worker_free(Worker *worker)
{
    if (!worker)
        return;
    fork_end(&worker->process, NULL);
    if (worker->message != MAP_FAILED)
        munmap(worker->message, sizeof *worker->message);
    text_free(&worker->fault);
    free(worker);
}

int worker_socket(const Worker *worker)
{
    return worker->process.socket;
}

void worker_ask(Worker *worker, const char *text, size_t length,
                double stop_time)
{
    SharedMessage *message = worker->message;
    assert(length <= sizeof message->text);
    message->cancelled = false;
    message->is_waiting = true;
    message->stop_time = stop_time;
    message->length = length;
    memcpy(message->text, text, length);
    send(worker->process.socket, "!", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
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
    while ((received = recv(worker->process.socket, worker->packet,
                            sizeof worker->packet, MSG_DONTWAIT)) >
           (ssize_t)sizeof head) {
        memcpy(&head, worker->packet, sizeof head);
        if (head.is_reply) {
            *reply = head.reply;
            reply->fault = head.reply.fault ? text : NULL;
            reply->summary = text + strlen(text) + 1;
            return true;
        }
        turn->propose(turn->data, text);
    }
    if (received < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    fork_end(&worker->process, &worker->fault);
    *reply = (AgentReply){.fault = text_string(&worker->fault),
                          .summary = "",
                          .match_over = true};
    return true;
}
