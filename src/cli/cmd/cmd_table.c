/* cmd_table.c - zermelo table NAME --games DIR
 *
 * Repeats a published experiment and prints it beside the published figures. A
 * cell is this program itself, run with a limit of time and memory by
 * batch/dispatch.c; figures are computed from the answers in the database,
 * whether they were found now or before. Start reading at cmd_table(), at the
 * end.
 */
#include "cli/output.h"
#include "cli/table/table.h"

#include "base/budget.h"

#include <assert.h>
#include <string.h>

enum { DEFAULT_MEGABYTES = 1024 };

/* ---- what is asked for ---- */

/* Puts the tables of that name into RUN, with the rows of the games in ONLY.
 * False after saying that there are none. */
static bool choose_tables(TableRun *run, const json_t *published,
                          const char *name, const char *const *only,
                          const RuleFiles *files)
{
    Text names = {0};
    bool is_known = false;
    run->tables = arena_array(run->arena, Table, json_array_size(published));
    for (size_t i = 0; i < json_array_size(published); i++) {
        json_t *data = json_array_get(published, i);
        text_addf(&names, "%s, ", text_of(data, "name"));
        if (strcmp(name, "all") != 0 &&
            strcmp(name, text_of(data, "name")) != 0)
            continue;
        is_known = true;
        run->tables[run->table_count] =
            table_new(run->arena, data, only, files);
        run->table_count += run->tables[run->table_count].line_count > 0;
    }
    if (!is_known)
        fail("usage", "there is no table %s: they are %sall", name,
             text_string(&names));
    else if (!run->table_count)
        fail("usage", "table %s has no row for the game %s", name, only[0]);
    text_free(&names);
    return run->table_count;
}

static int add_game_directories(const Arguments *arguments, RuleFiles *files)
{
    const char *directory, *why;
    for (size_t i = 0; (directory = next_value(arguments, "games", &i));)
        if (!rule_files_add(files, directory, RULE_FILES_ALL, &why))
            return fail("file", "%s: %s", directory, why);
    return has_option(arguments, "games")
               ? EXIT_YES
               : fail("usage",
                      "--games DIR is missing: where the rule files are");
}

/* ---- cells ---- */

/* What one of our methods measures on LINE. Its options are those of a batch:
 * what published.json says, and limits. */
static Cell cell_at(const TableRun *run, const Table *table,
                    const TableLine *line, size_t series)
{
    double seconds = run->cell_seconds;
    if (seconds <= 0)
        seconds = json_number_value(
            json_object_get(method_of(table, series), "time"));
    const char *const limits[] = {
        "--time", arena_printf(run->arena, "%g", seconds), "--memory",
        arena_printf(run->arena, "%zu", run->megabytes)};
    Words words = {0};
    add_arguments(&words, table, line, series);
    vec_append(&words, limits, sizeof limits / sizeof *limits);
    size_t count = words.count - 1; /* without the command */
    Arguments arguments = {
        .command = find_command(words.items[0]),
        .operands = arena_array(run->arena, const char *, count),
        .options = arena_array(run->arena, const Option *, count),
        .option_values = arena_array(run->arena, const char *, count)};
    int status =
        parse_options(&arguments, count, (char *const *)words.items + 1);
    assert(status == EXIT_YES); /* published.json is ours */
    (void)status;
    CellOptions options =
        cell_options(run->arena, &arguments, arguments.command, "");
    Cell cell = runner_cell(&run->runner, run->arena, arguments.command,
                            &options, 0, line->file);
    cell.seconds = seconds;
    vec_free(&words);
    return cell;
}

typedef VEC(Cell) Cells;

static void add_cells_of(TableRun *run, const Table *table, Cells *cells)
{
    for (size_t i = 0; i < table->line_count; i++)
        for (size_t k = table->source_count; k < table->series_count; k++) {
            run->cell_count++;
            if (table->lines[i].file)
                vec_push(cells, cell_at(run, table, &table->lines[i], k));
        }
}

/* Takes the figures of TABLE from the rows of its cells, the first of which is
 * CELL; returns the first cell of the next table. */
static const Cell *take_figures(TableRun *run, const Table *table,
                                const Cell *cell)
{
    for (size_t i = 0; i < table->line_count; i++)
        for (size_t k = table->source_count; k < table->series_count; k++) {
            const TableLine *line = &table->lines[i];
            json_t *figure = NULL;
            CellRow row;
            if (line->file && store_find(run->runner.store, &cell->key, &row)) {
                figure = figure_of_row(table->kind, &row);
                json_decref(row.answer);
                json_array_set_new(line->figures, k, figure);
            }
            /* where formulas and no time are left, one explains the other */
            if (count_of(figure, "unknown") && !flag_of(figure, "limited") &&
                figure_value(figure) >= 0.99 * cell->seconds) {
                json_put(figure, "limited", json_true());
                json_put(figure, "note", json_string("out of time"));
            }
            run->complete &= figure && !flag_of(figure, "failed");
            cell += line->file != NULL;
        }
    return cell;
}

