/* table_text.c - tables for terminals and for Markdown
 *
 * In:   a Grid
 * Out:  text
 */
#include "base/memory.h"
#include "cli/table/table_grid.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

static const char *cell_at(const Grid *grid, size_t row, size_t column)
{
    return grid->cells.items[row * grid->heads.count + column];
}

/* ---- for terminals ---- */

static size_t column_width(const Grid *grid, size_t column)
{
    size_t width = strlen(grid->heads.items[column]);
    for (size_t i = 0; i < grid->table->line_count; i++) {
        size_t length = strlen(cell_at(grid, i, column));
        if (length > width)
            width = length;
    }
    return width;
}

static void add_padded(Text *out, const Grid *grid, size_t column,
                       const char *cell, const size_t *widths)
{
    assert(strlen(cell) <= widths[column]);
    size_t padding = widths[column] - strlen(cell);
    if (column)
        text_adds(out, "  ");
    if (grid->align_right.items[column])
        text_repeat(out, ' ', padding);
    text_adds(out, cell);
    if (!grid->align_right.items[column] && column + 1 < grid->heads.count)
        text_repeat(out, ' ', padding);
}

void add_plain_table(Text *out, const Grid *grid)
{
    size_t *widths = memory_zeroed(grid->heads.count, sizeof *widths);
    text_addf(out, "%s: %s\n%s (%s)\n\n", grid->table->name, grid->table->title,
              grid->table->source, grid->table->machine);
    for (size_t k = 0; k < grid->heads.count; k++) {
        widths[k] = column_width(grid, k);
        add_padded(out, grid, k, grid->heads.items[k], widths);
    }
    text_addc(out, '\n');
    for (size_t i = 0; i < grid->table->line_count; i++) {
        for (size_t k = 0; k < grid->heads.count; k++)
            add_padded(out, grid, k, cell_at(grid, i, k), widths);
        text_addc(out, '\n');
    }
    if (grid->notes.count)
        text_addc(out, '\n');
    for (size_t i = 0; i < grid->notes.count; i++)
        text_addf(out, "[%zu] %s\n", i + 1, grid->notes.items[i]);
    if (*grid->summary)
        text_addf(out, "\n%s\n", grid->summary);
    free(widths);
}

/* ---- for Markdown ---- */

/* BEFORE, TEXT with what Markdown would take for its own escaped, BEHIND. */
static void add_escaped_text(Text *out, const char *before, const char *text,
                             const char *behind)
{
    text_adds(out, before);
    for (; *text; text++) {
        if (strchr("|*_`<>[]\\", *text))
            text_addc(out, '\\');
        text_addc(out, *text);
    }
    text_adds(out, behind);
}

void add_markdown_table(Text *out, const Grid *grid)
{
    text_addf(out, "## %s: ", grid->table->name);
    add_escaped_text(out, "", grid->table->title, "\n\n");
    add_escaped_text(out, "", grid->table->source, " (");
    add_escaped_text(out, "", grid->table->machine, "). ");
    add_escaped_text(out, "", grid->table->explains, "\n\n|");
    for (size_t k = 0; k < grid->heads.count; k++)
        text_addf(out, " %s |", grid->heads.items[k]);
    text_adds(out, "\n|");
    for (size_t k = 0; k < grid->heads.count; k++)
        text_adds(out, grid->align_right.items[k] ? " ---: |" : " --- |");
    for (size_t i = 0; i < grid->table->line_count; i++) {
        text_adds(out, "\n|");
        for (size_t k = 0; k < grid->heads.count; k++)
            add_escaped_text(out, " ", cell_at(grid, i, k), " |");
    }
    text_adds(out, "\n\n");
    for (size_t i = 0; i < grid->notes.count; i++) {
        text_addf(out, "- \\[%zu\\] ", i + 1);
        add_escaped_text(out, "", grid->notes.items[i], "\n");
    }
    if (*grid->summary)
        add_escaped_text(out, grid->notes.count ? "\n" : "", grid->summary,
                         "\n");
}
