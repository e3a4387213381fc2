/* table_grid.h - a table as it is printed, on a terminal, in Markdown, as a
 * page */
#ifndef ZERMELO_CLI_TABLE_TABLE_GRID_H
#define ZERMELO_CLI_TABLE_TABLE_GRID_H

#include "base/vec.h"
#include "cli/table/table_run.h"

typedef VEC(const char *) GridTexts;

typedef struct {
    Arena *arena;
    const Table *table;
    GridTexts heads, cells; /* cells: line by line */
    GridTexts notes;        /* [1], [2], ... as the cells refer to them */
    VEC(bool) align_right;  /* by column: numbers are */
    const char *summary;
} Grid;

/* Sets out the lines of a table; strings are in ARENA. */
Grid grid_new(Arena *arena, const Table *table);
void grid_free(Grid *grid);

/* How many times faster ours is on one line, or 0 if that cannot be said. */
double line_ratio(const Table *table, const TableLine *line);
/* Whether the first method says what was published, as figure_agrees. */
int line_agrees(const Table *table, const TableLine *line);

void add_plain_table(Text *out, const Grid *grid);
void add_markdown_table(Text *out, const Grid *grid);

/* One page that needs nothing else, with the tables and their plots. */
void add_page(Text *out, const TableRun *run);

/* TEXT with what HTML would take for its own written out; BEFORE and BEHIND it
 * as they are. */
void add_escaped(Text *out, const char *before, const char *text,
                 const char *behind);

/* SVG pictures of a table; nothing if there is nothing to show. */
void add_bars(Text *out, const Table *table);
void add_stacks(Text *out, const Table *table);
void add_cactus(Text *out, const Table *table);

#endif
