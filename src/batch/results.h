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

#endif
