/* page.h - one HTML page that needs nothing else: no other file
 *
 * Light or dark as the reader has it; wide tables scroll by themselves.
 *
 *     page_begin(&page, "Results");
 *     page_add_paragraph(&page, "12 cells");
 *     page_add_figure(&page, "Seconds", &svg);    of batch/plot.h
 *     page_add_table(&page, &grid);               of batch/grid.h
 *     page_end(&page);
 *
 * All text is escaped, wherever it comes from.
 */
#ifndef ZERMELO_BATCH_PAGE_H
#define ZERMELO_BATCH_PAGE_H

#include "batch/grid.h"

void page_begin(Text *page, const char *title);
/* ID: where links of the page lead; NULL: nowhere. */
void page_add_heading(Text *page, const char *id, const char *heading);
void page_add_paragraph(Text *page, const char *text);
void page_add_note(Text *page, const char *text); /* in a softer colour */
/* Figures that follow each other stand side by side where there is room;
 * nothing if SVG is empty. Clears it. */
void page_add_figure(Text *page, const char *caption, Text *svg);
void page_add_table(Text *page, const Grid *grid);
void page_end(Text *page);

/* All of a page that the modules of web/ draw from JSON (web/page.js). */
void page_with_script(Text *page, const char *title, const char *json);

#endif
