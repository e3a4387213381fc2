/* table_run.c - published tables, and what their cells come to here
 *
 * In:   data/published.json, which the Makefile turns into an array; rule
 *       files, limits, a database of results
 * Out:  a figure for every cell
 * Next: cli/table/table_grid.c sets them out
 *
 * What the file lacks is a mistake of ours: asserts. A cell is this program
 * itself, run with a limit of time and memory by batch/dispatch.c. Figures are
 * computed from the answers in the database, whether they were found now or
 * before. Start reading at table_new(), and at run_cells().
 */
#include "cli/table/table.h"

#include "base/budget.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

json_t *published_tables(void)
{
    const Embedded *data =
        embedded_find("published.json", strlen("published.json"));
    json_t *root =
        json_loadb((const char *)data->bytes, *data->length, 0, NULL);
    json_t *tables = json_incref(json_object_get(root, "tables"));
    assert(json_is_array(tables));
    json_decref(root);
    return tables;
}

/* ---- our methods ---- */

static const json_t *method_of(const Table *table, size_t series)
{
    assert(series >= table->source_count); /* not published */
    return json_array_get(json_object_get(table->data, "methods"),
                          series - table->source_count);
}

const char *series_name(const Table *table, size_t series)
{
    const json_t *sources = json_object_get(table->data, "sources");
    return series < table->source_count
               ? json_string_value(json_array_get(sources, series))
               : text_of(method_of(table, series), "name");
}

static void add_words(Words *words, const json_t *texts)
{
    for (size_t i = 0; i < json_array_size(texts); i++)
        vec_push(words, json_string_value(json_array_get(texts, i)));
}

/* The command, what the line adds, and what it adds for this method only. */
void add_arguments(Words *words, const Table *table, const TableLine *line,
                   size_t series)
{
    const json_t *only = json_object_get(line->line, "only");
    add_words(words, json_object_get(method_of(table, series), "arguments"));
    add_words(words, json_object_get(line->line, "arguments"));
    add_words(words, json_object_get(only, series_name(table, series)));
}

/* ---- tables ---- */

/* The method of that name; the number of series if it is none. */
static size_t find_method(const Table *table, const json_t *name)
{
    size_t i = table->source_count;
    while (i < table->series_count &&
           strcmp(series_name(table, i), json_string_value(name)) != 0)
        i++;
    return i;
}

static bool is_game_wanted(const char *const *only, const char *game)
{
    bool has_no_filter = !*only;
    while (*only && strcasecmp(*only, game) != 0)
        only++;
    return has_no_filter || *only;
}

/* The published figures, and null for what is to be measured. */
static json_t *figures_of(const Table *table, const json_t *line)
{
    const json_t *published = json_object_get(line, "published");
    json_t *figures = json_array();
    for (size_t i = 0; i < table->series_count; i++)
        json_add(figures,
                 published_figure(table->kind, json_array_get(published, i)));
    return figures;
}

Table table_new(Arena *arena, json_t *data, const char *const *only,
                const RuleFiles *files)
{
    const json_t *ratio = json_object_get(data, "ratio");
    Table table = {
        .data = data,
        .kind = (TableKind)find_word("verdict|counts|plan|knowledge|rate",
                                     text_of(data, "kind")),
        .source_count = json_array_size(json_object_get(data, "sources"))};
    VEC(TableLine) lines = {0};
    size_t r, k;
    json_t *row, *line;
    table.series_count =
        table.source_count + json_array_size(json_object_get(data, "methods"));
    table.slow_series = find_method(&table, json_array_get(ratio, 0));
    table.fast_series = find_method(&table, json_array_get(ratio, 1));
    assert(table.kind <= TABLE_RATE && table.source_count &&
           table.fast_series < table.series_count);
    json_array_foreach (json_object_get(data, "rows"), r, row) {
        if (!is_game_wanted(only, text_of(row, "game")))
            continue;
        const RuleFile *file;
        Found found = rule_files_find(files, text_of(row, "sha256"),
                                      text_of(row, "file"), &file);
        json_array_foreach (json_object_get(row, "lines"), k, line) {
            json_t *figures = figures_of(&table, line);
            json_put(line, "figures", figures);
            vec_push(&lines,
                     (TableLine){row, line, k == 0, found, file, figures});
        }
    }
    table.line_count = lines.count;
    table.lines = vec_finish(&lines, arena);
    return table;
}

/* ---- cells ---- */

/* Where the result of a cell goes. */
typedef struct {
    const Table *table;
    const TableLine *line;
    size_t series;
    double seconds; /* it may take */
} CellPlace;

typedef VEC(Cell) Cells;
typedef VEC(CellPlace) CellPlaces; /* of the Cells */

/* Its options are those of a batch: what published.json says, and limits. */
static Cell cell_at(const TableRun *run, const CellPlace *place)
{
    const RuleFile *file = place->line->file;
    const char *const limits[] = {
        "--time", arena_printf(run->arena, "%g", place->seconds), "--memory",
        arena_printf(run->arena, "%zu", run->megabytes)};
    Words words = {0};
    add_arguments(&words, place->table, place->line, place->series);
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
                            &options, 0, file);
    cell.seconds = place->seconds;
    cell_options_free(&options);
    vec_free(&words);
    return cell;
}

static void add_cells_of(TableRun *run, const Table *table, Cells *cells,
                         CellPlaces *places)
{
    for (size_t i = 0; i < table->line_count; i++)
        for (size_t k = table->source_count; k < table->series_count; k++) {
            CellPlace place = {table, &table->lines[i], k, run->cell_seconds};
            if (place.seconds <= 0)
                place.seconds = json_number_value(
                    json_object_get(method_of(table, k), "time"));
            run->cell_count++;
            if (!place.line->file)
                continue;
            vec_push(cells, cell_at(run, &place));
            vec_push(places, place);
        }
}

/* ---- their figures ---- */

/* Where formulas are left and so is no time, the one explains the other. */
static void note_limit(const CellPlace *place, json_t *figure)
{
    if (count_of(figure, "unknown") && !flag_of(figure, "limited") &&
        figure_value(figure) >= 0.99 * place->seconds) {
        json_put(figure, "limited", json_true());
        json_put(figure, "note", json_string("out of time"));
    }
}

static void take_figure(void *data, const CellRow *row)
{
    const CellPlace *place = data;
    json_t *figure = figure_of_row(place->table->kind, row);
    note_limit(place, figure);
    json_array_set_new(place->line->figures, place->series, figure);
}

static bool is_complete(const Table *table)
{
    for (size_t i = 0; i < table->line_count; i++)
        for (size_t k = table->source_count; k < table->series_count; k++)
            if (!json_is_object(figure_at(&table->lines[i], k)) ||
                flag_of(figure_at(&table->lines[i], k), "failed"))
                return false;
    return true;
}

void run_cells(TableRun *run, size_t jobs)
{
    double begun = clock_now();
    Cells cells = {0};
    CellPlaces places = {0};
    for (size_t i = 0; i < run->table_count; i++)
        add_cells_of(run, &run->tables[i], &cells, &places);
    runner_run(&run->runner, cells.items, cells.count, "cells", jobs);
    for (size_t i = 0; i < places.count; i++)
        store_find(run->runner.store, &cells.items[i].key, take_figure,
                   &places.items[i]);
    vec_free_all(&cells, &places);
    run->complete = true;
    for (size_t i = 0; i < run->table_count; i++)
        run->complete &= is_complete(&run->tables[i]);
    run->seconds = clock_now() - begun;
}
