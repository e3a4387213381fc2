/* choose.c - what a role can know, the program's move, what each move is worth
 *
 * In:   joint moves; with hidden information, what a role did and perceived is
 *       all of them that is used
 * Out:  its percepts, what must hold and what may hold; a move; for each move
 * an estimate and the bounds that are certain
 *
 * By zermelo_search_new. Values that are certain are so in games of perfect
 * information only.
 */
#include "serve/session.h"

#include "base/random.h"
#include "play/play_json.h"

#include <string.h>

enum { SAMPLES = 64, TREE_MEGABYTES = 256 };

/* Sets net and cursor; false if the game cannot be played. */
static bool session_ground(Session *session)
{
    const char *why;
    if (session->cursor)
        return true;
    ZermeloLimits limits = {.seconds = session->limits.seconds / 2};
    session->net = zermelo_ground(session->game, &limits, &why);
    session->cursor =
        zermelo_cursor_new(session->game, session->net, NULL, &why);
    return session->cursor != NULL;
}

static bool is_hidden(const Session *session)
{
    return strcmp(zermelo_language(session->game), "GDL") != 0;
}

/* ---- what a role knows ---- */

/* Goes through the play from its beginning: what the role did and perceived in
 * each step. */
static json_t *replay_rounds(Session *session)
{
    ZermeloPlay *play = session->play;
    json_t *rounds = json_array();
    size_t role = session->role, count = session->steps.count;
    for (size_t i = 0; i < count; i++)
        zermelo_play_undo(play);
    for (size_t i = 0; i < count; i++) {
        zermelo_play_moves(play, session->steps.items[i], NULL);
        json_add(
            rounds,
            JSON_OBJECT({"move", json_text(zermelo_play_made(play, i, role))},
                        {"percepts", percepts_json(play, role)}));
    }
    return rounds;
}

/* The tracker of the role after ROUNDS; NULL, with the reason in *WHY, if there
 * is none. */
static ZermeloTracker *tracker_after(Session *session, const json_t *rounds,
                                     const char **why)
{
    *why = "the game cannot be played";
    while (session->trackers.count <= session->role)
        vec_push(&session->trackers, NULL);
    ZermeloTracker **tracker = &session->trackers.items[session->role];
    if (!*tracker && session_ground(session))
        *tracker = zermelo_tracker_new(session->game, session->net,
                                       session->role, ZERMELO_EXACT, why);
    if (!*tracker)
        return NULL;
    zermelo_tracker_reset(*tracker);
    zermelo_tracker_limit(*tracker, &session->limits);
    for (size_t i = 0; i < json_array_size(rounds); i++) {
        const json_t *round = json_array_get(rounds, i);
        Texts percepts =
            json_strings(session->arena, json_object_get(round, "percepts"));
        if (!zermelo_tracker_update(*tracker, text_of(round, "move"),
                                    percepts.items, percepts.count)) {
            *why = zermelo_tracker_failure(*tracker);
            return NULL;
        }
    }
    return *tracker;
}

/* {"must": [...], "may": [...]} */
static json_t *beliefs_about(ZermeloTracker *tracker, ZermeloAbout about)
{
    const ZermeloBelief *beliefs;
    size_t count = zermelo_tracker_ask(tracker, about, &beliefs);
    json_t *must = json_array(), *may = json_array();
    for (size_t i = 0; i < count; i++)
        json_add(beliefs[i].certain ? must : may, json_text(beliefs[i].term));
    return JSON_OBJECT({"must", must}, {"may", may});
}

/* Nothing else about the position is part of the answer: it goes to a person
 * who must not know it. */
