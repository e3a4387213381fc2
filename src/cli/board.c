/* board.c - positions as people draw them
 *
 * A feature with two coordinates and a content, cell(1,1,x), is a board: one
 * line a row. What fits into no board is listed.
 *
 * Rows are the first coordinates, columns the second; but where the first are
 * letters and the second numbers, as on a chess board, it is the other way
 * round and the highest number is on top. Start reading at print_board(), at
 * the end.
 */
#include "cli/formula_commands.h"

#include "base/arena.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "play/human.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The parts of cell(1,2,x). */
enum { SYMBOL, FIRST, SECOND, CONTENT, PART_COUNT };

enum { MIN_CELLS = 4, MAX_SIDE = 64, LINE_WIDTH = 77 };

static const char line_start[] = "           ";

/* A feature; without parts if it has not three arguments. */
typedef struct {
    const char *parts[PART_COUNT];
    bool was_tried, is_drawn; /* as part of a board */
} BoardCell;

typedef VEC(const char *) Coordinates;

/* The features of one symbol. */
typedef struct {
    VEC(BoardCell *) cells;
    size_t row_part, column_part;
    Coordinates rows, columns;
} Board;

/* p(a,f(b,c),d) has three arguments. */
static BoardCell split_feature(Arena *arena, const char *feature)
{
    BoardCell cell = {0};
    size_t part = 0, depth = 0;
    const char *start = feature;
    bool is_quoted = false;
    for (const char *c = feature; *c; c++) {
        is_quoted ^= *c == '\'';
        depth += !is_quoted && *c == '(';
        depth -= !is_quoted && *c == ')';
        bool ends = !is_quoted && ((depth == 1 && (*c == '(' || *c == ',')) ||
                                   (depth == 0 && *c == ')'));
        if (!ends)
            continue;
        if (part < PART_COUNT)
            cell.parts[part] = arena_string(arena, start, (size_t)(c - start));
        part++;
        start = c + 1;
    }
    return part == PART_COUNT ? cell : (BoardCell){0};
}

static int compare_coordinates(const void *left, const void *right)
{
    return compare_names(*(const char *const *)left,
                         *(const char *const *)right);
}

/* The different coordinates in one argument. */
static Coordinates distinct_coordinates(const Board *board, size_t part)
{
    Coordinates names = {0};
    for (size_t i = 0; i < board->cells.count; i++)
        vec_push(&names, board->cells.items[i]->parts[part]);
    names.count = sort_unique(names.items, names.count, sizeof *names.items,
                              compare_coordinates);
    return names;
}

/* The only cell there; NULL if there is none, or several contents. */
static const BoardCell *cell_at(const Board *board, const char *row,
                                const char *column)
{
    const BoardCell *only_cell = NULL;
    for (size_t i = 0; i < board->cells.count; i++) {
        const BoardCell *cell = board->cells.items[i];
        if (strcmp(cell->parts[board->row_part], row) != 0 ||
            strcmp(cell->parts[board->column_part], column) != 0)
            continue;
        if (only_cell)
            return NULL;
        only_cell = cell;
    }
    return only_cell;
}

static const char *displayed_content(const BoardCell *cell)
{
    static const char *const blanks[] = {"b", "blank", "empty", "e"};
    if (!cell)
        return " ";
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (strcmp(cell->parts[CONTENT], blanks[i]) == 0)
            return ".";
    return cell->parts[CONTENT];
}

/* ---- one board ---- */

static bool is_board(const Board *board)
{
    bool is_grid = board->rows.count > 1 && board->rows.count <= MAX_SIDE &&
                   board->columns.count > 1 &&
                   board->columns.count <= MAX_SIDE &&
                   board->cells.count >= MIN_CELLS;
    for (size_t i = 0; is_grid && i < board->cells.count; i++) {
        const char *const *parts = board->cells.items[i]->parts;
        is_grid = cell_at(board, parts[board->row_part],
                          parts[board->column_part]) != NULL;
    }
    return is_grid;
}

static void widen_to_fit(size_t *width, const char *text)
{
    if (strlen(text) > *width)
        *width = strlen(text);
}

static void print_rows(const Board *board)
{
    size_t width = 1, margin = 1, row_count = board->rows.count;
    for (size_t i = 0; i < board->columns.count; i++)
        widen_to_fit(&width, board->columns.items[i]);
    for (size_t i = 0; i < board->cells.count; i++)
        widen_to_fit(&width, displayed_content(board->cells.items[i]));
    for (size_t i = 0; i < row_count; i++)
        widen_to_fit(&margin, board->rows.items[i]);
    for (size_t r = 0; r < row_count; r++) {
        const char *row =
            board->rows
                .items[board->row_part == SECOND ? row_count - 1 - r : r];
        printf("%s%*s ", line_start, (int)margin, row);
        for (size_t c = 0; c < board->columns.count; c++)
            printf(" %-*s", (int)width,
                   displayed_content(
                       cell_at(board, row, board->columns.items[c])));
        putchar('\n');
    }
    printf("%s%*s ", line_start, (int)margin, "");
    for (size_t c = 0; c < board->columns.count; c++)
        printf(" %-*s", (int)width, board->columns.items[c]);
    printf("  %s\n", board->cells.items[0]->parts[SYMBOL]);
}

/* Prints those of the COUNT cells that have the symbol of the first, if they
 * are a board, and notes in them that this was tried. */
static void draw_board(BoardCell *cells, size_t count)
{
    Board board = {.row_part = FIRST, .column_part = SECOND};
    assert(count > 0 && cells[0].parts[SYMBOL]);
    for (size_t i = 0; i < count; i++)
        if (cells[i].parts[SYMBOL] &&
            strcmp(cells[i].parts[SYMBOL], cells[0].parts[SYMBOL]) == 0)
            vec_push(&board.cells, &cells[i]);
    Coordinates first = distinct_coordinates(&board, FIRST);
    Coordinates second = distinct_coordinates(&board, SECOND);
    if (ascii_is_letter(first.items[0][0]) && !first.items[0][1] &&
        ascii_is_digit(second.items[0][0])) {
        board.row_part = SECOND;
        board.column_part = FIRST;
    }
    board.rows = board.row_part == FIRST ? first : second;
    board.columns = board.row_part == FIRST ? second : first;
    bool is_drawn = is_board(&board);
    if (is_drawn)
        print_rows(&board);
    for (size_t i = 0; i < board.cells.count; i++) {
        board.cells.items[i]->was_tried = true;
        board.cells.items[i]->is_drawn = is_drawn;
    }
    vec_free_all(&first, &second, &board.cells);
}

/* ---- all features ---- */

static void print_other_features(Texts features, const BoardCell *cells)
{
    int indent = (int)strlen(line_start) - 1, column = 0;
    for (size_t i = 0; i < features.count; i++) {
        if (cells[i].is_drawn)
            continue;
        if (!column)
            column = printf("%*s", indent, "");
        column = print_word(features.items[i], column, indent, LINE_WIDTH);
    }
    if (column)
        putchar('\n');
}

void print_board(Texts features)
{
    Arena *arena = arena_new();
    BoardCell *cells = arena_array(arena, BoardCell, features.count);
    for (size_t i = 0; i < features.count; i++)
        cells[i] = split_feature(arena, features.items[i]);
    for (size_t i = 0; i < features.count; i++)
        if (cells[i].parts[SYMBOL] && !cells[i].was_tried)
            draw_board(&cells[i], features.count - i);
    print_other_features(features, cells);
    arena_free(arena);
}
