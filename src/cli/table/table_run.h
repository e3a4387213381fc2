/* table_run.h - measure the cells of tables, each in a process of its own
 *
 * A Run is what is asked for: some studies, some of their rows, and limits. A
 * cell is one line of a row and one method.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_RUN_H
#define ZERMELO_CLI_TABLE_TABLE_RUN_H

#include "cli/table/table_figure.h"
#include "cli/table/table_find.h"

/* A row that is asked for, with its rule file and what came of it. */
typedef struct {
    const Study *study;
    const Row *row;
    Found found;
    const char *path, *digest;
    const Text *text; /* the rules, if they are part of this program */
    Figure *figures;  /* line by line, method by method */
} Trial;

typedef struct {
    const char *program; /* the file of this program */
    const char **only;   /* games */
    size_t only_count;   /* 0: all */
    double seconds;      /* a cell; 0: what the study says */
    size_t megabytes;    /* a cell */
    size_t threads;      /* cells at a time; 0: as many as processors */
    const char *resume;  /* a file of results, or NULL */
    const char *version; /* of this program */
} RunOptions;

typedef struct {
    Arena *arena;
    RunOptions options;
    Trial *trials; /* study by study */
    size_t trial_count;
    size_t cells, resumed; /* how many there are, how many were known */
    size_t lost;           /* results that could not be written to the file */
    double begun, seconds;
    bool complete; /* every cell was run, and gave an answer */
} Run;

/* The rows of COUNT studies; those of the games asked for, if any are. */
Run *run_new(const Study *const *studies, size_t count, const Shelf *shelf,
             const RunOptions *options);
void run_free(Run *run);

/* Runs all cells for which there is a rule file. False, with a reason in *WHY,
 * if the file of results cannot be used. Stopped by Ctrl-C it keeps what is
 * finished. */
bool run_cells(Run *run, const char **why);

static inline Figure *trial_figure(const Trial *c, size_t line, size_t method)
{
    return &c->figures[line * c->study->method_count + method];
}

#endif
