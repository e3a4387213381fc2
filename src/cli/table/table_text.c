/* table_text.c - tables for terminals and for Markdown
 *
 * In:   a Grid
 * Out:  text
 */
#include "base/memory.h"
#include "cli/table/table_show.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

static const char *cell_at(const Grid *grid, size_t row, size_t column)
{
    return grid->cells[row * grid->column_count + column];
}

/* ---- for terminals ---- */

static size_t width_of(const Grid *grid, size_t column)
{
    size_t width = strlen(grid->heads[column]);
    for (size_t i = 0; i < grid->row_count; i++) {
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
    if (grid->to_the_right[column])
        text_repeat(out, ' ', padding);
    text_adds(out, cell);
    if (!grid->to_the_right[column] && column + 1 < grid->column_count)
        text_repeat(out, ' ', padding);
}

void add_plain_table(Text *out, const Grid *grid)
{
    size_t *widths = memory_zeroed(grid->column_count, sizeof *widths);
    text_addf(out, "%s: %s\n%s (%s)\n\n", grid->study->name, grid->study->title,
              grid->study->source, grid->study->machine);
    for (size_t k = 0; k < grid->column_count; k++) {
        widths[k] = width_of(grid, k);
        add_padded(out, grid, k, grid->heads[k], widths);
    }
    text_addc(out, '\n');
    for (size_t i = 0; i < grid->row_count; i++) {
        for (size_t k = 0; k < grid->column_count; k++)
            add_padded(out, grid, k, cell_at(grid, i, k), widths);
        text_addc(out, '\n');
    }
    if (grid->note_count)
        text_addc(out, '\n');
    for (size_t i = 0; i < grid->note_count; i++)
        text_addf(out, "[%zu] %s\n", i + 1, grid->notes[i]);
    if (*grid->summary)
        text_addf(out, "\n%s\n", grid->summary);
    free(widths);
}

/* ---- for Markdown ---- */

/* What Markdown would take for its own. */
static void add_plainly(Text *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|*_`<>[]\\", *text))
            text_addc(out, '\\');
        text_addc(out, *text);
    }
}

void add_markdown_table(Text *out, const Grid *grid)
{
    text_addf(out, "## %s: ", grid->study->name);
    add_plainly(out, grid->study->title);
    text_adds(out, "\n\n");
    add_plainly(out, grid->study->source);
    text_adds(out, " (");
    add_plainly(out, grid->study->machine);
    text_adds(out, "). ");
    add_plainly(out, grid->study->explains);
    text_adds(out, "\n\n|");
    for (size_t k = 0; k < grid->column_count; k++)
        text_addf(out, " %s |", grid->heads[k]);
    text_adds(out, "\n|");
    for (size_t k = 0; k < grid->column_count; k++)
        text_adds(out, grid->to_the_right[k] ? " ---: |" : " --- |");
    text_addc(out, '\n');
    for (size_t i = 0; i < grid->row_count; i++) {
        text_addc(out, '|');
        for (size_t k = 0; k < grid->column_count; k++) {
            text_addc(out, ' ');
            add_plainly(out, cell_at(grid, i, k));
            text_adds(out, " |");
        }
        text_addc(out, '\n');
    }
    text_addc(out, '\n');
    for (size_t i = 0; i < grid->note_count; i++) {
        text_addf(out, "- \\[%zu\\] ", i + 1);
        add_plainly(out, grid->notes[i]);
        text_addc(out, '\n');
    }
    if (*grid->summary) {
        text_adds(out, grid->note_count ? "\n" : "");
        add_plainly(out, grid->summary);
        text_addc(out, '\n');
    }
}
