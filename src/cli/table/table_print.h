/* table_print.h - tables for terminals, for Markdown, and as a page */
#ifndef ZERMELO_CLI_TABLE_TABLE_PRINT_H
#define ZERMELO_CLI_TABLE_TABLE_PRINT_H

#include "base/text.h"
#include "cli/table/table_run.h"

void add_plain_table(Text *out, Arena *arena, const Table *table);
void add_markdown_table(Text *out, Arena *arena, const Table *table);

/* One page that needs nothing else, with the tables and their plots. */
void add_page(Text *page, const TableRun *run);

#endif