json_t *answer_seat(Session *session, const json_t *question)
{
    const char *why;
    size_t role = session->role;
    if (!is_hidden(session)) { /* all see all */
        json_t *view = answer_position(session, question);
        json_put(view, "layout", session_layout(session));
        return view;
    }
    json_t *rounds = replay_rounds(session);
    ZermeloTracker *tracker = tracker_after(session, rounds, &why);
    const ZermeloPlay *play = session->play;
    bool is_over = zermelo_play_terminal(play);
    json_t *view = /* the role itself knows what it is asked, and what it got */
        JSON_OBJECT({"role", json_text(zermelo_role(session->game, role))},
                    {"rounds", rounds}, {"layout", session_layout(session)},
                    {"terminal", json_boolean(is_over)},
                    {"moves", legal_json(play, role, is_over ? 0 : SIZE_MAX)},
                    {"goals", is_over ? goals_json(play, role) : json_array()});
    if (!tracker) {
        json_put(view, "unknown", json_text(why));
        return view;
    }
    json_t *features = beliefs_about(tracker, ZERMELO_FEATURES);
    json_put(view, "must_picture",
             session_picture(session, json_object_get(features, "must")));
    json_put(view, "may_picture",
             session_picture(session, json_object_get(features, "may")));
    json_put(view, "features", features);
    json_put(view, "legal", beliefs_about(tracker, ZERMELO_LEGAL));
    json_put(view, "legal_known",
             json_boolean(zermelo_tracker_knows(tracker, ZERMELO_LEGAL)));
    json_put(view, "limited", json_boolean(zermelo_tracker_limited(tracker)));
    return view;
}

/* ---- the root of the search ---- */

/* Whether it is proved that what one of two roles gets the other does not:
 * then much more is certain. */
static bool is_zero_sum(Session *session)
{
    const ZermeloLimits limits = {.seconds = 2};
    if (session->sum == SUM_UNASKED) {
        json_t *answer =
            zermelo_role_count(session->game) == 2
                ? json_take(zermelo_prove_json(
                      session->game, "{\"family\": \"zero-sum\"}", &limits))
                : NULL;
        const json_t *counts = json_object_get(answer, "counts");
        session->sum = count_of(counts, "proved") ? SUM_ZERO : SUM_UNKNOWN;
        json_decref(answer);
    }
    return session->sum == SUM_ZERO;
}

/* Where the search begins; in the arena of the question. */
typedef struct {
    uint64_t *positions; /* one behind the other */
    size_t count;
    uint32_t *moves; /* as many as the role has in the play */
    size_t move_count;
} Root;

/* The position of the play. */
static void known_position(Session *session, Root *root)
{
    json_t *list = features_json(session->play);
    Texts features = json_strings(session->arena, list);
    root->count = zermelo_cursor_position(session->cursor, features.items,
                                          features.count, root->positions);
    json_decref(list);
}

/* A sample of those that the role considers possible. */
static void possible_positions(Session *session, uint64_t seed, Root *root)
{
    const char *why;
    size_t bytes = zermelo_cursor_size(session->cursor);
    json_t *rounds = replay_rounds(session);
    ZermeloTracker *tracker = tracker_after(session, rounds, &why);
    json_decref(rounds);
    if (!tracker || !session->net)
        return;
    root->count = zermelo_tracker_sample(tracker, SAMPLES, seed);
    root->count = root->count < SAMPLES ? root->count : SAMPLES;
    for (size_t i = 0; i < root->count; i++)
        memcpy((char *)root->positions + i * bytes,
               zermelo_tracker_position(tracker, i), bytes);
}

/* Without positions or moves if there are none to search. */
static Root find_root(Session *session, uint64_t seed)
{
    Arena *arena = session->arena;
    ZermeloCursor *cursor = session->cursor;
    size_t role = session->role,
           count = zermelo_play_move_count(session->play, role);
    Root root = {.positions = arena_alloc_items(arena, SAMPLES,
                                                zermelo_cursor_size(cursor)),
                 .moves = arena_array(arena, uint32_t, count)};
    if (is_hidden(session))
        possible_positions(session, seed, &root);
    else
        known_position(session, &root);
    if (!root.count)
        return root;
    zermelo_cursor_set(cursor, root.positions);
    zermelo_cursor_moves(cursor, role, NULL, 0);
    while (root.move_count < count) {
        const char *move =
            zermelo_play_move(session->play, role, root.move_count);
        root.moves[root.move_count++] = zermelo_cursor_find(cursor, role, move);
    }
    return root;
}

