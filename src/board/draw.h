/* draw.h - drawing one picture as text; private to board/
 *
 * A picture is one board, or several on the same cells.
 */
#ifndef ZERMELO_BOARD_DRAW_H
#define ZERMELO_BOARD_DRAW_H

#include "base/text.h"
#include "base/vec.h"
#include "board/board.h"

/* ---- blocks of text, and several of them side by side ---- */

typedef struct {
    Text text;
    size_t width;
    size_t filled; /* columns that whatever is added next comes after */
} Line;

typedef struct {
    VEC(Line) lines;
    bool with_colour;
} Block;

void block_free(Block *block);

/* Begins a line; the functions below add to the last one. */
void block_line(Block *block);

/* Goes on at COLUMN. */
void block_fill(Block *block, size_t column);

/* Adds a name in at most MAX columns; longer ones end in an ellipsis. STYLE is
 * what selects a colour ("31"), or NULL. */
void block_add(Block *block, const char *name, size_t max, const char *style);

/* How many columns NAME takes, at most MAX. */
size_t name_width(const char *name, size_t max);

size_t block_width(const Block *block);

/* Writes the blocks to OUT, next to each other as far as WIDTH allows. */
void blocks_print(Text *out, const Block *blocks, size_t count, size_t width);

enum {
    MAX_LABEL = 8, /* columns of a coordinate */
    MAX_NAME = 24, /* columns of a name elsewhere */
    MAX_CELL = 16, /* columns of what stands in a cell */
};

/* How a form is drawn. */
typedef struct {
    const char *form, *glyph;
    const char *style; /* what selects its colour, or NULL */
} Glyph;

/* What stands for CONTENT: a glyph, or its letter. */
Glyph glyph_of(const BoardContent *content);

/* The style of what is not to be noticed first. */
#define FAINT "2"

/* The boards of one picture, and what stands on them. */
typedef struct {
    const Board *board;
    const Picture *picture;
    const Picture *before;      /* what has changed since then is marked */
    size_t first;               /* the first board of the picture */
    const BoardFeature *layout; /* that one */
    size_t cell_width;          /* in columns */
    Block *block;
} Drawing;

/* The boards of the picture. */
#define each_board(number, drawing)                                            \
    for (size_t number = (drawing)->first;                                     \
         number < (drawing)->board->board_count; number++)                     \
        if ((drawing)->board->boards[number].picture ==                        \
            (drawing)->layout->picture)

void draw_grid(Drawing *drawing, size_t width); /* lines, too */
void draw_stacks(const Drawing *drawing);

/* Value INDEX of an axis, "" if there is no such axis. */
const char *axis_value(const BoardFeature *board, size_t axis, size_t index);

#endif
