/* zermelo_test.c - the library as a stranger uses it, through zermelo.h */
#include "support.h"

/* Two players say a number in turn. */
#define TURNS                                                                  \
    "(role white) (role black) (init (control white)) (init (said 0))\n"       \
    "(<= (legal ?r (say ?n)) (true (control ?r)) (number ?n))\n"               \
    "(<= (legal ?r noop) (role ?r) (not (true (control ?r))))\n"               \
    "(number 1) (number 2) (number 3)\n"                                       \
    "(<= (next (said ?n)) (does ?_r (say ?n)))\n"                              \
    "(<= (next (control black)) (true (control white)))\n"                     \
    "(<= (next (control white)) (true (control black)))\n"                     \
    "(<= terminal (true (said 3)))\n"                                          \
    "(<= (goal ?r 100) (role ?r) (not (true (control ?r))))\n"                 \
    "(<= (goal ?r 0) (true (control ?r)))\n"

typedef struct {
    ZermeloGame *game;
    ZermeloPlay *play;
} Turns;

static int open_turns(void **state)
{
    const char *why;
    Turns *turns = malloc(sizeof *turns);
    turns->game = read_game(TURNS);
    turns->play = zermelo_play_new(turns->game, NULL, &why);
    *state = turns;
    return turns->play ? 0 : -1;
}

static int close_turns(void **state)
{
    Turns *turns = *state;
    zermelo_play_free(turns->play);
    zermelo_free(turns->game);
    free(turns);
    return 0;
}

static ZermeloPlay *play_of(void **state)
{
    return ((Turns *)*state)->play;
}

static const char *here(const ZermeloPlay *play)
{
    static Text kept;
    Text out = {0};
    add_position(&out, play);
    return keep(&kept, out);
}

#define START                                                                  \
    "now: control(white) said(0)\nwhite may say(1) say(2) say(3)\n"            \
    "white gets 0\nblack may noop\nblack gets 100"

static void roles_are_in_the_order_of_the_text(void **state)
{
    (void)state;
    ZermeloGame *game = read_game("(role b) (role a) (role C) (role b)\n"
                                  "(legal ?r go) terminal (goal ?r 1)");
    const char *why, *expected[] = {"b", "a", "c"};
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    assert_int_equal(zermelo_role_count(game), 3);
    assert_int_equal(zermelo_play_role_count(play), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(zermelo_role(game, i), expected[i]);
        assert_string_equal(zermelo_play_role(play, i), expected[i]);
    }
    zermelo_play_free(play);
    zermelo_free(game);
}

static void a_step_is_a_choice_for_each_role(void **state)
{
    ZermeloPlay *play = play_of(state);
    const size_t choices[] = {1, 0};
    assert_string_equal(here(play), START);
    assert_true(zermelo_play_step(play, choices));
    assert_string_equal(here(play),
                        "now: control(black) said(2)\nwhite may noop\n"
                        "white gets 100\nblack may say(1) say(2) say(3)\n"
                        "black gets 0");
    assert_int_equal(zermelo_play_length(play), 1);
    assert_string_equal(zermelo_play_made(play, 0, 0), "say(2)");
    assert_string_equal(zermelo_play_made(play, 0, 1), "noop");
}

static void a_choice_that_is_none_changes_nothing(void **state)
{
    ZermeloPlay *play = play_of(state);
    const size_t first[] = {3, 0}, second[] = {0, 1}, huge[] = {SIZE_MAX, 0};
    assert_false(zermelo_play_step(play, first));
    assert_false(zermelo_play_step(play, second));
    assert_false(zermelo_play_step(play, huge));
    assert_string_equal(here(play), START);
    assert_int_equal(zermelo_play_length(play), 0);
}

static void after_the_end_there_is_no_step(void **state)
{
    ZermeloPlay *play = play_of(state);
    char *why;
    const size_t choices[] = {0, 0};
    assert_true(zermelo_play_moves(play, "say(3), noop", &why));
    assert_null(why);
    assert_true(zermelo_play_terminal(play));
    assert_false(zermelo_play_step(play, choices));
    assert_false(zermelo_play_moves(play, "noop, say(1)", &why));
    assert_string_equal(why, "moves:1:1: error: the game is over after 1 step "
                             "[illegal-move]\n"
                             "    1 | noop, say(1)\n"
                             "      | ^~~~~~~~~~~~\n");
    free(why);
}

