/* position.c - where a play stands, and what can be drawn of it
 *
 * In:   joint moves, as the address of a page has them
 * Out:  features, legal moves, goals and pictures of positions, as JSON
 *
 * The play stays where it is: the next question is mostly about the position
 * before or after it.
 */
#include "play/play_json.h"
#include "serve/session.h"

#include <string.h>

enum { MAX_MOVES = 4000 }; /* that are listed for a role */

/* ---- following moves ---- */

/* The end of the first step in MOVES: a semicolon that is not quoted. */
static const char *step_end(const char *moves)
{
    bool is_quoted = false;
    for (; *moves && (is_quoted || *moves != ';'); moves++)
        is_quoted ^= *moves == '\'';
    return moves;
}

/* Takes steps back until COUNT are left. */
static void undo_to(Session *session, size_t count)
{
    while (session->steps.count > count && zermelo_play_undo(session->play))
        memory_free(vec_pop(&session->steps));
}

json_t *session_follow(Session *session, const json_t *question)
{
    const char *moves = text_of(question, "moves"), *why;
    size_t count = 0;
    if (!session->play)
        session->play = zermelo_play_new(session->game, NULL, &why);
    if (!session->play)
        return session_error("play", why);
    for (moves = moves ? moves : ""; *moves; count++) {
        const char *end = step_end(moves);
        char *fault = NULL,
             *step = arena_string(session->arena, moves, (size_t)(end - moves));
        moves = *end ? end + 1 : end;
        if (count < session->steps.count &&
            strcmp(session->steps.items[count], step) == 0)
            continue; /* it is made already */
        undo_to(session, count);
        if (!zermelo_play_moves(session->play, step, &fault)) {
            json_t *error =
                session_error("moves", fault ? fault : ZERMELO_NO_MEMORY);
            memory_free(fault);
            return error;
        }
        vec_push(&session->steps, memory_strdup(step));
    }
    undo_to(session, count);
    return zermelo_play_failure(session->play)
               ? session_error("play", zermelo_play_failure(session->play))
               : NULL;
}

/* ---- drawing ---- */

json_t *session_layout(Session *session)
{
    if (!session->board && !session->is_plain) {
        ZermeloLimits limits = {.seconds = 2};
        session->board = zermelo_board_new(session->game, &limits);
        session->layout = session->board
                              ? json_take(zermelo_board_json(session->board))
                              : NULL;
    }
    return session->layout ? json_incref(session->layout) : json_null();
}

json_t *session_picture(Session *session, const json_t *features)
{
    Texts texts = json_strings(session->arena, features);
    json_decref(session_layout(session));
    json_t *picture = session->board
                          ? json_take(zermelo_board_picture(
                                session->board, texts.items, texts.count))
                          : NULL;
    return picture ? picture : json_null();
}

/* ---- answers ---- */

/* Features and picture of the present position. */
static json_t *present_position(Session *session)
{
    json_t *features = features_json(session->play);
    json_t *picture = session_picture(session, features);
    return JSON_OBJECT({"features", features}, {"picture", picture});
}

/* ---- what a move does to the board ---- */

/* The cell that differs between two pictures, [board, x, y]; NULL if it is not
 * exactly one. */
static json_t *changed_cell(const json_t *before, const json_t *after)
{
    size_t number, i, changes = 0;
    json_t *board, *cell, *found = NULL;
    json_array_foreach (json_object_get(after, "boards"), number, board) {
        json_t *old = json_array_get(json_object_get(before, "boards"), number);
        changes += json_array_size(old) > json_array_size(board);
        size_t k = 0;
        json_array_foreach (board, i, cell) {
            if (json_equal(cell, json_array_get(old, k))) {
                k++;
                continue;
            }
            k += json_array_size(old) == json_array_size(board);
            changes++;
            json_decref(found);
            found = json_pack("[iOO]", (int)number, json_array_get(cell, 0),
                              json_array_get(cell, 1));
        }
    }
    if (changes == 1)
        return found;
    json_decref(found);
    return NULL;
}

/* The cell that differs from PICTURE after CHOICES; the play stays where it is.
 */
