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

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- rows ---- */

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

/* Where all lines ask the same, nobody needs to be told what. */
static bool has_property_column(const Table *table)
{
    return table->kind == TABLE_VERDICT || table->kind == TABLE_COUNTS ||
           table->kind == TABLE_KNOWLEDGE;
}

static void add_columns(Grid *grid, const Table *table)
{
    bool is_rate = table->kind == TABLE_RATE;
    grid_add_column(grid, "game", GRID_LEFT);
    if (has_property_column(table))
        grid_add_column(grid,
                        table->kind == TABLE_KNOWLEDGE ? "role" : "property",
                        GRID_LEFT);
    for (size_t i = 0; i < table->series_count; i++) {
        if (!is_rate)
            grid_add_column(grid, series_name(table, i), GRID_LEFT);
        grid_add_column(grid, is_rate ? series_name(table, i) : "s",
                        GRID_RIGHT);
    }
    grid_add_column(grid, "ratio", GRID_RIGHT);
}

static void add_game_cell(TableGrid *grid, const TableLine *line)
{
    Text cell = {0};
    const json_t *row = line->row;
    text_adds(&cell, text_of(row, "game"));
    if (line->found == FOUND_NOTHING)
        add_note(grid, &cell,
                 arena_printf(grid->grid.arena,
                              "no file %s, sha256 %.12s..., was found",
                              text_of(row, "file"), text_of(row, "sha256")));
    if (line->found == FOUND_NAME)
        add_note(grid, &cell,
                 "not the published rules: a file of that name with something "
                 "else in it");
    if (text_of(row, "note"))
        add_note(grid, &cell, text_of(row, "note"));
    grid_take(&grid->grid, &cell);
}

static void add_property_cell(Grid *grid, const TableLine *line)
{
    const char *detail = text_of(line->line, "detail");
    Text cell = {0};
    text_adds(&cell, text_of(line->line, "column"));
    if (detail)
        text_addf(&cell, " (%s)", detail);
    grid_take(grid, &cell);
}

int line_agrees(const Table *table, const TableLine *line)
{
    return figure_agrees(table->kind, figure_at(line, table->source_count),
                         figure_at(line, 0));
}

/* An answer and its time, or a rate; what is published has as many figures as
 * the papers give. */
static void add_figure(TableGrid *grid, const Table *table,
                       const TableLine *line, size_t series)
{
    const json_t *figure = figure_at(line, series);
    const char *note = text_of(figure, "note"),
               *words = text_of(figure, "answer");
    double number = figure_value(figure);
    bool is_published = series < table->source_count;
    Text answer = {0}, value = {0};
    if (number < 0)
        text_adds(&value, "-");
    else if (table->kind == TABLE_RATE)
        add_rate(&value, number);
    else if (is_published)
        text_addf(&value, "%.2f", number);
    else
        add_seconds(&value, number);
    if (table->kind != TABLE_RATE) {
        text_adds(&answer, words ? words : "-");
        if (table->kind == TABLE_COUNTS && count_of(figure, "unknown"))
            text_addf(&answer, ", %zu open", count_of(figure, "unknown"));
        if (note)
            add_note(grid, &answer, note);
        if (series == table->source_count && line_agrees(table, line) == 0)
            add_note(grid, &answer, "not as published");
        grid_take(&grid->grid, &answer);
    } else if (note && (is_published || flag_of(figure, "failed"))) {
        add_note(grid, &value, note);
    }
    grid_take(&grid->grid, &value);
}

static void add_line(TableGrid *grid, const Table *table, const TableLine *line)
{
    Text cell = {0};
    double ratio = line_ratio(table, line);
    if (line->begins_row)
        add_game_cell(grid, line);
    else
        grid_add(&grid->grid, "");
    if (has_property_column(table))
        add_property_cell(&grid->grid, line);
    for (size_t i = 0; i < table->series_count; i++)
        add_figure(grid, table, line, i);
    if (ratio > 0)
        add_ratio(&cell, ratio);
    else
        text_adds(&cell, "-");
    grid_take(&grid->grid, &cell);
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
    for (size_t i = 1; i < table->source_count; i++) {
        double other = usable_value(line, i);
        if (table->kind == TABLE_RATE)
            value = fmax(value, other);
        if (table->kind == TABLE_VALUE && other > 0)
            value = value > 0 ? fmin(value, other) : other;
    }
    return value;
}

double line_ratio(const Table *table, const TableLine *line)
{
    double fast = usable_value(line, table->fast_series);
    double slow = table->slow_series < table->series_count
                      ? usable_value(line, table->slow_series)
                      : published_value(table, line);
    if (!(fast > 0) || !(slow > 0))
        return 0;
    return table->kind == TABLE_RATE ? fast / slow : slow / fast;
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
                  series_name(table, table->source_count), agreeing, compared);
}

static void add_counts(Text *out, const Table *table)
{
    bool has_counts = false;
    Text counts = {0};
    for (size_t m = table->source_count; m < table->series_count; m++) {
        size_t proved = 0, refuted = 0, unknown = 0;
        for (size_t i = 0; i < table->line_count; i++) {
            const json_t *figure = figure_at(&table->lines[i], m);
            has_counts |= json_object_get(figure, "proved") != NULL;
            proved += count_of(figure, "proved");
            refuted += count_of(figure, "refuted");
            unknown += count_of(figure, "unknown");
        }
        text_addf(&counts, "%s %s %zu, %zu, %zu", counts.length ? ";" : "",
                  series_name(table, m), proved, refuted, unknown);
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

/* The median of the column of ratios. */
static void add_median(Text *out, const Table *table)
{
    VEC(double) ratios = {0};
    const char *fast = series_name(table, table->fast_series),
               *space = out->length ? " " : "";
    for (size_t i = 0; i < table->line_count; i++) {
        double ratio = line_ratio(table, &table->lines[i]);
        if (ratio > 0)
            vec_push(&ratios, ratio);
    }
    sort_items(ratios.items, ratios.count, sizeof *ratios.items,
               compare_doubles);
    if (ratios.count) {
        size_t upper = ratios.count / 2, lower = (ratios.count - 1) / 2;
        if (table->slow_series == table->series_count)
            text_addf(out, "%sRatio of %s, %s to the best of the others", space,
                      table->kind == TABLE_RATE ? "rates" : "seconds", fast);
        else
            text_addf(out, "%sRatio of seconds, %s to %s", space,
                      series_name(table, table->slow_series), fast);
        text_adds(out, ": median ");
        add_ratio(out, (ratios.items[lower] + ratios.items[upper]) / 2);
        text_addc(out, '.');
    }
    vec_free(&ratios);
}

/* ---- the grid ---- */

TableGrid table_grid_new(Arena *arena, const Table *table)
{
    TableGrid grid = {.grid = {.arena = arena}};
    Text summary = {0};
    add_columns(&grid.grid, table);
    for (size_t i = 0; i < table->line_count; i++)
        add_line(&grid, table, &table->lines[i]);
    assert(grid_row_count(&grid.grid) == table->line_count);
    add_agreement(&summary, table);
    if (table->kind == TABLE_VERDICT || table->kind == TABLE_COUNTS)
        add_counts(&summary, table);
    add_median(&summary, table);
    grid.summary = text_finish(&summary, arena);
    return grid;
}

void table_grid_free(TableGrid *grid)
{
    grid_clear(&grid->grid);
    vec_free(&grid->notes);
}