/* Runs all cells for which there is a rule file and that are not in the
 * database of the runner, which is open, JOBS at a time, and takes their
 * figures from there. Stopped by Ctrl-C it keeps what is finished. */
static void run_cells(TableRun *run, size_t jobs)
{
    double begun = clock_now();
    Cells cells = {0};
    for (size_t i = 0; i < run->table_count; i++)
        add_cells_of(run, &run->tables[i], &cells);
    runner_run(&run->runner, cells.items, cells.count, "cells", jobs);
    run->complete = true;
    const Cell *cell = cells.items;
    for (size_t i = 0; i < run->table_count; i++)
        cell = take_figures(run, &run->tables[i], cell);
    vec_free(&cells);
    run->seconds = clock_now() - begun;
}

/* ---- JSON ---- */

static json_t *line_json(const Table *table, const TableLine *line)
{
    json_t *published = json_object(), *measured = json_object();
    for (size_t i = 0; i < table->series_count; i++)
        json_object_set(i < table->source_count ? published : measured,
                        series_name(table, i), figure_at(line, i));
    int agrees = line_agrees(table, line);
    double ratio = line_ratio(table, line);
    return JSON_OBJECT(
        {"column", json_text(text_of(line->line, "column"))},
        {"detail", json_text(text_of(line->line, "detail"))},
        {"published", published}, {"measured", measured},
        {"as_published", agrees < 0 ? json_null() : json_boolean(agrees)},
        {"ratio", ratio > 0 ? json_real(ratio) : json_null()});
}

/* The row that LINE begins. */
static json_t *row_json(const TableLine *line, json_t *lines)
{
    static const char *const found_names[] = {"nothing", "name", "same"};
    return JSON_OBJECT(
        {"game", json_text(text_of(line->row, "game"))},
        {"file", json_text(text_of(line->row, "file"))},
        {"sha256", json_text(text_of(line->row, "sha256"))},
        {"found", json_text(found_names[line->found])},
        {"path", json_text(line->file ? line->file->path : NULL)},
        {"note", json_text(text_of(line->row, "note"))}, {"lines", lines});
}

static json_t *table_json(const Table *table)
{
    const json_t *data = table->data;
    json_t *rows = json_array(), *lines = NULL;
    for (size_t i = 0; i < table->line_count; i++) {
        const TableLine *line = &table->lines[i];
        if (line->begins_row)
            json_add(rows, row_json(line, lines = json_array()));
        json_add(lines, line_json(table, line));
    }
    return JSON_OBJECT({"name", json_text(text_of(data, "name"))},
                       {"title", json_text(text_of(data, "title"))},
                       {"source", json_text(text_of(data, "source"))},
                       {"machine", json_text(text_of(data, "machine"))},
                       {"explains", json_text(text_of(data, "explains"))},
                       {"rows", rows});
}

static json_t *run_json(const char *name, const TableRun *run)
{
    json_t *tables = json_array();
    for (size_t i = 0; i < run->table_count; i++)
        json_add(tables, table_json(&run->tables[i]));
    return JSON_OBJECT({"table", json_text(name)}, {"tables", tables},
                       {"complete", json_boolean(run->complete)},
                       {"seconds", json_real(run->seconds)},
                       {"version", json_text(zermelo_version())});
}

/* ---- text and pages ---- */

static int print_results(const Arguments *arguments, const TableRun *run)
{
    Text page = {0}, text = {0};
    bool is_markdown = has_option(arguments, "markdown");
    if (has_option(arguments, "html"))
        add_page(&page, run);
    for (size_t i = 0; i < run->table_count && !wants_json; i++) {
        text_adds(&text, !i ? "" : is_markdown ? "\n" : "\n\n");
        add_table(&text, run->arena, &run->tables[i], is_markdown);
    }
    return runner_print(&run->runner, arguments,
                        wants_json ? run_json(arguments->operands[0], run)
                                   : NULL,
                        &text, &page, run->complete ? EXIT_YES : EXIT_UNKNOWN);
}

int cmd_table(const Arguments *arguments)
{
    json_t *published = published_tables();
    RuleFiles *files = rule_files_new();
    rule_files_add_embedded(files);
    TableRun run = {.arena = arguments->arena,
                    .cell_seconds = seconds_option(arguments, "time", 0),
                    .megabytes =
                        count_option(arguments, "memory", DEFAULT_MEGABYTES)};
    const char **only =
        arena_array(run.arena, const char *, arguments->option_count + 1);
    for (size_t i = 0, k = 0; (only[k] = next_value(arguments, "only", &i));)
        k++;
    int status = add_game_directories(arguments, files);
    if (status == EXIT_YES &&
        !choose_tables(&run, published, arguments->operands[0], only, files))
        status = EXIT_ERROR;
    if (status == EXIT_YES)
        status = runner_open(&run.runner, arguments, NULL);
    if (status == EXIT_YES) {
        run_cells(&run, count_option(arguments, "threads", 0));
        status = print_results(arguments, &run);
    }
    runner_close(&run.runner);
    rule_files_free(files);
    json_decref(published);
    return status;
}
