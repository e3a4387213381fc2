/* lines.c - blocks of text, and several of them side by side
 *
 * In:   names, and what is to be drawn around them
 * Out:  lines of known width
 */
#include "board/draw.h"

#include "base/terminal.h"

#include <assert.h>

static const char ellipsis[] = "\xe2\x80\xa6";

void block_free(Block *block)
{
    for (size_t i = 0; i < block->lines.count; i++)
        text_free(&block->lines.items[i].text);
    vec_free(&block->lines);
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

void block_add(Block *block, const char *name, size_t max, const char *style)
{
    Line *line = &vec_last(&block->lines);
    assert(max > 0);
    if (line->filled > line->width) {
        text_repeat(&line->text, ' ', line->filled - line->width);
        line->width = line->filled;
    }
    bool is_styled = style && block->with_colour;
    if (is_styled)
        text_addf(&line->text, "\x1b[%sm", style);
    add_characters(line, name, max);
    if (is_styled)
        text_adds(&line->text, "\x1b[0m");
}

size_t block_width(const Block *block)
{
    size_t width = 0;
    for (size_t i = 0; i < block->lines.count; i++)
        if (block->lines.items[i].width > width)
            width = block->lines.items[i].width;
    return width;
}

/* The lines of COUNT blocks, the last ones of which are level. */
static void print_row(Text *out, const Block *blocks, size_t count, size_t gap)
{
    size_t height = 0;
    for (size_t i = 0; i < count; i++)
        if (blocks[i].lines.count > height)
            height = blocks[i].lines.count;
    for (size_t y = 0; y < height; y++) {
        size_t column = 0, start = 0;
        for (size_t i = 0; i < count; i++) {
            size_t above = height - blocks[i].lines.count;
            const Line *line =
                y >= above ? &blocks[i].lines.items[y - above] : NULL;
            if (line && line->width) {
                text_repeat(out, ' ', start - column);
                text_adds(out, text_string(&line->text));
                column = start + line->width;
            }
            start += block_width(&blocks[i]) + gap;
        }
        text_addc(out, '\n');
    }
}

void blocks_print(Text *out, const Block *blocks, size_t count, size_t width)
{
    enum { GAP = 4 };
    for (size_t first = 0, end; first < count; first = end) {
        size_t used = block_width(&blocks[first]);
        for (end = first + 1;
             end < count && used + GAP + block_width(&blocks[end]) <= width;
             end++)
            used += GAP + block_width(&blocks[end]);
        print_row(out, blocks + first, end - first, GAP);
    }
}
