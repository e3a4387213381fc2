/* grid.h - a table of strings, for terminals, Markdown, spreadsheets and pages
 *
 *     Grid grid = {.arena = arena};
 *     grid_add_column(&grid, "file", GRID_LEFT);
 *     grid_add_column(&grid, "seconds", GRID_RIGHT);
 *     for each row: grid_add(&grid, name), grid_addf(&grid, "%.2f", seconds);
 *     grid_add_text(&out, &grid, 80);
 *     grid_clear(&grid);
 *
 * Cells may hold anything: no control character is left of them.
 */
#ifndef ZERMELO_BATCH_GRID_H
#define ZERMELO_BATCH_GRID_H

#include "base/text.h"
#include "base/vec.h"

typedef enum { GRID_LEFT, GRID_RIGHT } GridAlign; /* numbers are at the right */

typedef struct {
    const char *head;
    GridAlign align;
} GridColumn;

typedef struct {
    Arena *arena; /* of the strings */
    VEC(GridColumn) columns;
    VEC(const char *) cells; /* row by row */
} Grid;

void grid_clear(Grid *grid);

/* All columns come before the first cell. */
void grid_add_column(Grid *grid, const char *head, GridAlign align);
void grid_add(Grid *grid, const char *cell);
void grid_take(Grid *grid, Text *cell); /* which is released */
__attribute__((format(printf, 2, 3))) void grid_addf(Grid *grid,
                                                     const char *format, ...);

/* Numbers in three figures or fewer: "0.012", "1.23", "12.3", "123"; */
void add_seconds(Text *out, double seconds);
/* with k, M or G: "8", "21.1 M"; */
void add_rate(Text *out, double rate);
/* how many times: "0.04", "1.4", "230". */
void add_ratio(Text *out, double ratio);

size_t grid_row_count(const Grid *grid);
const char *grid_at(const Grid *grid, size_t row, size_t column);

/* With columns side by side. Cells are wrapped where a line would be longer
 * than MAX_WIDTH characters; 0: never. */
void grid_add_text(Text *out, const Grid *grid, size_t max_width);
void grid_add_markdown(Text *out, const Grid *grid);
void grid_add_csv(Text *out,
                  const Grid *grid); /* RFC 4180: lines end in CRLF */
/* A <table> for batch/page.h. A row whose first cell is empty belongs to the
 * one above. */
void grid_add_html(Text *out, const Grid *grid);

/* TEXT as it can stand in Markdown, and in HTML between tags and in quoted
 * attributes. */
void markdown_escape(Text *out, const char *text);
void html_escape(Text *out, const char *text);

#endif
