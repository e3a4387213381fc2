/* table_run.h - measure the cells of tables, each in a process of its own
 *
 * A TableRun is what is asked for: some tables, some of their rows, and
 * limits. A cell is one line of a row and one method.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_RUN_H
#define ZERMELO_CLI_TABLE_TABLE_RUN_H

#include "cli/table/table_data.h"
#include "cli/table/table_resume.h"

typedef struct {
    double seconds;     /* a cell; 0: what the table says */
    size_t megabytes;   /* a cell */
    size_t threads;     /* cells at a time; 0: as many as processors */
    const char *resume; /* a file of results, or NULL */
} RunOptions;

typedef struct {
    Arena *arena;
    RunOptions options;
    Resume *resume; /* opened by run_cells; or NULL */
    Table *tables;  /* each has lines */
    size_t table_count;
    size_t cell_count,
        resumed_count;    /* how many there are, how many were known */
    size_t unsaved_count; /* results that could not be written to the file */
    double seconds;
    bool complete; /* every cell was run, and gave an answer */
} TableRun;

/* Runs all cells for which there is a rule file. False, with a reason in *WHY,
 * if the file of results cannot be used. Stopped by Ctrl-C it keeps what is
 * finished. */
bool run_cells(TableRun *run, const char **why);

#endif
