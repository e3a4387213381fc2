/* safety_test.c - variables are bound, or range over what can stand there */
#include "support.h"

#define HEAD                                                                   \
    "usable; unsafe-head: ?x is bound by no positive literal of the body"
#define NEGATION                                                               \
    "usable; unsafe-negation: ?x is bound by no positive literal of the body"
#define DISTINCT                                                               \
    "usable; unsafe-distinct: ?x is bound by no positive literal of the body"
#define ROLES     " (it ranges over the roles)"
#define POSITION  " (it ranges over the domain of its position)"
#define CONSTANTS " (it ranges over all constants)"

static void a_positive_literal_binds_a_variable(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (legal ?x go) (role ?x))", "valid"},
        {"(<= (legal ?x (do ?y)) (not (true (at ?y))) (does2 ?x (f ?y))) "
         "(does2 you (f 1)) (init (at 1))",
         "valid"},
        {"(<= (legal you (do ?x)) (distinct ?x go) (role ?x))", "valid"},
        {"(<= (next ?x) (true ?x))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void an_unbound_variable_has_its_natural_range(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (legal ?x go) (true over))", HEAD ROLES},
        {"(legal ?x stay)", HEAD ROLES},
        {"(<= (goal ?x 0) (true over))", HEAD ROLES},
        {"(<= (sees ?x light) (true over))", HEAD ROLES},
        {"(<= terminal (not (role ?x)))", NEGATION ROLES},
        {"(<= terminal (not (legal ?x go)))", NEGATION ROLES},
        {"(<= (legal you (put ?x)) (not (true (at ?x)))) (init (at 1))",
         HEAD POSITION},
        {"(<= terminal (not (true (at ?x)))) (init (at 1))", NEGATION POSITION},
        {"(<= terminal (not (true (at ?x))) (distinct ?x 1)) (init (at 1))",
         NEGATION POSITION},
        {"(<= terminal (distinct ?x you))", DISTINCT CONSTANTS},
        {"(<= terminal (true over) (distinct (f ?x) (f you)))",
         DISTINCT CONSTANTS},
    };
    assert_cases(cases, judged_in_game);
}

static void every_part_of_an_or_has_to_bind(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (legal ?x stay) (or (role ?x) (legal ?x go)))", "valid"},
        {"(<= (legal ?x stay) (or (role ?x) (true over)))", HEAD ROLES},
        {"(<= (legal ?x stay) (or (role ?x) (not (role ?x)) (true over)))",
         HEAD ROLES},
        {"(<= (legal ?x stay) (or (true over) (true over)))", HEAD ROLES},
        {"(<= (legal ?x stay) (or (role ?x) (true over)) (role ?x))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void an_equation_binds_a_variable(void **state)
{
    (void)state;
    static const char *const rule =
        "usable; negated-formula: not applies to an atom, and this is none "
        "(the two terms are equal)";
    const Case cases[] = {
        {"(<= (legal ?x stay) (role ?y) (not (distinct ?x ?y)))", rule},
        {"(<= (legal ?x stay) (not (distinct ?x you)))", rule},
    };
    assert_cases(cases, judged_in_game);
}

static void each_variable_is_reported_once_a_rule(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME "(<= (legal ?x (f ?x))\n (not (role ?x))\n (distinct ?x you))",
         "usable, 6 unsafe-head"},
        {GAME "(<= (legal ?x go)\n (not (role ?y))\n (distinct ?_z you))",
         "usable, 6 unsafe-head, 7 unsafe-negation, 8 unsafe-distinct"},
        {GAME "(<= (legal ?x go) (true over))\n(<= (goal ?x 0) (true over))",
         "usable, 6 unsafe-head, 7 unsafe-head"},
    };
    assert_cases(cases, judgement);
}

static void the_caret_stands_under_the_variable(void **state)
{
    (void)state;
    assert_string_equal(
        complaints("(role you) (goal you 100) terminal\n"
                   "(<= (legal ?p ?m)\n"
                   "    (role ?p) (not (true ?m)))\n"
                   "(init (at 1))"),
        "t:2:15: error: ?m is bound by no positive literal of the body "
        "[unsafe-head]\n"
        "    2 | (<= (legal ?p ?m)\n"
        "      |               ^~\n"
        "      = assumed: it ranges over the domain of its position\n");
}

static void in_infix_form_variables_are_named_as_they_are_written(void **state)
{
    (void)state;
    assert_string_equal(
        complaints("role(you). legal(you,go). terminal.\n"
                   "goal(R,100) :- true(Over)."),
        "t:2:6: error: R is bound by no positive literal of the body "
        "[unsafe-head]\n"
        "    2 | goal(R,100) :- true(Over).\n"
        "      |      ^\n"
        "      = assumed: it ranges over the roles\n"
        "t:2:21: warning: Over occurs only here; a name that begins with _ "
        "says that this is meant [singleton]\n"
        "    2 | goal(R,100) :- true(Over).\n"
        "      |                     ^~~~\n");
}

static void what_is_assumed_is_what_is_played(void **state)
{
    (void)state;
    /* ?x is some place where you are not, of the places there are */
    assert_string_equal(after("(role you) (init (at 1)) (goal you 100)\n"
                              "(<= (next (at 2)) (does you (go 2)))\n"
                              "(<= (next (at 3)) (does you (go 3)))\n"
                              "(<= (legal you (go ?x)) (not (true (at ?x))))\n"
                              "(<= terminal (true (at 3)))",
                              "go(2)"),
                        "now: at(2)\nyou may go(1) go(3)\nyou gets 100");
    /* a role variable means every role */
    assert_string_equal(after("(role a) (role b) (legal ?x go)\n"
                              "terminal (goal ?x 50)",
                              ""),
                        "over:\na may go\na gets 50\nb may go\nb gets 50");
    /* under distinct alone: all constants of heads */
    assert_string_equal(after("(role you) (goal you 100) (legal you go)\n"
                              "(<= (legal you stay) (distinct ?x you) "
                              "(distinct ?x go))\n terminal",
                              ""),
                        "over:\nyou may go stay\nyou gets 100");
}

static void a_range_without_end_cannot_be_used(void **state)
{
    (void)state;
    assert_string_equal(
        judged_in_game("(number 0) (<= (number (s ?_n)) (number ?_n)) "
                       "(<= terminal (not (number ?x)))"),
        "useless; recursion: in a recursive rule ?_n must be an argument of "
        "the head or of a literal outside the recursion (the rules are "
        "followed, as long as their consequences stay few); unsafe-negation: "
        "?x is bound by no positive literal of the body, and too much could "
        "stand in its place");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_positive_literal_binds_a_variable),
        cmocka_unit_test(an_unbound_variable_has_its_natural_range),
        cmocka_unit_test(every_part_of_an_or_has_to_bind),
        cmocka_unit_test(an_equation_binds_a_variable),
        cmocka_unit_test(each_variable_is_reported_once_a_rule),
        cmocka_unit_test(the_caret_stands_under_the_variable),
        cmocka_unit_test(in_infix_form_variables_are_named_as_they_are_written),
        cmocka_unit_test(what_is_assumed_is_what_is_played),
        cmocka_unit_test(a_range_without_end_cannot_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