static json_t *cell_changed_by(Session *session, const size_t *choices,
                               const json_t *picture)
{
    if (!zermelo_play_step(session->play, choices))
        return NULL;
    json_t *position = present_position(session);
    json_t *cell = changed_cell(picture, json_object_get(position, "picture"));
    json_decref(position);
    zermelo_play_undo(session->play);
    return cell;
}

/* Whether the layout says which cells MOVE speaks of. */
static bool has_cells(const Session *session, const char *move)
{
    size_t i;
    const json_t *entry;
    json_array_foreach (json_object_get(session->layout, "moves"), i, entry) {
        const char *symbol = text_of(entry, "move");
        size_t length = symbol ? strcspn(symbol, "/") : 0;
        if (length && strncmp(symbol, move, length) == 0 &&
            (move[length] == '(' || !move[length]))
            return true;
    }
    return false;
}

/* For moves that the layout has no cells for: {move: [board, x, y]} where a
 * move of ROLE, the only one with a choice, changes one cell. */
static json_t *effects_of(Session *session, size_t role, const json_t *picture)
{
    enum { MAX_TRIED = 64 };
    const ZermeloPlay *play = session->play;
    json_t *effects = json_object();
    size_t count = zermelo_play_move_count(play, role);
    size_t *choices =
        arena_array(session->arena, size_t, zermelo_play_role_count(play));
    for (size_t i = 0; count > 1 && count <= MAX_TRIED && i < count; i++) {
        const char *move =
            arena_strdup(session->arena, zermelo_play_move(play, role, i));
        choices[role] = i;
        json_t *cell = has_cells(session, move)
                           ? NULL
                           : cell_changed_by(session, choices, picture);
        if (cell)
            json_put(effects, move, cell);
    }
    return effects;
}

/* The only role with a choice; SIZE_MAX if there is none or several. */
static size_t only_mover(const ZermeloPlay *play)
{
    size_t mover = SIZE_MAX, count = 0;
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        if (zermelo_play_move_count(play, i) > 1)
            mover = i, count++;
    return count == 1 ? mover : SIZE_MAX;
}

json_t *answer_position(Session *session, const json_t *question)
{
    const ZermeloPlay *play = session->play;
    json_t *roles = json_array(), *made = json_array();
    (void)question;
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        json_add(
            roles,
            JSON_OBJECT(
                {"role", json_text(zermelo_play_role(play, i))},
                {"random", json_boolean(zermelo_play_is_random(play, i))},
                {"moves", legal_json(play, i, MAX_MOVES)},
                {"move_count", json_count(zermelo_play_move_count(play, i))},
                {"goals", goals_json(play, i)}));
    for (size_t i = 0; i < zermelo_play_length(play); i++)
        json_add(made, joint_move_json(play, i));
    json_t *position = present_position(session);
    json_put(position, "terminal", json_boolean(zermelo_play_terminal(play)));
    json_put(position, "roles", roles);
    json_put(position, "made", made);
    size_t mover = only_mover(play);
    if (mover != SIZE_MAX && !zermelo_play_terminal(play) &&
        json_array_size(json_object_get(session->layout, "boards")))
        json_put(
            position, "effects",
            effects_of(session, mover, json_object_get(position, "picture")));
    return position;
}

/* All positions from the first to the one after "moves". */
json_t *answer_trace(Session *session, const json_t *question)
{
    json_t *positions = json_array();
    json_t *answer = answer_position(session, question), *rows = NULL;
    const char *formula = text_of(question, "formula");
    size_t count = session->steps.count;
    for (size_t i = 0; i < count; i++)
        zermelo_play_undo(session->play);
    for (size_t i = 0; i <= count; i++) {
        json_t *position = present_position(session);
        json_t *sees = json_array();
        for (size_t k = 0; k < zermelo_play_role_count(session->play); k++)
            json_add(sees, percepts_json(session->play, k));
        json_put(position, "sees", sees);
        json_add(positions, position);
        if (i < count)
            zermelo_play_moves(session->play, session->steps.items[i], NULL);
    }
    json_put(answer, "positions", positions);
    if (formula) /* the truth of it and its parts on the play */
        rows = json_take(zermelo_play_truth(session->play, formula, NULL));
    json_put(answer, "rows", rows ? rows : json_null());
    return answer;
}