static void steps_can_be_taken_back_to_the_beginning(void **state)
{
    ZermeloPlay *play = play_of(state);
    char *why;
    assert_false(zermelo_play_undo(play));
    assert_true(zermelo_play_moves(play, "say(1), noop; noop, say(3)", &why));
    char *end = strdup(here(play));
    assert_true(zermelo_play_undo(play));
    assert_false(zermelo_play_terminal(play));
    assert_string_equal(zermelo_play_feature(play, 0), "control(black)");
    assert_true(zermelo_play_moves(play, "noop, say(3)", &why));
    assert_string_equal(here(play), end);
    assert_true(zermelo_play_undo(play));
    assert_true(zermelo_play_undo(play));
    assert_false(zermelo_play_undo(play));
    assert_string_equal(here(play), START);
    free(end);
}

static void steps_before_an_illegal_one_stay_made(void **state)
{
    ZermeloPlay *play = play_of(state);
    char *why;
    assert_false(zermelo_play_moves(play, "say(1), noop; say(2), noop", &why));
    assert_string_equal(why, "moves:1:15: error: say(2) is not a legal move of "
                             "white in step 2 [illegal-move]\n"
                             "    1 | say(1), noop; say(2), noop\n"
                             "      |               ^~~~~~~~~~~~\n");
    assert_int_equal(zermelo_play_length(play), 1);
    free(why);
}

