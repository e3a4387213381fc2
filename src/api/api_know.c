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

#include "base/memory.h"
#include "base/random.h"
#include "know/information_sets.h"
#include "know/match_tracking.h"
#include "lang/print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    Call *call;
    const ZermeloNet *net; /* NULL: by the interpreter */
    ZermeloFilter filter;
    Observer observer; /* that follows the matches */
} KnowRun;

static const char *const about_names[] = {"legal", "terminal", "goal",
                                          "features"};

static const char *filter_name(const KnowRun *know)
{
    return know->filter == ZERMELO_EXACT ? "exact" : "support";
}

static const char *role_name(const KnowRun *know)
{
    return know->call->roles.items[know->observer.role];
}

/* ---- getting ready ---- */

/* In GDL, makes the call about the game with a rule by which every role sees
 * all moves; it is released with the call. */
static void reveal_moves(Call *call)
{
    Text text = {0};
    if (strcmp(zermelo_language(call->game), "GDL") != 0)
        return;
    char *rules = zermelo_print(call->game, ZERMELO_KIF);
    text_addf(&text,
              "%s\n(<= (sees ?r (moved ?p ?m)) (role ?r) (does ?p ?m))\n",
              rules);
    memory_free(rules);
    ZermeloGame *revealed = zermelo_read(call->game->name, text_string(&text),
                                         text.length, ZERMELO_KIF, NULL);
    text_free(&text);
    if (!zermelo_usable(revealed))
        return;
    call->game = revealed;
    call_report(call,
                JSON_OBJECT({"note", json_text("this is GDL, in which every "
                                               "role is told all moves")}));
}

static json_t *fail_without_role(const Call *call)
{
    const char *role = call_text(call, "role", NULL);
    Text roles = {0};
    text_add_roles(&roles, call->game->roles, call->game->role_count);
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
    const Texts roles = know->call->roles;
    size_t found = roles.count, match_count = 0;
    for (size_t i = 0; i < roles.count; i++)
        if (name ? strcasecmp(roles.items[i], name) == 0
                 : !engine_is_random(engine, i)) {
            found = i;
            match_count++;
        }
    return match_count == 1 ? found : roles.count;
}

/* Sets net, observer and roles; NULL, or the error. At most a tenth of the time
 * is for grounding: what cannot be grounded is followed round by round, which
 * takes longer. */
static json_t *begin_observing(KnowRun *know)
{
    Call *call = know->call;
    Observer *observer = &know->observer;
    const char *why;
    know->net = call_ground(call, call_limits(call).seconds / 10, &why);
    if (!know->net)
        call_report_interpreting(call, why);
    observer->budget = call->budget;
    bool is_ready =
        observer_choose_engine(observer, call->game, know->net, &why);
    if (is_ready) {
        call->roles = role_names(call->arena, know->net ? know->net->net : NULL,
                                 observer->interp);
        size_t role = find_role(know);
        if (role == call->roles.count)
            return fail_without_role(call);
        is_ready = observer_make_filters(observer, role, know->filter, &why);
    }
    return is_ready ? NULL : call_fail(know->net ? "role" : "limit", "%s", why);
}

/* ---- random matches ---- */

static json_t *history_json(const KnowRun *know, const History *history)
{
    const Call *call = know->call;
    const Play play = {history_moves(call->arena, history, call->roles.count),
                       history ? history->length : 0};
    return play_json(call->roles, &play);
}

/* Whether the role perceives the same in both plays: by the interpreter,
 * whichever engine found them. */
static bool look_same(const KnowRun *know, const History *first_play,
                      const History *second_play)
{
    const char *why;
    Budget budget = {0};
    Bytes ends[2];
    Interp *interp = interp_new(know->call->game->game, &budget, &why);
    if (!interp)
        return false;
    Engine *engine = engine_by_interp(interp);
    bool is_same = plays_look_same(engine, know->observer.role, first_play,
                                   second_play, ends, know->call->arena);
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
    InformationSetReport *report =
        information_sets_explore(know->observer.engine, know->observer.role,
                                 MAX_COVERED_MOVES, &know->call->budget);
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
        {"role", json_text(role_name(know))},
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
    Engine *engine;
    Bytes position; /* which the filters do not move, as they do the engine */
    Random random;
} FollowedMatch;

