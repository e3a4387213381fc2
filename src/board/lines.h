/* lines.h - blocks of text, and several of them side by side */
#ifndef ZERMELO_BOARD_LINES_H
#define ZERMELO_BOARD_LINES_H

#include "base/text.h"
#include "base/vec.h"

typedef struct {
    Text text;
    size_t width;
    size_t filled; /* columns that whatever is added next comes after */
} Line;

typedef struct {
    VEC(Line) lines;
    bool with_colour;
} Block;

typedef VEC(Block) Blocks;

void blocks_free(Blocks *blocks);
void block_free(Block *block);

/* Begins a line; the functions below add to the last one. */
void block_line(Block *block);

/* Goes on at COLUMN. */
void block_fill(Block *block, size_t column);

/* Adds a name in at most MAX columns; longer ones end in an ellipsis. STYLE is
 * what selects a colour ("31"), or NULL. */
void block_add(Block *block, const char *name, size_t max, const char *style);
void block_append(Block *block, const Line *line);

/* As block_add, to any LINE of BLOCK. */
void block_write(const Block *block, Line *line, const char *name, size_t max,
                 const char *style);

/* How many columns NAME takes, at most MAX. */
size_t name_width(const char *name, size_t max);
size_t block_width(const Block *block);

/* Adds the lines of COUNT blocks, from column START on with a GAP between them;
 * their last lines are level. */
void blocks_join(Block *out, const Block *blocks, size_t count, size_t start,
                 size_t gap);

/* Writes the blocks to OUT, next to each other as far as WIDTH allows. */
void blocks_print(Text *out, const Block *blocks, size_t count, size_t width);

#endif
