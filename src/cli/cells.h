/* cells.h - cells of batch, table and tournament: their options, their run
 *
 *     CellRunner runner = {0};
 *     if (runner_open(&runner, arguments, NULL) == EXIT_YES)
 *         for each: cells[i] = runner_cell(&runner, arena, ...);
 *         runner_run(&runner, cells, count, "cells", jobs);
 *     rows are in runner.store, also of cells that did not have to be run
 *     runner_close(&runner);
 */
#ifndef ZERMELO_CLI_CELLS_H
#define ZERMELO_CLI_CELLS_H

#include "base/json.h"
#include "base/vec.h"
#include "batch/dispatch.h"
#include "batch/rule_files.h"
#include "cli/command.h"
#include "cli/output.h"

/* ---- what was typed, as the cells of one command get it ---- */

typedef struct CellOption CellOption;
struct CellOption {
    const char *name, *value; /* VALUE is NULL for a flag */
    CellOption *next;
};

typedef struct {
    CellOption *first; /* by name; of equal names, in the order given */
    double seconds;    /* that a cell may take; 0: no limit */
} CellOptions;

/* What was given for COMMAND: without the options whose keys are in KEPT_BACK,
 * those that COMMAND does not have, and values that are the default. Numbers
 * are written in one way, and a file is named with the sha256 of what is in it.
 */
CellOptions cell_options(Arena *arena, const Arguments *arguments,
                         const Command *command, const char *kept_back);

/* With one more: --role R, --share I/N. */
void cell_options_add(Arena *arena, CellOptions *options, const char *name,
                      const char *value);

/* ---- their run ---- */

typedef struct {
    const char *program, *version; /* of the cells */
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

/* COMMAND on FILE, with one thread and MEGABYTES, unless OPTIONS say otherwise;
 * 0: as many as COMMAND takes. One whose time is not limited gets
 * MAX_CELL_SECONDS. */
enum { MAX_CELL_SECONDS = 60 };
Cell runner_cell(const CellRunner *runner, Arena *arena, const Command *command,
                 const CellOptions *options, size_t megabytes,
                 const RuleFile *file);

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
