/* answer_page.c - --html: one page for one answer, with its plays
 *
 * In:   the answer of a command, as JSON
 * Out:  a file that needs no other (batch/page.h): one JSON document of the
 *       answer, how boards are drawn, and all its plays
 * Next: web/page.js draws it
 *
 * Start reading at write_page(), at the end.
 */
#include "cli/output.h"

#include "base/budget.h"
#include "system/file.h"
#include "base/memory.h"
#include "batch/page.h"
#include "play/play_json.h"

#include <string.h>

/* ---- plays as data for pictures ---- */

/* In milliseconds. The time of the command may be over: the page is written all
 * the same, but soon if somebody waits for the end. */
enum { REPLAY_MS = 5000, REPLAY_MS_AT_END = 300 };

/* The plays of one page, and what they are drawn with. */
typedef struct {
    const Arguments *arguments;
    const ZermeloBoard *board; /* or NULL */
    double seconds_left;       /* for replaying */
    json_t *plays, *views, *pairs;
    json_t *known; /* from moves to the number of their play */
    size_t hidden; /* views for which there was no time */
} Plays;

/* FEATURES on the boards and beside them; null without a board. */
static json_t *picture_of(const Plays *plays, const json_t *features)
{
    Texts texts = json_strings(plays->arguments->arena, features);
    json_t *picture = json_take(
        zermelo_board_picture(plays->board, texts.items, texts.count));
    return picture ? picture : json_null();
}

static json_t *position_json(const Plays *plays, const ZermeloPlay *play)
{
    json_t *features = features_json(play), *sees = json_array();
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        json_add(sees, percepts_json(play, i));
    return JSON_OBJECT({"features", features},
                       {"picture", picture_of(plays, features)},
                       {"sees", sees});
}

/* What ROLE can get in the position reached: a number, null, or a list of
 * several. */
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

/* Makes the first step of *MOVES, which moves on behind it (no symbol has a
 * semicolon). False at the end, or after adding to DRAWN why it cannot. */
static bool make_step(ZermeloPlay *play, const char **moves, json_t *drawn)
{
    size_t length = strcspn(*moves, ";");
    char *step = memory_strndup(*moves, length);
    bool is_made = length && zermelo_play_moves(play, step, NULL);
    *moves += length + ((*moves)[length] == ';');
    if (length && !is_made)
        json_put(drawn, "stopped",
                 json_text(zermelo_play_failure(play)
                               ? zermelo_play_failure(play)
                               : zermelo_play_fault(play)));
    memory_free(step);
    return is_made;
}

/* MOVES, "a, b; c, d", replayed by the rules, so that nothing is drawn that did
 * not happen; web/play.js says what is in it. With FORMULA, not NULL, its
 * subformulas go to *ROWS (zermelo_play_truth), which stays NULL if that cannot
 * be said. NULL if the game cannot be played, or too much time was spent on
 * others. */
static json_t *replayed_play(Plays *plays, const char *moves,
                             const char *formula, json_t **rows)
{
    const ZermeloLimits limits = {.seconds = plays->seconds_left};
    const char *why;
    double begun = clock_now();
    ZermeloPlay *play =
        limits.seconds > 0
            ? zermelo_play_new(plays->arguments->game, &limits, &why)
            : NULL;
    if (!play)
        return NULL;
    json_t *made = json_array(), *goals = json_array(),
           *positions = json_pack("[o]", position_json(plays, play));
    json_t *drawn = JSON_OBJECT({"moves", made}, {"positions", positions},
                                {"goals", goals});
    while (make_step(play, &moves, drawn)) {
        json_add(made, joint_move_json(play, zermelo_play_length(play) - 1));
        json_add(positions, position_json(plays, play));
    }
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        json_add(goals, payoff_json(play, i));
    json_put(drawn, "terminal", json_boolean(zermelo_play_terminal(play)));
    if (formula)
        *rows = json_take(zermelo_play_truth(play, formula, NULL));
    zermelo_play_free(play);
    plays->seconds_left -= clock_now() - begun;
    return drawn;
}

/* ---- plays of an answer ---- */

/* Adds VIEW, of which the play is MOVES, drawn if it is new. FORMULA and AT,
 * where it fails, may be NULL. */
