/* answer_page.h - --html: one page for one answer, with its plays */
#ifndef ZERMELO_CLI_ANSWER_PAGE_H
#define ZERMELO_CLI_ANSWER_PAGE_H

#include "cli/output.h"

/* With --html, writes the page for ANSWER, as the command prints it with
 * --json. PLAYS, or NULL: plays that it does not contain, a list of {"title",
 * "moves", "formula"}. STATUS, or EXIT_ERROR after saying why the page could
 * not be written. */
int write_page(const Arguments *arguments, const json_t *answer,
               const json_t *plays, int status);

#endif
