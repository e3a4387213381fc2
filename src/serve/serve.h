/* serve.h - a page to explore, play, prove and write rules, over HTTP
 *
 * One server process that computes nothing itself: see serve/jobs.h. Another
 * site in the same browser cannot reach it: the headers Host and Origin are
 * checked, and whatever computes needs the key.
 */
#ifndef ZERMELO_SERVE_SERVE_H
#define ZERMELO_SERVE_SERVE_H

#include "batch/rule_files.h"
#include "play/http.h"
#include "serve/jobs.h"

/* ---- the games that a server offers: files below its paths ---- */

typedef struct {
    const char *const *paths; /* NULL at the end of them */
    RuleFiles *files;
} Library;

enum { MAX_RULES_BYTES = 1 << 20 };

/* Looks for files again: NULL, or the first path that cannot be read, with the
 * reason in *WHY. */
const char *library_look(Library *library, const char **why);

/* ---- people and the program at one table, each in a seat of its own ----
 *
 * A seat is opened by the number of its table and a secret, and shows what its
 * role may know. Moves are kept there and nowhere else. */

typedef struct Tables Tables;

Tables *tables_new(Jobs *jobs);
void tables_free(Tables *tables);

/* A new table for {"seats": {role: "person", "program", "random"}}: replies
 * with
 * {"table": number, "seats": {role: secret}}. */
void tables_open(Tables *tables, const char *rules, const json_t *question,
                 HttpRequest *request);

/* {"table", "secret"} and, to make a move, "move". WATCHES: REQUEST is a stream
 * and gets what the seat sees now and after each step; otherwise once. */
void tables_seat(Tables *tables, const json_t *question, HttpRequest *request,
                 bool watches);

/* REQUEST is not to be used any more. */
void tables_forget(Tables *tables, HttpRequest *request);

/* ---- the server ---- */

typedef struct Serve Serve;

typedef struct {
    const char *address; /* a numeric IP address */
    unsigned port;       /* this one, or the next that is free; 0: any */
    const char *key;
    Library *library; /* borrowed */
    size_t megabytes; /* for each process */
    double seconds;   /* the most that a question may take */
} ServeOptions;

/* NULL, with the reason in *WHY, if it cannot listen. */
Serve *serve_new(const ServeOptions *options, const char **why);
unsigned serve_port(const Serve *serve);

/* Serves what has come, or waits a moment for it: to be called again and again.
 */
void serve_step(Serve *serve);
void serve_free(Serve *serve);

/* ---- replies, for serve/table.c ---- */

void serve_refuse(HttpRequest *request, unsigned status, const char *rule,
                  const char *message);
/* Replies with VIEW, which is released; to who watches, by an event. */
void serve_view(HttpRequest *request, json_t *view);

/* ---- secrets and addresses ---- */

/* Whether a numeric IP address is one that only this machine can reach. */
bool serve_is_loopback(const char *address);

/* Writes so many random hexadecimal digits and a NUL. */
void serve_secret(char *out, size_t digits);

/* Whether they are equal, in a time that does not tell where they differ. */
bool serve_same_secret(const char *expected, const char *given);

#endif
