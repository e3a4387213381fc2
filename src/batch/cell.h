/* cell.h - one run of one command on one file: the unit of a batch
 *
 * A Cell says what is run, and its key is all that the answer depends on: a
 * cell whose key is in the database is never run again. Strings belong to the
 * arena of whoever made the list of cells.
 */
#ifndef ZERMELO_BATCH_CELL_H
#define ZERMELO_BATCH_CELL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *command; /* "verify" */
    const char *file;    /* relative to the path that the user gave */
    const char *sha256;  /* of the file, hexadecimal */
    const char *options; /* normalised: by name, without defaults */
    const char *version; /* of the program, with its commit */
} CellKey;

typedef struct {
    CellKey key;
    const char *const *arguments; /* [0]: the program; ends in NULL */
    const char *input;            /* standard input; NULL: empty */
    size_t input_length;
    double seconds; /* its --time: it is stopped some time after; 0: none */
    const char *const *exclusive; /* what only one cell may use at a time, such
                                     as players over HTTP; ends in NULL; NULL:
                                     nothing */
    double expected_seconds;      /* from earlier runs; below 0: not known */
    void (*attend)(void);         /* called many times a second; or NULL */
} Cell;

/* Exit statuses of a process that did not exit by itself, as of timeout(1) and
 * the shell. */
enum { CELL_TIMED_OUT = 124, CELL_NOT_STARTED = 127, CELL_SIGNALLED = 128 };

typedef struct {
    int exit; /* its exit status; CELL_SIGNALLED + N: it died of signal N */
    double seconds;
    uint64_t bytes;    /* at its peak */
    char *answer;      /* the JSON it printed, or {"error": ...}; compact */
    bool is_cancelled; /* stopped by the user: there is no result */
} CellResult;

/* Runs the program of CELL in a process of its own, to its end or until
 * *CANCELLED. */
CellResult cell_run(const Cell *cell, const volatile sig_atomic_t *cancelled);
void cell_result_clear(CellResult *result);

#endif
