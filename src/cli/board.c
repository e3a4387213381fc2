/* board.c - positions as people draw them
 *
 * Rows are what stands first, columns what stands second; but where the first
 * are letters and the second numbers, as on a chess board, it is the other way
 * round and the highest number stands on top.
 */
#include "cli/board.h"

#include "base/memory.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, MIN_CELLS = 4, MAX_LINES = 64 };

/* A feature taken apart: its symbol and three arguments; no symbol if it has
 * not that many. */
typedef struct {
    char *parts[PARTS];
    bool shown;
} Cell;

typedef VEC(const char *) Names;

/* p(a,f(b,c),d) has three arguments. */
static Cell take_apart(const char *feature)
{
    Cell cell = {{NULL}, false};
    size_t part = 0, depth = 0;
    const char *start = feature;
    bool quoted = false, good = true;
    for (const char *c = feature; *c; c++) {
        quoted ^= *c == '\'';
        depth += !quoted && *c == '(';
        depth -= !quoted && *c == ')';
        bool ends = !quoted && ((depth == 1 && (*c == '(' || *c == ',')) ||
                                (depth == 0 && *c == ')'));
        if (!ends)
            continue;
        if (part < PARTS)
            cell.parts[part] = memory_strndup(start, (size_t)(c - start));
        part++;
        start = c + 1;
    }
    good = part == PARTS;
    for (size_t i = 0; i < PARTS && !good; i++) {
        free(cell.parts[i]);
        cell.parts[i] = NULL;
    }
    return cell;
}

static int by_name(const void *left, const void *right)
{
    return compare_names(*(const char *const *)left,
                         *(const char *const *)right);
}

static bool same_board(const Cell *left, const Cell *right)
{
    return left->parts[0] && right->parts[0] &&
           strcmp(left->parts[0], right->parts[0]) == 0;
}

/* The different coordinates in argument ARGUMENT of the board of MODEL. */
static Names coordinates(const Cell *cells, size_t count, const Cell *model,
                         size_t argument)
{
    Names names = {0};
    for (size_t i = 0; i < count; i++)
        if (same_board(&cells[i], model))
            vec_push(&names, cells[i].parts[argument]);
    names.count =
        sort_unique(names.items, names.count, sizeof *names.items, by_name);
    return names;
}

static const Cell *cell_at(const Cell *cells, size_t count, const Cell *model,
                           const char *first, const char *second)
{
    const Cell *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (same_board(&cells[i], model) &&
            strcmp(cells[i].parts[1], first) == 0 &&
            strcmp(cells[i].parts[2], second) == 0) {
            if (found)
                return NULL; /* two contents: this is no board */
            found = &cells[i];
        }
    return found;
}

static bool is_letter(const char *name)
{
    return ascii_is_letter(name[0]) && !name[1];
}

static const char *content_of(const Cell *cell)
{
    static const char *const blanks[] = {"b", "blank", "empty", "e"};
    if (!cell)
        return " ";
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (strcmp(cell->parts[3], blanks[i]) == 0)
            return ".";
    return cell->parts[3];
}

typedef struct {
    const Cell *cells, *model;
    size_t count;
    Names rows, columns;
    bool across; /* the first argument is the column */
} Board;

static const Cell *board_cell(const Board *board, size_t row, size_t column)
{
    const char *r = board->rows.items[row], *c = board->columns.items[column];
    return board->across
               ? cell_at(board->cells, board->count, board->model, c, r)
               : cell_at(board->cells, board->count, board->model, r, c);
}

static size_t widest(const Board *board)
{
    size_t width = 1;
    for (size_t i = 0; i < board->columns.count; i++)
        if (strlen(board->columns.items[i]) > width)
            width = strlen(board->columns.items[i]);
    for (size_t i = 0; i < board->count; i++)
        if (same_board(&board->cells[i], board->model) &&
            strlen(content_of(&board->cells[i])) > width)
            width = strlen(content_of(&board->cells[i]));
    return width;
}

static void print_lines(const Board *board, const char *indent)
{
    int width = (int)widest(board);
    size_t margin = 1;
    for (size_t i = 0; i < board->rows.count; i++)
        if (strlen(board->rows.items[i]) > margin)
            margin = strlen(board->rows.items[i]);
    for (size_t r = 0; r < board->rows.count; r++) {
        size_t row = board->across ? board->rows.count - 1 - r : r;
        printf("%s%*s ", indent, (int)margin, board->rows.items[row]);
        for (size_t c = 0; c < board->columns.count; c++)
            printf(" %-*s", width, content_of(board_cell(board, row, c)));
        putchar('\n');
    }
    printf("%s%*s ", indent, (int)margin, "");
    for (size_t c = 0; c < board->columns.count; c++)
        printf(" %-*s", width, board->columns.items[c]);
    printf("  %s\n", board->model->parts[0]);
}

/* Draws the board that MODEL is of, if it is one. */
static bool draw(Cell *cells, size_t count, const Cell *model,
                 const char *indent)
{
    Names first = coordinates(cells, count, model, 1);
    Names second = coordinates(cells, count, model, 2);
    bool across =
        is_letter(first.items[0]) && ascii_is_digit(second.items[0][0]);
    Board board = {
        cells, model, count, across ? second : first, across ? first : second,
        across};
    size_t number = 0;
    bool good = first.count > 1 && second.count > 1 &&
                first.count <= MAX_LINES && second.count <= MAX_LINES;
    for (size_t i = 0; i < count && good; i++)
        if (same_board(&cells[i], model)) {
            good = cell_at(cells, count, model, cells[i].parts[1],
                           cells[i].parts[2]);
            number++;
        }
    good = good && number >= MIN_CELLS;
    if (good)
        print_lines(&board, indent);
    for (size_t i = 0; i < count && good; i++)
        cells[i].shown = cells[i].shown || same_board(&cells[i], model);
    vec_free(&first);
    vec_free(&second);
    return good;
}

static void print_rest(const char *const *features, const Cell *cells,
                       size_t count, const char *indent)
{
    size_t column = 0;
    for (size_t i = 0; i < count; i++) {
        if (cells[i].shown)
            continue;
        size_t length = strlen(features[i]) + 1;
        if (!column || column + length > 78) {
            printf(column ? "\n%s" : "%s", indent);
            column = strlen(indent);
        } else {
            putchar(' ');
        }
        fputs(features[i], stdout);
        column += length;
    }
    if (column)
        putchar('\n');
}

void print_board(const char *const *features, size_t count, const char *indent)
{
    Cell *cells = memory_zeroed(count + 1, sizeof *cells);
    for (size_t i = 0; i < count; i++)
        cells[i] = take_apart(features[i]);
    for (size_t i = 0; i < count; i++) {
        bool first = cells[i].parts[0] && !cells[i].shown;
        for (size_t k = 0; k < i && first; k++)
            first = !same_board(&cells[k], &cells[i]);
        if (first)
            draw(cells, count, &cells[i], indent);
    }
    print_rest(features, cells, count, indent);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < PARTS; k++)
            free(cells[i].parts[k]);
    free(cells);
}
