/* cmd_know.c - zermelo know FILE --role R
 *
 * What a role knows in random matches (src/know), or with --show round by round
 * in one match. Start reading at cmd_know(), at the end.
 */
#include "base/memory.h"
#include "cli/output.h"

#include "base/random.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NO_SUCH_ROLE "there is no such role" /* as the library says it */

static const char *const filter_names[] = {"exact", "support", "support"};
static const char *const about_names[] = {"legal", "terminal", "goal",
                                          "features"};

typedef struct {
    const Arguments *arguments;
    ZermeloGame *game; /* in which moves may be revealed */
    ZermeloNet *net;   /* NULL: by the interpreter */
    ZermeloWatch task;
    ZermeloKnowledge *result;
    ZermeloCoverage *coverage; /* of the exact filter; or NULL */
} KnowRun;

enum { MAX_COVERED_MOVES = 200000 }; /* joint moves, in all plays together */

static bool knew_legal(const ZermeloKnowledge *result)
{
    return result->legal_rounds == result->rounds;
}

static bool knew_all(const ZermeloKnowledge *result)
{
    assert(result->legal_rounds <= result->rounds);
    assert(result->terminal_matches <= result->matches);
    assert(result->goal_matches <= result->matches);
    return knew_legal(result) && result->terminal_matches == result->matches &&
           result->goal_matches == result->matches;
}

/* Whether it always knows, whatever is played. */
static bool is_covered(const KnowRun *know)
{
    const ZermeloCoverage *coverage = know->coverage;
    return coverage && coverage->complete && !coverage->refuted[0] &&
           !coverage->refuted[1] && !coverage->refuted[2];
}

static double per_1000_rounds(const ZermeloKnowledge *result)
{
    return result->rounds ? 1000 * result->seconds / (double)result->rounds : 0;
}

/* ---- for people ---- */

static void show_known(const char *label, size_t known, size_t total,
                       const char *unit)
{
    printf("%-13s%s (%zu of %zu %s)\n", label, known == total ? "yes" : "no",
           known, total, unit);
}

static Moves play_of(const KnowRun *know, const char *const *moves)
{
    const ZermeloKnowledge *result = know->result;
    return (Moves){
        {result->roles, result->role_count}, moves, result->first.steps};
}

static void show_play(const KnowRun *know, const char *title,
                      const char *const *moves)
{
    Text text = {0};
    add_moves(&text, play_of(know, moves));
    printf("%s\n    %s\n", title,
           know->result->first.steps ? text_string(&text) : "the beginning");
    text_free(&text);
}

static void show_first_failure(const KnowRun *know)
{
    static const char *const question_names[] = {
        "its legal moves", "that it was the end", "its payoff", "the position"};
    const ZermeloIgnorance *failure = &know->result->first;
    if (!failure->failed)
        return;
    printf("first failed match %zu, round %zu: %s did not know %s\n",
           failure->match, failure->round,
           know->result->roles[know->result->role],
           question_names[failure->about]);
    if (!failure->pair[0]) {
        show_play(know, "after", failure->truth);
        if (failure->about == ZERMELO_GOAL)
            printf("no rule gives it a value, or no two plays were found that "
                   "differ in it\n");
        else if (failure->about != ZERMELO_TERMINAL || know->task.filter)
            printf("all plays that it cannot tell apart agree, or none were "
                   "found that do not\n");
        return;
    }
    show_play(know, "it could not tell apart", failure->pair[0]);
    show_play(know, "and", failure->pair[1]);
}

