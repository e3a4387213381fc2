/* board_picture.c - the layout of boards as JSON, and a position on its boards
 *
 * In:   a Board, and the features that hold, as text
 * Out:  what `zermelo info --board --json` has, as zermelo.h describes; by
 *       board which content stands in which cell; what is on no board
 *
 * Nothing is lost: a feature whose coordinates are not on the axes is listed
 * beside, and a cell that has two contents has two items.
 */
#include "board/board.h"

#include "base/sort.h"
#include "base/vec.h"

/* ---- the layout ---- */

static const char *const shape_names[] = {
    [SHAPE_GRID] = "grid",
    [SHAPE_HEX] = "hex",
    [SHAPE_LINE] = "line",
    [SHAPE_STACK] = "stack",
};

size_t board_axis_size(const BoardFeature *board, size_t axis)
{
    return axis < board->axis_count ? board->axes[axis].values.count : 1;
}

size_t board_width(const BoardFeature *board)
{
    return board_axis_size(board, 0) * board_axis_size(board, 2);
}

size_t board_height(const BoardFeature *board)
{
    return board_axis_size(board, 1) * board_axis_size(board, 3);
}

static json_t *axes_json(const BoardFeature *board)
{
    json_t *axes = json_array();
    for (size_t i = 0; i < board->axis_count; i++)
        json_add(axes,
                 JSON_OBJECT({"place", json_count(board->axes[i].place + 1)},
                             {"values", json_texts(board->axes[i].values)}));
    return axes;
}

static json_t *places_json(const size_t *places, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_add(list, json_count(places[i] + 1));
    return list;
}

static json_t *contents_json(const BoardFeature *board)
{
    json_t *contents = json_array();
    for (size_t i = 0; i < board->kind_count; i++) {
        const BoardContent *content = &board->contents[i];
        json_add(contents, JSON_OBJECT({"name", json_text(content->name)},
                                       {"form", json_text(content->form)},
                                       {"letter", json_text(content->letter)}));
    }
    return contents;
}

static json_t *cell_json(size_t x, size_t y)
{
    return json_pack("[I,I]", (json_int_t)x, (json_int_t)y);
}

static json_t *cells_json(const BoardFeature *board)
{
    json_t *cells = json_object();
    for (size_t i = 0; i < board->cell_count; i++)
        json_put(cells, board->cells[i].name,
                 cell_json(board->cells[i].x, board->cells[i].y));
    return cells;
}

static json_t *feature_json(const BoardFeature *board)
{
    Text name = {0};
    text_addf(&name, "%s/%zu", board->symbol, board->arity);
    json_t *json = JSON_OBJECT(
        {"feature", json_text(name.bytes)}, {"axes", axes_json(board)},
        {"content", places_json(board->content, board->content_count)},
        {"empty", json_text(board->empty)},
        {"shape", json_text(shape_names[board->shape])},
        {"proved", json_boolean(board->proved)},
        {"picture", json_count(board->picture)},
        {"contents", contents_json(board)});
    if (board->cells)
        json_put(json, "cells", cells_json(board));
    text_free(&name);
    return json;
}

static json_t *move_json(const Board *board, const BoardMove *move)
{
    json_t *cells = json_array();
    for (size_t i = 0; i < move->cell_count; i++)
        json_add(cells, places_json(move->cells[i],
                                    board->boards[move->board].axis_count));
    return JSON_OBJECT({"move", json_text(move->move)},
                       {"board", json_count(move->board)}, {"cells", cells});
}

json_t *board_layout_json(const Board *board)
{
    json_t *boards = json_array(), *moves = json_array();
    for (size_t i = 0; i < board->board_count; i++)
        json_add(boards, feature_json(&board->boards[i]));
    for (size_t i = 0; i < board->move_count; i++)
        json_add(moves, move_json(board, &board->moves[i]));
    return JSON_OBJECT({"boards", boards}, {"moves", moves},
                       {"beside", json_texts(board->beside)});
}

/* ---- pictures ---- */

Texts split_feature(const char *feature, Arena *arena)
{
    VEC(const char *) parts = {0};
    size_t depth = 0;
    const char *start = feature;
    bool is_quoted = false;
    for (const char *c = feature; *c; c++) {
        is_quoted ^= *c == '\'';
        if (is_quoted)
            continue;
        depth += *c == '(';
        if (depth == 1 && strchr("(,)", *c)) {
            vec_push(&parts, arena_string(arena, start, (size_t)(c - start)));
            start = c + 1;
        }
        depth -= *c == ')';
    }
    if (!parts.count)
        vec_push(&parts, feature);
    size_t count = parts.count;
    return (Texts){vec_finish(&parts, arena), count};
}

