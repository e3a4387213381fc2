/* board_text.c - a position as lines of text
 *
 * In:   a Board, and the features that hold
 * Out:  boards with a key to their forms, then what is on no board
 *
 * Boards on the same cells are drawn into one picture, and pictures side by
 * side where they fit; one that is too wide is cut into bands of columns. x
 * goes to the right and y upwards, coordinates are outside; rows of hexagons
 * lean to the right. Start reading at board_draw(), at the end.
 */
#include "board/lines.h"

#include "board/board.h"

enum {
    MIN_WIDTH = 20,
    MAX_LABEL = 8, /* columns of a coordinate */
    MAX_NAME = 24, /* columns of a name elsewhere */
    MAX_CELL = 16, /* columns of what stands in a cell */
};

/* The style of what is not to be noticed first. */
#define FAINT "2"

/* The boards of one picture, and what stands on them. */
typedef struct {
    const Board *board;
    const Picture *picture;
    size_t first;               /* the first board of the picture */
    const BoardFeature *layout; /* that one */
    size_t cell_width;          /* in columns */
    Block cells, before; /* a line for each cell, row by row: now, and then */
    Block *block;
} Drawing;

/* The boards of the picture. */
#define each_board(number, drawing)                                            \
    for (size_t number = (drawing)->first;                                     \
         number < (drawing)->board->board_count; number++)                     \
        if ((drawing)->board->boards[number].picture ==                        \
            (drawing)->layout->picture)

/* ---- forms ---- */

/* How a form is drawn. */
typedef struct {
    const char *form, *glyph;
    const char *style; /* what selects its colour, or NULL */
} Glyph;

static const Glyph glyphs[] = {
    {"x", "x", NULL},
    {"o", "o", NULL},
    {"disc-light", "○", NULL},
    {"disc-dark", "●", NULL},
    {"disc-half", "◐", NULL},
    {"square-light", "□", NULL},
    {"square-dark", "■", NULL},
    {"square-half", "◧", NULL},
    {"diamond-light", "◇", NULL},
    {"diamond-dark", "◆", NULL},
    {"diamond-half", "◈", NULL},
    {"hexagon-light", "⬡", NULL},
    {"hexagon-dark", "⬢", NULL},
    {"hexagon-half", "⬣", NULL},
    {"disc-red", "◉", "31"},
    {"disc-yellow", "◎", "33"},
    {"disc-blue", "⊖", "34"},
    {"disc-green", "⊕", "32"},
    {"disc-orange", "⦶", "33"},
    {"disc-violet", "⊗", "35"},
    {"chess-king-light", "♔", NULL},
    {"chess-queen-light", "♕", NULL},
    {"chess-rook-light", "♖", NULL},
    {"chess-bishop-light", "♗", NULL},
    {"chess-knight-light", "♘", NULL},
    {"chess-pawn-light", "♙", NULL},
    {"chess-king-dark", "♚", NULL},
    {"chess-queen-dark", "♛", NULL},
    {"chess-rook-dark", "♜", NULL},
    {"chess-bishop-dark", "♝", NULL},
    {"chess-knight-dark", "♞", NULL},
    {"chess-pawn-dark", "♟", NULL},
};

/* A glyph, or the letter of the content. */
static Glyph glyph_of(const BoardContent *content)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (strcmp(glyphs[i].form, content->form) == 0)
            return glyphs[i];
    return (Glyph){content->form, content->letter, NULL};
}

static const Glyph empty_cell = {"", "·", FAINT};

/* What stands for ITEM, whose name does if it is no known content. */
static Glyph item_glyph(const BoardFeature *board, const PictureItem *item)
{
    if (item->is_empty)
        return empty_cell;
    for (size_t i = 0; i < board->kind_count; i++)
        if (strcmp(board->contents[i].name, item->content) == 0)
            return glyph_of(&board->contents[i]);
    return (Glyph){"", item->content, NULL};
}

/* ---- the key ---- */

/* Whether its form says what it is. */
static bool speaks_for_itself(const BoardContent *content)
{
    return strncmp(content->form, "chess", 5) == 0 ||
           strcmp(glyph_of(content).glyph, content->name) == 0;
}

/* Whether CONTENT stands on board NUMBER. */
static bool is_shown(const Picture *picture, size_t number,
                     const BoardContent *content)
{
    for (size_t i = 0; i < picture->counts[number]; i++)
        if (strcmp(picture->items[number][i].content, content->name) == 0)
            return true;
    return false;
}

