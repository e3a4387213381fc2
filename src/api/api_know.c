/* api_know.c - what a role can know, for zermelo.h
 *
 * In:   a game and a role
 * Out:  what the role knows in random matches, and whether always; or, round by
 *       round, in one match; as JSON
 *
 * In GDL, which has no percepts, every role is told all moves: then matches are
 * those of a game in which they are perceived. Start reading at know_answer(),
 * at the end.
 */
#include "api/call.h"
#include "api/observer.h"

#include "base/memory.h"
#include "base/random.h"
#include "know/information_sets.h"
#include "know/match_tracking.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    Call *call;
    ZermeloGame *game; /* in which moves may be revealed */
    ZermeloNet *net;   /* NULL: by the interpreter */
    ZermeloFilter filter;
    Observer observer; /* that follows the matches */
    Arena *arena;
    Texts roles;
} KnowRun;

static const char *const about_names[] = {"legal", "terminal", "goal",
                                          "features"};

static const char *filter_name(const KnowRun *know)
{
    return know->filter == ZERMELO_EXACT ? "exact" : "support";
}

/* ---- getting ready ---- */

/* GAME with a rule by which every role sees all moves, or NULL. */
static ZermeloGame *reveal_moves(const ZermeloGame *game)
{
    Text text = {0};
    if (strcmp(zermelo_language(game), "GDL") != 0)
        return NULL;
    char *rules = zermelo_print(game, ZERMELO_KIF);
    text_addf(&text,
              "%s\n(<= (sees ?r (moved ?p ?m)) (role ?r) (does ?p ?m))\n",
              rules);
    memory_free(rules);
    ZermeloGame *revealed = zermelo_read(game->name, text_string(&text),
                                         text.length, ZERMELO_KIF, NULL);
    text_free(&text);
    if (zermelo_usable(revealed))
        return revealed;
    zermelo_free(revealed);
    return NULL;
}

/* Sets the net, in at most a tenth of the time: what cannot be grounded is
 * followed round by round, which takes longer. */
static void ground_game(KnowRun *know)
{
    const char *why;
    ZermeloLimits limits = call_limits(know->call);
    limits.seconds /= 10;
    know->net = zermelo_ground(know->game, &limits, &why);
    if (!know->net)
        call_report_interpreting(know->call, why);
}

static json_t *fail_without_role(const KnowRun *know)
{
    const ZermeloGame *game = know->game;
    const char *role = call_text(know->call, "role", NULL);
    Text roles = {0};
    text_add_roles(&roles, game->roles, game->role_count);
    json_t *error =
        role ? call_fail("role", "there is no role %s; %s", role,
                         text_string(&roles))
             : call_fail("role", "--role says whose knowledge is meant; %s",
                         text_string(&roles));
    text_free(&roles);
    return error;
}

/* The role that is asked for, in any spelling, or the only one that is not
 * chance; otherwise a number that no role has. */
static size_t find_role(const KnowRun *know)
{
    const Engine *engine = know->observer.engine;
    const char *name = call_text(know->call, "role", NULL);
    size_t found = know->roles.count, match_count = 0;
    for (size_t i = 0; i < know->roles.count; i++)
        if (name ? strcasecmp(know->roles.items[i], name) == 0
                 : !engine_is_random(engine, i)) {
            found = i;
            match_count++;
        }
    return match_count == 1 ? found : know->roles.count;
}

/* Sets observer and roles; NULL, or the error. */
static json_t *begin_observing(KnowRun *know)
{
    Observer *observer = &know->observer;
    const ZermeloLimits limits = call_limits(know->call);
    const char *why;
    observer->budget = budget_of(&limits);
    bool is_ready =
        observer_choose_engine(observer, know->game, know->net, &why);
    if (is_ready) {
        know->roles = (Texts){engine_role_names(know->arena, observer->engine),
                              engine_roles(observer->engine)};
        size_t role = find_role(know);
        if (role == know->roles.count)
            return fail_without_role(know);
        is_ready = observer_make_filters(observer, role, know->filter, &why);
    }
    return is_ready ? NULL : call_fail(know->net ? "role" : "limit", "%s", why);
}

