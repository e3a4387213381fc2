/* formula_check_test.c - formulas about what a game does not have */
#include "formulas.h"

static void what_the_game_does_not_have_is_reported(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"lamp(1,on)", "0-10 unknown-symbol"},
        {"lit", "0-3 wrong-arity"},
        {"true(lamp(1))", "0-13 wrong-arity"},
        {"true(lamb(1,on))", "5-9 unknown-symbol"},
        {"true(press(1))", "0-14 unknown-symbol"},
        {"legal(left,lamp(1,on))", "0-22 unknown-symbol"},
        {"legal(left,press(1,2))", "0-22 wrong-arity"},
        {"pressed(1)", "0-10 depends-on-does"},
        {"does(left,noop)", "0-15 depends-on-does"},
        {"init(lamp(1,on))", "0-16 keyword-atom"},
        {"forall X in cell.1. lit(X)", "12-18 unknown-domain"},
        {"forall X in lamp. lit(X)", "12-16 unknown-domain"},
        {"some lamp/3", "0-11 wrong-arity"},
        {"some press/1", "0-12 unknown-symbol"},
        {"lit(1) $ lit(2)", "7-8 stray-character"},
    };
    assert_cases(cases, reread);
}

/* What was asked before about the same game makes no difference. */
static void an_unknown_symbol_stays_unknown(void **state)
{
    (void)state;
    const char *why;
    Formulas formulas = open_game(lamps);
    assert_null(read_formula(&formulas, "true(lamp(3,on))"));
    Universe *before = formulas.universe;
    formulas.universe =
        universe_new(formulas.loaded.game, DOMAINS_DIRECTED, NULL, &why);
    assert_null(read_formula(&formulas, "true(lamp(3,on))"));
    universe_free(formulas.universe);
    formulas.universe = before;
    close_game(&formulas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_game_does_not_have_is_reported),
        cmocka_unit_test(an_unknown_symbol_stays_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
