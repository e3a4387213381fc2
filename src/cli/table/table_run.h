/* table_run.h - measure the cells of tables, each in a process of its own
 *
 * A TableRun is what is asked for: some tables, some of their rows, and
 * limits. A cell of a table is one line of a row and one method.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_RUN_H
#define ZERMELO_CLI_TABLE_TABLE_RUN_H

#include "cli/cell_runner.h"
#include "cli/table/table_data.h"

typedef struct {
    Arena *arena;
    double cell_seconds; /* of --time; 0: what the table says */
    size_t megabytes;    /* a cell */
    size_t threads;      /* cells at a time; 0: as many as processors */
    CellRunner runner;
    Table *tables; /* each has lines */
    size_t table_count;
    size_t cell_count; /* how many there are */
    double seconds;
    bool complete; /* every cell was run, and gave an answer */
} TableRun;

/* Runs all cells for which there is a rule file and that are not in the
 * database of the runner, which is open, and takes their figures from there.
 * Stopped by Ctrl-C it keeps what is finished. */
void run_cells(TableRun *run);

#endif
