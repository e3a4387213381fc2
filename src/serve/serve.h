/* serve.h - a page to explore, play, prove and write rules, over HTTP
 *
 * One server process that computes nothing itself: see serve/jobs.h. Another
 * site in the same browser cannot reach it: the headers Host and Origin are
 * checked, and whatever computes needs the key.
 */
#ifndef ZERMELO_SERVE_SERVE_H
#define ZERMELO_SERVE_SERVE_H

#include "base/json.h"

/* ---- the games that a server offers: files below its paths ---- */

typedef struct Library Library;

enum { MAX_RULES_BYTES = 1 << 20 };

/* NULL, with the reason in *WHY, if one of PATHS cannot be read; NULL at the
 * end of them. */
Library *library_new(const char *const *paths, const char **failed,
                     const char **why);
void library_free(Library *library);

/* Looks for files again: a list of {"id", "name", "digest", "bytes"}. */
json_t *library_list(Library *library);

/* Adds the rules of the game with this id; false if there is none. */
bool library_read(Library *library, const char *id, Text *rules);

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

/* Whether a numeric IP address is one that only this machine can reach. */
bool serve_is_loopback(const char *address);

/* Writes so many random hexadecimal digits and a NUL. */
void serve_secret(char *out, size_t digits);

/* Whether they are equal, in a time that does not tell where they differ. */
bool serve_same_secret(const char *expected, const char *given);

#endif
