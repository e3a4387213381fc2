/* grid.c - a table of strings, for terminals, Markdown, spreadsheets and pages
 *
 * In:   cells that may hold anything
 * Out:  text in one of four forms
 */
#include "batch/grid.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* Between columns; of a wrapped one; of a cell that needs room on a page. */
enum { GAP = 2, MIN_WIDTH = 8, LONG_BYTES = 24 };

void grid_clear(Grid *grid)
{
    vec_free_all(&grid->columns, &grid->cells);
}

void grid_add_column(Grid *grid, const char *head, GridAlign align)
{
    assert(!grid->cells.count);
    vec_push(&grid->columns, (GridColumn){head, align});
}

void grid_add(Grid *grid, const char *cell)
{
    Text text = {0};
    text_add_printable(&text, cell, strlen(cell));
    vec_push(&grid->cells,
             arena_string(grid->arena, text_string(&text), text.length));
    text_free(&text);
}

void grid_take(Grid *grid, Text *cell)
{
    grid_add(grid, text_string(cell));
    text_free(cell);
}

void grid_addf(Grid *grid, const char *format, ...)
{
    char cell[64]; /* numbers */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    grid_add(grid, cell);
}

size_t grid_row_count(const Grid *grid)
{
    assert(grid->columns.count && grid->cells.count % grid->columns.count == 0);
    return grid->cells.count / grid->columns.count;
}

const char *grid_at(const Grid *grid, size_t row, size_t column)
{
    return grid->cells.items[row * grid->columns.count + column];
}

/* ---- numbers ---- */

void add_seconds(Text *out, double seconds)
{
    int decimals = !(seconds > 0)     ? 2
                   : seconds < 0.0095 ? 4
                   : seconds < 0.0995 ? 3
                   : seconds < 9.995  ? 2
                   : seconds < 99.95  ? 1
                                      : 0;
    text_addf(out, "%.*f", decimals, seconds);
}

void add_rate(Text *out, double rate)
{
    static const char *const units[] = {"", " k", " M", " G"};
    size_t unit = 0;
    while (rate >= 999.5 && unit < sizeof units / sizeof *units - 1) {
        rate /= 1000;
        unit++;
    }
    text_addf(out, "%.*f%s", unit && rate < 99.95 ? 1 : 0, rate, units[unit]);
}

void add_ratio(Text *out, double ratio)
{
    if (ratio < 0.0095)
        text_addf(out, "%.4f", ratio);
    else
        text_addf(out, "%.*f", ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0, ratio);
}

/* ---- for terminals ---- */