/* Puts into ROUND what the role knows, and what it holds possible. */
static void put_knowledge(const FollowedMatch *follow, json_t *round,
                          KnowledgeQuestion question, const char *certain_key,
                          const char *uncertain_key)
{
    Filter *filter = follow->know->observer.filter;
    Arena *arena = follow->know->call->arena;
    Beliefs beliefs = filter->ask(filter, question);
    json_t *certain = json_array(), *uncertain = json_array();
    for (size_t i = 0; i < beliefs.count; i++)
        json_add(beliefs.items[i].certain ? certain : uncertain,
                 json_text(question == QUESTION_TERMINAL
                               ? "terminal"
                               : term_string(arena, beliefs.items[i].term)));
    json_put(round, certain_key, certain);
    json_put(round, uncertain_key, uncertain);
}

/* Makes a random step and tells the role its part of it. */
static bool follow_step(FollowedMatch *follow, json_t *round)
{
    Observer *observer = &follow->know->observer;
    Engine *engine = follow->engine;
    const Call *call = follow->know->call;
    uint32_t *choices = arena_array(call->arena, uint32_t, call->roles.count);
    engine_set(engine, follow->position);
    for (size_t i = 0; i < call->roles.count; i++) {
        size_t move_count = engine_legal_count(engine, i);
        if (!move_count)
            return false;
        choices[i] = random_below(&follow->random, (uint32_t)move_count);
    }
    const Term *move =
        engine_legal(engine, observer->role).items[choices[observer->role]];
    Bytes next = engine_next(engine, choices);
    follow->position =
        (Bytes){arena_copy(call->arena, next.bytes, next.length), next.length};
    TermList percepts = engine_percepts(engine, observer->role);
    percepts.items = arena_copy(call->arena, percepts.items,
                                percepts.count * sizeof *percepts.items);
    json_put(round, "does", json_text(term_string(call->arena, move)));
    json_put(round, "sees", terms_json(percepts.items, percepts.count));
    return !engine_failure(engine) && observer_update(observer, move, percepts);
}

/* Puts into ROUND what the role knows, and what is done and seen. False if no
 * other round can follow. */
static bool follow_round(FollowedMatch *follow, size_t number, json_t *round)
{
    engine_set(follow->engine, follow->position);
    bool is_over = engine_is_terminal(follow->engine);
    if (!is_over)
        json_put(round, "round", json_count(number));
    put_knowledge(follow, round, QUESTION_FEATURES, "holds", "may hold");
    if (!is_over) {
        put_knowledge(follow, round, QUESTION_LEGAL, "legal", "may be legal");
        return follow_step(follow, round) &&
               !call_is_over(follow->know->call) &&
               number != call_count(follow->know->call, "steps", 1000);
    }
    put_knowledge(follow, round, QUESTION_TERMINAL, "over", "may be over");
    put_knowledge(follow, round, QUESTION_GOAL, "payoff", "payoff may be");
    return false;
}

static json_t *show_match(KnowRun *know)
{
    Call *call = know->call;
    FollowedMatch follow = {.know = know,
                            .engine = know->observer.engine,
                            .position = engine_initial(know->observer.engine),
                            .random =
                                random_new(call_count(call, "seed", 1), 0)};
    json_t *rounds = json_array();
    for (size_t number = 1, goes_on = true; goes_on; number++) {
        json_t *round = json_object();
        goes_on = follow_round(&follow, number, round);
        call_report(call, JSON_OBJECT({"round", json_incref(round)}));
        json_add(rounds, round);
    }
    return JSON_OBJECT({"file", json_text(call->game->name)},
                       {"role", json_text(role_name(know))},
                       {"filter", json_text(filter_name(know))},
                       {"rounds", rounds});
}

static json_t *know_answer(Call *call)
{
    bool is_exact = strcmp(call_text(call, "filter", "exact"), "exact") == 0;
    KnowRun know = {.call = call,
                    .filter = is_exact ? ZERMELO_EXACT
                              : call_has(call, "percepts-only")
                                  ? ZERMELO_PERCEPTS_ONLY
                                  : ZERMELO_SUPPORT};
    reveal_moves(call);
    json_t *answer = begin_observing(&know);
    if (!answer)
        answer = call_has(call, "show") ? show_match(&know)
                                        : track_random_matches(&know);
    observer_free(&know.observer);
    return answer;
}

QUESTION(zermelo_know_json, .answer = know_answer,
         .options = "role=TEXT matches=COUNT steps=COUNT filter=exact|support "
                    "percepts-only show",
         .seconds = 60)