/* ---- random matches ---- */

static json_t *history_json(const KnowRun *know, const History *history)
{
    const Play play = {history_moves(know->arena, history, know->roles.count),
                       history ? history->length : 0};
    return play_json(know->roles, &play);
}

/* Whether the role perceives the same in both plays: by the interpreter,
 * whichever engine found them. */
static bool look_same(const KnowRun *know, const History *first_play,
                      const History *second_play)
{
    const char *why;
    Budget budget = {0};
    Interp *interp = interp_new(know->game->game, &budget, &why);
    if (!interp)
        return false;
    Engine *engine = engine_by_interp(interp);
    bool is_same =
        plays_look_same(engine, know->observer.role, first_play, second_play);
    engine_free(engine);
    interp_free(interp);
    return is_same;
}

static json_t *first_failure_json(const KnowRun *know,
                                  const FirstFailure *first)
{
    if (!first->failed)
        return json_null();
    bool has_pair = first->has_pair &&
                    look_same(know, first->truth, first->pair[0]) &&
                    look_same(know, first->truth, first->pair[1]);
    json_t *histories = has_pair ? json_array() : json_null();
    for (size_t i = 0; has_pair && i < 2; i++)
        json_add(histories, history_json(know, first->pair[i]));
    return JSON_OBJECT({"match", json_count(first->match)},
                       {"round", json_count(first->round)},
                       {"what", json_text(about_names[first->question])},
                       {"histories", histories},
                       {"play", history_json(know, first->truth)});
}

static bool knew_all(const TrackingReport *report)
{
    assert(report->legal_rounds <= report->rounds);
    assert(report->terminal_matches <= report->matches);
    assert(report->goal_matches <= report->matches);
    return report->legal_rounds == report->rounds &&
           report->terminal_matches == report->matches &&
           report->goal_matches == report->matches;
}

/* Whether the role always knows, whatever is played: by exploring all
 * information sets, of which *SITUATIONS is the number. */
static bool is_covered(const KnowRun *know, size_t *situations)
{
    enum {
        MAX_COVERED_MOVES = 200000
    }; /* joint moves, in all plays together */
    const ZermeloLimits limits = call_limits(know->call);
    Budget budget = budget_of(&limits);
    InformationSetReport *report = information_sets_explore(
        know->observer.engine, know->observer.role, MAX_COVERED_MOVES, &budget);
    bool is_known = report->complete && report->known[QUESTION_LEGAL] &&
                    report->known[QUESTION_TERMINAL] &&
                    report->known[QUESTION_GOAL];
    *situations = report->set_count;
    information_sets_free(report);
    return is_known;
}

static json_t *knowledge_json(const KnowRun *know, const TrackingReport *report,
                              bool covered)
{
    bool legal = report->legal_rounds == report->rounds;
    bool ended = legal && report->matches;
    double per_1000 =
        report->rounds ? 1000 * report->seconds / (double)report->rounds : 0;
    return JSON_OBJECT(
        {"file", json_text(know->call->game->name)},
        {"role", json_text(know->roles.items[know->observer.role])},
        {"matches", json_count(report->matches)},
        {"rounds", json_count(report->rounds)},
        {"filter", json_text(filter_name(know))},
        {"percepts_only", json_boolean(know->filter == ZERMELO_PERCEPTS_ONLY)},
        {"legal", json_boolean(legal)},
        {"terminal", json_if(ended, json_boolean(report->terminal_matches ==
                                                 report->matches))},
        {"goal",
         json_if(ended, json_boolean(report->goal_matches == report->matches))},
        {"legal_rounds", json_count(report->legal_rounds)},
        {"terminal_matches", json_count(report->terminal_matches)},
        {"goal_matches", json_count(report->goal_matches)},
        {"limited", json_count(report->limited)},
        {"given_up", json_count(report->given_up)},
        {"stopped", json_boolean(report->stopped)},
        {"covered", json_boolean(covered)},
        {"first", first_failure_json(know, &report->first)},
        {"seconds", json_real(report->seconds)},
        {"seconds_per_1000_rounds", json_real(per_1000)},
        {"median_round_seconds", json_real(report->median)},
        {"longest_round_seconds", json_real(report->longest)});
}

