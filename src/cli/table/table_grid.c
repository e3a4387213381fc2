/* table_grid.c - a table as it is printed: cells, notes and a summary
 *
 * In:   the figures of a Table
 * Out:  strings in rows and columns, the same for every form of output
 * Next: cli/table/table_print.c
 *
 * Notes that say the same share a number. Start reading at table_grid_new(), at
 * the end.
 */
#include "cli/table/table.h"

#include "base/sort.h"
#include "batch/number.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- cells and notes ---- */

static const char *take_string(TableGrid *grid, Text *text)
{
    const char *copy =
        arena_string(grid->arena, text_string(text), text->length);
    text_free(text);
    return copy;
}

static void add_cell(TableGrid *grid, Text *cell)
{
    grid_add(&grid->grid, take_string(grid, cell));
}

static void add_note(TableGrid *grid, Text *cell, const char *note)
{
    size_t number = 0;
    while (number < grid->notes.count &&
           strcmp(grid->notes.items[number], note) != 0)
        number++;
    if (number == grid->notes.count)
        vec_push(&grid->notes, note);
    text_addf(cell, " [%zu]", number + 1);
}

/* ---- columns ---- */

static bool has_answers(const Table *table)
{
    return table->kind != TABLE_RATE;
}

/* Where all lines ask the same, nobody needs to be told what. */
static bool has_property_column(const Table *table)
{
    return table->kind != TABLE_RATE && table->kind != TABLE_PLAN;
}

static void add_columns(Grid *grid, const Table *table)
{
    grid_add_column(grid, "game", GRID_LEFT);
    if (has_property_column(table))
        grid_add_column(grid,
                        table->kind == TABLE_KNOWLEDGE ? "role" : "property",
                        GRID_LEFT);
    for (size_t i = 0; i < table->series_count; i++) {
        if (has_answers(table))
            grid_add_column(grid, table->series[i], GRID_LEFT);
        grid_add_column(grid, has_answers(table) ? "s" : table->series[i],
                        GRID_RIGHT);
    }
    grid_add_column(grid, "ratio", GRID_RIGHT);
}

/* ---- rows ---- */

static void add_game_cell(TableGrid *grid, const TableLine *line)
{
    Text cell = {0};
    text_adds(&cell, line->game);
    if (line->found == FOUND_NOTHING)
        add_note(grid, &cell,
                 arena_printf(
                     grid->arena, "no file %s, sha256 %.12s..., was found",
                     text_of(line->row, "file"), text_of(line->row, "sha256")));
    if (line->found == FOUND_NAME)
        add_note(grid, &cell,
                 "not the published rules: a file of that name with something "
                 "else in it");
    if (text_of(line->row, "note"))
        add_note(grid, &cell, text_of(line->row, "note"));
    add_cell(grid, &cell);
}

static void add_property_cell(TableGrid *grid, const TableLine *line)
{
    Text cell = {0};
    const char *detail = text_of(line->line, "detail");
    text_adds(&cell, line->column);
    if (detail)
        text_addf(&cell, " (%s)", detail);
    add_cell(grid, &cell);
}

int line_agrees(const Table *table, const TableLine *line)
{
    return figure_agrees(table->kind, figure_at(line, table->source_count),
                         figure_at(line, 0));
}

/* An answer and its time, or a rate; what is published has as many figures as
 * the papers give. */
static void add_figure(TableGrid *grid, const TableLine *line, size_t series)
{
    const Table *table = grid->table;
    const json_t *figure = figure_at(line, series);
    const char *note = text_of(figure, "note");
    double number = figure_value(figure);
    bool is_published = series < table->source_count;
    Text answer = {0}, value = {0};
    if (number < 0)
        text_adds(&value, "-");
    else if (!has_answers(table))
        add_rate(&value, number);
    else if (is_published)
        text_addf(&value, "%.2f", number);
    else
        add_seconds(&value, number);
    if (has_answers(table)) {
        const char *words = text_of(figure, "answer");
        text_adds(&answer, words ? words : "-");
        if (table->kind == TABLE_COUNTS && number_at(figure, "unknown"))
            text_addf(&answer, ", %ld open", number_at(figure, "unknown"));
        if (note)
            add_note(grid, &answer, note);
        if (series == table->source_count && line_agrees(table, line) == 0)
            add_note(grid, &answer, "not as published");
        add_cell(grid, &answer);
    } else if (note && (is_published || flag_of(figure, "failed"))) {
        add_note(grid, &value, note);
    }
    add_cell(grid, &value);
}

/* ---- ratios ---- */

double usable_value(const TableLine *line, size_t series)
{
    const json_t *figure = figure_at(line, series);
    bool is_cut = flag_of(figure, "failed") || flag_of(figure, "limited");
    return is_cut ? 0 : fmax(figure_value(figure), 0);
}

double published_value(const Table *table, const TableLine *line)
{
    double value = usable_value(line, 0);
    for (size_t i = 1; table->kind == TABLE_RATE && i < table->source_count;
         i++)
        value = fmax(value, usable_value(line, i));
    return value;
}

/* How many times as much SLOW takes as the fast method; 0 if that cannot be
 * said. */