/* Names the forms that stand on the boards of a picture. */
static void draw_key(const Drawing *drawing, size_t width)
{
    bool is_first = true;
    each_board(number, drawing)
    {
        const BoardFeature *board = &drawing->board->boards[number];
        for (size_t i = 0; i < board->kind_count; i++) {
            const BoardContent *content = &board->contents[i];
            if (speaks_for_itself(content) ||
                !is_shown(drawing->picture, number, content))
                continue;
            Glyph glyph = glyph_of(content);
            size_t needed = name_width(glyph.glyph, MAX_CELL) + 3 +
                            name_width(content->name, MAX_NAME);
            if (is_first ||
                vec_last(&drawing->block->lines).width + needed > width)
                block_line(drawing->block);
            else
                block_add(drawing->block, "  ", 2, NULL);
            block_add(drawing->block, glyph.glyph, MAX_CELL, glyph.style);
            block_add(drawing->block, " ", 1, NULL);
            block_add(drawing->block, content->name, MAX_NAME, NULL);
            is_first = false;
        }
    }
}

/* ---- cells ---- */

static bool are_together(const PictureItem *item, const PictureItem *other)
{
    return item->x == other->x && item->y == other->y;
}

/* A line for each cell of the drawing: what stands there in PICTURE, a dot if
 * nothing does, and nothing if it is no cell. */
static Block draw_cells(const Drawing *drawing, const Picture *picture)
{
    const BoardFeature *layout = drawing->layout;
    size_t columns = board_width(layout);
    size_t count = columns * board_height(layout);
    bool *is_cell = memory_zeroed(count, sizeof *is_cell);
    Block cells = {.with_colour = drawing->block->with_colour};
    for (size_t i = 0; i < count; i++) {
        block_line(&cells);
        is_cell[i] = !layout->cells && !layout->empty;
    }
    for (size_t i = 0; i < layout->cell_count; i++)
        is_cell[layout->cells[i].x + columns * layout->cells[i].y] = true;
    each_board(number, drawing) for (size_t i = 0; i < picture->counts[number];
                                     i++)
    {
        const PictureItem *item = &picture->items[number][i];
        bool is_alone =
            !(i && are_together(item, item - 1)) &&
            !(i + 1 < picture->counts[number] && are_together(item, item + 1));
        Line *cell = &cells.lines.items[item->x + columns * item->y];
        Glyph glyph = item_glyph(&drawing->board->boards[number], item);
        is_cell[item->x + columns * item->y] = true;
        if (!(item->is_empty && is_alone) && cell->width < MAX_CELL)
            block_write(&cells, cell, glyph.glyph, MAX_CELL - cell->width,
                        glyph.style);
    }
    for (size_t i = 0; i < count; i++)
        if (is_cell[i] && !cells.lines.items[i].width)
            block_write(&cells, &cells.lines.items[i], empty_cell.glyph, 1,
                        empty_cell.style);
    memory_free(is_cell);
    return cells;
}

static const Line *cell_at(const Drawing *drawing, const Block *cells, size_t x,
                           size_t y)
{
    return &cells->lines.items[x + y * board_width(drawing->layout)];
}

/* Whether a cell is not as it was before. */
static bool has_changed(const Drawing *drawing, size_t x, size_t y)
{
    const Line *now = cell_at(drawing, &drawing->cells, x, y);
    const Line *then = cell_at(drawing, &drawing->before, x, y);
    return strcmp(text_string(&now->text), text_string(&then->text)) != 0;
}

/* Value INDEX of an axis, "" if there is no such axis. */
static const char *axis_value(const BoardFeature *board, size_t axis,
                              size_t index)
{
    return axis < board->axis_count ? board->axes[axis].values.items[index]
                                    : "";
}

static size_t label_width(const BoardFeature *board, size_t axis)
{
    size_t width = 0;
    for (size_t i = 0;
         axis < board->axis_count && i < board_axis_size(board, axis); i++) {
        size_t label = name_width(axis_value(board, axis, i), MAX_LABEL);
        width = label > width ? label : width;
    }
    return width;
}

/* Cells have room for what stands there and for the labels of x. */
static size_t cell_width(const Drawing *drawing)
{
    size_t label = label_width(drawing->layout, 0);
    size_t cell = block_width(&drawing->cells);
    size_t width = label > cell ? label : cell;
    return width ? width : 1;
}

/* ---- grids ---- */

/* The left margin: labels of y. */
static size_t margin_of(const BoardFeature *layout)
{
    size_t outer = label_width(layout, 3), inner = label_width(layout, 1);
    return outer + (outer ? 1 : 0) + inner + (inner ? 1 : 0);
}

/* The column at which cell X of row Y begins, if the first drawn is FIRST. */
static size_t column_of(const Drawing *drawing, size_t x, size_t y,
                        size_t first)
{
    const BoardFeature *layout = drawing->layout;
    size_t pitch = drawing->cell_width + 1, inner = board_axis_size(layout, 0);
    size_t lean = layout->shape == SHAPE_HEX ? y * pitch / 2 : 0;
    return margin_of(layout) + 1 + (x - first) * pitch + lean +
           2 * (x / inner - first / inner);
}

