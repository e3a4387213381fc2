/* jobs.h - questions about games, answered by processes of their own
 *
 * A server must not fall with a game that exhausts its memory or never comes to
 * an end: every question is answered by a copy of this process with limits of
 * its own. A copy that has answered may be kept for the next question about the
 * same rules. Questions beyond what may run at once wait.
 */
#ifndef ZERMELO_SERVE_JOBS_H
#define ZERMELO_SERVE_JOBS_H

#include "base/json.h"

typedef struct Jobs Jobs;
typedef struct Job Job; /* a question that waits or is worked on */

enum { MAX_QUESTION_BYTES = 64 << 10 };

/* What becomes of a question: any number of parts, then once the answer, which
 * is {"error": ...} if its process has ended before. All are JSON texts without
 * line breaks. The job is gone when FINISH is called. */
typedef struct {
    void (*part)(void *data, const char *json);
    void (*finish)(void *data, const char *json);
    void *data;
} Receiver;

/* Of each kind so many may run at once. */
typedef enum {
    JOB_PLAY,   /* is answered soon; the process is kept */
    JOB_SEARCH, /* the process is kept unless it is cancelled */
    JOB_QUICK,  /* for one question that is answered soon */
    JOB_LONG,   /* for one that takes long */
} JobKind;

/* Each process may use so many MEGABYTES. */
Jobs *jobs_new(size_t megabytes);
void jobs_free(Jobs *jobs); /* nobody is told */

/* Asks QUESTION (serve/session.h) about the game with these RULES. It may take
 * as long as it says, as its kind may, and SECONDS, whatever is least. NULL,
 * and nobody is told anything, if there is no such question, it is too long, or
 * too many are waiting. */
Job *jobs_ask(Jobs *jobs, const char *rules, json_t *question, double seconds,
              Receiver receiver);
void jobs_cancel(Jobs *jobs, Job *job);

/* Waits for at most so many SECONDS, or until there is something to read at
 * FILE, and hands out what has been answered. */
void jobs_wait(Jobs *jobs, int file, double seconds);

#endif
