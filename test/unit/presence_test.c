/* presence_test.c - what every game has, and goal values */
#include "support.h"

static void every_game_has_roles_moves_an_end_and_goals(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME, "valid"},
        {"(legal you go) terminal (goal you 1)", "useless, 1 no-role"},
        {"(role you) terminal (goal you 1)", "useless, 1 no-legal"},
        {"(role you) (legal you go) (goal you 1)", "usable, 1 no-terminal"},
        {"(role you) (legal you go) terminal", "usable, 1 no-goal"},
        {"", "useless, 1 no-goal, 1 no-legal, 1 no-role, 1 no-terminal"},
        /* asking for it is not defining it */
        {"(role you) (legal you go) (goal you 1) (<= (next a) terminal)",
         "usable, 1 no-terminal"},
    };
    assert_cases(cases, judgement);
}

/* init and next are not needed: a game may have but one position. */
static void a_game_may_lack_init_and_next(void **state)
{
    (void)state;
    assert_string_equal(judgement("(role you) (legal you go) terminal "
                                  "(goal you 1)"),
                        "valid");
}

#define NO_VALUE(value)                                                        \
    "usable; goal-value: a goal value is a whole number from 0 to 100, "       \
    "not " value " (it counts as no value)"

#define LEADING_ZERO(written, value)                                           \
    "valid; leading-zero: " written " counts as the value " value "; other "   \
    "players may take it for another value, or for none"

static void goal_values_are_whole_numbers_up_to_100(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (goal you 0) terminal)", "valid"},
        {"(<= (goal you 100) terminal)", "valid"},
        {"(<= (goal you ?v) (value ?v)) (value 5)", "valid"},
        {"(<= (goal you 00) terminal)", LEADING_ZERO("00", "0")},
        {"(<= (goal you 050) terminal)", LEADING_ZERO("050", "50")},
        {"(<= (goal you 00000000000000000100) terminal)",
         LEADING_ZERO("00000000000000000100", "100")},
        {"(<= (goal you 101) terminal)", NO_VALUE("101")},
        {"(<= (goal you 0101) terminal)", NO_VALUE("0101")},
        {"(<= (goal you 4294967346) terminal)", NO_VALUE("4294967346")},
        {"(<= (goal you 1000) terminal)", NO_VALUE("1000")},
        {"(<= (goal you -1) terminal)", NO_VALUE("-1")},
        {"(<= (goal you 0.5) terminal)", NO_VALUE("0.5")},
        {"(<= (goal you much) terminal)", NO_VALUE("much")},
        {"(<= (goal you (f 1)) terminal)", NO_VALUE("(f 1)")},
    };
    assert_cases(cases, judged_in_game);
}

static void what_is_no_value_counts_as_none_in_play(void **state)
{
    (void)state;
    assert_string_equal(after("(role you) (legal you go) terminal\n"
                              "(goal you 1000) (goal you much)\n"
                              "(value 101) (value 7) (value 07) (value (f 1))\n"
                              "(<= (goal you ?v) (value ?v))",
                              ""),
                        "over:\nyou may go\nyou gets 7");
}

static void without_an_end_the_game_goes_on(void **state)
{
    (void)state;
    assert_string_equal(
        after("(role you) (legal you go) (goal you 1)", "go; go; go"),
        "now:\nyou may go\nyou gets 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_roles_moves_an_end_and_goals),
        cmocka_unit_test(a_game_may_lack_init_and_next),
        cmocka_unit_test(goal_values_are_whole_numbers_up_to_100),
        cmocka_unit_test(what_is_no_value_counts_as_none_in_play),
        cmocka_unit_test(without_an_end_the_game_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