static json_t *track_random_matches(KnowRun *know)
{
    const Call *call = know->call;
    Observer *observer = &know->observer;
    json_t *error = begin_observing(know);
    if (error)
        return error;
    const TrackingTask task = {call_count(call, "matches", 100),
                               call_count(call, "steps", 1000),
                               call_count(call, "seed", 1)};
    TrackingReport *report =
        track_matches(observer->engine, observer->filter, observer->exact,
                      observer->role, &task, &observer->budget);
    size_t situations = 0;
    bool covered = know->filter == ZERMELO_EXACT && know->net &&
                   knew_all(report) && is_covered(know, &situations);
    json_t *answer = knowledge_json(know, report, covered);
    if (call_has(call, "details"))
        json_put(answer, "situations", json_count(situations));
    tracking_report_free(report);
    return answer;
}

/* ---- one match, round by round ---- */

typedef struct {
    KnowRun *know;
    ZermeloPlay *play;
    ZermeloTracker *tracker;
    size_t role;
} FollowedMatch;

/* Puts into ROUND what the role knows, and what it holds possible. */
static void put_knowledge(FollowedMatch *follow, json_t *round,
                          ZermeloAbout about, const char *certain_key,
                          const char *uncertain_key)
{
    const ZermeloBelief *beliefs;
    size_t count = zermelo_tracker_ask(follow->tracker, about, &beliefs);
    json_t *certain = json_array(), *uncertain = json_array();
    for (size_t i = 0; i < count; i++)
        json_add(beliefs[i].certain ? certain : uncertain,
                 json_text(beliefs[i].term));
    json_put(round, certain_key, certain);
    json_put(round, uncertain_key, uncertain);
}

static bool make_random_step(ZermeloPlay *play, Random *random)
{
    size_t role_count = zermelo_play_role_count(play);
    size_t *choices = memory_zeroed(role_count, sizeof *choices);
    bool is_made = true;
    for (size_t i = 0; i < role_count && is_made; i++) {
        size_t move_count = zermelo_play_move_count(play, i);
        is_made = move_count > 0;
        if (is_made)
            choices[i] = random_below(random, (uint32_t)move_count);
    }
    is_made = is_made && zermelo_play_step(play, choices);
    memory_free(choices);
    return is_made;
}

/* Makes a random step and tells the role its part of it. */
static bool follow_step(FollowedMatch *follow, Random *random, json_t *round)
{
    ZermeloPlay *play = follow->play;
    size_t role = follow->role;
    if (!make_random_step(play, random))
        return false;
    const char *move =
        zermelo_play_made(play, zermelo_play_length(play) - 1, role);
    size_t count = zermelo_play_percept_count(play, role);
    const char **percepts = memory_array(count, sizeof *percepts);
    for (size_t i = 0; i < count; i++)
        percepts[i] = zermelo_play_percept(play, role, i);
    json_put(round, "does", json_text(move));
    json_put(round, "sees", json_texts((Texts){percepts, count}));
    bool is_consistent =
        zermelo_tracker_update(follow->tracker, move, percepts, count);
    memory_free(percepts);
    return is_consistent && !zermelo_play_failure(play);
}

/* Puts into ROUND what the role knows, and what is done and seen. False if no
 * other round can follow. */
