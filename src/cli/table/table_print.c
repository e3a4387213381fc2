/* table_print.c - tables for terminals, for Markdown, and as a page
 *
 * In:   tables with their figures
 * Out:  text, Markdown; HTML with a plot for each table
 *
 * Start reading at add_table().
 */
#include "cli/table/table.h"

#include "batch/page.h"
#include "batch/plot.h"
#include "zermelo.h"

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
