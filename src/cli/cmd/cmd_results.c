/* cmd_results.c - zermelo results FILE.db
 *
 * Prints what "zermelo batch" has found out: as a table, for programs, or as a
 * page; and what changed since another run. Start reading at cmd_results(), at
 * the end.
 */
#include "cli/output.h"

#include "base/file.h"
#include "batch/results.h"
#include "batch/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { TEXT_WIDTH = 80 };

typedef struct {
    const Arguments *arguments;
    Arena *arena;
    Results now, before;
    Comparison comparison;
    bool is_compared;
} View;

/* ---- JSON ---- */

/* With the answer as JSON; as text if it is none. */
static json_t *row_json(const CellRow *row)
{
    json_t *answer = json_loads(row->answer, JSON_DECODE_ANY, NULL);
    return JSON_OBJECT({"command", json_text(row->key.command)},
                       {"file", json_text(row->key.file)},
                       {"sha256", json_text(row->key.sha256)},
                       {"options", json_text(row->key.options)},
                       {"version", json_text(row->key.version)},
                       {"exit", json_integer(row->exit)},
                       {"seconds", json_real(row->seconds)},
                       {"bytes", json_count(row->bytes)},
                       {"answer", answer ? answer : json_text(row->answer)},
                       {"finished", json_text(row->finished)});
}

static json_t *seconds_json(double seconds)
{
    return seconds < 0 ? json_null() : json_real(seconds);
}

static json_t *change_json(const Change *change)
{
    const CellKey *key = &change->cell->row.key;
    return JSON_OBJECT(
        {"change", json_text(change_names[change->kind])},
        {"command", json_text(key->command)}, {"file", json_text(key->file)},
        {"sha256", json_text(key->sha256)},
        {"options", json_text(change->cell->shared_options)},
        {"verdict", json_text(change->what)},
        {"before", json_text(change->before)}, {"now", json_text(change->now)},
        {"seconds_before", seconds_json(change->seconds_before)},
        {"seconds_now", seconds_json(change->seconds_now)});
}

static json_t *comparison_json(const Comparison *comparison)
{
    json_t *changes = json_array(), *counts = json_object();
    for (size_t i = 0; i < comparison->changes.count; i++)
        json_add(changes, change_json(&comparison->changes.items[i]));
    for (size_t i = 0; i < CHANGE_KINDS; i++)
        json_put(counts, change_names[i], json_count(comparison->counts[i]));
    return JSON_OBJECT(
        {"counts", counts}, {"common", json_count(comparison->common)},
        {"both_decided", json_count(comparison->both_decided)},
        {"seconds_before", json_real(comparison->seconds_before)},
        {"seconds_now", json_real(comparison->seconds_now)},
        {"changes", changes});
}

static void print_as_json(const View *view)
{
    json_t *cells = json_array();
    for (size_t i = 0; i < view->now.rows.count; i++)
        json_add(cells, row_json(&view->now.rows.items[i].row));
    json_t *answer = JSON_OBJECT({"cells", cells});
    if (view->is_compared)
        json_put(answer, "comparison", comparison_json(&view->comparison));
    print_json(answer);
}

/* ---- text ---- */

static Grid grid_of(const View *view, ResultsColumns columns)
{
    return view->is_compared ? comparison_grid(&view->comparison)
                             : results_grid(&view->now, columns);
}

static void print_as_csv(const View *view)
{
    Text out = {0};
    Grid grid = grid_of(view, RESULTS_ALL);
    grid_add_csv(&out, &grid);
    print_raw(text_string(&out)); /* its lines end in CRLF */
    grid_clear(&grid);
    text_free(&out);
}

static void print_as_text(const View *view, bool is_markdown)
{
    Text out = {0}, summary = {0};
    Grid grid = grid_of(view, RESULTS_SHORT);
    if (view->is_compared)
        comparison_summarise(&summary, &view->comparison);
    else
        results_summarise(&summary, &view->now);
    if (!is_markdown) {
        if (grid.cells.count)
            grid_add_text(&out, &grid, TEXT_WIDTH);
        text_addf(&out, "%s%s", grid.cells.count ? "\n" : "",
                  text_string(&summary));
    } else {
        grid_add_markdown(&out, &grid);
        text_addc(&out, '\n');
        for (char *line = strtok(summary.bytes, "\n"); line;
             line = strtok(NULL, "\n")) {
            text_adds(&out, "- ");
            markdown_escape(&out, line);
            text_addc(&out, '\n');
        }
    }
    fputs(text_string(&out), stdout);
    grid_clear(&grid);
    text_free(&out);
    text_free(&summary);
}

