/* board_layout.c - the layout of boards as JSON
 *
 * In:   a Board
 * Out:  what `zermelo info --board --json` has, as zermelo.h describes
 */
#include "board/board.h"

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

static json_t *cells_json(const BoardFeature *board)
{
    json_t *cells = json_object();
    for (size_t i = 0; i < board->cell_count; i++) {
        json_t *place = json_array();
        json_add(place, json_count(board->cells[i].x));
        json_add(place, json_count(board->cells[i].y));
        json_put(cells, board->cells[i].name, place);
    }
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
