/* results.h - the rows of a database, as one looks at them */
#ifndef ZERMELO_BATCH_RESULTS_H
#define ZERMELO_BATCH_RESULTS_H

#include "base/arena.h"
#include "base/vec.h"
#include "batch/grid.h"
#include "batch/plot.h"
#include "batch/store.h"

#include <stdbool.h>

/* ---- what the JSON answer of a command says ---- */

typedef struct {
    const char *what;    /* "winnable white", a formula, "valid" */
    const char *verdict; /* "proved", "no", "100"; "unknown" */
    bool is_decided;
} Verdict;

typedef enum {
    ANSWER_DECIDED, /* all that was asked; of verify what its status counts */
    ANSWER_UNKNOWN, /* a limit left something open */
    ANSWER_ERROR,   /* the rules or the options cannot be used */
    ANSWER_FAILED,  /* the program died or hung: there is no answer */
} AnswerState;

typedef struct {
    const Verdict *verdicts;
    size_t count;
    AnswerState state;
    const char *summary; /* one line: the first thing that is wrong, if any */
} Answer;

/* All of it is in ARENA. */
Answer answer_read(Arena *arena, const char *command, const char *json);

typedef struct {
    CellRow row; /* its answer only if it was asked for; else NULL */
    Answer answer;
    const char *shared_options; /* without --share I/N, which batch --split
                                   adds, */
    const char *share;          /* and its N; "" if there is none */
} Result;

typedef struct {
    Arena *arena;
    VEC(Result) rows; /* by file, command, options, version, time */
    bool with_answers;
    bool options_differ, versions_differ; /* of one command; at all */
} Results;

/* What a row says, in ARENA, without its answer. */
Result result_of_row(Arena *arena, const CellRow *row);

/* All cells of STORE, in ARENA; false, with a reason in *WHY, which is to be
 * freed, if they cannot be read. */
bool results_read(Results *results, Arena *arena, Store *store,
                  bool with_answers, char **why);
void results_clear(Results *results);

typedef enum {
    RESULTS_SHORT, /* for people: file, command, result, seconds, MB, and what
                      differs between rows of options and versions */
    RESULTS_ALL,   /* for programs: all columns but the answer */
} ResultsColumns;

Grid results_grid(const Results *results, ResultsColumns columns);

/* A line for each command: how many cells, and how they ended. */
void results_summarise(Text *out, const Results *results);

/* Adds the series of a cactus plot: cells that are decided, by command, options
 * and version, as far as these differ; each name begins with BEFORE. */
typedef VEC(PlotSeries) ResultsSeries;
void results_add_series(ResultsSeries *series, const Results *results,
                        const char *before);

/* ---- what changed between two runs: batch/compare.c ---- */

/* Cells are the same by command, file, sha256 and options, whatever the
 * version; of several versions in one database the newest run counts. The
 * shares of a proof that was split are one cell. */

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