/* ---- the page ---- */

static void add_summary(Text *page, Text *summary)
{
    for (char *line = strtok(summary->bytes, "\n"); line;
         line = strtok(NULL, "\n"))
        page_add_paragraph(page, line);
    text_free(summary);
}

static void add_plots(Text *page, const View *view)
{
    Text picture = {0};
    ResultsSeries series = {0};
    if (view->is_compared)
        results_add_series(&series, &view->before, "before: ");
    results_add_series(&series, &view->now, view->is_compared ? "now: " : "");
    Plot cactus = {.label = "How many cells are decided within so many seconds",
                   .x = "seconds of a cell",
                   .y = "cells decided",
                   .series = series.items,
                   .count = series.count};
    plot_cactus(&picture, &cactus);
    page_add_figure(page, "Cells decided within so many seconds", &picture);
    vec_free(&series);
    if (!view->is_compared)
        return;
    Plot scatter = {.label = "Seconds of each cell, before and now",
                    .x = "seconds before",
                    .y = "seconds now",
                    .series = view->comparison.points,
                    .count = 4};
    plot_scatter(&picture, &scatter);
    page_add_figure(page, "Seconds of each cell: slower above the diagonal",
                    &picture);
}

static void add_grid(Text *page, Grid grid)
{
    if (grid.cells.count)
        page_add_table(page, &grid);
    grid_clear(&grid);
}

/* False after saying that it could not be written. */
static bool write_results_page(const View *view, const char *path)
{
    Text page = {0}, summary = {0};
    const char *why;
    page_begin(&page, arena_printf(view->arena, "Results in %s",
                                   view->arguments->operands[0]));
    results_summarise(&summary, &view->now);
    add_summary(&page, &summary);
    add_plots(&page, view);
    if (view->is_compared) {
        page_add_heading(&page, "changes", "What changed");
        comparison_summarise(&summary, &view->comparison);
        add_summary(&page, &summary);
        add_grid(&page, comparison_grid(&view->comparison));
    }
    page_add_heading(&page, "cells", "Cells");
    add_grid(&page, results_grid(&view->now, RESULTS_SHORT));
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

static int read_results(View *view, Results *results, const char *path)
{
    char *why;
    Store *store = store_open(path, STORE_READ, &why);
    if (!store)
        return fail_database(path, why);
    bool is_read = results_read(results, view->arena, store, wants_json, &why);
    store_close(store);
    return is_read ? EXIT_YES : fail_database(path, why);
}

static int read_all(View *view)
{
    const Arguments *arguments = view->arguments;
    const char *other = text_option(arguments, "compare", NULL);
    int status =
        has_option(arguments, "merge") ? merge_all(arguments) : EXIT_YES;
    if (status == EXIT_YES)
        status = read_results(view, &view->now, arguments->operands[0]);
    if (status == EXIT_YES && other)
        status = read_results(view, &view->before, other);
    if (status == EXIT_YES && other) {
        view->comparison =
            compare_results(&view->before, &view->now,
                            seconds_option(arguments, "threshold", 1.5));
        view->is_compared = true;
    }
    return status;
}

static int print_view(const View *view)
{
    const char *page = text_option(view->arguments, "html", NULL);
    const size_t *counts = view->comparison.counts;
    if (page && !write_results_page(view, page))
        return EXIT_ERROR;
    if (wants_json)
        print_as_json(view);
    else if (has_option(view->arguments, "csv"))
        print_as_csv(view);
    else
        print_as_text(view, has_option(view->arguments, "markdown"));
    return counts[CHANGE_CONTRADICTS] || counts[CHANGE_LOST] ? EXIT_NO
                                                             : EXIT_YES;
}

int cmd_results(const Arguments *arguments)
{
    View view = {.arguments = arguments, .arena = arena_new()};
    int status =
        arguments->operand_count > 1 && !has_option(arguments, "merge")
            ? fail("usage", "results takes one database; --compare and --merge "
                            "take others")
            : read_all(&view);
    if (status == EXIT_YES)
        status = print_view(&view);
    comparison_clear(&view.comparison);
    results_clear(&view.now);
    results_clear(&view.before);
    arena_free(view.arena);
    return status;
}
