/* table_run.h - measure the cells of tables, each in a process of its own
 *
 * A TableRun is what is asked for: some tables, some of their rows, and
 * limits. A cell of a table is one line of a row and one method.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_RUN_H
#define ZERMELO_CLI_TABLE_TABLE_RUN_H

#include "cli/table/table_data.h"

typedef struct {
    double seconds;      /* a cell; 0: what the table says */
    size_t megabytes;    /* a cell */
    size_t threads;      /* cells at a time; 0: as many as processors */
    const char *results; /* a database, or NULL */
} RunOptions;

typedef struct {
    Arena *arena;
    RunOptions options;
    const char *program, *version; /* of the cells, while they are run */
    Table *tables;                 /* each has lines */
    size_t table_count;
    size_t cell_count,
        known_count; /* how many there are, how many were known */
    double seconds;
    bool complete; /* every cell was run, and gave an answer */
} TableRun;

/* Runs all cells for which there is a rule file and that are not in the
 * database, and takes their figures from there. False, with a reason in *WHY,
 * if the database cannot be used. A reason with true says why the run ended
 * early, as when the disk is full; otherwise it is NULL. It is to be freed.
 * Stopped by Ctrl-C it keeps what is finished. */
bool run_cells(TableRun *run, char **why);

#endif