static void show_knowledge(const KnowRun *know)
{
    const ZermeloKnowledge *result = know->result;
    printf("filter       %s%s\n", filter_names[know->task.filter],
           know->task.filter == ZERMELO_PERCEPTS_ONLY ? ", percepts only" : "");
    printf("matches      %zu, %zu rounds\n", result->matches, result->rounds);
    if (result->given_up)
        printf("given up     %zu matches, too long\n", result->given_up);
    show_known("legal moves", result->legal_rounds, result->rounds, "rounds");
    if (knew_legal(result) && result->matches) {
        show_known("the end", result->terminal_matches, result->matches,
                   "matches");
        show_known("payoff", result->goal_matches, result->matches, "matches");
    }
    if (result->limited)
        printf("limited      %zu rounds in which a limit was reached\n",
               result->limited);
    printf("time         %.3f s a 1000 rounds, median %.3f ms, longest %.3f "
           "ms\n",
           per_1000_rounds(result), 1000 * result->median,
           1000 * result->longest);
    if (is_covered(know))
        printf("all plays    yes: all %zu situations it can be in\n",
               know->coverage->situations);
    show_first_failure(know);
    if (result->stopped)
        printf("stopped: %s\n", stop_reason());
}

/* ---- for programs ---- */

static json_t *first_failure_json(const KnowRun *know)
{
    const ZermeloIgnorance *failure = &know->result->first;
    if (!failure->failed)
        return json_null();
    json_t *histories = json_null();
    if (failure->pair[0])
        histories =
            json_pack("[o,o]", moves_json(play_of(know, failure->pair[0])),
                      moves_json(play_of(know, failure->pair[1])));
    return JSON_OBJECT({"match", json_count(failure->match)},
                       {"round", json_count(failure->round)},
                       {"what", json_text(about_names[failure->about])},
                       {"histories", histories},
                       {"play", moves_json(play_of(know, failure->truth))});
}

static void print_answer_json(const KnowRun *know)
{
    const ZermeloKnowledge *result = know->result;
    bool legal = knew_legal(result), ended = legal && result->matches;
    print_json(JSON_OBJECT(
        {"file", json_text(know->arguments->operands[0])},
        {"role", json_text(result->roles[result->role])},
        {"matches", json_count(result->matches)},
        {"rounds", json_count(result->rounds)},
        {"filter", json_text(filter_names[know->task.filter])},
        {"percepts_only",
         json_boolean(know->task.filter == ZERMELO_PERCEPTS_ONLY)},
        {"legal", json_boolean(legal)},
        {"terminal",
         ended ? json_boolean(result->terminal_matches == result->matches)
               : json_null()},
        {"goal", ended ? json_boolean(result->goal_matches == result->matches)
                       : json_null()},
        {"legal_rounds", json_count(result->legal_rounds)},
        {"terminal_matches", json_count(result->terminal_matches)},
        {"goal_matches", json_count(result->goal_matches)},
        {"limited", json_count(result->limited)},
        {"given_up", json_count(result->given_up)},
        {"stopped", json_boolean(result->stopped)},
        {"covered", json_boolean(is_covered(know))},
        {"first", first_failure_json(know)},
        {"seconds", json_real(result->seconds)},
        {"seconds_per_1000_rounds", json_real(per_1000_rounds(result))},
        {"median_round_seconds", json_real(result->median)},
        {"longest_round_seconds", json_real(result->longest)}));
}

/* ---- the command ---- */

static int exit_status_of(const ZermeloKnowledge *result)
{
    if (!result->matches || (knew_all(result) && result->stopped))
        return EXIT_UNKNOWN;
    if (knew_all(result))
        return EXIT_YES;
    return result->limited ? EXIT_UNKNOWN : EXIT_NO;
}

/* In GDL, which has no percepts, every role is told all moves. True if the game
 * was changed so that they are perceived. */
static bool reveal_moves(KnowRun *know)
{
    if (strcmp(zermelo_language(know->game), "GDL") != 0)
        return false;
    Text text = {0};
    char *rules = zermelo_print(know->game, ZERMELO_KIF);
    text_addf(&text,
              "%s\n(<= (sees ?r (moved ?p ?m)) (role ?r) (does ?p ?m))\n",
              rules);
    free(rules);
    ZermeloGame *revealed =
        zermelo_read(know->arguments->operands[0], text_string(&text),
                     text.length, ZERMELO_KIF);
    text_free(&text);
    if (!zermelo_usable(revealed)) {
        zermelo_free(revealed);
        return false;
    }
    know->game = revealed;
    return true;
}

