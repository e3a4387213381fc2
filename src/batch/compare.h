/* compare.h - what changed between two runs
 *
 * Cells are the same by command, file, sha256 and options, whatever the
 * version; of several versions in one database the newest run counts. The
 * shares of a proof that was split are one cell.
 */
#ifndef ZERMELO_BATCH_COMPARE_H
#define ZERMELO_BATCH_COMPARE_H

#include "batch/results.h"

typedef enum {
    CHANGE_CONTRADICTS, /* decided before and now, but not the same */
    CHANGE_LOST,        /* decided before and not now */
    CHANGE_SLOWER,
    CHANGE_WON,  /* decided now and not before */
    CHANGE_GONE, /* a cell that was there before only, */
    CHANGE_NEW,  /* and now only */
    CHANGE_KINDS,
} ChangeKind;

extern const char *const change_names[CHANGE_KINDS];

typedef struct {
    ChangeKind kind;
    const Result *cell;       /* its newest row */
    const char *what;         /* of a verdict; NULL: it is about the cell */
    const char *before, *now; /* verdicts; NULL likewise */
    double seconds_before, seconds_now; /* of the cell; below 0: not there */
} Change;

typedef struct {
    Arena *arena;
    VEC(Change) changes; /* by kind, then file */
    size_t counts[CHANGE_KINDS];
    size_t common;       /* cells in both, */
    size_t both_decided; /* those that both decide, and their seconds */
    double seconds_before, seconds_now;
    PlotSeries points[4]; /* seconds of the cells in both: both decide, only
                             before, only now, neither */
} Comparison;

/* A cell is slower if it takes more than THRESHOLD times as long, and a tenth
 * of a second longer. Borrows both. */
Comparison compare_results(const Results *before, const Results *now,
                           double threshold);
void comparison_clear(Comparison *comparison);

Grid comparison_grid(const Comparison *comparison);
void comparison_summarise(Text *out, const Comparison *comparison);

#endif
