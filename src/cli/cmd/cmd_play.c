/* cmd_play.c - zermelo play FILE
 *
 * First the moves given, then at random, or else asking: for each role that
 * has a choice a numbered list, answered by a number or the move itself.
 */
#include "cli/output.h"

#include "base/memory.h"
#include "base/random.h"
#include "play/human.h"
#include "play/match.h"
#include "play/play_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    ZermeloGame *game;
    ZermeloPlay *play;
    Drawing *drawing;
    Random random;
    size_t *choices;
    const char *moves; /* to begin with */
} PlaySession;

/* ---- showing ---- */

static void show_percepts(const ZermeloPlay *play)
{
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        size_t count = zermelo_play_percept_count(play, i);
        if (!count)
            continue;
        printf("  %s sees", zermelo_play_role(play, i));
        for (size_t k = 0; k < count; k++)
            printf(" %s", zermelo_play_percept(play, i, k));
        putchar('\n');
    }
}

static void show_step(const ZermeloPlay *play, size_t number)
{
    printf("step %zu:", number + 1);
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        printf("%s %s", i ? "," : "", zermelo_play_made(play, number, i));
    putchar('\n');
}

static void show_goals(const ZermeloPlay *play)
{
    printf(zermelo_play_terminal(play) ? "the game is over:" : "goals now:");
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        size_t count = zermelo_play_goal_count(play, i);
        printf("%s %s", i ? "," : "", zermelo_play_role(play, i));
        for (size_t k = 0; k < count; k++)
            printf("%s %d", k ? " and" : "", zermelo_play_goal(play, i, k));
        if (!count)
            printf(" no value");
    }
    putchar('\n');
}

/* ---- choosing ---- */

static bool all_can_move(const ZermeloPlay *play)
{
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        if (!zermelo_play_move_count(play, i))
            return false;
    return true;
}

/* ANSWER_MOVE once every role has a choice, otherwise what was said instead. */
static HumanAnswer choose_moves(PlaySession *session, bool at_random)
{
    const ZermeloPlay *play = session->play;
    HumanAnswer answer = ANSWER_MOVE;
    for (size_t i = 0;
         i < zermelo_play_role_count(play) && answer == ANSWER_MOVE; i++) {
        const HumanQuestion question = {session->game,    play,        i, true,
                                        &session->random, &interrupted};
        size_t count = zermelo_play_move_count(play, i);
        session->choices[i] = 0;
        if (count > 1 && !at_random && !zermelo_play_is_random(play, i))
            answer = human_ask(&question, &session->choices[i]);
        else if (count > 1)
            session->choices[i] =
                random_below(&session->random, (uint32_t)count);
    }
    return answer;
}

/* ---- playing on ---- */

/* Back to the last position where somebody had a choice; what is forced after
 * it would only be played again. */
static bool undo_to_choice(ZermeloPlay *play)
{
    while (zermelo_play_undo(play))
        for (size_t i = 0; i < zermelo_play_role_count(play); i++)
            if (!zermelo_play_is_random(play, i) &&
                zermelo_play_move_count(play, i) > 1)
                return true;
    return false;
}

static void play_steps(PlaySession *session, bool at_random, size_t max_steps)
{
    const ZermeloPlay *play = session->play;
    while (!interrupted && !zermelo_play_failure(play) &&
           !zermelo_play_terminal(play) && all_can_move(play) &&
           zermelo_play_length(play) < max_steps) {
        HumanAnswer answer = choose_moves(session, at_random);
        if (answer == ANSWER_QUIT)
            return;
        if (answer == ANSWER_MOVE) {
            zermelo_play_step(session->play, session->choices);
            if (wants_json)
                continue;
            show_step(play, zermelo_play_length(play) - 1);
            show_percepts(play);
        } else if (!undo_to_choice(session->play)) {
            printf("there is no move to take back\n");
            continue;
        }
        draw_play(session->drawing, play, 0, false);
    }
}

/* ---- the answer ---- */

