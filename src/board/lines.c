/* lines.c - blocks of text, and several of them side by side
 *
 * In:   names, and what is to be drawn around them
 * Out:  lines of known width
 */
#include "board/lines.h"

#include "system/terminal.h"

#include <assert.h>

static const char ellipsis[] = "\xe2\x80\xa6";

void block_free(Block *block)
{
    for (size_t i = 0; i < block->lines.count; i++)
        text_free(&block->lines.items[i].text);
    vec_free(&block->lines);
}

void blocks_free(Blocks *blocks)
{
    for (size_t i = 0; i < blocks->count; i++)
        block_free(&blocks->items[i]);
    vec_free(blocks);
}

void block_line(Block *block)
{
    vec_push(&block->lines, (Line){0});
}

void block_fill(Block *block, size_t column)
{
    vec_last(&block->lines).filled = column;
}

size_t name_width(const char *name, size_t max)
{
    size_t width = printed_width(name);
    return width < max ? width : max;
}

static void add_characters(Line *line, const char *name, size_t max)
{
    size_t width = printed_width(name);
    bool fits = width <= max;
    size_t bytes = fits ? strlen(name) : printed_bytes(name, max - 1);
    size_t before = line->text.length;
    text_add_printable(&line->text, name, bytes);
    line->width +=
        fits ? width : printed_width(text_string(&line->text) + before) + 1;
    text_adds(&line->text, fits ? "" : ellipsis);
}

void block_write(const Block *block, Line *line, const char *name, size_t max,
                 const char *style)
{
    assert(max > 0);
    bool is_styled = style && block->with_colour;
    if (is_styled)
        text_addf(&line->text, "\x1b[%sm", style);
    add_characters(line, name, max);
    if (is_styled)
        text_adds(&line->text, "\x1b[0m");
}

/* The last line, with blanks to where it goes on. */
static Line *open_line(Block *block)
{
    Line *line = &vec_last(&block->lines);
    if (line->filled > line->width) {
        text_repeat(&line->text, ' ', line->filled - line->width);
        line->width = line->filled;
    }
    return line;
}

void block_add(Block *block, const char *name, size_t max, const char *style)
{
    block_write(block, open_line(block), name, max, style);
}

void block_append(Block *block, const Line *line)
{
    if (!line->width)
        return;
    Line *last = open_line(block);
    text_adds(&last->text, text_string(&line->text));
    last->width += line->width;
}

size_t block_width(const Block *block)
{
    size_t width = 0;
    for (size_t i = 0; i < block->lines.count; i++)
        if (block->lines.items[i].width > width)
            width = block->lines.items[i].width;
    return width;
}

void blocks_join(Block *out, const Block *blocks, size_t count, size_t start,
                 size_t gap)
{
    size_t height = 0;
    for (size_t i = 0; i < count; i++)
        if (blocks[i].lines.count > height)
            height = blocks[i].lines.count;
    for (size_t y = 0; y < height; y++) {
        size_t column = start;
        block_line(out);
        for (size_t i = 0; i < count; i++) {
            size_t above = height - blocks[i].lines.count;
            block_fill(out, column);
            if (y >= above)
                block_append(out, &blocks[i].lines.items[y - above]);
            column += block_width(&blocks[i]) + gap;
        }
    }
}

void blocks_print(Text *out, const Block *blocks, size_t count, size_t width)
{
    enum { GAP = 4 };
    for (size_t first = 0, end; first < count; first = end) {
        Block row = {0};
        size_t used = block_width(&blocks[first]);
        for (end = first + 1;
             end < count && used + GAP + block_width(&blocks[end]) <= width;
             end++)
            used += GAP + block_width(&blocks[end]);
        blocks_join(&row, blocks + first, end - first, 0, GAP);
        for (size_t i = 0; i < row.lines.count; i++)
            text_addf(out, "%s\n", text_string(&row.lines.items[i].text));
        block_free(&row);
    }
}