int board_compare_cells(const void *left, const void *right)
{
    return strcmp(((const BoardCell *)left)->name,
                  ((const BoardCell *)right)->name);
}

/* The cell that ARGUMENTS are about; false if it is not on the board. */
static bool locate(const BoardFeature *board, const char *const *arguments,
                   PictureItem *item)
{
    size_t at[MAX_AXES] = {0};
    if (board->cells) {
        BoardCell wanted = {.name = arguments[board->axes[0].place]};
        size_t found = sort_find(board->cells, board->cell_count, sizeof wanted,
                                 &wanted, board_compare_cells);
        if (found < board->cell_count) {
            item->x = board->cells[found].x;
            item->y = board->cells[found].y;
        }
        return found < board->cell_count;
    }
    for (size_t i = 0; i < board->axis_count; i++) {
        const BoardAxis *axis = &board->axes[i];
        while (at[i] < axis->values.count &&
               strcmp(axis->values.items[at[i]], arguments[axis->place]) != 0)
            at[i]++;
        if (at[i] == axis->values.count)
            return false;
    }
    item->x = at[0] + at[2] * board->axes[0].values.count;
    item->y = at[1] + at[3] * board->axes[1].values.count;
    return true;
}

static const char *content_name(const BoardFeature *board,
                                const char *const *arguments, Arena *arena)
{
    if (!board->content_count)
        return board->symbol;
    const char *name = arguments[board->content[0]];
    for (size_t i = 1; i < board->content_count; i++)
        name = arena_printf(arena, "%s,%s", name, arguments[board->content[i]]);
    return name;
}

static int compare_items(const void *left, const void *right)
{
    const PictureItem *a = left, *b = right;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return compare_names(a->content, b->content);
}

typedef VEC(PictureItem) PictureItems;

/* Puts a feature on its board; false if it has none. */
static bool place_feature(const Board *board, Texts parts, PictureItems *items,
                          Arena *arena)
{
    for (size_t i = 0; i < board->board_count; i++) {
        const BoardFeature *feature = &board->boards[i];
        PictureItem item;
        if (feature->arity + 1 != parts.count ||
            strcmp(feature->symbol, parts.items[0]) != 0 ||
            !locate(feature, parts.items + 1, &item))
            continue;
        item.content = content_name(feature, parts.items + 1, arena);
        item.is_empty =
            feature->empty && strcmp(item.content, feature->empty) == 0;
        vec_push(&items[i], item);
        return true;
    }
    return false;
}

Picture board_picture(const Board *board, Texts features, Arena *arena)
{
    PictureItems *items = arena_array(arena, PictureItems, board->board_count);
    VEC(const char *) beside = {0};
    for (size_t i = 0; i < features.count; i++)
        if (!place_feature(board, split_feature(features.items[i], arena),
                           items, arena))
            vec_push(&beside, features.items[i]);
    Picture picture = {
        .items = arena_array(arena, PictureItem *, board->board_count),
        .counts = arena_array(arena, size_t, board->board_count),
    };
    for (size_t i = 0; i < board->board_count; i++) {
        picture.counts[i] = items[i].count;
        picture.items[i] = vec_finish(&items[i], arena);
        sort_items(picture.items[i], picture.counts[i], sizeof(PictureItem),
                   compare_items);
    }
    picture.beside.count = beside.count;
    picture.beside.items = vec_finish(&beside, arena);
    return picture;
}

static json_t *items_json(const PictureItem *items, size_t count)
{
    json_t *cells = json_array(), *cell = NULL;
    const PictureItem *last = NULL;
    for (const PictureItem *item = items; item < items + count; item++) {
        if (item->is_empty)
            continue;
        if (!last || item->x != last->x || item->y != last->y) {
            cell = cell_json(item->x, item->y);
            json_add(cells, cell);
        }
        json_add(cell, json_text(item->content));
        last = item;
    }
    return cells;
}

json_t *board_picture_json(const Board *board, const Picture *picture)
{
    json_t *boards = json_array();
    for (size_t i = 0; i < board->board_count; i++)
        json_add(boards, items_json(picture->items[i], picture->counts[i]));
    return JSON_OBJECT({"boards", boards},
                       {"beside", json_texts(picture->beside)});
}
