/* worker.h - an agent in a process of its own
 *
 * Whatever a match does to the process that plays it (it exhausts its memory,
 * never comes to an end, crashes), the player goes on. One thread at a time.
 */
#ifndef ZERMELO_PLAY_WORKER_H
#define ZERMELO_PLAY_WORKER_H

#include "play/agent.h"

/* Seen by the thread that plays a match, in this process or in another one. */
typedef struct {
    volatile sig_atomic_t cancelled; /* the answer is not waited for any more */
    volatile sig_atomic_t ended;     /* the match is given up */
} StopFlags;

/* Flags in memory that workers share; *FILE is to be handed to worker_new. NULL
 * if the system has none. */
StopFlags *stop_flags_new(int *file);
void stop_flags_free(StopFlags *flags, int file);

typedef struct {
    const char *program; /* is run as PROGRAM --worker: calls worker_main */
    size_t megabytes;    /* of address space; 0: as this process */
    AgentOptions agent;
    const StopFlags *flags;
    int flags_file;
} WorkerOptions;

typedef struct Worker Worker;

/* Starts a process; NULL, with the reason in *WHY, if there is none. The thread
 * that calls this has to live as long as the worker. */
Worker *worker_new(const WorkerOptions *options, const char **why);
void worker_free(Worker *worker); /* kills it */

/* Hands it a message, which is borrowed until the answer to it. */
void worker_ask(Worker *worker, const char *text, size_t length, double stop);

/* Waits for the answer, for at most so many SECONDS, and hands what is proposed
 * to TURN. True with the REPLY (as of agent_answer), which says that the match
 * is over if it is given up or its process has ended. */
bool worker_wait(Worker *worker, double seconds, const Turn *turn,
                 AgentReply *reply);

/* The process itself; returns its exit status. */
int worker_main(void);

#endif