/* ---- searching ---- */

static json_t *move_json(const Session *session, uint32_t move)
{
    char *text = zermelo_cursor_move(session->cursor, session->role, move,
                                     ZERMELO_INFIX);
    json_t *json = json_text(text);
    memory_free(text);
    return json;
}

static json_t *values_of(const Session *session, const ZermeloSearch *search)
{
    size_t count = zermelo_search_values(search, NULL, 0);
    ZermeloMoveValue *values =
        arena_array(session->arena, ZermeloMoveValue, count);
    json_t *list = json_array();
    zermelo_search_values(search, values, count);
    for (size_t i = 0; i < count; i++)
        json_add(list, JSON_OBJECT({"move", move_json(session, values[i].move)},
                                   {"playouts", json_count(values[i].visits)},
                                   {"estimate", json_real(values[i].value)},
                                   {"least", json_integer(values[i].least)},
                                   {"most", json_integer(values[i].most)}));
    return JSON_OBJECT(
        {"role", json_text(zermelo_role(session->game, session->role))},
        {"values", list},
        {"best", move_json(session, zermelo_search_best(search))});
}

/* Searches in several parts and sends the values after each but the last. */
static json_t *search_values_of(const Session *session, ZermeloSearch *search,
                                const json_t *question)
{
    enum { PARTS = 8 };
    bool is_certain = false;
    size_t parts = flag_of(question, "parts") ? PARTS : 1;
    uint64_t playouts = count_of(question, "playouts") / parts;
    const ZermeloLimits limits = {.seconds =
                                      session->limits.seconds / (double)parts};
    for (size_t i = 0; i < parts && !is_certain; i++) {
        if (i)
            session_send(session, '+', values_of(session, search));
        is_certain = zermelo_search_run(search, &limits, playouts);
    }
    json_t *answer = values_of(session, search);
    json_put(answer, "certain", json_boolean(is_certain));
    return answer;
}

json_t *answer_values(Session *session, const json_t *question)
{
    uint64_t seed = count_of(question, "seed");
    if (zermelo_play_terminal(session->play))
        return session_error("role", "that role has no move here");
    Root root = {0};
    if (session_ground(session))
        root = find_root(session, seed);
    if (!root.move_count)
        return session_error("search", "the position cannot be searched");
    ZermeloSearch *search = zermelo_search_new(
        session->cursor,
        &(ZermeloSearchSettings){.role = session->role,
                                 .threads = 1,
                                 .megabytes = TREE_MEGABYTES,
                                 .seed = seed,
                                 .zero_sum = is_zero_sum(session),
                                 .imperfect_information = is_hidden(session)});
    zermelo_search_set(search, root.positions, root.count, root.moves,
                       root.move_count);
    json_t *answer = search_values_of(session, search, question);
    zermelo_search_free(search);
    return answer;
}

/* "strength": "random", or else by search; the role random moves at random. */
json_t *answer_choose(Session *session, const json_t *question)
{
    size_t role = session->role;
    size_t count = zermelo_play_move_count(session->play, role);
    if (!count)
        return session_error("role", "that role has no move here");
    if (count > 1 && !text_is(question, "strength", "random") &&
        !zermelo_play_is_random(session->play, role)) {
        json_t *values = answer_values(session, question);
        if (has_value(values, "best"))
            return values;
        json_decref(values);
    }
    Random random = random_new(count_of(question, "seed"), role);
    const char *move = zermelo_play_move(
        session->play, role, random_below(&random, (uint32_t)count));
    return JSON_OBJECT({"best", json_text(move)});
}
