/* seat.c - what a role can know in a game with hidden information
 *
 * In:   joint moves; the role's own moves and percepts are all that is used
 * Out:  its percepts, what must hold and what may hold, and its legal moves
 *
 * Nothing else about the position is part of the answer: it goes to a person
 * who must not know it.
 */
#include "play/play_json.h"
#include "serve/session.h"

#include <string.h>

/* Goes through the play from its beginning, and adds a round of ROLE for each
 * step to ROUNDS. */
static void replay_rounds(Session *session, size_t role, json_t *rounds)
{
    ZermeloPlay *play = session->play;
    size_t count = session->steps.count;
    for (size_t i = 0; i < count; i++)
        zermelo_play_undo(play);
    for (size_t i = 0; i < count; i++) {
        zermelo_play_moves(play, session->steps.items[i], NULL);
        json_add(
            rounds,
            JSON_OBJECT({"move", json_text(zermelo_play_made(play, i, role))},
                        {"percepts", percepts_json(play, role)}));
    }
}

static bool follow_rounds(ZermeloTracker *tracker, const json_t *rounds,
                          const char **why)
{
    bool agrees = true;
    Arena *arena = arena_new();
    for (size_t i = 0; i < json_array_size(rounds) && agrees; i++) {
        const json_t *round = json_array_get(rounds, i);
        Texts percepts =
            json_strings(arena, json_object_get(round, "percepts"));
        agrees = zermelo_tracker_update(tracker, text_of(round, "move"),
                                        percepts.items, percepts.count);
    }
    if (!agrees)
        *why = zermelo_tracker_failure(tracker);
    arena_free(arena);
    return agrees;
}

static ZermeloTracker *tracker_after(Session *session, size_t role,
                                     const json_t *rounds, const char **why)
{
    while (session->trackers.count <= role)
        vec_push(&session->trackers, NULL);
    ZermeloTracker **tracker = &session->trackers.items[role];
    if (!*tracker && session_ground(session))
        *tracker = zermelo_tracker_new(session->game, session->net, role,
                                       ZERMELO_EXACT, why);
    if (!*tracker)
        return NULL;
    zermelo_tracker_reset(*tracker);
    zermelo_tracker_limit(*tracker, &session->limits);
    return follow_rounds(*tracker, rounds, why) ? *tracker : NULL;
}

ZermeloTracker *session_tracker(Session *session, size_t role, const char **why)
{
    json_t *rounds = json_array();
    *why = "the game cannot be played";
    replay_rounds(session, role, rounds);
    ZermeloTracker *tracker = tracker_after(session, role, rounds, why);
    json_decref(rounds);
    return tracker;
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

json_t *answer_seat(Session *session, const json_t *question)
{
    const char *why = "the game cannot be played";
    size_t role = session->role;
    json_t *rounds = json_array();
    if (strcmp(zermelo_language(session->game), "GDL") == 0) { /* all see all */
        json_t *view = answer_position(session, question);
        json_put(view, "layout", session_layout(session));
        return view;
    }
    replay_rounds(session, role, rounds);
    ZermeloTracker *tracker = tracker_after(session, role, rounds, &why);
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
