/* draw_grid.c - a grid, hexagons or a line, as text
 *
 * In:   a picture
 * Out:  lines with coordinates; what is too wide in bands of columns
 *
 * x goes to the right and y upwards, coordinates are outside; rows of hexagons
 * lean to the right. Start reading at draw_grid(), at the end.
 */
#include "board/draw.h"

/* ---- forms ---- */

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

static const char empty_glyph[] = "·";

Glyph glyph_of(const BoardContent *content)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (strcmp(glyphs[i].form, content->form) == 0)
            return glyphs[i];
    return (Glyph){content->form, content->letter, NULL};
}

static const BoardContent *find_content(const BoardFeature *board,
                                        const char *name)
{
    for (size_t i = 0; i < board->kind_count; i++)
        if (strcmp(board->contents[i].name, name) == 0)
            return &board->contents[i];
    return NULL;
}

/* ---- cells ---- */

/* The items of board NUMBER in a cell; *COUNT of them. */
static const PictureItem *items_at(const Drawing *drawing, size_t number,
                                   size_t x, size_t y, size_t *count)
{
    const PictureItem *items = drawing->picture->items[number];
    size_t low = 0, high = drawing->picture->counts[number], end;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const PictureItem *item = &items[middle];
        if (item->y < y || (item->y == y && item->x < x))
            low = middle + 1;
        else
            high = middle;
    }
    for (end = low; end < drawing->picture->counts[number] &&
                    items[end].x == x && items[end].y == y;)
        end++;
    *count = end - low;
    return items + low;
}

/* Whether a cell is not as it was before. */
static bool has_changed(const Drawing *drawing, size_t x, size_t y)
{
    Drawing before = *drawing;
    before.picture = drawing->before;
    each_board(number, drawing)
    {
        size_t count, old_count;
        const PictureItem *items = items_at(drawing, number, x, y, &count);
        const PictureItem *old = items_at(&before, number, x, y, &old_count);
        if (count != old_count)
            return true;
        for (size_t i = 0; i < count; i++)
            if (strcmp(items[i].content, old[i].content) != 0)
                return true;
    }
    return false;
}

static Glyph item_glyph(const Drawing *drawing, size_t number,
                        const PictureItem *item)
{
    const BoardContent *content =
        find_content(&drawing->board->boards[number], item->content);
    if (item->is_empty)
        return (Glyph){"", empty_glyph, FAINT};
    return content ? glyph_of(content) : (Glyph){"", item->content, NULL};
}

/* Whether nothing at all is to be drawn in a cell: it is none. */
static bool is_no_cell(const Drawing *drawing, size_t x, size_t y)
{
    const BoardFeature *layout = drawing->layout;
    for (size_t i = 0; i < layout->cell_count; i++)
        if (layout->cells[i].x == x && layout->cells[i].y == y)
            return false;
    return layout->cells || layout->empty;
}

/* Draws what stands in a cell, or measures it if BLOCK is NULL. */
static size_t draw_cell(const Drawing *drawing, size_t x, size_t y,
                        Block *block)
{
    size_t width = 0, empties = 0;
    each_board(number, drawing)
    {
        size_t count;
        const PictureItem *items = items_at(drawing, number, x, y, &count);
        for (size_t i = 0; i < count; i++) {
            Glyph glyph = item_glyph(drawing, number, &items[i]);
            bool is_bare = items[i].is_empty && count == 1;
            empties += is_bare;
            if (is_bare || width >= MAX_CELL)
                continue;
            if (block)
                block_add(block, glyph.glyph, MAX_CELL - width, glyph.style);
            width += name_width(glyph.glyph, MAX_CELL - width);
        }
    }
    if (block && !width && (empties || !is_no_cell(drawing, x, y)))
        block_add(block, empty_glyph, 1, FAINT);
    return width ? width : 1;
}

const char *axis_value(const BoardFeature *board, size_t axis, size_t index)
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
static void measure_cells(Drawing *drawing)
{
    size_t label = label_width(drawing->layout, 0);
    drawing->cell_width = label > 1 ? label : 1;
    each_board(number, drawing) for (size_t i = 0;
                                     i < drawing->picture->counts[number]; i++)
    {
        const PictureItem *item = &drawing->picture->items[number][i];
        size_t cell = draw_cell(drawing, item->x, item->y, NULL);
        if (cell > drawing->cell_width)
            drawing->cell_width = cell;
    }
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
    draw_cell(drawing, x, y, block);
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

void draw_grid(Drawing *drawing, size_t width)
{
    measure_cells(drawing);
    for (size_t first = 0, end; first < board_width(drawing->layout);
         first = end) {
        end = band_end(drawing, first, width);
        if (first)
            block_line(drawing->block);
        draw_band(drawing, first, end);
    }
}
