/* table_show.h - tables for terminals, for Markdown, and as a page */
#ifndef ZERMELO_CLI_TABLE_TABLE_SHOW_H
#define ZERMELO_CLI_TABLE_TABLE_SHOW_H

#include "cli/table/table_grid.h"

void add_plain_table(Text *out, const Grid *grid);
void add_markdown_table(Text *out, const Grid *grid);

/* One page that needs nothing else, with the tables and their plots. */
void add_page(Text *out, Run *run, const Study *const *studies, size_t count);

/* TEXT with what HTML would take for its own written out. */
void add_escaped(Text *out, const char *text);

/* SVG pictures of the rows of STUDY; nothing if there is nothing to show. */
void add_bars(Text *out, const Run *run, const Study *study);
void add_stacks(Text *out, const Run *run, const Study *study);
void add_cactus(Text *out, const Run *run, const Study *study);

#endif
