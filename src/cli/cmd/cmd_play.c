/* cmd_play.c - zermelo play FILE
 *
 * First the moves given, then at random, or else asking: for each role that
 * has a choice a numbered list, answered by a number or the move itself.
 */
#include "base/memory.h"
#include "cli/output.h"
#include "cli/formula_commands.h"

#include "base/random.h"
#include "play/human.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    ZermeloPlay *play;
    Random random;
    size_t *choices;
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
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        size_t *choice = &session->choices[i];
        HumanAnswer answer = ANSWER_RANDOM;
        *choice = 0;
        if (zermelo_play_move_count(play, i) == 1)
            continue;
        if (!at_random && !zermelo_play_is_random(play, i))
            answer = human_ask(play, i, true, &interrupted, choice);
        if (answer == ANSWER_RANDOM)
            *choice = random_below(&session->random,
                                   (uint32_t)zermelo_play_move_count(play, i));
        else if (answer != ANSWER_MOVE)
            return answer;
    }
    return ANSWER_MOVE;
}

/* ---- playing on ---- */

static bool can_continue(const ZermeloPlay *play, size_t max_steps)
{
    return !interrupted && !zermelo_play_failure(play) &&
           !zermelo_play_terminal(play) && all_can_move(play) &&
           zermelo_play_length(play) < max_steps;
}

static void make_step(PlaySession *session)
{
    zermelo_play_step(session->play, session->choices);
    if (wants_json)
        return;
    show_step(session->play, zermelo_play_length(session->play) - 1);
    show_percepts(session->play);
    human_show_position(session->play);
}

static bool has_choice(const ZermeloPlay *play)
{
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        if (!zermelo_play_is_random(play, i) &&
            zermelo_play_move_count(play, i) > 1)
            return true;
    return false;
}

/* Back to the last position where somebody had a choice; what is forced after
 * it would only be played again. */
static bool undo_to_choice(ZermeloPlay *play)
{
    while (zermelo_play_undo(play))
        if (has_choice(play))
            return true;
    return false;
}

static void play_steps(PlaySession *session, bool at_random, size_t max_steps)
{
    while (can_continue(session->play, max_steps)) {
        HumanAnswer answer = choose_moves(session, at_random);
        if (answer == ANSWER_QUIT)
            return;
        if (answer == ANSWER_MOVE)
            make_step(session);
        else if (undo_to_choice(session->play))
            human_show_position(session->play);
        else
            printf("there is no earlier choice to undo\n");
    }
}

/* ---- the answer ---- */

static json_t *strings_json(const ZermeloPlay *play, size_t role, size_t count,
                            const char *(*get_item)(const ZermeloPlay *, size_t,
                                                    size_t))
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_text(get_item(play, role, i)));
    return list;
}

static json_t *steps_json(const ZermeloPlay *play)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < zermelo_play_length(play); i++) {
        json_t *step = json_object();
        for (size_t k = 0; k < zermelo_play_role_count(play); k++)
            json_put(step, zermelo_play_role(play, k),
                     json_text(zermelo_play_made(play, i, k)));
        json_array_append_new(steps, step);
    }
    return steps;
}

static json_t *goals_json(const ZermeloPlay *play, size_t role)
{
    size_t count = zermelo_play_goal_count(play, role);
    if (count == 1)
        return json_integer(zermelo_play_goal(play, role, 0));
    if (!count)
        return json_null();
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list,
                              json_integer(zermelo_play_goal(play, role, i)));
    return list;
}

/* HOLDS is NULL unless a formula was asked about. */
static void print_answer_json(const Arguments *arguments,
                              const ZermeloPlay *play, json_t *holds)
{
    json_t *roles = json_array(), *position = json_array();
    json_t *legal = json_object(), *goals = json_object();
    json_t *percepts = json_object();
    for (size_t i = 0; i < zermelo_play_feature_count(play); i++)
        json_array_append_new(position,
                              json_text(zermelo_play_feature(play, i)));
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        const char *role = zermelo_play_role(play, i);
        json_array_append_new(roles, json_text(role));
        json_put(legal, role,
                 strings_json(play, i, zermelo_play_move_count(play, i),
                              zermelo_play_move));
        json_put(percepts, role,
                 strings_json(play, i, zermelo_play_percept_count(play, i),
                              zermelo_play_percept));
        json_put(goals, role, goals_json(play, i));
    }
    json_t *answer = JSON_OBJECT(
        {"file", json_text(arguments->operands[0])}, {"roles", roles},
        {"moves", steps_json(play)}, {"position", position},
        {"terminal", json_boolean(zermelo_play_terminal(play))},
        {"legal", legal}, {"percepts", percepts}, {"goals", goals});
    if (holds)
        json_object_set_new(answer, "holds", holds);
    print_json(answer);
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
        print_answer_json(arguments, play, json_answer(answer));
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
        print_answer_json(arguments, play, NULL);
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
    const char *moves = text_option(arguments, "moves", "");
    bool at_random = has_option(arguments, "random");
    char *why;
    if (!zermelo_play_moves(session->play, moves, &why)) {
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
        human_show_position(session->play);
    }
    /* given moves and nobody to ask: that was all */
    bool asks_human = !has_option(arguments, "moves") &&
                      !has_option(arguments, "formula") && !wants_json;
    if (at_random || asks_human)
        play_steps(session, at_random, count_option(arguments, "steps", 1000));
    return report_result(arguments, session->play);
}

int cmd_play(const Arguments *arguments)
{
    const char *why;
    ZermeloLimits limits = limits_of(arguments);
    PlaySession session = {
        .play = zermelo_play_new(arguments->game, &limits, &why),
        .random = random_new(count_option(arguments, "seed", 1), 0)};
    if (!session.play)
        return fail("model", "%s: %s", arguments->operands[0], why);
    session.choices = memory_zeroed(zermelo_play_role_count(session.play),
                                    sizeof *session.choices);
    int status = run_session(arguments, &session);
    free(session.choices);
    zermelo_play_free(session.play);
    return status;
}
