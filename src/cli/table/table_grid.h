/* table_grid.h - a table as it is printed: cells, notes and a summary */
#ifndef ZERMELO_CLI_TABLE_TABLE_GRID_H
#define ZERMELO_CLI_TABLE_TABLE_GRID_H

#include "batch/grid.h"
#include "cli/table/table_data.h"

typedef struct {
    Arena *arena; /* of the strings */
    const Table *table;
    Grid grid;
    VEC(const char *) notes; /* [1], [2], ... as the cells refer to them */
    const char *summary;
} TableGrid;

/* Sets out the lines of a table. */
TableGrid table_grid_new(Arena *arena, const Table *table);
void table_grid_free(TableGrid *grid);

/* The seconds or the rate of a figure; 0 if there is none, or a limit cut it
 * short. */
double usable_value(const TableLine *line, size_t series);
/* The same of the published figure, of several rates the best. */
double published_value(const Table *table, const TableLine *line);

/* How many times faster ours is on one line, or 0 if that cannot be said. */
double line_ratio(const Table *table, const TableLine *line);
/* Whether the first method says what was published, as figure_agrees. */
int line_agrees(const Table *table, const TableLine *line);

#endif