static bool follow_round(FollowedMatch *follow, size_t number, Random *random,
                         json_t *round)
{
    bool is_over = zermelo_play_terminal(follow->play);
    if (!is_over)
        json_put(round, "round", json_count(number));
    put_knowledge(follow, round, ZERMELO_FEATURES, "holds", "may hold");
    if (!is_over) {
        put_knowledge(follow, round, ZERMELO_LEGAL, "legal", "may be legal");
        return follow_step(follow, random, round) &&
               number != call_count(follow->know->call, "steps", 1000);
    }
    put_knowledge(follow, round, ZERMELO_TERMINAL, "over", "may be over");
    put_knowledge(follow, round, ZERMELO_GOAL, "payoff", "payoff may be");
    return false;
}

static json_t *follow_match(FollowedMatch *follow)
{
    Call *call = follow->know->call;
    Random random = random_new(call_count(call, "seed", 1), 0);
    json_t *rounds = json_array();
    for (size_t number = 1, goes_on = true; goes_on; number++) {
        json_t *round = json_object();
        goes_on = follow_round(follow, number, &random, round);
        call_report(call, JSON_OBJECT({"round", json_incref(round)}));
        json_add(rounds, round);
    }
    return rounds;
}

static json_t *show_match(KnowRun *know)
{
    const char *why;
    FollowedMatch follow = {.know = know};
    json_t *answer = begin_observing(know);
    if (answer)
        return answer;
    const ZermeloLimits limits = call_limits(know->call);
    follow.role = know->observer.role;
    follow.play = zermelo_play_new(know->game, &limits, &why);
    if (follow.play)
        follow.tracker = zermelo_tracker_new(know->game, know->net, follow.role,
                                             know->filter, &why);
    if (follow.tracker) {
        zermelo_tracker_limit(follow.tracker, &limits);
        answer =
            JSON_OBJECT({"file", json_text(know->call->game->name)},
                        {"role", json_text(know->roles.items[follow.role])},
                        {"filter", json_text(filter_name(know))},
                        {"rounds", follow_match(&follow)});
    } else {
        answer = call_fail(know->net ? "role" : "limit", "%s", why);
    }
    zermelo_tracker_free(follow.tracker);
    zermelo_play_free(follow.play);
    return answer;
}

static json_t *know_answer(Call *call)
{
    KnowRun know = {
        .call = call,
        .game = call->game,
        .filter = strcmp(call_text(call, "filter", "exact"), "exact") == 0
                      ? ZERMELO_EXACT
                  : call_has(call, "percepts-only") ? ZERMELO_PERCEPTS_ONLY
                                                    : ZERMELO_SUPPORT,
        .arena = arena_new()};
    ZermeloGame *revealed = reveal_moves(call->game);
    if (revealed) {
        know.game = revealed;
        call_report(
            call, JSON_OBJECT({"note", json_text("this is GDL, in which every "
                                                 "role is told all moves")}));
    }
    ground_game(&know);
    json_t *answer = call_has(call, "show") ? show_match(&know)
                                            : track_random_matches(&know);
    observer_free(&know.observer);
    zermelo_net_free(know.net);
    zermelo_free(revealed);
    arena_free(know.arena);
    return answer;
}

char *zermelo_know_json(ZermeloGame *game, const char *options,
                        const ZermeloLimits *limits)
{
    static const OptionRow rows[] = {
        {"role", OPTION_TEXT, NULL, 0},
        {"matches", OPTION_COUNT, NULL, 0},
        {"steps", OPTION_COUNT, NULL, 0},
        {"filter", OPTION_CHOICE, "exact|support", 0},
        {"percepts-only", OPTION_FLAG, NULL, 0},
        {"show", OPTION_FLAG, NULL, 0},
        {NULL, OPTION_FLAG, NULL, 0}};
    static const CallKind kind = {
        .answer = know_answer, .options = rows, .seconds = 60};
    return call_answer(&kind, game, options, limits);
}
