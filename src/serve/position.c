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

/* How many steps of MOVES have been made already; *REST is what follows. */
static size_t common_steps(const Session *session, const char *moves,
                           const char **rest)
{
    size_t count = 0;
    for (; *moves && count < session->steps.count; count++) {
        const char *end = step_end(moves), *step = session->steps.items[count];
        size_t length = (size_t)(end - moves);
        if (strlen(step) != length || memcmp(step, moves, length) != 0)
            break;
        moves = *end ? end + 1 : end;
    }
    *rest = moves;
    return count;
}

static json_t *make_steps(Session *session, const char *moves)
{
    while (*moves) {
        const char *end = step_end(moves);
        char *step = memory_strndup(moves, (size_t)(end - moves)),
             *fault = NULL;
        if (!zermelo_play_moves(session->play, step, &fault)) {
            json_t *error =
                session_error("moves", fault ? fault : ZERMELO_NO_MEMORY);
            free_all(step, fault);
            return error;
        }
        vec_push(&session->steps, step);
        moves = *end ? end + 1 : end;
    }
    return NULL;
}

json_t *session_follow(Session *session, const json_t *question)
{
    const char *moves = text_of(question, "moves"), *why;
    if (!session->play)
        session->play = zermelo_play_new(session->game, NULL, &why);
    if (!session->play)
        return session_error("play", why);
    size_t kept = common_steps(session, moves ? moves : "", &moves);
    while (session->steps.count > kept && zermelo_play_undo(session->play))
        memory_free(vec_pop(&session->steps));
    json_t *error = make_steps(session, moves);
    if (!error && zermelo_play_failure(session->play))
        error = session_error("play", zermelo_play_failure(session->play));
    return error;
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
    Arena *arena = arena_new();
    Texts texts = json_strings(arena, features);
    json_decref(session_layout(session));
    json_t *picture = session->board
                          ? json_take(zermelo_board_picture(
                                session->board, texts.items, texts.count))
                          : NULL;
    arena_free(arena);
    return picture ? picture : json_null();
}

/* ---- answers ---- */

static json_t *role_state(const ZermeloPlay *play, size_t role)
{
    return JSON_OBJECT(
        {"role", json_text(zermelo_play_role(play, role))},
        {"random", json_boolean(zermelo_play_is_random(play, role))},
        {"moves", legal_json(play, role, MAX_MOVES)},
        {"move_count", json_count(zermelo_play_move_count(play, role))},
        {"goals", goals_json(play, role)});
}

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

/* The picture after CHOICES; the play stays where it is. */
static json_t *picture_after(Session *session, const size_t *choices)
{
    json_t *picture = NULL;
    if (zermelo_play_step(session->play, choices)) {
        json_t *position = present_position(session);
        picture = json_incref(json_object_get(position, "picture"));
        json_decref(position);
        zermelo_play_undo(session->play);
    }
    return picture;
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
        memory_zeroed(zermelo_play_role_count(play), sizeof *choices);
    for (size_t i = 0; count > 1 && count <= MAX_TRIED && i < count; i++) {
        char *move = memory_strdup(zermelo_play_move(play, role, i));
        choices[role] = i;
        json_t *after =
            has_cells(session, move) ? NULL : picture_after(session, choices);
        json_t *cell = after ? changed_cell(picture, after) : NULL;
        if (cell)
            json_put(effects, move, cell);
        json_decref(after);
        memory_free(move);
    }
    memory_free(choices);
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
        json_add(roles, role_state(play, i));
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

/* The truth of "formula" and its parts on the play; null without one. */
static json_t *truth_of(Session *session, const json_t *question)
{
    const char *formula = text_of(question, "formula");
    char *why = NULL;
    json_t *rows =
        formula ? json_take(zermelo_play_truth(session->play, formula, &why))
                : NULL;
    memory_free(why);
    return rows ? rows : json_null();
}

/* All positions from the first to the one after "moves". */
json_t *answer_trace(Session *session, const json_t *question)
{
    json_t *positions = json_array();
    json_t *answer = answer_position(session, question);
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
    json_put(answer, "rows", truth_of(session, question));
    return answer;
}