/* HOLDS is NULL unless a formula was asked about. */
static json_t *answer_json(const Arguments *arguments, const ZermeloPlay *play,
                           json_t *holds)
{
    json_t *legal = json_object(), *goals = json_object();
    json_t *percepts = json_object(), *steps = json_array();
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        const char *role = zermelo_play_role(play, i);
        json_put(legal, role, legal_json(play, i, SIZE_MAX));
        json_put(percepts, role, percepts_json(play, i));
        json_put(goals, role, payoff_json(play, i));
    }
    for (size_t i = 0; i < zermelo_play_length(play); i++) {
        json_t *step = json_object();
        for (size_t k = 0; k < zermelo_play_role_count(play); k++)
            json_put(step, zermelo_play_role(play, k),
                     json_text(zermelo_play_made(play, i, k)));
        json_add(steps, step);
    }
    json_t *answer =
        JSON_OBJECT({"file", json_text(arguments->operands[0])},
                    {"roles", roles_json(arguments->game)}, {"moves", steps},
                    {"position", features_json(play)},
                    {"terminal", json_boolean(zermelo_play_terminal(play))},
                    {"legal", legal}, {"percepts", percepts}, {"goals", goals});
    if (holds)
        json_put(answer, "holds", holds);
    return answer;
}

/* Shows WHY a formula cannot be used, and frees it; EXIT_ERROR. */
static int refuse_formula(char *why)
{
    if (wants_json) {
        why[strcspn(why, "\n")] = '\0';
        char *rule = strrchr(why, '['); /* its name ends the line */
        if (rule)
            rule[strcspn(rule, "]")] = '\0';
        if (rule && rule > why)
            rule[-1] = '\0';
        fail(rule ? rule + 1 : "formula", "%s", why);
    } else {
        fputs(why, stderr);
    }
    free(why);
    return EXIT_ERROR;
}

/* Whether the formula of --formula holds in the position reached. */
static int judge_formula(const Arguments *arguments, ZermeloPlay *play)
{
    static const char *const answers[] = {"it is not known whether",
                                          "yes:", "no:"};
    static const int statuses[] = {EXIT_UNKNOWN, EXIT_YES, EXIT_NO};
    const char *formula = text_option(arguments, "formula", "");
    char *why;
    ZermeloAnswer answer = zermelo_play_holds(play, formula, &why);
    bool is_unreadable = answer == ZERMELO_UNKNOWN && strchr(why, '\n');
    if (is_unreadable)
        return refuse_formula(why);
    if (wants_json)
        print_json(answer_json(arguments, play,
                               json_if(answer != ZERMELO_UNKNOWN,
                                       json_boolean(answer == ZERMELO_YES))));
    else
        printf("%s %s\n", answers[answer], formula);
    free(why);
    return statuses[answer];
}

static int report_result(const Arguments *arguments, ZermeloPlay *play)
{
    const char *failure = zermelo_play_failure(play);
    if (failure) {
        fail("limit", "%s", failure);
        return EXIT_UNKNOWN;
    }
    if (wants_json && has_option(arguments, "formula"))
        return judge_formula(arguments, play);
    if (wants_json) {
        print_json(answer_json(arguments, play, NULL));
        return EXIT_YES;
    }
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        if (!zermelo_play_terminal(play) && !zermelo_play_move_count(play, i))
            printf("%s has no legal move, and the game is not over\n",
                   zermelo_play_role(play, i));
    show_goals(play);
    return has_option(arguments, "formula") ? judge_formula(arguments, play)
                                            : EXIT_YES;
}