/* Sets the net, in at most a tenth of the time: what cannot be grounded is
 * followed round by round, which takes longer. */
static void ground_game(KnowRun *know)
{
    const char *why;
    ZermeloLimits limits = know->task.limits;
    limits.seconds /= 10;
    know->net = zermelo_ground(know->game, &limits, &why);
    if (!know->net)
        say_interpreting(why);
    know->task.limits = limits_of(know->arguments);
}

/* Case makes no difference: as the game spells it, if it is one of its roles.
 */
static const char *role_option(const Arguments *arguments,
                               const ZermeloGame *game)
{
    const char *name = text_option(arguments, "role", NULL);
    for (size_t i = 0; name && i < zermelo_role_count(game); i++)
        if (strcasecmp(name, zermelo_role(game, i)) == 0)
            return zermelo_role(game, i);
    return name;
}

static int report_failure(const KnowRun *know, const char *why)
{
    if (strcmp(why, NO_SUCH_ROLE) != 0) {
        fail("role", "%s", why);
        return know->net ? EXIT_ERROR : EXIT_UNKNOWN;
    }
    char *roles = list_roles(know->game);
    if (know->task.role)
        fail("role", "there is no role %s; %s", know->task.role, roles);
    else
        fail("role", "--role says whose knowledge is meant; %s", roles);
    free(roles);
    return EXIT_ERROR;
}

static int track_random_matches(KnowRun *know)
{
    const char *why;
    know->result = zermelo_know(know->game, know->net, &know->task, &why);
    know->task.limits = limits_of(know->arguments);
    if (!know->result)
        return report_failure(know, why);
    if (know->task.filter == ZERMELO_EXACT && know->net &&
        knew_all(know->result))
        know->coverage =
            zermelo_cover(know->game, know->net, know->task.role,
                          MAX_COVERED_MOVES, &know->task.limits, &why);
    if (wants_json)
        print_answer_json(know);
    else
        show_knowledge(know);
    int status = exit_status_of(know->result);
    zermelo_knowledge_free(know->result);
    zermelo_coverage_free(know->coverage);
    return status;
}

/* ---- one match, round by round ---- */

typedef struct {
    KnowRun *know;
    ZermeloPlay *play;
    ZermeloTracker *tracker;
    size_t role;
    json_t *rounds;
    bool ended;
} FollowedMatch;

/* A line for each key but the number of the round; of lists that are empty only
 * for what is seen. */
static void show_round(json_t *round)
{
    const char *key;
    json_t *value;
    json_int_t number = json_integer_value(json_object_get(round, "round"));
    printf(number ? "round %lld\n" : "the end\n", (long long)number);
    json_object_foreach (round, key, value) {
        bool is_empty = json_is_array(value) && !json_array_size(value);
        if (json_is_integer(value) || (is_empty && strcmp(key, "sees") != 0))
            continue;
        printf("  %-14s%s", key, is_empty ? "nothing" : "");
        if (json_is_string(value))
            fputs(json_string_value(value), stdout);
        for (size_t i = 0; i < json_array_size(value); i++)
            printf("%s%s", i ? " " : "",
                   json_string_value(json_array_get(value, i)));
        putchar('\n');
    }
}

/* Puts into ROUND what the role knows, and what it holds possible. */
static void put_knowledge(FollowedMatch *follow, json_t *round,
                          ZermeloAbout about, const char *certain_key,
                          const char *uncertain_key)
{
    const ZermeloBelief *beliefs;
    size_t count = zermelo_tracker_ask(follow->tracker, about, &beliefs);
    json_t *certain = json_array(), *uncertain = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(beliefs[i].certain ? certain : uncertain,
                              json_text(beliefs[i].term));
    json_object_set_new(round, certain_key, certain);
    json_object_set_new(round, uncertain_key, uncertain);
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
    free(choices);
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
    json_object_set_new(round, "does", json_text(move));
    json_object_set_new(round, "sees", json_texts((Texts){percepts, count}));
    bool is_consistent =
        zermelo_tracker_update(follow->tracker, move, percepts, count);
    free(percepts);
    return is_consistent && !zermelo_play_failure(play);
}

