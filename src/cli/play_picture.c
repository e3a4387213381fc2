/* play_picture.c - plays as data for pictures: positions and what changes
 *
 * In:   the steps of a play
 * Out:  JSON: the first position, then for each step the cells and features
 *       that changed
 * Next: cli/answer_page.c
 *
 * The interpreter plays them, so that nothing is drawn that did not happen.
 */
#include "cli/play_picture.h"

#include "base/budget.h"
#include "base/memory.h"
#include "play/play_json.h"

#include <stdlib.h>
#include <string.h>

/* In milliseconds. The time of the command may be over: the page is written all
 * the same, but soon if somebody waits for the end. */
enum { REPLAY_MS = 5000, REPLAY_MS_AT_END = 300 };

Pictures pictures_new(ZermeloGame *game, Drawing *drawing)
{
    bool is_awaited = interrupted == INTERRUPTED;
    return (Pictures){.game = game,
                      .board = drawing_board(drawing),
                      .beside = json_object(),
                      .seconds_left =
                          (is_awaited ? REPLAY_MS_AT_END : REPLAY_MS) / 1000.0};
}

void pictures_free(Pictures *pictures)
{
    json_decref(pictures->beside);
}

json_t *pictures_layout(const Pictures *pictures)
{
    json_t *layout = json_take(zermelo_board_json(pictures->board));
    return layout ? layout
                  : json_pack("{s:[],s:[],s:[]}", "boards", "moves", "beside");
}

json_t *pictures_of(Pictures *pictures, const json_t *features)
{
    Arena *arena = arena_new();
    Texts texts = json_strings(arena, features);
    json_t *picture = json_take(
        zermelo_board_picture(pictures->board, texts.items, texts.count));
    arena_free(arena);
    json_t *boards = json_array(), *cells, *cell, *feature;
    size_t i, k;
    json_array_foreach (json_object_get(picture, "beside"), i, feature)
        json_put(pictures->beside, json_string_value(feature), json_true());
    json_array_foreach (json_object_get(picture, "boards"), i, cells) {
        json_t *board = json_object();
        json_array_foreach (cells, k, cell) {
            char key[48];
            snprintf(key, sizeof key, "%lld,%lld",
                     json_integer_value(json_array_get(cell, 0)),
                     json_integer_value(json_array_get(cell, 1)));
            json_array_remove(cell, 0);
            json_array_remove(cell, 0);
            json_object_set(board, key, cell);
        }
        json_add(boards, board);
    }
    json_decref(picture);
    return boards;
}

/* A position: its boards, and its features as the keys of an object. */
typedef struct {
    json_t *boards, *features;
} Shown;

static Shown shown_position(Pictures *pictures, const ZermeloPlay *play)
{
    json_t *features = features_json(play), *feature;
    size_t i;
    Shown shown = {pictures_of(pictures, features), json_object()};
    json_array_foreach (features, i, feature)
        json_put(shown.features, json_string_value(feature), json_true());
    json_decref(features);
    return shown;
}

static void shown_free(Shown shown)
{
    json_decref(shown.boards);
    json_decref(shown.features);
}

/* What NEW has and OLD has not, or not the same. */
static json_t *added(json_t *old, json_t *new)
{
    json_t *difference = json_object(), *value;
    const char *key;
    json_object_foreach (new, key, value)
        if (!json_equal(json_object_get(old, key), value))
            json_object_set(difference, key, value);
    return difference;
}

static json_t *keys_of(json_t *object)
{
    json_t *keys = json_array(), *value;
    const char *key;
    json_object_foreach (object, key, value)
        json_add(keys, json_string(key));
    json_decref(object);
    return keys;
}

/* The cells that are not as they were; null where nothing is left. */
static json_t *changed_boards(const Shown *old, const Shown *new)
{
    json_t *boards = json_array(), *before, *value;
    const char *key;
    size_t i;
    json_array_foreach (old->boards, i, before) {
        json_t *after = json_array_get(new->boards, i);
        json_t *changed = added(before, after);
        json_object_foreach (before, key, value)
            if (!json_object_get(after, key))
                json_put(changed, key, json_null());
        json_add(boards, changed);
    }
    return boards;
}

json_t *payoff_json(const ZermeloPlay *play, size_t role)
{
    json_t *goals = goals_json(play, role), *only = json_array_get(goals, 0);
    size_t count = json_array_size(goals);
    if (count > 1)
        return goals;
    json_t *payoff = json_if(count, json_incref(only));
    json_decref(goals);
    return payoff;
}

/* The step that was made last, by which OLD became NEW. */
static json_t *step_json(const ZermeloPlay *play, const Shown *old,
                         const Shown *new)
{
    json_t *sees = json_array();
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        json_add(sees, percepts_json(play, i));
    return JSON_OBJECT({"boards", changed_boards(old, new)},
                       {"minus", keys_of(added(new->features, old->features))},
                       {"plus", keys_of(added(old->features, new->features))},
                       {"sees", sees});
}

/* Makes the first step of *MOVES, which moves on behind it (no symbol has a
 * semicolon). False at the end, or after adding to DRAWN why it cannot. */
static bool make_step(ZermeloPlay *play, const char **moves, json_t *drawn)
{
    size_t length = strcspn(*moves, ";");
    char *step = memory_strndup(*moves, length), *why = NULL;
    bool is_there = length,
         is_made = is_there && zermelo_play_moves(play, step, &why);
    *moves += length + ((*moves)[length] == ';');
    if (is_there && !is_made)
        json_put(drawn, "stopped",
                 json_text(zermelo_play_failure(play)
                               ? zermelo_play_failure(play)
                               : zermelo_play_fault(play)));
    free_all(step, why);
    return is_made;
}

static json_t *draw(Pictures *pictures, ZermeloPlay *play, const char *moves)
{
    Shown shown = shown_position(pictures, play);
    json_t *made = json_array(), *steps = json_array(), *goals = json_array();
    json_t *start =
        JSON_OBJECT({"boards", json_incref(shown.boards)},
                    {"features", keys_of(json_incref(shown.features))});
    json_t *drawn =
        JSON_OBJECT({"moves", made}, {"start", start}, {"steps", steps});
    while (make_step(play, &moves, drawn)) {
        Shown next = shown_position(pictures, play);
        json_add(made, joint_move_json(play, zermelo_play_length(play) - 1));
        json_add(steps, step_json(play, &shown, &next));
        shown_free(shown);
        shown = next;
    }
    shown_free(shown);
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        json_add(goals, payoff_json(play, i));
    json_put(drawn, "goals", goals);
    json_put(drawn, "terminal", json_boolean(zermelo_play_terminal(play)));
    return drawn;
}

json_t *pictures_play(Pictures *pictures, const char *moves,
                      const char *formula, json_t **rows)
{
    const ZermeloLimits limits = {.seconds = pictures->seconds_left};
    const char *why;
    double begun = clock_now();
    ZermeloPlay *play = limits.seconds > 0
                            ? zermelo_play_new(pictures->game, &limits, &why)
                            : NULL;
    if (!play)
        return NULL;
    json_t *drawn = draw(pictures, play, moves);
    if (formula)
        *rows = json_take(zermelo_play_truth(play, formula, NULL));
    zermelo_play_free(play);
    pictures->seconds_left -= clock_now() - begun;
    return drawn;
}