static void draw_margin(const Drawing *drawing, size_t y)
{
    const BoardFeature *layout = drawing->layout;
    size_t inner = board_axis_size(layout, 1);
    if (layout->axis_count == 4) {
        if (y % inner == inner - 1)
            block_add(drawing->block, axis_value(layout, 3, y / inner),
                      MAX_LABEL, FAINT);
        block_fill(drawing->block, label_width(layout, 3) + 1);
    }
    if (layout->axis_count < 2)
        return;
    const char *label = axis_value(layout, 1, y % inner);
    block_fill(drawing->block,
               margin_of(layout) - 1 - name_width(label, MAX_LABEL));
    block_add(drawing->block, label, MAX_LABEL, FAINT);
}

static void draw_labels(const Drawing *drawing, size_t first, size_t end)
{
    const BoardFeature *layout = drawing->layout;
    size_t inner = board_axis_size(layout, 0);
    block_line(drawing->block);
    for (size_t x = first; x < end; x++) {
        block_fill(drawing->block, column_of(drawing, x, 0, first));
        block_add(drawing->block, axis_value(layout, 0, x % inner),
                  drawing->cell_width, FAINT);
    }
    if (layout->axis_count < 3)
        return;
    block_line(drawing->block);
    for (size_t x = first; x < end; x++)
        if (x == first || x % inner == 0) {
            block_fill(drawing->block, column_of(drawing, x, 0, first));
            block_add(drawing->block, axis_value(layout, 2, x / inner),
                      inner * (drawing->cell_width + 1), FAINT);
        }
}

/* Draws a cell in its place, in brackets if it has changed; between two such
 * cells that leave no room for brackets there is a bar. */
static void place_cell(const Drawing *drawing, size_t x, size_t y, size_t first)
{
    Block *block = drawing->block;
    size_t column = column_of(drawing, x, y, first);
    size_t next_column = column_of(drawing, x + 1, y, first);
    bool is_marked = has_changed(drawing, x, y);
    bool is_joined = x > first && vec_last(&block->lines).width + 1 == column &&
                     has_changed(drawing, x - 1, y);
    block_fill(block, column - is_marked);
    if (is_marked)
        block_add(block, is_joined ? "|" : "[", 1, NULL);
    block_append(block, cell_at(drawing, &drawing->cells, x, y));
    if (is_marked && (vec_last(&block->lines).width + 1 < next_column ||
                      !has_changed(drawing, x + 1, y)))
        block_add(block, "]", 1, NULL);
}

/* The columns from FIRST to END. */
static void draw_band(const Drawing *drawing, size_t first, size_t end)
{
    size_t rows = board_height(drawing->layout);
    size_t inner = board_axis_size(drawing->layout, 1);
    for (size_t y = rows; y-- > 0;) {
        block_line(drawing->block);
        draw_margin(drawing, y);
        for (size_t x = first; x < end; x++)
            place_cell(drawing, x, y, first);
        if (y && y % inner == 0)
            block_line(drawing->block);
    }
    draw_labels(drawing, first, end);
}

/* The end of the band that begins at column FIRST: as much as WIDTH allows, and
 * no part of a board if there are several. */
static size_t band_end(const Drawing *drawing, size_t first, size_t width)
{
    size_t columns = board_width(drawing->layout), end = first + 1;
    size_t top = board_height(drawing->layout) - 1;
    size_t inner = board_axis_size(drawing->layout, 0);
    while (end < columns &&
           column_of(drawing, end, top, first) + drawing->cell_width <= width)
        end++;
    size_t whole = end / inner * inner;
    return end < columns && whole > first ? whole : end;
}

static void draw_grid(Drawing *drawing, const Picture *before, size_t width)
{
    drawing->cells = draw_cells(drawing, drawing->picture);
    drawing->before = draw_cells(drawing, before);
    drawing->cell_width = cell_width(drawing);
    for (size_t first = 0, end; first < board_width(drawing->layout);
         first = end) {
        end = band_end(drawing, first, width);
        if (first)
            block_line(drawing->block);
        draw_band(drawing, first, end);
    }
    block_free(&drawing->cells);
    block_free(&drawing->before);
}

/* ---- stacks ---- */

typedef VEC(const char *) Names;

