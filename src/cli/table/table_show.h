/* table_show.h - tables for terminals, for Markdown, and as a page */
#ifndef ZERMELO_CLI_TABLE_TABLE_SHOW_H
#define ZERMELO_CLI_TABLE_TABLE_SHOW_H

#include "cli/table/table_grid.h"

void add_plain_table(Text *out, const Grid *grid);
void add_markdown_table(Text *out, const Grid *grid);

/* One page that needs nothing else, with the tables and their plots. */
void add_page(Text *out, const Run *run);

/* TEXT with what HTML would take for its own written out; BEFORE and BEHIND it
 * as they are. */
void add_escaped(Text *out, const char *before, const char *text,
                 const char *behind);

/* SVG pictures of an experiment; nothing if there is nothing to show. */
void add_bars(Text *out, const Experiment *experiment);
void add_stacks(Text *out, const Experiment *experiment);
void add_cactus(Text *out, const Experiment *experiment);

#endif
