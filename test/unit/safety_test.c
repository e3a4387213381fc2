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
#define NO_VALUE  " (the atom is true for no value of it)"

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
        {"(<= (legal you (put ?x)) (not (true (at ?x)))) (init (at 1))",
         HEAD POSITION},
        {"(<= terminal (not (true (at ?x))) (distinct ?x 1)) (init (at 1))",
         DISTINCT POSITION},
        {"(<= terminal (distinct ?x you))", DISTINCT CONSTANTS},
        {"(<= terminal (true over) (distinct (f ?x) (f you)))",
         DISTINCT CONSTANTS},
    };
    assert_cases(cases, judged_in_game);
}

static void a_variable_under_not_alone_means_no_value(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= terminal (not (role ?x)))", NEGATION NO_VALUE},
        {"(<= terminal (not (legal ?x go)))", NEGATION NO_VALUE},
        {"(<= terminal (not (true (at ?x)))) (init (at 1))", NEGATION NO_VALUE},
        {"(<= terminal (or (true (at ?x)) (not (true (at ?x))))) (init (at 1))",
         NEGATION NO_VALUE},
        {"(<= (next over) (not (does ?x go)))", NEGATION NO_VALUE},
        /* each report stands for a variable, not for a literal */
        {"(<= terminal (not (legal ?x go)) (not (legal ?x stay)))",
         NEGATION NO_VALUE},
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
        "      = assumed: it ranges over the roles\n");
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

/* Two piles, of which one is taken at a time. */
#define PILES                                                                  \
    "(role a) (init (pile 1)) (init (pile 2)) (goal a 100)\n"                  \
    "(<= (legal a (take ?x)) (true (pile ?x)))\n"                              \
    "(<= (next (pile ?x)) (true (pile ?x)) (not (does a (take ?x))))\n"

static void under_not_alone_no_value_makes_the_atom_true(void **state)
{
    (void)state;
    assert_string_equal(
        after(PILES "(<= terminal (not (true (pile ?x))))", "take(1)"),
        "now: pile(2)\na may take(2)\na gets 100");
    assert_string_equal(
        after(PILES "(<= terminal (not (true (pile ?x))))", "take(1); take(2)"),
        "over:\na gets 100");
    /* each literal by itself: some pile is neither, but there are piles */
    assert_string_equal(
        after(PILES "(kind 1 big) (kind 3 small)\n"
                    "(<= terminal (not (true (pile ?x))) (not (kind ?x big)))",
              "take(1)"),
        "now: pile(2)\na may take(2)\na gets 100");
    /* what else is in the atom is bound: pile 2 has no kind */
    assert_string_equal(
        after(PILES "(kind 1 big)\n"
                    "(<= (legal a (sort ?x)) (true (pile ?x)) "
                    "(not (kind ?x ?k)))\n"
                    "(<= terminal (true none))",
              ""),
        "now: pile(1) pile(2)\na may sort(2) take(1) take(2)\na gets 100");
    /* in one part of an or only; the other binds it */
    assert_string_equal(after(PILES "(last 2)\n"
                                    "(<= terminal (true (pile ?y))\n"
                                    "  (or (last ?x) (not (kind ?x ?y)))\n"
                                    "  (not (true (pile 1))))\n"
                                    "(kind 1 1)",
                              "take(1)"),
                        "over: pile(2)\na may take(2)\na gets 100");
    /* moves, and the next position of what is seen */
    assert_string_equal(
        after(PILES "(role b) (legal b wait) (goal b 0)\n"
                    "(<= (sees b nothing) (not (next (pile ?x))))\n"
                    "(<= (sees b still) (not (does ?r (take ?x))))\n"
                    "(<= terminal (not (true (pile ?x))))",
              "take(1),wait; take(2),wait"),
        "over:\na gets 100\nb sees nothing\nb may wait\nb gets 0");
}

/* `p(?y) :- not q(?y,?z)` replaces the literal, but not the place of ?y. */
static void a_domain_is_found_in_the_rules_as_they_are_written(void **state)
{
    (void)state;
    assert_string_equal(after("(role a) (q 1 1) (q 2 f) (goal a 0) terminal\n"
                              "(<= (legal a wait) (not (q 3 ?x)))\n"
                              "(<= (legal a (go ?y)) (not (q ?y ?z)))",
                              ""),
                        "over:\na may go(3) wait\na gets 0");
}

static void a_range_without_end_cannot_be_used(void **state)
{
    (void)state;
#define NUMBERS                                                                \
    "; recursion: in a recursive rule ?_n must be an argument of the head or " \
    "of a literal outside the recursion (the rules are followed, as long as "  \
    "their consequences stay few)"
    assert_string_equal(
        judged_in_game("(number 0) (<= (number (s ?_n)) (number ?_n)) "
                       "(<= terminal (not (number ?x)) (distinct ?x 0))"),
        "useless" NUMBERS "; unsafe-distinct: ?x is bound by no positive "
        "literal of the body, and too much could stand in its place");
    assert_string_equal(
        judged_in_game("(number 0) (<= (number (s ?_n)) (number ?_n)) "
                       "(<= terminal (not (number ?x)))"),
        "usable" NUMBERS "; unsafe-negation: ?x is bound by no positive "
        "literal of the body (the atom is true for no value of it)");
}

static void negation_through_itself_is_no_recursion_fault(void **state)
{
    (void)state;
    assert_string_equal(
        judged_in_game("(<= (p ?x) (role ?x) (not (p ?y)))\n"
                       "(<= terminal (p you))"),
        "useless; unstratified: p depends on its own negation through this; "
        "unsafe-negation: ?y is bound by no positive literal of the body (the "
        "atom is true for no value of it)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_positive_literal_binds_a_variable),
        cmocka_unit_test(an_unbound_variable_has_its_natural_range),
        cmocka_unit_test(a_variable_under_not_alone_means_no_value),
        cmocka_unit_test(every_part_of_an_or_has_to_bind),
        cmocka_unit_test(an_equation_binds_a_variable),
        cmocka_unit_test(each_variable_is_reported_once_a_rule),
        cmocka_unit_test(the_caret_stands_under_the_variable),
        cmocka_unit_test(in_infix_form_variables_are_named_as_they_are_written),
        cmocka_unit_test(what_is_assumed_is_what_is_played),
        cmocka_unit_test(under_not_alone_no_value_makes_the_atom_true),
        cmocka_unit_test(a_domain_is_found_in_the_rules_as_they_are_written),
        cmocka_unit_test(negation_through_itself_is_no_recursion_fault),
        cmocka_unit_test(a_range_without_end_cannot_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
