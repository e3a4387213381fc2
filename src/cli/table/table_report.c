/* table_report.c - a table for terminals, for Markdown, and as a page
 *
 * In:   tables with their figures
 * Out:  text, Markdown; HTML with a plot for each table
 *
 * All three have the same cells, notes and summary. Notes that say the same
 * share a number. Start reading at add_table().
 */
#include "cli/table/table.h"

#include "base/sort.h"
#include "batch/page.h"
#include "batch/plot.h"
#include "zermelo.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- ratios ---- */

/* The seconds or the rate of a figure; 0 if there is none, or a limit cut it
 * short. */
static double usable_value(const TableLine *line, size_t series)
{
    const json_t *figure = figure_at(line, series);
    bool is_cut = flag_of(figure, "failed") || flag_of(figure, "limited");
    return is_cut ? 0 : fmax(figure_value(figure), 0);
}

/* The same of the published figure, of several rates or values the best. */
static double published_value(const Table *table, const TableLine *line)
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

int line_agrees(const Table *table, const TableLine *line)
{
    return figure_agrees(table->kind, figure_at(line, table->source_count),
                         figure_at(line, 0));
}

typedef struct {
    Grid grid;
    VEC(const char *) notes; /* [1], [2], ... as the cells refer to them */
    const char *summary;
} TableGrid;

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
    const char *detail = text_of(line->line, "detail");
    if (line->begins_row)
        add_game_cell(grid, line);
    else
        grid_add(&grid->grid, "");
    if (has_property_column(table)) {
        text_adds(&cell, text_of(line->line, "column"));
        if (detail)
            text_addf(&cell, " (%s)", detail);
        grid_take(&grid->grid, &cell);
    }
    for (size_t i = 0; i < table->series_count; i++)
        add_figure(grid, table, line, i);
    if (ratio > 0)
        add_ratio(&cell, ratio);
    else
        text_adds(&cell, "-");
    grid_take(&grid->grid, &cell);
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

static TableGrid table_grid_new(Arena *arena, const Table *table)
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

static void table_grid_free(TableGrid *grid)
{
    grid_clear(&grid->grid);
    vec_free(&grid->notes);
}

/* ---- text and Markdown ---- */

/* The text at KEY, for Markdown without what that would take for its own, and
 * BEHIND. */
static void add_text(Text *out, bool is_markdown, const char *text,
                     const char *behind)
{
    if (is_markdown)
        markdown_escape(out, text);
    else
        text_adds(out, text);
    text_adds(out, behind);
}

void add_table(Text *out, Arena *arena, const Table *table, bool is_markdown)
{
    const json_t *data = table->data;
    TableGrid grid = table_grid_new(arena, table);
    text_addf(out, "%s%s: ", is_markdown ? "## " : "", text_of(data, "name"));
    add_text(out, is_markdown, text_of(data, "title"),
             is_markdown ? "\n\n" : "\n");
    add_text(out, is_markdown, text_of(data, "source"), " (");
    add_text(out, is_markdown, text_of(data, "machine"),
             is_markdown ? "). " : ")\n\n");
    if (is_markdown) {
        add_text(out, true, text_of(data, "explains"), "\n\n");
        grid_add_markdown(out, &grid.grid);
    } else {
        grid_add_text(out, &grid.grid, 0);
    }
    for (size_t i = 0; i < grid.notes.count; i++) {
        text_addf(out, is_markdown ? "%s- \\[%zu\\] " : "%s[%zu] ",
                  i ? "" : "\n", i + 1);
        add_text(out, is_markdown, grid.notes.items[i], "\n");
    }
    if (*grid.summary) {
        text_addc(out, '\n');
        add_text(out, is_markdown, grid.summary, "\n");
    }
    table_grid_free(&grid);
}

/* ---- the plot of a table ---- */

/* A point for each line of which both figures are there. */
static void add_points(Plot *plot, Arena *arena, const Table *table,
                       size_t method)
{
    for (size_t i = 0; i < table->line_count; i++) {
        const TableLine *line = &table->lines[i];
        double x = published_value(table, line);
        double y = usable_value(line, method);
        if (x > 0 && y > 0)
            vec_push(&plot->points,
                     (PlotPoint){x, y,
                                 arena_printf(arena, "%s, %s",
                                              text_of(line->row, "game"),
                                              text_of(line->line, "column")),
                                 plot->series.count});
    }
    vec_push(&plot->series, series_name(table, method));
}

static void add_plot(Text *page, Arena *arena, const Table *table)
{
    const char *unit = table->kind == TABLE_RATE ? "states a second"
                       : table->kind == TABLE_KNOWLEDGE
                           ? "seconds for 1000 rounds"
                           : "seconds";
    Text svg = {0};
    Plot plot = {.label = text_of(table->data, "title"),
                 .x = arena_printf(arena, "published, %s", unit),
                 .y = arena_printf(arena, "here, %s", unit)};
    for (size_t i = table->source_count; i < table->series_count; i++)
        add_points(&plot, arena, table, i);
    plot_scatter(&svg, &plot);
    page_add_figure(page, "Published and measured here, line by line", &svg);
    plot_free(&plot);
}

/* ---- the page ---- */

static void add_section(Text *page, Arena *arena, const Table *table)
{
    const json_t *data = table->data;
    TableGrid grid = table_grid_new(arena, table);
    page_add_heading(page, text_of(data, "name"), text_of(data, "title"));
    page_add_note(page, arena_printf(arena, "%s (%s)", text_of(data, "source"),
                                     text_of(data, "machine")));
    page_add_paragraph(page, text_of(data, "explains"));
    page_add_paragraph(page, grid.summary);
    add_plot(page, arena, table);
    page_add_table(page, &grid.grid);
    for (size_t i = 0; i < grid.notes.count; i++)
        page_add_note(
            page, arena_printf(arena, "[%zu] %s", i + 1, grid.notes.items[i]));
    table_grid_free(&grid);
}

void add_page(Text *page, const TableRun *run)
{
    page_begin(page, "Published tables, repeated");
    page_add_note(page,
                  arena_printf(run->arena,
                               "Measured by zermelo %s: %zu cells with %zu MB "
                               "each, %.0f s.",
                               run->runner.version, run->cell_count,
                               run->megabytes, run->seconds));
    if (!run->complete)
        page_add_paragraph(page,
                           "Some cells are missing: the run was stopped, a "
                           "rule file was not found, or there was no answer.");
    for (size_t i = 0; i < run->table_count; i++)
        add_section(page, run->arena, &run->tables[i]);
    page_end(page);
}
