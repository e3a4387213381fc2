/* table_print.c - tables for terminals, for Markdown, and as a page
 *
 * In:   tables with their figures
 * Out:  text, Markdown; HTML with a plot for each table
 *
 * Start reading at add_plain_table().
 */
#include "cli/table/table.h"

#include "base/budget.h"
#include "batch/page.h"
#include "batch/plot.h"
#include "zermelo.h"

#include <stdio.h>
#include <string.h>

/* ---- text ---- */

void add_plain_table(Text *out, Arena *arena, const Table *table)
{
    TableGrid grid = table_grid_new(arena, table);
    text_addf(out, "%s: %s\n%s (%s)\n\n", table->name, table->title,
              table->source, table->machine);
    grid_add_text(out, &grid.grid, 0);
    if (grid.notes.count)
        text_addc(out, '\n');
    for (size_t i = 0; i < grid.notes.count; i++)
        text_addf(out, "[%zu] %s\n", i + 1, grid.notes.items[i]);
    if (*grid.summary)
        text_addf(out, "\n%s\n", grid.summary);
    table_grid_free(&grid);
}

/* ---- Markdown ---- */

/* TEXT with what Markdown would take for its own escaped, and BEHIND. */
static void add_escaped(Text *out, const char *text, const char *behind)
{
    markdown_escape(out, text);
    text_adds(out, behind);
}

void add_markdown_table(Text *out, Arena *arena, const Table *table)
{
    TableGrid grid = table_grid_new(arena, table);
    text_addf(out, "## %s: ", table->name);
    add_escaped(out, table->title, "\n\n");
    add_escaped(out, table->source, " (");
    add_escaped(out, table->machine, "). ");
    add_escaped(out, table->explains, "\n\n");
    grid_add_markdown(out, &grid.grid);
    text_addc(out, '\n');
    for (size_t i = 0; i < grid.notes.count; i++) {
        text_addf(out, "- \\[%zu\\] ", i + 1);
        add_escaped(out, grid.notes.items[i], "\n");
    }
    if (*grid.summary) {
        text_adds(out, grid.notes.count ? "\n" : "");
        add_escaped(out, grid.summary, "\n");
    }
    table_grid_free(&grid);
}

/* ---- the plot of a table ---- */

typedef VEC(PlotPoint) PlotPoints;

/* A point for each line of which both figures are there. */
static PlotSeries series_of(Arena *arena, const Table *table, size_t method)
{
    PlotPoints points = {0};
    for (size_t i = 0; i < table->line_count; i++) {
        const TableLine *line = &table->lines[i];
        double x = published_value(table, line);
        double y = usable_value(line, method);
        if (x > 0 && y > 0)
            vec_push(&points,
                     (PlotPoint){x, y,
                                 arena_printf(arena, "%s, %s", line->game,
                                              line->column)});
    }
    size_t count = points.count;
    return (PlotSeries){table->series[method], vec_finish(&points, arena),
                        count};
}

static void add_plot(Text *page, Arena *arena, const Table *table)
{
    size_t count = table->series_count - table->source_count;
    PlotSeries *series = arena_array(arena, PlotSeries, count);
    for (size_t i = 0; i < count; i++)
        series[i] = series_of(arena, table, table->source_count + i);
    const char *unit = table->kind == TABLE_RATE ? "states a second"
                       : table->kind == TABLE_KNOWLEDGE
                           ? "seconds for 1000 rounds"
                           : "seconds";
    const Plot plot = {.label = table->title,
                       .x = arena_printf(arena, "published, %s", unit),
                       .y = arena_printf(arena, "here, %s", unit),
                       .series = series,
                       .count = count};
    Text svg = {0};
    plot_scatter(&svg, &plot);
    page_add_figure(page, "Published and measured here, line by line", &svg);
}

/* ---- the page ---- */

static void add_processor(Text *out)
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !value)
            continue;
        line[strcspn(line, "\n")] = '\0';
        text_addf(out, "%s, ", value + 2);
        break;
    }
    if (file)
        fclose(file);
    size_t processors = processor_count();
    text_addf(out, "%zu processor%s", processors, processors == 1 ? "" : "s");
}

static void add_circumstances(Text *page, const TableRun *run)
{
    Text text = {0};
    text_addf(&text, "Measured by zermelo %s on ", zermelo_version());
    add_processor(&text);
    text_addf(&text, ": each cell in a process of its own with %zu MB, %s. ",
              run->megabytes,
              run->threads == 1
                  ? "one after the other"
                  : "several side by side, so that times are a little noisy");
    if (run->cell_seconds > 0)
        text_addf(&text, "A cell is stopped after %g s. ", run->cell_seconds);
    text_addf(&text, "%zu cells, %.0f s%s.", run->cell_count, run->seconds,
              run->runner.end.known ? ", some of them by an earlier run" : "");
    page_add_note(page, text_string(&text));
    text_free(&text);
}

static void add_section(Text *page, Arena *arena, const Table *table)
{
    TableGrid grid = table_grid_new(arena, table);
    page_add_heading(page, table->name, table->title);
    page_add_note(
        page, arena_printf(arena, "%s (%s)", table->source, table->machine));
    page_add_paragraph(page, table->explains);
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
    add_circumstances(page, run);
    if (!run->complete)
        page_add_paragraph(page,
                           "Some cells are missing: the run was stopped, a "
                           "rule file was not found, or there was no answer.");
    for (size_t i = 0; i < run->table_count; i++)
        add_section(page, run->arena, &run->tables[i]);
    page_end(page);
}
