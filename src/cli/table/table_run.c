/* table_run.c - measure the cells of tables, each in a process of its own
 *
 * In:   tables with their rule files, limits, a database of results
 * Out:  a figure for every cell
 * Next: cli/table/table_grid.c sets them out
 *
 * A cell is this program itself, run with a limit of time and memory by
 * batch/dispatch.c. Figures are computed from the answers in the database,
 * whether they were found now or before. Start reading at run_cells(), at the
 * end.
 */
#include "cli/table/table.h"

#include "base/budget.h"
#include "cli/cell_options.h"

#include <assert.h>

/* Where the result of a cell goes. */
typedef struct {
    const Table *table;
    const TableLine *line;
    size_t series;
    double seconds; /* it may take */
} CellPlace;

typedef VEC(Cell) Cells;
typedef VEC(CellPlace) CellPlaces; /* of the Cells */

/* ---- the cells ---- */

/* Its options as those of a batch: what published.json says, and the limits. */
static CellOptions options_of(const TableRun *run, const Words *words)
{
    size_t count = words->count - 1; /* without the command */
    Arguments arguments = {
        .command = find_command(words->items[0]),
        .operands = arena_array(run->arena, const char *, count),
        .options = arena_array(run->arena, const Option *, count),
        .option_values = arena_array(run->arena, const char *, count)};
    int status =
        parse_arguments(&arguments, count, (char *const *)words->items + 1);
    assert(status == EXIT_YES); /* published.json is ours */
    (void)status;
    return cell_options(run->arena, &arguments, arguments.command, "");
}

static Cell cell_at(const TableRun *run, const CellPlace *place)
{
    const RuleFile *file = place->line->file;
    const char *path = file->builtin ? "-" : file->path;
    const char *const limits[] = {
        "--time",   arena_printf(run->arena, "%g", place->seconds),
        "--memory", arena_printf(run->arena, "%zu", run->megabytes),
        "--",       path};
    Words words = {0};
    add_arguments(&words, place->table, place->line, place->series);
    vec_append(&words, limits, sizeof limits / sizeof *limits);
    CellOptions options = options_of(run, &words);
    const Command *command = find_command(words.items[0]);
    Cell cell = {.key = {.command = command->name,
                         .file = file->relative,
                         .sha256 = file->digest,
                         .options = cell_options_text(run->arena, &options),
                         .version = run->runner.version},
                 .seconds = place->seconds,
                 .arguments = cell_words(run->arena, run->runner.program,
                                         command, &options, 0, path)};
    if (file->builtin) {
        cell.input = (const char *)file->builtin->bytes;
        cell.input_length = *file->builtin->length;
    }
    cell_options_free(&options);
    vec_free(&words);
    return cell;
}

static void add_cells_of(TableRun *run, const Table *table, Cells *cells,
                         CellPlaces *places)
{
    for (size_t i = 0; i < table->line_count; i++)
        for (size_t k = table->source_count; k < table->series_count; k++) {
            CellPlace place = {table, &table->lines[i], k,
                               run->cell_seconds > 0 ? run->cell_seconds
                                                     : cell_seconds(table, k)};
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
    if (number_at(figure, "unknown") && !flag_of(figure, "limited") &&
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

void run_cells(TableRun *run)
{
    double begun = clock_now();
    Cells cells = {0};
    CellPlaces places = {0};
    for (size_t i = 0; i < run->table_count; i++)
        add_cells_of(run, &run->tables[i], &cells, &places);
    runner_run(&run->runner, cells.items, cells.count, "cells", run->threads);
    for (size_t i = 0; i < places.count; i++)
        store_find(run->runner.store, &cells.items[i].key, take_figure,
                   &places.items[i]);
    vec_free_all(&cells, &places);
    run->complete = true;
    for (size_t i = 0; i < run->table_count; i++)
        run->complete &= is_complete(&run->tables[i]);
    run->seconds = clock_now() - begun;
}
