/* cell_runner.h - run cells, for batch, table and tournament
 *
 *     CellRunner runner = {0};
 *     if (runner_open(&runner, arguments, NULL) == EXIT_YES)
 *         runner_run(&runner, cells, count, "cells", jobs);
 *     rows are in runner.store, also of cells that did not have to be run
 *     runner_close(&runner);
 */
#ifndef ZERMELO_CLI_CELL_RUNNER_H
#define ZERMELO_CLI_CELL_RUNNER_H

#include "base/json.h"
#include "batch/dispatch.h"
#include "cli/command.h"
#include "cli/progress.h"

typedef struct {
    char *program, *version; /* of the cells */
    Store *store;
    const char *results; /* what messages call the database */
    DispatchEnd end;     /* of the run */
    Progress progress;
    size_t finished;
} CellRunner;

/* Finds out about PROGRAM, by default this one, and opens the database of
 * --results, by default a temporary one. EXIT_ERROR after saying what is
 * wrong. */
int runner_open(CellRunner *runner, const Arguments *arguments,
                const char *program);

/* Runs cells until all have rows, or the user wants an end; JOBS at a time, 0:
 * as many as processors. LABEL is what a progress bar calls them. */
void runner_run(CellRunner *runner, Cell *cells, size_t count,
                const char *label, size_t jobs);

/* Saves PAGE as --html says, and prints ANSWER, if JSON is wanted, or TEXT;
 * they are released. Returns STATUS, or EXIT_ERROR after saying what could not
 * be written of the page or of the database. */
int runner_print(const CellRunner *runner, const Arguments *arguments,
                 json_t *answer, Text *text, Text *page, int status);

void runner_close(CellRunner *runner); /* also one that could not be opened */

#endif
