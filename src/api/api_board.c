/* api_board.c - how positions are drawn, for zermelo.h
 *
 * In:   a game
 * Out:  the layout of its boards, and positions drawn on them
 */
#include "api/call.h"

#include "board/board.h"
#include "board/survey.h"

/* Of grounding: beyond that, boards come from domains. */
static const double max_ground_seconds = 4;
enum { MAX_GROUND_FACTS = 1000000 };

struct ZermeloBoard {
    Heap *heap;
    Board *board;
};

ZermeloBoard *zermelo_board_new(ZermeloGame *game, const ZermeloLimits *limits)
{
    const NetOptions options = {.max_facts = MAX_GROUND_FACTS};
    NEW_HANDLE(ZermeloBoard, handle, game, limits, NULL);
    Budget budget = budget_of(limits);
    Budget ground = budget_within(&budget, max_ground_seconds);
    const Net *net = NULL;
    if (!game->net)
        net = net_new_with(game->game, &options, &ground, reason);
    handle->board =
        board_new(game->game, game->net ? game->net->net : net, &budget);
    net_free(net);
    return handle;
}

static void release_board(ZermeloBoard *board)
{
    board_free(board->board);
}

FREE_FUNCTION(zermelo_board_free, ZermeloBoard, release_board)

/* Whether BOARD can draw these. */
static bool can_draw(const ZermeloBoard *board, const char *const *features,
                     size_t count)
{
    if (!is_alive(board) || (count && !features) || count > MAX_ARGUMENT_COUNT)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!features[i])
            return false;
    return true;
}

char *zermelo_board_json(const ZermeloBoard *board)
{
    if (!is_alive(board))
        return NULL;
    ENTER_SCRATCH(board, NULL);
    return give_json(board_layout_json(board->board));
}

char *zermelo_board_picture(const ZermeloBoard *board,
                            const char *const *features, size_t count)
{
    if (!can_draw(board, features, count))
        return NULL;
    ENTER_SCRATCH(board, NULL);
    Arena *arena = arena_new();
    Picture picture =
        board_picture(board->board, (Texts){features, count}, arena);
    json_t *json = board_picture_json(board->board, &picture);
    arena_free(arena);
    return give_json(json);
}

char *zermelo_board_step(const ZermeloBoard *board, const char *const *before,
                         size_t before_count, const char *const *features,
                         size_t count, size_t width, bool colour)
{
    if (!can_draw(board, before, before_count) ||
        !can_draw(board, features, count))
        return NULL;
    ENTER_SCRATCH(board, NULL);
    Text text = {0};
    board_draw(&text, board->board, (Texts){before, before_count},
               (Texts){features, count}, width, colour);
    return give_text(&text);
}
