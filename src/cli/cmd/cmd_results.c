/* cmd_results.c - zermelo results FILE.db
 *
 * Prints what "zermelo batch" has found out: as a table, for programs, or as a
 * page; and what changed since another run. Start reading at cmd_results(), at
 * the end.
 */
#include "cli/output.h"

#include "system/file.h"
#include "batch/results.h"
#include "batch/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TEXT_WIDTH = 80 };

typedef struct {
    const Arguments *arguments;
    Arena *arena;
    Results results;
} View;

/* ---- text ---- */

static void print_table(const View *view)
{
    bool is_csv = has_option(view->arguments, "csv");
    ResultsTable table = view->results.is_compared ? RESULTS_CHANGES
                         : is_csv                  ? RESULTS_ALL
                                                   : RESULTS_SHORT;
    Text out = {0}, summary = {0};
    Grid grid = results_grid(&view->results, view->arena, table);
    results_summarise(&summary, &view->results, table);
    if (is_csv) {
        grid_add_csv(&out, &grid);
    } else if (has_option(view->arguments, "markdown")) {
        grid_add_markdown(&out, &grid);
        text_addc(&out, '\n');
        for (char *line = strtok(summary.bytes, "\n"); line;
             line = strtok(NULL, "\n")) {
            text_adds(&out, "- ");
            markdown_escape(&out, line);
            text_addc(&out, '\n');
        }
    } else {
        if (grid.cells.count)
            grid_add_text(&out, &grid, TEXT_WIDTH);
        text_addf(&out, "%s%s", grid.cells.count ? "\n" : "",
                  text_string(&summary));
    }
    if (is_csv)
        print_raw(text_string(&out)); /* its lines end in CRLF */
    else
        fputs(text_string(&out), stdout);
    grid_clear(&grid);
    text_free(&out);
    text_free(&summary);
}

/* ---- the page ---- */

static void add_summary(Text *page, const View *view, ResultsTable table)
{
    Text summary = {0};
    results_summarise(&summary, &view->results, table);
    for (char *line = strtok(summary.bytes, "\n"); line;
         line = strtok(NULL, "\n"))
        page_add_paragraph(page, line);
    text_free(&summary);
}

static void add_grid(Text *page, const View *view, ResultsTable table)
{
    Grid grid = results_grid(&view->results, view->arena, table);
    if (grid.cells.count)
        page_add_table(page, &grid);
    grid_clear(&grid);
}

/* False after saying that it could not be written. */
static bool write_results_page(const View *view, const char *path)
{
    Text page = {0};
    const char *why;
    page_begin(&page, arena_printf(view->arena, "Results in %s",
                                   view->arguments->operands[0]));
    add_summary(&page, view, RESULTS_SHORT);
    results_add_plots(&page, &view->results);
    if (view->results.is_compared) {
        page_add_heading(&page, "changes", "What changed");
        add_summary(&page, view, RESULTS_CHANGES);
        add_grid(&page, view, RESULTS_CHANGES);
    }
    page_add_heading(&page, "cells", "Cells");
    add_grid(&page, view, RESULTS_SHORT);
    page_end(&page);
    bool is_written =
        file_save(path, page.bytes, page.length, FILE_REPLACE, &why);
    if (!is_written)
        fail("file", "%s: %s", path, why);
    text_free(&page);
    return is_written;
}

/* ---- databases ---- */

static int fail_database(const char *path, char *why)
{
    fail("file", "%s: %s", path, why);
    free(why);
    return EXIT_ERROR;
}

static int merge(Store *store, const char *path, const char *other)
{
    char *why;
    struct stat a, b;
    if (stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
        a.st_ino == b.st_ino)
        return fail("usage", "%s cannot be merged into itself", other);
    return store_merge(store, other, &why) ? EXIT_YES
                                           : fail_database(other, why);
}

/* The values of --merge, and all operands but the first: what a shell makes of
 * --merge *.db. */
static int merge_all(const Arguments *arguments)
{
    const char *path = arguments->operands[0], *other;
    int status = EXIT_YES;
    char *why;
    Store *store = store_open(path, STORE_WRITE, &why);
    if (!store)
        return fail_database(path, why);
    for (size_t i = 0;
         status == EXIT_YES && (other = next_value(arguments, "merge", &i));)
        status = merge(store, path, other);
    for (size_t i = 1; status == EXIT_YES && i < arguments->operand_count; i++)
        status = merge(store, path, arguments->operands[i]);
    store_close(store);
    return status;
}

static int read_all(View *view)
{
    const Arguments *arguments = view->arguments;
    const char *path = arguments->operands[0],
               *other = text_option(arguments, "compare", NULL);
    char *why;
    int status =
        has_option(arguments, "merge") ? merge_all(arguments) : EXIT_YES;
    if (status != EXIT_YES)
        return status;
    if (!results_open(&view->results, path, &why))
        return fail_database(path, why);
    return !other || results_compare(
                         &view->results, other,
                         seconds_option(arguments, "threshold", 1.5), &why)
               ? EXIT_YES
               : fail_database(other, why);
}

static int print_view(const View *view)
{
    const char *page = text_option(view->arguments, "html", NULL);
    if (page && !write_results_page(view, page))
        return EXIT_ERROR;
    if (wants_json)
        print_json(results_answer(&view->results));
    else
        print_table(view);
    return results_got_worse(&view->results) ? EXIT_NO : EXIT_YES;
}

int cmd_results(const Arguments *arguments)
{
    View view = {.arguments = arguments, .arena = arguments->arena};
    int status =
        arguments->operand_count > 1 && !has_option(arguments, "merge")
            ? fail("usage", "results takes one database; --compare and --merge "
                            "take others")
            : read_all(&view);
    if (status == EXIT_YES)
        status = print_view(&view);
    results_close(&view.results);
    return status;
}