static void add_view(Plays *plays, const char *moves, const char *formula,
                     json_t *at, json_t *view)
{
    json_t *rows = NULL, *drawn = NULL,
           *number = json_object_get(plays->known, moves);
    if (!number || formula)
        drawn = replayed_play(plays, moves, formula, &rows);
    if (!number && drawn) {
        number = json_count(json_array_size(plays->plays));
        json_put(plays->known, moves, number);
        json_array_append(plays->plays, drawn);
    }
    if (rows) {
        json_put(view, "formula", json_text(formula));
        json_put(view, "rows", rows);
        if (json_is_integer(at))
            json_object_set(view, "at", at);
    }
    if (number) {
        json_object_set(view, "play", number);
        json_array_append(plays->views, view);
    } else {
        plays->hidden++;
    }
    json_decref(drawn);
    json_decref(view);
}

/* A list of steps, [{"role": "move"}] or of the moves of one role, as text. */
static const char *moves_text(const Plays *plays, const json_t *steps)
{
    Text moves = {0};
    add_moves(&moves, steps);
    return text_finish(&moves, plays->arguments->arena);
}

static json_t *view_json(const char *title)
{
    return JSON_OBJECT({"title", json_text(title)});
}

/* The last two views are of plays that are the same to ROLE. */
static void add_pair(Plays *plays, const char *role, const char *what)
{
    size_t count = json_array_size(plays->views);
    json_t *views = json_array(), *numbers = json_array();
    for (size_t i = count < 2 ? count : count - 2; i < count; i++) {
        json_t *view = json_array_get(plays->views, i);
        json_put(view, "paired", json_true());
        json_add(views, json_count(i));
        json_array_append(numbers, json_object_get(view, "play"));
    }
    json_add(plays->pairs,
             JSON_OBJECT({"views", views}, {"plays", numbers},
                         {"role", json_text(role)}, {"what", json_text(what)}));
}

/* What a property of verify says of the positions of one play. */
static const char *property_formula(Arena *arena, const json_t *result)
{
    const char *role = text_of(result, "role");
    if (text_is(result, "property", "playable") && role)
        return arena_printf(
            arena, "terminal | exists M in move(%s). legal(%s,M)", role, role);
    if (text_is(result, "property", "winnable") && role)
        return arena_printf(arena, "terminal & goal(%s,100)", role);
    if (text_is(result, "property", "turn-taking"))
        return "exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)";
    return "terminal";
}

/* The play under KEY of a result of prove or verify. */
static void add_result_play(Plays *plays, const json_t *result, size_t number,
                            const char *key)
{
    Arena *arena = plays->arguments->arena;
    const char *formula = text_of(result, "formula"), *title = formula;
    const char *role = text_of(result, "role");
    if (!json_is_array(json_object_get(result, key)))
        return;
    if (!formula) {
        formula = property_formula(arena, result);
        title = arena_printf(arena, "%s %s%s%s", text_of(result, "verdict"),
                             text_of(result, "property"), role ? " for " : "",
                             role ? role : "");
    }
    json_t *view = view_json(title);
    json_put(view, "result", json_count(number));
    if (has_value(result, "loop_from"))
        json_object_set(view, "loop_from",
                        json_object_get(result, "loop_from"));
    add_view(plays, moves_text(plays, json_object_get(result, key)), formula,
             json_object_get(result, "at"), view);
    if (strcmp(key, "other") == 0)
        add_pair(plays, role, text_of(result, "property"));
}

/* What know could not tell apart, or where the role did not know. */
static void add_histories(Plays *plays, const json_t *answer)
{
    const json_t *first = json_object_get(answer, "first");
    const json_t *histories = json_object_get(first, "histories");
    for (size_t i = 0; i < json_array_size(histories); i++)
        add_view(plays, moves_text(plays, json_array_get(histories, i)), NULL,
                 NULL, view_json("a play"));
    if (json_is_array(histories))
        add_pair(plays, text_of(answer, "role"), text_of(first, "what"));
    else if (first && !json_is_null(first))
        add_view(plays, moves_text(plays, json_object_get(first, "play")), NULL,
                 NULL, view_json("where it did not know"));
}

/* A plan: moves of one role, or joint moves; after those of --from. */
static void add_plan(Plays *plays, const json_t *answer)
{
    Arena *arena = plays->arguments->arena;
    const char *key = has_value(answer, "moves") ? "moves" : "line";
    const char *from = text_option(plays->arguments, "from", ""),
               *moves = moves_text(plays, json_object_get(answer, key)),
               *formula = NULL;
    if (!has_value(answer, key))
        return;
    if (has_value(answer, "goal") && text_of(answer, "role"))
        formula =
            arena_printf(arena, "terminal & goal(%s,%zu)",
                         text_of(answer, "role"), count_of(answer, "goal"));
    add_view(
        plays,
        arena_printf(arena, "%s%s%s", from, *from && *moves ? "; " : "", moves),
        formula, NULL, view_json("the plan"));
}