static size_t character_count(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* How many bytes of TEXT stand in a line of WIDTH characters: up to a space if
 * the rest does not fit. */
static size_t line_length(const char *text, size_t width)
{
    size_t length = bytes_of_characters(text, width);
    if (!text[length] || text[length] == ' ')
        return length;
    for (size_t i = length; i > 1; i--)
        if (text[i - 1] == ' ')
            return i - 1;
    return length;
}

static void find_widths(const Grid *grid, size_t *widths)
{
    for (size_t k = 0; k < grid->columns.count; k++) {
        const char *head = grid->columns.items[k].head;
        widths[k] = character_count(head, strlen(head));
        for (size_t i = 0; i < grid_row_count(grid); i++) {
            const char *cell = grid_at(grid, i, k);
            size_t width = character_count(cell, strlen(cell));
            widths[k] = width > widths[k] ? width : widths[k];
        }
    }
}

/* Takes from the widest column of words until all fit, or none can give. */
static void fit_widths(const Grid *grid, size_t *widths, size_t max_width)
{
    for (;;) {
        size_t total = 0, widest = 0, widest_width = MIN_WIDTH;
        for (size_t k = 0; k < grid->columns.count; k++) {
            if (widths[k] > max_width) /* of hostile length */
                widths[k] = max_width;
            total += widths[k] + (k ? GAP : 0);
            if (grid->columns.items[k].align == GRID_LEFT &&
                widths[k] > widest_width)
                widest_width = widths[widest = k];
        }
        if (total <= max_width || widest_width == MIN_WIDTH)
            return;
        widths[widest]--;
    }
}

/* One line of a row; moves CELLS on to what is left of them. */
static bool add_line(Text *out, const Grid *grid, const size_t *widths,
                     const char **cells)
{
    bool is_more = false;
    size_t spaces = 0; /* not written yet: none stand at the end of a line */
    for (size_t k = 0; k < grid->columns.count; k++) {
        size_t length = line_length(cells[k], widths[k]);
        size_t padding = widths[k] - character_count(cells[k], length);
        bool is_right = grid->columns.items[k].align == GRID_RIGHT;
        spaces += (k ? GAP : 0) + (is_right ? padding : 0);
        if (length) {
            text_repeat(out, ' ', spaces);
            text_add(out, cells[k], length);
            spaces = 0;
        }
        spaces += is_right ? 0 : padding;
        cells[k] += length;
        cells[k] += strspn(cells[k], " ");
        is_more |= *cells[k] != '\0';
    }
    text_addc(out, '\n');
    return is_more;
}

void grid_add_text(Text *out, const Grid *grid, size_t max_width)
{
    size_t count = grid->columns.count;
    size_t *widths = memory_zeroed(count, sizeof *widths);
    const char **cells = memory_zeroed(count, sizeof *cells);
    find_widths(grid, widths);
    if (max_width)
        fit_widths(grid, widths, max_width);
    for (size_t k = 0; k < count; k++)
        cells[k] = grid->columns.items[k].head;
    while (add_line(out, grid, widths, cells))
        ;
    for (size_t i = 0; i < grid_row_count(grid); i++) {
        memcpy(cells, &grid->cells.items[i * count], count * sizeof *cells);
        while (add_line(out, grid, widths, cells))
            ;
    }
    free_all(widths, cells);
}

/* ---- for Markdown ---- */

void markdown_escape(Text *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|*_`<>[]\\&", *text))
            text_addc(out, '\\');
        text_addc(out, *text);
    }
}

void grid_add_markdown(Text *out, const Grid *grid)
{
    size_t count = grid->columns.count;
    text_addc(out, '|');
    for (size_t k = 0; k < count; k++)
        text_addf(out, " %s |", grid->columns.items[k].head);
    text_adds(out, "\n|");
    for (size_t k = 0; k < count; k++)
        text_adds(out, grid->columns.items[k].align == GRID_RIGHT ? " ---: |"
                                                                  : " --- |");
    for (size_t i = 0; i < grid->cells.count; i++) {
        text_adds(out, i % count ? " " : "\n| ");
        markdown_escape(out, grid->cells.items[i]);
        text_adds(out, " |");
    }
    text_addc(out, '\n');
}

/* ---- for spreadsheets ---- */

/* field = escaped / non-escaped */
static void add_field(Text *out, const char *cell, bool is_last)
{
    bool is_quoted = strpbrk(cell, ",\"") || *cell == ' ';
    text_adds(out, is_quoted ? "\"" : "");
    for (; *cell; cell++) {
        text_adds(out, *cell == '"' ? "\"" : "");
        text_addc(out, *cell);
    }
    text_adds(out, is_quoted ? "\"" : "");
    text_adds(out, is_last ? "\r\n" : ",");
}

void grid_add_csv(Text *out, const Grid *grid)
{
    size_t count = grid->columns.count;
    for (size_t k = 0; k < count; k++)
        add_field(out, grid->columns.items[k].head, k + 1 == count);
    for (size_t i = 0; i < grid->cells.count; i++)
        add_field(out, grid->cells.items[i], (i + 1) % count == 0);
}

/* ---- for pages ---- */

void html_escape(Text *out, const char *text)
{
    for (; *text; text++) {
        const char *entity = *text == '&'    ? "&amp;"
                             : *text == '<'  ? "&lt;"
                             : *text == '>'  ? "&gt;"
                             : *text == '"'  ? "&quot;"
                             : *text == '\'' ? "&#39;"
                                             : NULL;
        if (entity)
            text_adds(out, entity);
        else
            text_addc(out, *text);
    }
}

static void add_html_cell(Text *out, const char *tag, GridAlign align,
                          const char *cell)
{
    text_addf(out, "<%s%s>", tag,
              align == GRID_RIGHT         ? " class=\"n\""
              : strlen(cell) > LONG_BYTES ? " class=\"long\""
                                          : "");
    html_escape(out, cell);
    text_addf(out, "</%s>", tag);
}

void grid_add_html(Text *out, const Grid *grid)
{
    text_adds(out, "<table>\n<thead><tr>");
    for (size_t k = 0; k < grid->columns.count; k++)
        add_html_cell(out, "th", grid->columns.items[k].align,
                      grid->columns.items[k].head);
    text_adds(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < grid_row_count(grid); i++) {
        text_adds(out, *grid_at(grid, i, 0) ? "<tr class=\"begins\">" : "<tr>");
        for (size_t k = 0; k < grid->columns.count; k++)
            add_html_cell(out, k ? "td" : "th", grid->columns.items[k].align,
                          grid_at(grid, i, k));
        text_adds(out, "</tr>\n");
    }
    text_adds(out, "</tbody></table>\n");
}