static int run_session(const Arguments *arguments, PlaySession *session)
{
    bool at_random = has_option(arguments, "random");
    char *why;
    if (!zermelo_play_moves(session->play, session->moves, &why)) {
        if (!wants_json && !zermelo_play_failure(session->play))
            fputs(why, stderr);
        free(why);
        if (zermelo_play_failure(session->play))
            return report_result(arguments, session->play);
        return !wants_json ? EXIT_ERROR
                           : fail("illegal-move", "%s",
                                  zermelo_play_fault(session->play));
    }
    if (!wants_json) {
        for (size_t i = 0; i < zermelo_play_length(session->play); i++)
            show_step(session->play, i);
        show_percepts(session->play);
        draw_play(session->drawing, session->play, 0, true);
    }
    /* given moves and nobody to ask: that was all */
    bool asks_human = !has_option(arguments, "moves") &&
                      !has_option(arguments, "record") &&
                      !has_option(arguments, "formula") && !wants_json;
    if (at_random || asks_human)
        play_steps(session, at_random, count_option(arguments, "steps", 1000));
    return report_result(arguments, session->play);
}

/* With --html, the page. RECORD or NULL. */
static int write_play_page(const Arguments *arguments, const ZermeloPlay *play,
                           const json_t *record, int status)
{
    if (!has_option(arguments, "html") || status == EXIT_ERROR)
        return status;
    json_t *answer = answer_json(arguments, play, NULL);
    Text moves = {0};
    add_moves(&moves, json_object_get(answer, "moves"));
    json_t *shown = JSON_OBJECT(
        {"title", json_text("the play")}, {"moves", json_take_text(&moves)},
        {"formula", json_text(text_option(arguments, "formula", NULL))});
    json_t *plays = json_pack("[o]", shown);
    if (record)
        json_object_set(answer, "record", (json_t *)record);
    status = write_page(arguments, answer, plays, status);
    json_decref(plays);
    json_decref(answer);
    return status;
}

/* Plays MOVES, and then on. */
static int play_game(const Arguments *arguments, const char *moves,
                     const json_t *record)
{
    const char *why;
    ZermeloLimits limits = limits_of(arguments);
    PlaySession session = {
        .game = arguments->game,
        .drawing = arguments->drawing,
        .play = zermelo_play_new(arguments->game, &limits, &why),
        .random = random_new(count_option(arguments, "seed", 1), 0),
        .moves = moves};
    if (!session.play)
        return fail("model", "%s: %s", arguments->operands[0], why);
    session.choices = arena_array(arguments->arena, size_t,
                                  zermelo_play_role_count(session.play));
    int status = run_session(arguments, &session);
    status = write_play_page(arguments, session.play, record, status);
    zermelo_play_free(session.play);
    return status;
}

/* ---- records ---- */

/* The moves of a record, by the rules in FILE, or else in the file that it
 * names. */
static int play_record(const Arguments *given)
{
    const char *why, *path = text_option(given, "record", NULL);
    json_t *record = record_read(path, &why);
    if (!record)
        return fail("record", "%s: %s", path, why);
    Arguments arguments = *given;
    const char *rules = text_of(record, "game");
    Text moves = {0}, fault = {0};
    int status = EXIT_ERROR;
    if (!given->game && rules && access(rules, R_OK) == 0) {
        arguments.operands = &rules;
        arguments.operand_count = 1;
        arguments.game = load_game(&arguments);
        arguments.drawing = drawing_new(arguments.game);
    } else if (!given->game) {
        fail("usage",
             "%s does not contain the rules of its game%s%s; say in which FILE "
             "they are",
             path, rules ? ", " : "", rules ? rules : "");
    }
    if (arguments.game)
        status = record_moves(&moves, arguments.game, record, &fault)
                     ? play_game(&arguments, text_string(&moves), record)
                     : fail("record", "%s: %s", path, text_string(&fault));
    if (arguments.drawing != given->drawing) {
        drawing_free(arguments.drawing);
        zermelo_free(arguments.game);
    }
    text_free(&moves);
    text_free(&fault);
    json_decref(record);
    return status;
}

int cmd_play(const Arguments *arguments)
{
    if (has_option(arguments, "record") && has_option(arguments, "moves"))
        return fail("usage", "--record and --moves both say how to begin: "
                             "choose one");
    if (has_option(arguments, "record"))
        return play_record(arguments);
    if (!arguments->game)
        return fail("usage", "play takes a FILE with rules, or --record");
    return play_game(arguments, text_option(arguments, "moves", ""), NULL);
}