static void add_plays_of_answer(Plays *plays, const json_t *answer)
{
    static const char *const keys[] = {"trace", "witness", "other"};
    size_t i;
    json_t *result;
    json_array_foreach (json_object_get(answer, "results"), i, result)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            add_result_play(plays, result, i, keys[k]);
    add_histories(plays, answer);
    if (strcmp(plays->arguments->command->name, "solve") == 0)
        add_plan(plays, answer);
}

/* ---- rounds of know --show ---- */

static json_t *rounds_json(const Plays *plays, const json_t *rounds)
{
    json_t *list = json_array(), *round;
    size_t i;
    json_array_foreach (rounds, i, round) {
        const json_t *must = json_object_get(round, "holds"),
                     *may = json_object_get(round, "may hold");
        json_add(list, JSON_OBJECT({"must", picture_of(plays, must)},
                                   {"may", picture_of(plays, may)}));
    }
    return list;
}

/* ---- the document ---- */

/* The command as it was typed, but for the form of the answer. */
static json_t *words_json(const Arguments *arguments)
{
    json_t *words = json_array();
    json_add(words, json_text("zermelo"));
    json_add(words, json_text(arguments->command->name));
    for (size_t i = 0; i < arguments->operand_count; i++)
        json_add(words, json_text(arguments->operands[i]));
    for (size_t i = 0; i < arguments->option_count; i++) {
        const Option *option = arguments->options[i];
        if (find_word("html|json", option->name) != SIZE_MAX)
            continue;
        json_add(words, json_sprintf("--%s", option->name));
        if (option->kind != VALUE_NONE)
            json_add(words, json_text(arguments->option_values[i]));
    }
    return words;
}

/* Takes what was added to PLAYS. */
static json_t *document(Plays *plays, const json_t *answer)
{
    const Arguments *arguments = plays->arguments;
    const json_t *rounds = json_object_get(answer, "rounds");
    json_t *layout = json_take(zermelo_board_json(plays->board));
    if (!layout)
        layout = json_pack("{s:[],s:[],s:[]}", "boards", "moves", "beside");
    json_t *json = JSON_OBJECT({"command", json_text(arguments->command->name)},
                               {"words", words_json(arguments)},
                               {"file", json_text(arguments->operands[0])},
                               {"version", json_text(zermelo_version())},
                               {"roles", roles_json(arguments->game)},
                               {"answer", json_incref((json_t *)answer)},
                               {"plays", plays->plays}, {"views", plays->views},
                               {"pairs", plays->pairs}, {"layout", layout});
    if (json_is_array(rounds))
        json_put(json, "rounds", rounds_json(plays, rounds));
    json_put(json, "hidden", json_count(plays->hidden));
    return json;
}

/* ---- all of it ---- */

static int save_page(const Arguments *arguments, const json_t *json, int status)
{
    const char *why, *path = text_option(arguments, "html", NULL);
    Text page = {0}, text = json_as_text(json, JSON_COMPACT);
    page_with_script(&page,
                     arena_printf(arguments->arena, "%s – zermelo %s",
                                  arguments->operands[0],
                                  arguments->command->name),
                     text_string(&text));
    if (!file_save(path, text_string(&page), page.length, FILE_REPLACE, &why)) {
        fprintf(stderr, "zermelo: no page was written: %s: %s\n", path, why);
        status = EXIT_ERROR;
    }
    text_free(&page);
    text_free(&text);
    return status;
}

int write_page(const Arguments *arguments, const json_t *answer,
               const json_t *given, int status)
{
    if (!has_option(arguments, "html"))
        return status;
    Plays plays = {
        .arguments = arguments,
        .board = drawing_board(arguments->drawing),
        .seconds_left =
            (interrupted == INTERRUPTED ? REPLAY_MS_AT_END : REPLAY_MS) /
            1000.0,
        .plays = json_array(),
        .views = json_array(),
        .pairs = json_array(),
        .known = json_object()};
    size_t i;
    json_t *play;
    answer_state = ANSWER_BEING_WRITTEN; /* the time may be over */
    json_array_foreach (given, i, play)
        add_view(&plays, text_of(play, "moves"), text_of(play, "formula"), NULL,
                 view_json(text_of(play, "title")));
    add_plays_of_answer(&plays, answer);
    json_t *json = document(&plays, answer);
    status = save_page(arguments, json, status);
    json_decref(json);
    json_decref(plays.known);
    return status;
}
