/* game_test.c - the judgement as a whole: one mistake, one report */
#include "support.h"

static void one_mistake_is_one_report(void **state)
{
    (void)state;
    static const Case cases[] = {
        /* a missing parenthesis: nothing is said of what it swallowed */
        {"(role you\n(legal you go)\n(<= (next over) (does you go))\n"
         "(<= terminal (true over))\n(goal you 100)",
         "useless, 1 unclosed"},
        {GAME "(<= (legal you stay) (true over)\n(init start)",
         "useless, 6 unclosed"},
        {"(init\n(cell 1)\n(cell 2)", "useless, 1 unclosed"},
        /* a rule that cannot be read may have been the missing one */
        {"(role you)\n(<= (legal you go) (not))\n(<= terminal (true over))\n"
         "(goal you 100)",
         "useless, 2 connective-arity"},
        {"(role you)\n(legal you go)\n(<= ?x (true over))\n(goal you 100)\n"
         "(colour red)",
         "useless, 3 variable-atom"},
        /* an unsafe variable that stands alone is not also a singleton */
        {GAME "(<= (goal ?r 0) (true over))", "usable, 6 unsafe-head"},
        /* a misspelled keyword is a relation nobody uses */
        {GAME "(<= (nxt over) (true over))",
         "valid, 6 unknown-keyword, 6 unused"},
        /* true in a head: the feature counts as set */
        {"(role you)\n(legal you go)\n(true start)\n"
         "(<= terminal (true start))\n(goal you 100)",
         "useless, 3 body-only"},
        /* an invalid keyword is not reported as unused or undefined too */
        {GAME "(init at 1)\n(<= terminal (init at 1))",
         "usable, 6 keyword-arity, 7 keyword-arity"},
        {GAME "(<= (base ?_x) (true ?_x))", "usable, 6 state-dependent"},
        {GAME "(<= (legal you ?m) (move ?m))\n(<= (move ?m) (does you ?m))",
         "useless, 6 move-dependent"},
    };
    assert_cases(cases, judgement);
}

static void mistakes_in_different_places_are_all_reported(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(role you)\n"
         "(init (at ?x))\n"
         "(<= (legal you go) (not (or (true (at 1)) (true (at 2)))))\n"
         "(<= (next (at ?x)) (true (at ?y)))\n"
         "(<= terminal (does you go))\n"
         "(goal you 1000)\n",
         "useless, 2 unsafe-head, 3 negated-formula, 4 unsafe-head, "
         "5 move-dependent, 6 goal-value"},
        /* facts that are not closed do not hide the facts that follow */
        {"(role you)\n(init (at 1)\n(init at 2)\n(init (at ?x))\n"
         "(goal you 1000)\n(goal you 100\n(legal you go)",
         "useless, 2 unclosed, 3 keyword-arity, 4 unsafe-head, 5 goal-value, "
         "6 unclosed"},
        {"(role you)\n(init (at 1)\n(init at 2)\n(<= (goal ?r 1) (p))\n"
         "(init at 3)",
         "useless, 2 unclosed, 3 keyword-arity, 4 unsafe-head, "
         "4 parenthesised, 5 keyword-arity"},
    };
    assert_cases(cases, judgement);
}

static void the_language_follows_from_what_is_used(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME, "GDL"},
        {GAME "(sees you light)", "GDL-II"},
        {GAME "(role random) (legal random go)", "GDL-II"},
        {GAME "(role Random)", "GDL-II"},
        {GAME "(<= terminal (sees you))", "GDL"},
        {GAME "(<= terminal (role random))", "GDL"},
        /* of a text that cannot be used, as far as it was read */
        {GAME "(role random))", "GDL-II"},
        {GAME "(sees you light))", "GDL-II"},
        {"(", "GDL"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ZermeloGame *game = read_game(cases[i].input);
        assert_string_equal(zermelo_language(game), cases[i].expected);
        zermelo_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_mistake_is_one_report),
        cmocka_unit_test(mistakes_in_different_places_are_all_reported),
        cmocka_unit_test(the_language_follows_from_what_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
