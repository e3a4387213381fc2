/* strata_test.c - negation, and the order in which clauses are evaluated */
#include "support.h"

static void a_circle_through_a_negation_cannot_be_used(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME "(<= p (not p))\n(<= terminal p)", "useless, 6 unstratified"},
        {GAME "(<= p q)\n(<= q (not p))\n(<= terminal p)",
         "useless, 7 unstratified"},
        {GAME "(<= (p ?x) (role ?x) (not (p ?x)))\n(<= terminal (p you))",
         "useless, 6 unstratified"},
        {GAME "(<= (p ?x) (e ?x ?y)\n (not (p ?y)))\n(e 1 2)\n"
              "(<= terminal (p 1))",
         "useless, 7 unstratified"},
        {GAME "(<= p (role you)\n (or (not q)\n (true over)))\n(<= q p)\n"
              "(<= terminal p)",
         "useless, 7 unstratified"},
    };
    assert_cases(cases, judgement);
}

static void negation_without_a_circle_is_valid(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME "(<= p (not q))\n(<= q (not r))\n(<= r (true over))\n"
              "(<= terminal p)",
         "valid"},
        {GAME "(<= p q) (<= q p) (<= terminal (not p))", "valid"},
    };
    assert_cases(cases, judgement);
}

/* Two atoms of one relation are not a circle. */
static void goal_0_unless_goal_100_is_usable_and_played_right(void **state)
{
    (void)state;
    static const char game[] =
        "(role you) (role me) (init (at 0))\n"
        "(<= (legal ?r go) (role ?r))\n"
        "(<= (next (at 1)) (does you go))\n"
        "(<= terminal (true (at 1)))\n"
        "(<= (goal you 100) (true (at 1)))\n"
        "(<= (goal ?r 50) (role ?r) (goal me ?_v) (distinct ?r me))\n"
        "(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))";
    assert_string_equal(judgement("(role you) (init (at 0)) (legal you go)\n"
                                  "(<= (next (at 1)) (does you go))\n"
                                  "(<= terminal (true (at 1)))\n"
                                  "(<= (goal you 100) (true (at 1)))\n"
                                  "(<= (goal ?r 0) (role ?r)\n"
                                  "(not (goal ?r 100)))"),
                        "usable, 6 unstratified");
    assert_string_equal(after(game, ""),
                        "now: at(0)\nyou may go\nyou gets 0\nyou gets 50\n"
                        "me may go\nme gets 0");
    assert_string_equal(after(game, "go, go"),
                        "over: at(1)\nyou may go\nyou gets 50\nyou gets 100\n"
                        "me may go\nme gets 0");
}

static void a_chain_of_atoms_is_evaluated_in_its_order(void **state)
{
    (void)state;
    static const char game[] = "(role you) terminal (goal you 100)\n"
                               "(<= (legal you ?n) (odd ?n))\n"
                               "(<= (odd 1) (not (odd 0)))\n"
                               "(<= (odd 2) (not (odd 1)))\n"
                               "(<= (odd 3) (not (odd 2)))\n"
                               "(<= (odd 4) (not (odd 3)))\n";
    assert_string_equal(after(game, ""), "over:\nyou may 1 3\nyou gets 100");
}

static void the_atom_that_is_negated_is_shown(void **state)
{
    (void)state;
    assert_string_equal(
        complaints(GAME "(<= (goal you 0) (role you) (not (goal you 100)))\n"),
        "t:6:34: error: goal depends on its own negation through this, "
        "although none of its atoms does [unstratified]\n"
        "    6 | (<= (goal you 0) (role you) (not (goal you 100)))\n"
        "      |                                  ^~~~~~~~~~~~~~\n"
        "      = assumed: the atoms are evaluated in the order in which they "
        "need each other\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_through_a_negation_cannot_be_used),
        cmocka_unit_test(negation_without_a_circle_is_valid),
        cmocka_unit_test(goal_0_unless_goal_100_is_usable_and_played_right),
        cmocka_unit_test(a_chain_of_atoms_is_evaluated_in_its_order),
        cmocka_unit_test(the_atom_that_is_negated_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
