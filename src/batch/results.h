/* results.h - a database of results as tables, and what changed since another
 *
 * Cells are the same by command, file, sha256 and options, whatever the
 * version; of several versions in one database the newest run counts. The
 * shares of a proof that was split are one cell.
 */
#ifndef ZERMELO_BATCH_RESULTS_H
#define ZERMELO_BATCH_RESULTS_H

#include "base/json.h"
#include "batch/grid.h"
#include "batch/store.h"

/* ---- what the JSON answer of a command says: batch/answer.c ---- */

typedef enum {
    ANSWER_DECIDED, /* all that was asked; of verify what its status counts */
    ANSWER_UNKNOWN, /* a limit left something open */
    ANSWER_ERROR,   /* the rules or the options cannot be used */
    ANSWER_FAILED,  /* the program died or hung: there is no answer */
} AnswerState;

/* {"state": AnswerState, "summary": one line, the first thing that is wrong if
 * there is one, "verdicts": [["winnable white", "proved"], ...]}; null is the
 * verdict where it is not known. ANSWER may be NULL or anything. */
json_t *answer_read(const char *command, const json_t *answer);

/* ---- databases ---- */

typedef struct {
    Store *store;
    bool is_compared;
} Results;

/* All cells of the database at PATH; false, with a reason in *WHY, which is to
 * be freed, if they cannot be read. */
bool results_open(Results *results, const char *path, char **why);
void results_close(Results *results); /* also one that could not be opened */

/* The same of the database at BEFORE, and what changed since then. A cell is
 * slower if it takes more than THRESHOLD times as long, and a tenth of a second
 * longer. */
bool results_compare(Results *results, const char *before, double threshold,
                     char **why);

typedef enum {
    RESULTS_SHORT,   /* for people: file, command, result, seconds, MB, and what
                        differs between rows of options and versions */
    RESULTS_ALL,     /* for programs: all columns but the answer */
    RESULTS_CHANGES, /* by kind, then file */
} ResultsTable;

Grid results_grid(const Results *results, Arena *arena, ResultsTable table);

/* A line for each command: how many cells, and how they ended; of changes how
 * many of each kind. */
void results_summarise(Text *out, const Results *results, ResultsTable table);

json_t *results_answer(const Results *results);

/* Figures for batch/page.h: how many cells are decided within so many seconds,
 * and seconds before and now. */
void results_add_plots(Text *page, const Results *results);

/* Whether a verdict was lost or contradicts. */
bool results_got_worse(const Results *results);

#endif