/* Puts into ROUND what the role knows, and what is done and seen. False if no
 * other round can follow. */
static bool follow_round(FollowedMatch *follow, size_t number, Random *random,
                         json_t *round)
{
    bool is_over = zermelo_play_terminal(follow->play);
    if (!is_over)
        json_object_set_new(round, "round", json_count(number));
    put_knowledge(follow, round, ZERMELO_FEATURES, "holds", "may hold");
    if (!is_over) {
        put_knowledge(follow, round, ZERMELO_LEGAL, "legal", "may be legal");
        return follow_step(follow, random, round) &&
               number != follow->know->task.steps;
    }
    put_knowledge(follow, round, ZERMELO_TERMINAL, "over", "may be over");
    put_knowledge(follow, round, ZERMELO_GOAL, "payoff", "payoff may be");
    follow->ended = true;
    return false;
}

static void follow_match(FollowedMatch *follow)
{
    Random random = random_new(follow->know->task.seed, 0);
    for (size_t number = 1, goes_on = true; goes_on; number++) {
        json_t *round = json_object();
        goes_on = follow_round(follow, number, &random, round);
        if (!wants_json)
            show_round(round);
        json_array_append_new(follow->rounds, round);
    }
}

static int show_match(KnowRun *know)
{
    const char *why = NO_SUCH_ROLE;
    const char *role = know->task.role;
    FollowedMatch follow = {.know = know, .rounds = json_array()};
    follow.play = zermelo_play_new(know->game, &know->task.limits, &why);
    size_t role_count = follow.play ? zermelo_play_role_count(follow.play) : 0;
    size_t match_count = 0;
    for (size_t i = 0; i < role_count; i++)
        if (role ? strcmp(zermelo_play_role(follow.play, i), role) == 0
                 : !zermelo_play_is_random(follow.play, i)) {
            follow.role = i;
            match_count++;
        }
    if (match_count == 1)
        follow.tracker = zermelo_tracker_new(know->game, know->net, follow.role,
                                             know->task.filter, &why);
    if (!follow.tracker) {
        json_decref(follow.rounds);
        zermelo_play_free(follow.play);
        return report_failure(know, why);
    }
    zermelo_tracker_limit(follow.tracker, &know->task.limits);
    follow_match(&follow);
    if (wants_json)
        print_json(
            json_pack("{s:o,s:o,s:s,s:o}", "file",
                      json_text(know->arguments->operands[0]), "role",
                      json_text(zermelo_play_role(follow.play, follow.role)),
                      "filter", filter_names[know->task.filter], "rounds",
                      json_incref(follow.rounds)));
    else if (!follow.ended)
        puts("stopped");
    json_decref(follow.rounds);
    zermelo_tracker_free(follow.tracker);
    zermelo_play_free(follow.play);
    return follow.ended ? EXIT_YES : EXIT_UNKNOWN;
}

int cmd_know(const Arguments *arguments)
{
    const char *filter = text_option(arguments, "filter", "exact");
    KnowRun know = {.arguments = arguments,
                    .game = arguments->game,
                    .task = {.filter = strcmp(filter, "exact") == 0
                                           ? ZERMELO_EXACT
                                       : has_option(arguments, "percepts-only")
                                           ? ZERMELO_PERCEPTS_ONLY
                                           : ZERMELO_SUPPORT,
                             .matches = count_option(arguments, "matches", 100),
                             .steps = count_option(arguments, "steps", 1000),
                             .seed = count_option(arguments, "seed", 1),
                             .limits = limits_of(arguments)}};
    if (reveal_moves(&know))
        fprintf(
            stderr,
            "zermelo: this is GDL, in which every role is told all moves\n");
    ground_game(&know);
    know.task.role = role_option(arguments, know.game);
    int status = has_option(arguments, "show") ? show_match(&know)
                                               : track_random_matches(&know);
    zermelo_net_free(know.net);
    if (know.game != arguments->game)
        zermelo_free(know.game);
    return status;
}