static void moves_that_cannot_be_made_are_told_apart(void **state)
{
    static const struct {
        const char *moves, *message;
    } cases[] = {
        {"say(1)", "a step has one move for each of the 2 roles, and this one "
                   "has 1 [illegal-move]"},
        {"noop, noop, noop", "a step has one move for each of the 2 roles, and "
                             "this one has 3 [illegal-move]"},
        {"noop, say(1)", "noop is not a legal move of white in step 1 "
                         "[illegal-move]"},
        {"say(1), say(1)", "say(1) is not a legal move of black in step 1 "
                           "[illegal-move]"},
        {"say(4), noop", "say(4) is not a legal move of white in step 1 "
                         "[illegal-move]"},
        {"say(N), noop", "a move without variables is expected here [syntax]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *why = NULL;
        assert_false(zermelo_play_moves(play_of(state), cases[i].moves, &why));
        if (!strstr(why, cases[i].message))
            fail_msg("%s: %s", cases[i].moves, why);
        free(why);
    }
    assert_string_equal(here(play_of(state)), START);
}

/* A limit that was reached is no fault of the moves. */
static void moves_after_a_failure_are_not_called_illegal(void **state)
{
    (void)state;
    assert_non_null(strstr(after("(role you) (init (n 0)) (goal you 1)\n"
                                 "(legal you go) (<= terminal (true (n 9)))\n"
                                 "(<= (next (p 0)) (true (n 0)))\n"
                                 "(<= (next (n ?x)) (q ?x)) (<= (q ?x) "
                                 "(true (p ?x))) (<= (q (s ?x)) (q ?x))",
                                 "go; go; go"),
                           "the rules derive terms without end"));
}

static void an_unusable_game_cannot_be_played_but_told_about(void **state)
{
    (void)state;
    ZermeloGame *game = read_game("(role you) (role random) (legal you go");
    const char *why = NULL;
    assert_false(zermelo_readable(game));
    assert_false(zermelo_usable(game));
    assert_null(zermelo_play_new(game, NULL, &why));
    assert_string_equal(why, "the rules cannot be used");
    assert_int_equal(zermelo_role_count(game), 2);
    assert_string_equal(zermelo_language(game), "GDL-II");
    zermelo_free(game);
}

static void a_diagnostic_has_its_place_in_characters(void **state)
{
    (void)state;
    ZermeloGame *game = read_game(GAME "; \xc3\xa9\r\n(\xc3\xa9 ?x\n  a)");
    ZermeloDiagnostic found = zermelo_diagnostic(game, 1);
    assert_string_equal(found.rule, "unsafe-head");
    assert_string_equal(found.assumed,
                        "it ranges over the domain of its position");
    assert_true(found.is_error);
    assert_int_equal(found.line, 7);
    assert_int_equal(found.column, 4);
    assert_int_equal(found.end_line, 7);
    assert_int_equal(found.end_column, 6);
    ZermeloDiagnostic unused = zermelo_diagnostic(game, 0);
    assert_string_equal(unused.rule, "unused");
    assert_int_equal(unused.column, 1);
    assert_int_equal(unused.end_line, 8);
    assert_int_equal(unused.end_column, 5);
    zermelo_free(game);
}

static void more_diagnostics_than_fit_are_counted(void **state)
{
    (void)state;
    char *text = repeated(GAME, "(<= (goal you 1000) (role you)) ", 1500, "");
    ZermeloGame *game = read_game(text);
    assert_int_equal(zermelo_diagnostic_count(game), 1000);
    assert_int_equal(zermelo_suppressed_count(game), 500);
    assert_true(zermelo_usable(game));
    zermelo_free(game);
    free(text);
}

static void a_file_that_is_not_there_has_a_reason(void **state)
{
    (void)state;
    const char *why = NULL;
    assert_null(zermelo_read_file("/nothing/here", ZERMELO_KIF, NULL, &why));
    assert_string_equal(why, "No such file or directory");
    assert_null(zermelo_read_file("/", ZERMELO_KIF, NULL, &why));
    assert_string_equal(why, "Is a directory");
}

static void the_syntax_can_be_forced(void **state)
{
    (void)state;
    static const char text[] = "role(you)";
    ZermeloGame *kif = zermelo_read("t", text, strlen(text), ZERMELO_KIF, NULL);
    ZermeloGame *infix =
        zermelo_read("t", text, strlen(text), ZERMELO_INFIX, NULL);
    assert_int_equal(zermelo_role_count(kif), 0);
    assert_int_equal(zermelo_role_count(infix), 1);
    zermelo_free(kif);
    zermelo_free(infix);
}

static void two_plays_of_one_game_do_not_disturb_each_other(void **state)
{
    ZermeloPlay *one = play_of(state);
    ZermeloGame *game = ((Turns *)*state)->game;
    char *why;
    const char *reason;
    ZermeloPlay *two = zermelo_play_new(game, NULL, &reason);
    assert_true(zermelo_play_moves(one, "say(1), noop", &why));
    assert_true(zermelo_play_moves(two, "say(2), noop; noop, say(3)", &why));
    assert_string_equal(zermelo_play_feature(one, 1), "said(1)");
    assert_string_equal(zermelo_play_feature(two, 1), "said(3)");
    assert_true(zermelo_play_moves(one, "noop, say(2)", &why));
    assert_string_equal(zermelo_play_feature(one, 1), "said(2)");
    assert_true(zermelo_play_terminal(two));
    zermelo_play_free(two);
}

static void freeing_nothing_is_allowed(void **state)
{
    (void)state;
    zermelo_free(NULL);
    zermelo_play_free(NULL);
}

static void the_version_is_that_of_the_header(void **state)
{
    (void)state;
    assert_string_equal(zermelo_version(), ZERMELO_VERSION);
}

#define with_turns(test)                                                       \
    cmocka_unit_test_setup_teardown(test, open_turns, close_turns)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_are_in_the_order_of_the_text),
        with_turns(a_step_is_a_choice_for_each_role),
        with_turns(a_choice_that_is_none_changes_nothing),
        with_turns(after_the_end_there_is_no_step),
        with_turns(steps_can_be_taken_back_to_the_beginning),
        with_turns(steps_before_an_illegal_one_stay_made),
        with_turns(moves_that_cannot_be_made_are_told_apart),
        cmocka_unit_test(moves_after_a_failure_are_not_called_illegal),
        cmocka_unit_test(an_unusable_game_cannot_be_played_but_told_about),
        cmocka_unit_test(a_diagnostic_has_its_place_in_characters),
        cmocka_unit_test(more_diagnostics_than_fit_are_counted),
        cmocka_unit_test(a_file_that_is_not_there_has_a_reason),
        cmocka_unit_test(the_syntax_can_be_forced),
        with_turns(two_plays_of_one_game_do_not_disturb_each_other),
        cmocka_unit_test(freeing_nothing_is_allowed),
        cmocka_unit_test(the_version_is_that_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