static bool is_among(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Draws PLACE, above it what lies there, and what lies on that; of several
 * things the last is lowest, as the largest number is. All is added to DRAWN.
 */
static Block draw_pile(const Drawing *drawing, const char *place, Names *drawn)
{
    Block block = {.with_colour = drawing->block->with_colour};
    const PictureItem *items = drawing->picture->items[drawing->first];
    size_t first = drawn->count;
    vec_push(drawn, place);
    for (size_t at = first; at < drawn->count; at++)
        for (size_t i = drawing->picture->counts[drawing->first]; i-- > 0;) {
            const char *below = axis_value(drawing->layout, 0, items[i].x);
            if (strcmp(below, drawn->items[at]) == 0 &&
                !is_among(drawn->items + first, drawn->count - first,
                          items[i].content))
                vec_push(drawn, items[i].content);
        }
    for (size_t i = drawn->count; i-- > first;) {
        block_line(&block);
        block_add(&block, drawn->items[i], MAX_CELL, i > first ? NULL : FAINT);
    }
    return block;
}

/* Piles on the places that lie nowhere; things that lie on each other in a
 * circle, which no place is below, begin with the first. */
static void draw_stacks(const Drawing *drawing)
{
    Texts places = drawing->layout->axes[0].values;
    size_t count = drawing->picture->counts[drawing->first];
    Names drawn = {0}, things = {0};
    Blocks piles = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&things, drawing->picture->items[drawing->first][i].content);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < places.count; i++)
            if (!is_among(drawn.items, drawn.count, places.items[i]) &&
                (round || !is_among(things.items, count, places.items[i])))
                vec_push(&piles, draw_pile(drawing, places.items[i], &drawn));
    blocks_join(drawing->block, piles.items, piles.count, 1, 2);
    blocks_free(&piles);
    vec_free_all(&drawn, &things);
}

/* ---- pictures ---- */

/* The names of the boards. */
static void draw_title(const Drawing *drawing)
{
    block_line(drawing->block);
    each_board(number, drawing)
    {
        if (vec_last(&drawing->block->lines).width)
            block_add(drawing->block, ", ", 2, FAINT);
        block_add(drawing->block, drawing->board->boards[number].symbol,
                  MAX_NAME, FAINT);
    }
}

static Block draw_picture(const Board *board, const Picture *picture,
                          const Picture *before, size_t first, size_t width,
                          bool with_colour)
{
    Block block = {.with_colour = with_colour};
    Drawing drawing = {.board = board,
                       .picture = picture,
                       .first = first,
                       .layout = &board->boards[first],
                       .block = &block};
    draw_title(&drawing);
    if (drawing.layout->shape == SHAPE_STACK) {
        draw_stacks(&drawing);
    } else {
        draw_grid(&drawing, before, width);
        draw_key(&drawing, width);
    }
    return block;
}

/* ---- what is on no board ---- */

/* Begins a line that is indented if WORD, which is given SPACE more columns,
 * and a comma do not fit into the last one. */
static bool wrap_for(Block *block, const char *word, size_t space, size_t width)
{
    if (vec_last(&block->lines).width + space + name_width(word, width) < width)
        return false;
    block_line(block);
    block_fill(block, 2);
    return true;
}

/* A table for each symbol, "control: white"; those that fit share a line. */
static void draw_beside(Block *block, Texts features, size_t width,
                        Arena *arena)
{
    enum { GAP = 3, INDENT = 2 };
    const char *last = "";
    Text word = {0};
    for (size_t i = 0; i < features.count; i++) {
        Texts parts = split_feature(features.items[i], arena);
        bool is_same = parts.count > 1 && strcmp(parts.items[0], last) == 0;
        word.length = 0;
        if (!is_same)
            text_adds(&word, parts.items[0]);
        if (!is_same && parts.count > 1)
            text_addc(&word, ':');
        for (size_t k = 1; k < parts.count; k++) {
            text_adds(&word, word.length ? " " : "");
            text_adds(&word, parts.items[k]);
        }
        if (i == 0)
            block_line(block);
        else if (is_same)
            block_add(block, ",", 1, NULL);
        /* a comma may follow */
        if (i && !wrap_for(block, text_string(&word), GAP, width - 1))
            block_add(block, is_same ? " " : "   ", GAP, NULL);
        block_add(block, text_string(&word), width - INDENT, NULL);
        last = parts.items[0];
    }
    text_free(&word);
}

void board_draw(Text *out, const Board *board, Texts before, Texts features,
                size_t width, bool with_colour)
{
    Arena *arena = arena_new();
    Picture picture = board_picture(board, features, arena);
    Picture old = board_picture(board, before, arena);
    Blocks blocks = {0};
    Block beside = {.with_colour = with_colour};
    width = width < MIN_WIDTH ? MIN_WIDTH : width;
    for (size_t i = 0; i < board->board_count; i++)
        if (i == board->boards[i].picture)
            vec_push(&blocks, draw_picture(board, &picture, &old, i, width,
                                           with_colour));
    blocks_print(out, blocks.items, blocks.count, width);
    draw_beside(&beside, picture.beside, width, arena);
    blocks_print(out, &beside, 1, width);
    vec_push(&blocks, beside);
    blocks_free(&blocks);
    arena_free(arena);
}
