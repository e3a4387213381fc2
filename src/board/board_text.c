/* board_text.c - a position as lines of text
 *
 * In:   a Board, and the features that hold
 * Out:  boards with a key to their forms, then what is on no board
 *
 * Boards on the same cells are drawn into one picture, and pictures side by
 * side where they fit. Start reading at board_draw(), at the end.
 */
#include "board/draw.h"

enum { MIN_WIDTH = 20 };

typedef VEC(Block) Blocks;

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
                       .before = before,
                       .first = first,
                       .layout = &board->boards[first],
                       .block = &block};
    draw_title(&drawing);
    if (drawing.layout->shape == SHAPE_STACK) {
        draw_stacks(&drawing);
    } else {
        draw_grid(&drawing, width);
        draw_key(&drawing, width);
    }
    return block;
}

/* ---- what is on no board ---- */

/* The length of the symbol of a feature; *HAS_ARGUMENTS if it has some. */
static size_t symbol_length(const char *feature, bool *has_arguments)
{
    bool is_quoted = false;
    size_t length = 0;
    for (; feature[length]; length++) {
        is_quoted ^= feature[length] == '\'';
        if (!is_quoted && feature[length] == '(')
            break;
    }
    *has_arguments = feature[length];
    return length;
}

/* Adds what is between the outer parentheses, with blanks between arguments. */
static void add_arguments(Text *word, const char *arguments)
{
    size_t depth = 0;
    bool is_quoted = false;
    for (const char *c = arguments + 1; c[0] && c[1]; c++) {
        is_quoted ^= *c == '\'';
        depth += !is_quoted && *c == '(';
        depth -= !is_quoted && *c == ')';
        text_addc(word, *c == ',' && !depth && !is_quoted ? ' ' : *c);
    }
}

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
static void draw_beside(Block *block, Texts features, size_t width)
{
    enum { GAP = 3, INDENT = 2 };
    const char *last = "";
    size_t last_length = 0;
    Text word = {0};
    for (size_t i = 0; i < features.count; i++) {
        bool has_arguments;
        const char *feature = features.items[i];
        size_t length = symbol_length(feature, &has_arguments);
        bool is_same = has_arguments && length == last_length &&
                       strncmp(feature, last, length) == 0;
        word.length = 0;
        if (!is_same)
            text_add(&word, feature, length);
        if (!is_same && has_arguments)
            text_adds(&word, ": ");
        if (has_arguments)
            add_arguments(&word, feature + length);
        if (i == 0)
            block_line(block);
        else if (is_same)
            block_add(block, ",", 1, NULL);
        /* a comma may follow */
        if (i && !wrap_for(block, text_string(&word), GAP, width - 1))
            block_add(block, is_same ? " " : "   ", GAP, NULL);
        block_add(block, text_string(&word), width - INDENT, NULL);
        last = feature;
        last_length = length;
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
    width = width < MIN_WIDTH ? MIN_WIDTH : width;
    for (size_t i = 0; i < board->board_count; i++)
        if (i == board->boards[i].picture)
            vec_push(&blocks, draw_picture(board, &picture, &old, i, width,
                                           with_colour));
    blocks_print(out, blocks.items, blocks.count, width);
    Block beside = {.with_colour = with_colour};
    draw_beside(&beside, picture.beside, width);
    blocks_print(out, &beside, beside.lines.count > 0, width);
    for (size_t i = 0; i < blocks.count; i++)
        block_free(&blocks.items[i]);
    block_free(&beside);
    vec_free(&blocks);
    arena_free(arena);
}
