/* board.h - how the positions of a game are drawn
 *
 * A Board says which features are boards, which of their arguments are
 * coordinates, in which order, and what can stand in a cell. It consists of
 * strings only: once it is made it needs no game, and never changes, so that
 * threads may share it.
 */
#ifndef ZERMELO_BOARD_BOARD_H
#define ZERMELO_BOARD_BOARD_H

#include "base/arena.h"
#include "base/budget.h"
#include "base/json.h"
#include "ground/net.h"

enum {
    MAX_AXES = 4,    /* x, y, and the outer x and y of a board of boards */
    MAX_PLACES = 16, /* arguments of a feature that may be a board */
};

/* A coordinate: argument PLACE, from 0, with its values in drawing order. */
typedef struct {
    size_t place;
    Texts values;
} BoardAxis;

typedef enum { SHAPE_GRID, SHAPE_HEX, SHAPE_LINE, SHAPE_STACK } BoardShape;

/* What can stand in a cell. NAME is the text of the arguments, separated by
 * commas, or the symbol of the feature if all arguments are coordinates. */
typedef struct {
    const char *name;
    const char *form;   /* how it looks: disc-light, x, chess-king-dark, text */
    const char *letter; /* short, different for each */
} BoardContent;

/* A value of an argument that holds both coordinates. */
typedef struct {
    const char *name;
    size_t x, y;
} BoardCell;

int board_compare_cells(const void *left, const void *right); /* by name */

/* The features of one symbol. A line and a stack have one axis; things are on
 * the places of a stack, or on each other: on(thing,place). */
typedef struct {
    const char *symbol; /* as it is printed */
    size_t arity;
    BoardShape shape;
    size_t picture; /* boards on the same cells have the same number */
    BoardAxis axes[MAX_AXES];
    size_t axis_count;
    size_t content[MAX_PLACES]; /* the other places */
    size_t content_count;
    const char *empty; /* a content that means "nothing there", or NULL */
    bool proved;       /* that a cell has at most one content */
    const BoardContent *contents;
    size_t kind_count;      /* of contents, the empty one not among them */
    const BoardCell *cells; /* sorted, or NULL: both axes have one place */
    size_t cell_count;
} BoardFeature;

/* The argument places of a move that are coordinates of cells, by axis. */
typedef struct {
    const char *move; /* "move/4" */
    size_t board;
    size_t (*cells)[MAX_AXES];
    size_t cell_count;
} BoardMove;

typedef struct {
    Arena *arena;
    const BoardFeature *boards;
    size_t board_count;
    const BoardMove *moves;
    size_t move_count;
    Texts beside; /* features on no board, "control/1" */
} Board;

/* How many values an axis has, 1 if there is none; columns and rows of the
 * whole drawing. */
size_t board_axis_size(const BoardFeature *board, size_t axis);
size_t board_width(const BoardFeature *board);
size_t board_height(const BoardFeature *board);

/* The layout, as zermelo.h says (zermelo_board_json). */
json_t *board_layout_json(const Board *board);

/* ---- board_picture.c: a position on its boards ---- */

typedef struct {
    size_t x, y;
    const char *content;
    bool is_empty; /* it is the content that means an empty cell */
} PictureItem;

typedef struct {
    PictureItem **items; /* by board, sorted by cell */
    size_t *counts;
    Texts beside; /* features that are on no board */
} Picture;

/* The parts of p(a,f(b,c),d): the symbol, then the arguments. In ARENA. */
Texts split_feature(const char *feature, Arena *arena);

/* In ARENA, which the features outlive. */
Picture board_picture(const Board *board, Texts features, Arena *arena);
json_t *board_picture_json(const Board *board, const Picture *picture);

/* ---- board_text.c ---- */

/* The position as lines of text of at most WIDTH columns, if that is possible;
 * cells that are not as they were BEFORE are marked; colour repeats what forms
 * say. */
void board_draw(Text *out, const Board *board, Texts before, Texts features,
                size_t width, bool with_colour);

/* ---- which features of a game are boards ---- */

/* NET is that of the game, or NULL if it could not be grounded. Nothing of
 * either is needed later. */
Board *board_new(const Game *game, const Net *net, const Budget *budget);
void board_free(Board *board);

#endif
