/* table_run.h - measure the cells of tables, each in a process of its own
 *
 * A TableRun is what is asked for: some studies, some of their rows, and
 * limits. A cell is one line of a row and one method.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_RUN_H
#define ZERMELO_CLI_TABLE_TABLE_RUN_H

#include "cli/table/table_data.h"
#include "cli/table/table_find.h"
#include "cli/table/table_resume.h"

#include <assert.h>

/* A row that is asked for, with its rule file and what came of it. */
typedef struct {
    const Study *study;
    const Row *row;
    Found found;
    const RuleFile *file; /* NULL: there is none */
    Figure *figures;      /* line by line, series by series */
} Trial;

/* A study and those of its rows that are asked for. */
typedef struct {
    const Study *study;
    Trial *trials;
    size_t trial_count; /* at least 1 */
} Experiment;

typedef struct {
    const char **only;  /* games; ends in NULL; none: all */
    double seconds;     /* a cell; 0: what the study says */
    size_t megabytes;   /* a cell */
    size_t threads;     /* cells at a time; 0: as many as processors */
    const char *resume; /* a file of results, or NULL */
} RunOptions;

typedef struct {
    Arena *arena;
    RunOptions options;
    Resume *resume; /* opened by run_cells; or NULL */
    Experiment *experiments;
    size_t count;
    size_t cells, resumed; /* how many there are, how many were known */
    size_t lost;           /* results that could not be written to the file */
    double seconds;
    bool complete; /* every cell was run, and gave an answer */
} TableRun;

/* Those of COUNT studies that have rows of the games asked for. */
TableRun *run_new(const Study *studies, size_t count, const RuleFiles *files,
                  const RunOptions *options);
void run_free(TableRun *run);

/* Runs all cells for which there is a rule file. False, with a reason in *WHY,
 * if the file of results cannot be used. Stopped by Ctrl-C it keeps what is
 * finished. */
bool run_cells(TableRun *run, const char **why);

/* The figure that is published, or measured by a method. */
static inline Figure *trial_figure(const Trial *trial, size_t line,
                                   size_t series)
{
    assert(line < trial->row->line_count);
    assert(series < trial->study->series_count);
    return &trial->figures[line * trial->study->series_count + series];
}

#endif
