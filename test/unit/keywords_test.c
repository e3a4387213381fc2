/* keywords_test.c - keywords have their arguments and their places */
#include "support.h"

#define OWN " (it is a relation of its own and not the keyword)"

static void a_keyword_has_its_number_of_arguments(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(init at 1)",
         "usable; keyword-arity: init takes 1 argument, not 2" OWN},
        {"(role you too)",
         "usable; keyword-arity: role takes 1 argument, not 2" OWN},
        {"(legal go)",
         "usable; keyword-arity: legal takes 2 arguments, not 1" OWN},
        {"(<= terminal (does you))",
         "usable; keyword-arity: does takes 2 arguments, not 1" OWN},
        {"(<= terminal true)",
         "usable; keyword-arity: true takes 1 argument, not 0" OWN},
        {"(goal you)",
         "usable; keyword-arity: goal takes 2 arguments, not 1" OWN},
        {"(terminal now)",
         "usable; keyword-arity: terminal takes 0 arguments, not 1" OWN},
        {"(next)", "usable; keyword-arity: next takes 1 argument, not 0" OWN
                   "; parenthesised: next has no arguments; write it without "
                   "parentheses"},
    };
    assert_cases(cases, judged_in_game);
}

static void late_keywords_may_have_an_older_meaning(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(base 1 2) (base 3 4)",
         "valid; old-metadata: base with 2 arguments is not the keyword base, "
         "which takes 1"},
        {"(input go)",
         "valid; old-metadata: input with 1 argument is not the keyword "
         "input, which takes 2"},
        {"(<= terminal (sees you))",
         "valid; old-metadata: sees with 1 argument is not the keyword sees, "
         "which takes 2"},
        {"(base over) (input you go) (sees you light)", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void keywords_inside_terms_are_odd(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(legal you (goal left))",
         "usable; keyword-function: the keyword goal cannot be a function (it "
         "is an ordinary function symbol here)"},
        {"(<= terminal (true (next over))) (init (next over))",
         "usable; keyword-function: the keyword next cannot be a function (it "
         "is an ordinary function symbol here); keyword-function: the keyword "
         "next cannot be a function (it is an ordinary function symbol "
         "here)"},
        {"(legal you next) (legal you (f next))",
         "valid; keyword-object: the keyword next stands here for a thing of "
         "the game"},
        {"(legal you (base 1)) (legal you input)",
         "valid; keyword-object: the keyword base stands here for a thing of "
         "the game; keyword-object: the keyword input stands here for a thing "
         "of the game"},
    };
    assert_cases(cases, judged_in_game);
}

#define DEFINED " (it means what its rules define)"

static void some_keywords_stand_in_heads_only(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= terminal (init over))", "usable; head-only: init belongs in "
                                      "heads of rules, not in bodies" DEFINED},
        {"(<= (next late) (next over))",
         "usable; head-only: next belongs in heads of rules, not in "
         "bodies" DEFINED},
        {"(<= (sees you light) (next over))",
         "usable; head-only: next belongs in heads of rules, not in bodies "
         "(the next position is meant)"},
        {"(<= terminal (not (base over)))",
         "usable; head-only: base belongs in heads of rules, not in "
         "bodies" DEFINED},
        {"(<= (legal you ?m) (input you ?m))",
         "usable; head-only: input belongs in heads of rules, not in "
         "bodies" DEFINED},
        {"(<= (next late) (or (sees you light) (true over)))",
         "usable; head-only: sees belongs in heads of rules, not in "
         "bodies" DEFINED},
    };
    assert_cases(cases, judged_in_game);
}

static void some_keywords_stand_in_bodies_only(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(true over)",
         "useless; body-only: true belongs in bodies of rules, not in heads; "
         "a rule sets a feature by next"},
        {"(<= (does you go) (true over))",
         "useless; body-only: does belongs in bodies of rules, not in heads; "
         "players choose their moves"},
    };
    assert_cases(cases, judged_in_game);
}

static void roles_are_facts(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (role ?p) (player ?p)) (player me)",
         "usable; role-rule: roles are given as facts, not by rules (the "
         "roles are those that follow from the rules)"},
    };
    assert_cases(cases, judged_in_game);
    assert_string_equal(after("(<= (role ?p) (player ?p))\n"
                              "(player you) terminal (goal ?p 7)\n"
                              "(<= (legal ?p go) (role ?p))",
                              ""),
                        "over:\nyou may go\nyou gets 7");
}

/* What percepts are made of is known when they are. */
static void next_in_the_body_of_sees_is_the_next_position(void **state)
{
    (void)state;
    assert_string_equal(after("(role you) (legal you go) (goal you 100)\n"
                              "(<= (next (at 1)) (does you go))\n"
                              "(<= terminal (true (at 1)))\n"
                              "(<= (sees you ?p) (next ?p))",
                              "go"),
                        "over: at(1)\nyou sees at(1)\nyou may go\n"
                        "you gets 100");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_keyword_has_its_number_of_arguments),
        cmocka_unit_test(late_keywords_may_have_an_older_meaning),
        cmocka_unit_test(keywords_inside_terms_are_odd),
        cmocka_unit_test(some_keywords_stand_in_heads_only),
        cmocka_unit_test(some_keywords_stand_in_bodies_only),
        cmocka_unit_test(roles_are_facts),
        cmocka_unit_test(next_in_the_body_of_sees_is_the_next_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
