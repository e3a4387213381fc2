/* explain_test.c - the explanations of diagnostics are true
 *
 * Through zermelo.h alone, as a reader of the manual would try them.
 */
#include "zermelo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE_WIDTH = 78 };

static ZermeloGame *read_text(const char *text)
{
    return zermelo_read("example", text, strlen(text), ZERMELO_ANY_SYNTAX,
                        NULL);
}

/* NULL if there is none of that name. */
static const char *name_found(const char *rule)
{
    for (size_t i = 0; i < zermelo_explanation_count(); i++)
        if (strcmp(zermelo_explanation(i).rule, rule) == 0)
            return rule;
    return NULL;
}

static ZermeloExplanation explanation_of(const char *rule)
{
    size_t i = 0;
    while (strcmp(zermelo_explanation(i).rule, rule) != 0)
        i++;
    return zermelo_explanation(i);
}

static void names_are_sorted_and_unique(void **state)
{
    (void)state;
    assert_true(zermelo_explanation_count() > 0);
    for (size_t i = 1; i < zermelo_explanation_count(); i++) {
        const char *before = zermelo_explanation(i - 1).rule;
        const char *after = zermelo_explanation(i).rule;
        if (strcmp(before, after) >= 0)
            fail_msg("%s stands before %s", before, after);
    }
}

static void what_is_one_line_and_why_is_a_narrow_paragraph(void **state)
{
    (void)state;
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation entry = zermelo_explanation(i);
        if (!*entry.what || strchr(entry.what, '\n') ||
            strlen(entry.what) > LINE_WIDTH)
            fail_msg("%s: what: %s", entry.rule, entry.what);
        for (const char *line = entry.why;; line++) {
            size_t width = strcspn(line, "\n");
            if (!width || width > LINE_WIDTH)
                fail_msg("%s: a line of %zu: %s", entry.rule, width, line);
            line += width;
            if (!*line)
                break;
        }
    }
}

static bool is_about(ZermeloExplanation entry, const char *what)
{
    return strcmp(entry.about, what) == 0;
}

/* The example, if it is one: all that it breaks is RULE. */
static void assert_breaks_only(const char *text, ZermeloExplanation entry)
{
    ZermeloGame *game = read_text(text);
    if (entry.is_pedantic)
        free(zermelo_check_json(game, "{\"pedantic\": true}", NULL));
    if (!zermelo_diagnostic_count(game))
        fail_msg("%s: its wrong example is right", entry.rule);
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        char *shown = zermelo_diagnostic_text(game, i);
        if (strcmp(zermelo_diagnostic(game, i).rule, entry.rule) != 0)
            fail_msg("%s: its wrong example breaks another rule:\n%s",
                     entry.rule, shown);
        if (zermelo_diagnostic(game, i).is_error != entry.is_error)
            fail_msg("%s: the severity differs:\n%s", entry.rule, shown);
        free(shown);
    }
    assert_int_equal(zermelo_valid(game), !entry.is_error);
    zermelo_free(game);
}

static void a_wrong_example_breaks_its_rule_and_no_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < zermelo_explanation_count(); i++)
        if (zermelo_explanation(i).wrong &&
            is_about(zermelo_explanation(i), "rules"))
            assert_breaks_only(zermelo_explanation(i).wrong,
                               zermelo_explanation(i));
}

static void no_right_example_gives_a_diagnostic(void **state)
{
    (void)state;
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation entry = zermelo_explanation(i);
        if (!entry.right || !is_about(entry, "rules"))
            continue;
        ZermeloGame *game = read_text(entry.right);
        if (entry.is_pedantic)
            free(zermelo_check_json(game, "{\"pedantic\": true}", NULL));
        if (zermelo_diagnostic_count(game))
            fail_msg("%s: its right example is wrong:\n%s", entry.rule,
                     zermelo_diagnostic_text(game, 0));
        assert_true(zermelo_valid(game));
        assert_true(zermelo_usable(game));
        zermelo_free(game);
    }
}

/* A game that is right but cannot be played would be no help. */
static void a_right_example_can_be_played_to_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation entry = zermelo_explanation(i);
        if (!entry.right || !is_about(entry, "rules"))
            continue;
        ZermeloGame *game = read_text(entry.right);
        const char *why = NULL;
        ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
        if (!play)
            fail_msg("%s: %s", entry.rule, why);
        size_t first = 0;
        if (!zermelo_play_terminal(play) && !zermelo_play_step(play, &first))
            fail_msg("%s: its right example has no legal move", entry.rule);
        if (!zermelo_play_terminal(play))
            fail_msg("%s: its right example does not end", entry.rule);
        assert_int_equal(zermelo_play_goal_count(play, 0), 1);
        assert_int_equal(zermelo_play_goal(play, 0, 0), 100);
        zermelo_play_free(play);
        zermelo_free(game);
    }
}

