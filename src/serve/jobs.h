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

typedef struct {
    const char *rules; /* of the game */
    const char *json;  /* the question, for serve/jobs.h */
    double seconds;    /* its limit */
    size_t megabytes;
    JobKind kind;
} JobQuestion;

Jobs *jobs_new(void);
void jobs_free(Jobs *jobs); /* nobody is told */

/* NULL, and nobody is told anything, if too many are waiting. */
Job *jobs_ask(Jobs *jobs, const JobQuestion *question, Receiver receiver);
void jobs_cancel(Jobs *jobs, Job *job);

/* Waits for at most so many SECONDS, or until there is something to read at
 * FILE, and hands out what has been answered. */
void jobs_wait(Jobs *jobs, int file, double seconds);

/* ---- answers to questions about one game, in a process of its own ---- */

typedef struct Answerer Answerer;

/* Borrows RULES and FOLDER, where files may be written; or NULL. The process
 * ends with it: nothing is ever freed. */
Answerer *answerer_new(const char *rules, const char *folder);

/* Writes parts of the answer, lines that begin with +, and the answer, a line
 * that begins with =, to FILE. */
void answerer_answer(Answerer *answerer, const char *question, int file);

#endif
