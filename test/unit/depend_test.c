/* depend_test.c - who may depend on the position, and who on the moves */
#include "support.h"

#define MOVES(who)                                                             \
    who " must not depend on the moves that players make, and through this "   \
        "it does"
#define STATE(who)                                                             \
    who " must not depend on the position, and through this it does"

static void legal_terminal_and_goal_do_not_depend_on_does(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (legal you stay) (does you go))",
         "useless; move-dependent: " MOVES("legal")},
        {"(<= terminal (not (does you go)))",
         "useless; move-dependent: " MOVES("terminal")},
        {"(<= (goal you 0) (went)) (<= went (does you go))",
         "useless; move-dependent: " MOVES(
             "goal") "; parenthesised: went has no arguments; write it without "
                     "parentheses"},
        {"(<= (next (went ?m)) (does you ?m))", "valid"},
        {"(<= (sees you ?m) (does you ?m))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void each_rule_is_reported_once_where_the_dependence_enters(void **state)
{
    (void)state;
    assert_string_equal(
        complaints(GAME "(<= went (does you go))\n"
                        "(<= terminal (role you) (or went (not went)))\n"
                        "(<= (goal you 0) went)"),
        "t:7:29: error: " MOVES(
            "terminal") " [move-dependent]\n"
                        "    7 | (<= terminal (role you) (or went (not "
                        "went)))\n"
                        "      |                             ^~~~\n"
                        "t:8:18: error: " MOVES(
                            "goal") " [move-dependent]\n"
                                    "    8 | (<= (goal you 0) went)\n"
                                    "      |                  ^~~~\n");
}

static void init_and_role_depend_on_nothing_that_changes(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (init late) (true over))",
         "useless; state-dependent: " STATE("init")},
        {"(<= (init late) (does you go))",
         "useless; state-dependent: " STATE("init")},
        {"(<= (init late) p) (<= p (not q)) (<= q (true over))",
         "useless; state-dependent: " STATE("init")},
        {"(<= (init late) terminal)",
         "useless; state-dependent: " STATE("init")},
        {"(<= (init late) (legal you go))",
         "usable; state-dependent: init must not depend on legal (it is taken "
         "as the rules define it)"},
        {"(<= (init late) (goal you 100))",
         "usable; state-dependent: init must not depend on goal (it is taken "
         "as the rules define it)"},
        {"(<= (init late) p) (<= p (role you))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void
a_declaration_that_depends_on_the_position_is_left_aside(void **state)
{
    (void)state;
#define ASIDE " (the declaration is not needed and is left aside)"
    static const Case cases[] = {
        {"(<= (base over) (true over))",
         "usable; state-dependent: " STATE("base") ASIDE},
        {"(<= (input you go) (does you go))",
         "usable; state-dependent: " STATE("input") ASIDE},
        {"(<= (base ?x) (role ?x))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_terminal_and_goal_do_not_depend_on_does),
        cmocka_unit_test(
            each_rule_is_reported_once_where_the_dependence_enters),
        cmocka_unit_test(init_and_role_depend_on_nothing_that_changes),
        cmocka_unit_test(
            a_declaration_that_depends_on_the_position_is_left_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
