/* worker.h - an agent in a process of its own
 *
 * Whatever a match does to the process that plays it (it exhausts its memory,
 * never comes to an end, crashes), the player goes on.
 */
#ifndef ZERMELO_PLAY_WORKER_H
#define ZERMELO_PLAY_WORKER_H

#include "play/agent.h"

typedef struct Worker Worker;

/* Starts a process that may use so many MEGABYTES (0: as this one); NULL, with
 * the reason in *WHY, if there is none. To be called by the only thread. */
Worker *worker_new(const AgentOptions *options, size_t megabytes,
                   const char **why);
void worker_free(Worker *worker); /* kills it */

/* Is readable when there is something to receive. */
int worker_socket(const Worker *worker);

/* Hands it a message, when the last one is answered. */
void worker_ask(Worker *worker, const char *text, size_t length,
                double stop_time);

/* The answer to the message is not waited for any more. */
void worker_cancel(Worker *worker);

/* Hands what was proposed to TURN, without waiting. True with the REPLY (as of
 * agent_answer) once it has come, or the process has ended: then the match is
 * over. */
bool worker_receive(Worker *worker, const Turn *turn, AgentReply *reply);

#endif
