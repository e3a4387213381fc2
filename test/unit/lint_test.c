/* lint_test.c - what is allowed and most often a mistake */
#include "support.h"

static void relations_are_defined_and_used(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= terminal done)",
         "valid; undefined: no rule defines done, so it is never true"},
        {"(colour red)", "valid; unused: no other rule uses colour"},
        {"(<= (even ?x) (even ?x)) (even 0)",
         "valid; unused: no other rule uses even"},
        {"(<= terminal (not done)) (<= terminal (or done (not done)))",
         "valid; undefined: no rule defines done, so it is never true"},
        {"(<= terminal (Done 1)) (done 1)", "valid; case: spelled Done "
                                            "elsewhere; letter case makes no "
                                            "difference"},
    };
    assert_cases(cases, judged_in_game);
}

static void a_symbol_has_one_arity(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(init (at 1)) (init (at 1 2)) (init (at 3))",
         "valid; arities: at has 2 arguments here and 1 elsewhere: these are "
         "two different symbols"},
        {"(p 1) (p 1 2) (<= terminal (p 1) (p 1 2))",
         "valid; arities: p has 2 arguments here and 1 elsewhere: these are "
         "two different symbols"},
        {"(<= terminal (p)) (<= (p) (q 1)) (q 1)",
         "valid; parenthesised: p has no arguments; write it without "
         "parentheses; parenthesised: p has no arguments; write it without "
         "parentheses"},
        /* a constant stands for itself */
        {"(init (at at)) (init (b 1)) (init b)", "valid"},
        /* a relation and a function may share a name */
        {"(init (p 1 2)) (p 1) (<= terminal (p 1))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void letter_case_is_reported_once_a_symbol(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME "(role You)\n(role YOU)\n(legal You Go)",
         "valid, 6 case, 8 case"},
        {GAME "(<= Terminal\n (NOT (true over))\n (not (TRUE over)))",
         "valid, 6 case, 8 case, 8 case"},
    };
    assert_cases(cases, judgement);
}

static void a_variable_occurs_twice(void **state)
{
    (void)state;
#define ALONE                                                                  \
    " occurs only here; a name that begins with _ says that this is meant"
    static const Case cases[] = {
        {"(<= terminal (does2 ?who go)) (does2 you go)",
         "valid; singleton: ?who" ALONE},
        {"(<= terminal (does2 ?_ ?_who)) (does2 you go)", "valid"},
        {"(<= terminal (does2 ?who ?who)) (does2 you go)", "valid"},
        {"(<= terminal (does2 ?Who ?who)) (does2 you go)", "valid"},
        /* one report is enough for one variable */
        {"(<= terminal (true over) (not (role ?x)))",
         "usable; unsafe-negation: ?x is bound by no positive literal of the "
         "body (the atom is true for no value of it)"},
    };
    assert_cases(cases, judged_pedantically);
}

static void features_are_set_somewhere(void **state)
{
    (void)state;
#define UNSET(name)                                                            \
    "valid; unset-feature: no rule for init or next sets the feature " name    \
    ", so it is never true"
    static const Case cases[] = {
        {"(<= terminal (true done))", UNSET("done")},
        {"(<= terminal (not (true (at 1)))) (init (at 1 2))",
         UNSET("at") "; arities: at has 2 arguments here and 1 elsewhere: "
                     "these are two different symbols"},
        {"(<= terminal (true done)) (<= (next ?f) (true ?f))", UNSET("done")},
        /* a variable may stand for anything that is set */
        {"(<= terminal (true done)) (<= (next ?f) (does you ?f))", "valid"},
        {"(<= terminal (true done)) (init done)", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void odd_ways_of_writing_are_reported(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (goal you 50))",
         "valid; empty-body: a rule without a body is a fact; write it "
         "without <="},
        {"(<= terminal (or))", "valid; empty-or: an empty or is never true"},
        {"(<= (terminal) (true over))",
         "valid; parenthesised: terminal has no arguments; write it without "
         "parentheses"},
        {"(<= (next (over)) (does you go))",
         "valid; parenthesised: over has no arguments; write it without "
         "parentheses"},
        {"(<= terminal (and (true over) (role you)))",
         "usable; and-in-body: GDL has no and: conditions of a body hold "
         "together anyway (the conditions hold together, as in any body)"},
        {"(<= terminal (not (or (true over) (role you))))",
         "usable; negated-formula: not applies to an atom, and this is none "
         "(negation is moved inwards, as logic has it)"},
        {"(legal you (or left right))",
         "usable; misplaced-connective: or belongs between the conditions of "
         "a body, not inside a term (it is an ordinary symbol here)"},
        {"(distinct a b)",
         "usable; misplaced-connective: distinct is built in and is not "
         "defined by rules (the statement is left aside)"},
    };
    assert_cases(cases, judged_in_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_are_defined_and_used),
        cmocka_unit_test(a_symbol_has_one_arity),
        cmocka_unit_test(letter_case_is_reported_once_a_symbol),
        cmocka_unit_test(a_variable_occurs_twice),
        cmocka_unit_test(features_are_set_somewhere),
        cmocka_unit_test(odd_ways_of_writing_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
