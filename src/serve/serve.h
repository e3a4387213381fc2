/* serve.h - a page to explore, play, prove and write rules, over HTTP
 *
 * One server process that computes nothing itself: see serve/jobs.h. Another
 * site in the same browser cannot reach it: the headers Host and Origin are
 * checked, and whatever computes needs the key.
 */
#ifndef ZERMELO_SERVE_SERVE_H
#define ZERMELO_SERVE_SERVE_H

#include "serve/library.h"

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