static double ratio_to_fast(const Table *table, const TableLine *line,
                            size_t slow)
{
    double fast_value = usable_value(line, table->fast_series);
    double slow_value = slow < table->series_count
                            ? usable_value(line, slow)
                            : published_value(table, line);
    if (!(fast_value > 0) || !(slow_value > 0))
        return 0;
    return table->kind == TABLE_RATE ? fast_value / slow_value
                                     : slow_value / fast_value;
}

double line_ratio(const Table *table, const TableLine *line)
{
    return ratio_to_fast(table, line, table->slow_series);
}

static void add_line(TableGrid *grid, const TableLine *line)
{
    Text cell = {0};
    double ratio = line_ratio(grid->table, line);
    if (line->begins_row)
        add_game_cell(grid, line);
    else
        grid_add(&grid->grid, "");
    if (has_property_column(grid->table))
        add_property_cell(grid, line);
    for (size_t i = 0; i < grid->table->series_count; i++)
        add_figure(grid, line, i);
    if (ratio > 0)
        add_ratio(&cell, ratio);
    else
        text_adds(&cell, "-");
    add_cell(grid, &cell);
}

/* ---- the summary ---- */

/* On how many lines the first method says what was published. */
static void add_agreement(Text *out, const Table *table)
{
    size_t compared = 0, agreeing = 0;
    for (size_t i = 0; i < table->line_count; i++) {
        int agrees = line_agrees(table, &table->lines[i]);
        compared += agrees >= 0;
        agreeing += agrees == 1;
    }
    if (compared)
        text_addf(out, "%s is as published on %zu of %zu lines.",
                  table->series[table->source_count], agreeing, compared);
}

static void add_counts(Text *out, const Table *table)
{
    bool has_counts = false;
    Text counts = {0};
    for (size_t m = table->source_count; m < table->series_count; m++) {
        long proved = 0, refuted = 0, unknown = 0;
        for (size_t i = 0; i < table->line_count; i++) {
            const json_t *figure = figure_at(&table->lines[i], m);
            has_counts |= json_object_get(figure, "proved") != NULL;
            proved += number_at(figure, "proved");
            refuted += number_at(figure, "refuted");
            unknown += number_at(figure, "unknown");
        }
        text_addf(&counts, "%s %s %ld, %ld, %ld", counts.length ? ";" : "",
                  table->series[m], proved, refuted, unknown);
    }
    if (has_counts)
        text_addf(out, "%sFormulas proved, refuted, open:%s.",
                  out->length ? " " : "", text_string(&counts));
    text_free(&counts);
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* BEFORE and the median of the ratios to SLOW; nothing if there are none. */
static void add_median(Text *out, const Table *table, size_t slow,
                       const char *before)
{
    VEC(double) ratios = {0};
    for (size_t i = 0; i < table->line_count; i++) {
        double ratio = ratio_to_fast(table, &table->lines[i], slow);
        if (ratio > 0)
            vec_push(&ratios, ratio);
    }
    sort_items(ratios.items, ratios.count, sizeof *ratios.items,
               compare_doubles);
    if (ratios.count) {
        size_t middle = ratios.count / 2;
        text_addf(out, "%s: median ", before);
        add_ratio(out,
                  ratios.count % 2
                      ? ratios.items[middle]
                      : (ratios.items[middle - 1] + ratios.items[middle]) / 2);
    }
    vec_free(&ratios);
}

/* Of the column of ratios, and of methods that it is not about. */
static void add_medians(Text *out, Arena *arena, const Table *table)
{
    bool is_rate = table->slow_series == table->series_count;
    const char *fast = table->series[table->fast_series];
    size_t old_length = out->length;
    add_median(out, table, table->slow_series,
               is_rate ? arena_printf(arena,
                                      "%sRatio of rates, %s to the best of the "
                                      "others",
                                      old_length ? " " : "", fast)
                       : arena_printf(arena, "%sRatio of seconds, %s to %s",
                                      old_length ? " " : "",
                                      table->series[table->slow_series], fast));
    if (out->length == old_length)
        return;
    for (size_t m = table->source_count; !is_rate && m < table->series_count;
         m++)
        if (m != table->slow_series && m != table->fast_series)
            add_median(
                out, table, m,
                arena_printf(arena, "; %s to %s", table->series[m], fast));
    text_adds(out, ".");
}

static const char *summarize(TableGrid *grid)
{
    const Table *table = grid->table;
    Text out = {0};
    add_agreement(&out, table);
    if (table->kind == TABLE_VERDICT || table->kind == TABLE_COUNTS)
        add_counts(&out, table);
    add_medians(&out, grid->arena, table);
    return take_string(grid, &out);
}

/* ---- the grid ---- */

TableGrid table_grid_new(Arena *arena, const Table *table)
{
    TableGrid grid = {.arena = arena, .table = table, .grid = {.arena = arena}};
    add_columns(&grid.grid, table);
    for (size_t i = 0; i < table->line_count; i++)
        add_line(&grid, &table->lines[i]);
    assert(grid_row_count(&grid.grid) == table->line_count);
    grid.summary = summarize(&grid);
    return grid;
}

void table_grid_free(TableGrid *grid)
{
    grid_clear(&grid->grid);
    vec_free(&grid->notes);
}
