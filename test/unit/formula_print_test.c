/* formula_print_test.c - printing formulas */
#include "formulas.h"

static void formulas_print_with_few_parentheses(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"terminal", "terminal"},
        {"~~terminal", "~~terminal"},
        {"(terminal)&lit(1)|lit(2)", "terminal & lit(1) | lit(2)"},
        {"terminal&(lit(1)|lit(2))", "terminal & (lit(1) | lit(2))"},
        {"(lit(1)->lit(2))->terminal", "(lit(1) -> lit(2)) -> terminal"},
        {"lit(1)->lit(2)->terminal", "lit(1) -> lit(2) -> terminal"},
        {"lit(1)<->lit(2)<->terminal", "lit(1) <-> lit(2) <-> terminal"},
        {"lit(1)<->(lit(2)<->terminal)", "lit(1) <-> (lit(2) <-> terminal)"},
        {"next^3 ~true(lamp(1,on))", "next^3 ~true(lamp(1,on))"},
        {"next(lit(1)|lit(2))", "next (lit(1) | lit(2))"},
        {"next next lit(1)", "next next lit(1)"},
        {"forall X in lamp.1, Y in {on,off}. true(lamp(X,Y)) | X != 1",
         "forall X in lamp.1, Y in {on,off}. true(lamp(X,Y)) | X != 1"},
        {"(forall X in role. goal(X,50)) & terminal",
         "(forall X in role. goal(X,50)) & terminal"},
        {"exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)",
         "exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)"},
        {"exists M in move. legal(left,M)", "exists M in move. legal(left,M)"},
        {"some lamp/2 & sum(goal) = 100", "some lamp/2 & sum(goal) = 100"},
        {"distinct(1,2)", "1 != 2"},
        {"\u00acterminal \u2227 lit(1) \u2283 \u25cblit(2) \u2228 "
         "\u2200X in role. goal(X,50)",
         "~terminal & lit(1) -> next lit(2) | (forall X in role. "
         "goal(X,50))"},
        {"\u2203[1..1]X in lamp.1. lit(X)", "exists[1..1] X in lamp.1. lit(X)"},
        {"'LIT'(1)", "lit(1)"},
    };
    assert_cases(cases, reread);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_print_with_few_parentheses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