/* What is wrong with FORMULA, about tic-tac-toe; NULL if nothing is. */
static char *fault_of(const char *formula)
{
    const char *why = NULL;
    ZermeloGame *game = zermelo_read_file("games/tictactoe.kif",
                                          ZERMELO_ANY_SYNTAX, NULL, &why);
    assert_non_null(game);
    char *fault = NULL;
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    if (zermelo_play_holds(play, formula, &fault) != ZERMELO_UNKNOWN)
        assert_null(fault);
    zermelo_play_free(play);
    zermelo_free(game);
    return fault;
}

static void a_wrong_formula_breaks_its_rule_and_a_right_one_none(void **state)
{
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation entry = zermelo_explanation(i);
        if (!is_about(entry, "formula"))
            continue;
        char name[64];
        snprintf(name, sizeof name, "[%s]", entry.rule);
        char *why = fault_of(entry.wrong);
        if (!why || !strstr(why, name))
            fail_msg("%s: %s", entry.rule, why ? why : "nothing is wrong");
        free(why);
        why = fault_of(entry.right);
        if (why)
            fail_msg("%s: its right example is wrong: %s", entry.rule, why);
        count++;
    }
    assert_true(count > 0);
}

static void an_example_is_given_with_its_correction_or_not_at_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation entry = zermelo_explanation(i);
        assert_int_equal(entry.wrong == NULL, entry.right == NULL);
        if (entry.wrong)
            assert_string_not_equal(entry.wrong, entry.right);
    }
}

/* ---- rules without an example: their texts are made here ---- */

/* BEFORE, then PART as often as COUNT says, then AFTER. */
static char *repeated(const char *before, const char *part, size_t count,
                      const char *after)
{
    size_t length = strlen(part);
    size_t front = strlen(before);
    char *text = malloc(front + length * count + strlen(after) + 1);
    memcpy(text, before, front);
    for (size_t i = 0; i < count; i++)
        memcpy(text + front + i * length, part, length);
    strcpy(text + front + length * count, after);
    return text;
}

static void assert_breaks(const char *rule, char *text)
{
    assert_non_null(name_found(rule));
    assert_null(explanation_of(rule).wrong);
    assert_breaks_only(text, explanation_of(rule));
    free(text);
}

#define BEGINNING "(role you) (goal you 100) (legal you go) "

static void the_limits_are_reported_under_their_names(void **state)
{
    (void)state;
    assert_breaks("too-deep",
                  repeated(BEGINNING "(<= terminal ", "(not ", 251, ""));
    assert_breaks("too-large",
                  repeated(BEGINNING "terminal", " ", 16 << 20, ""));
    assert_breaks("too-long", repeated(BEGINNING "terminal (legal you (go 1 ",
                                       "x", 4097, "))"));
    assert_breaks("too-long", repeated(BEGINNING "terminal (legal you (go",
                                       " x", 4001, "))"));
    assert_breaks("too-long", repeated(BEGINNING "(<= terminal", " (role you)",
                                       10001, ")"));
    assert_breaks("too-many-cases",
                  repeated(BEGINNING "(<= terminal",
                           " (or (role you) (goal you 100))", 13, ")"));
}

#define MIDDLE BEGINNING "(<= (next over) (does you go)) "

static void what_is_just_within_the_limits_is_read(void **state)
{
    (void)state;
    char *texts[] = {
        repeated(MIDDLE "(<= terminal (true over)) (legal you ", "x", 4096,
                 ")"),
        repeated(MIDDLE "(<= terminal (true over)) (legal you (go", " x", 4000,
                 "))"),
        repeated(MIDDLE "(<= terminal (true over)", " (role you)", 9998, ")"),
        repeated(MIDDLE "(<= terminal (true over)",
                 " (or (role you) (goal you 100))", 12, ")"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ZermeloGame *game = read_text(texts[i]);
        assert_int_equal(zermelo_diagnostic_count(game), 0);
        zermelo_free(game);
        free(texts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_sorted_and_unique),
        cmocka_unit_test(what_is_one_line_and_why_is_a_narrow_paragraph),
        cmocka_unit_test(a_wrong_example_breaks_its_rule_and_no_other),
        cmocka_unit_test(no_right_example_gives_a_diagnostic),
        cmocka_unit_test(a_right_example_can_be_played_to_its_end),
        cmocka_unit_test(a_wrong_formula_breaks_its_rule_and_a_right_one_none),
        cmocka_unit_test(an_example_is_given_with_its_correction_or_not_at_all),
        cmocka_unit_test(the_limits_are_reported_under_their_names),
        cmocka_unit_test(what_is_just_within_the_limits_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
