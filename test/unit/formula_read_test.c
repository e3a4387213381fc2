/* formula_read_test.c - the grammar of formulas, and mistakes in it */
#include "formulas.h"

static void connectives_bind_as_the_grammar_says(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    const Formula *formula =
        read_formula(&formulas, "~lit(1) & lit(2) | terminal -> next^2 lit(1)");
    assert_int_equal(formula->kind, FORMULA_IMPLIES);
    assert_int_equal(formula->parts[0]->kind, FORMULA_OR);
    assert_int_equal(formula->parts[0]->parts[0]->kind, FORMULA_AND);
    assert_int_equal(formula->parts[0]->parts[0]->parts[0]->kind, FORMULA_NOT);
    assert_int_equal(formula->parts[1]->kind, FORMULA_NEXT);
    assert_int_equal(formula->parts[1]->count, 2);
    close_game(&formulas);
}

static void a_range_has_the_terms_of_its_domain(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    const Formula *formula = read_formula(
        &formulas, "exists[1..3] P in role, N in lamp.1, S in {on,off,on}. "
                   "true(lamp(N,S)) | true(control(P))");
    static const size_t counts[] = {2, 2, 3};
    assert_int_equal(formula->kind, FORMULA_EXISTS);
    assert_true(formula->counting);
    assert_int_equal(formula->min, 1);
    assert_int_equal(formula->max, 3);
    assert_int_equal(formula->range_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(formula->ranges[i].terms.count, counts[i]);
    close_game(&formulas);
}

static void mistakes_have_names_and_places(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"LIT(1)", "0-3 unbound-variable"},
        {"", "0-0 syntax"},
        {"lit(1) &", "8-8 syntax"},
        {"(lit(1)", "0-1 unclosed"},
        {"lit(1) lit(2)", "7-10 syntax"},
        {"lit(X)", "4-5 unbound-variable"},
        {"forall X in cell.1. lit(X)", "12-18 unknown-domain"},
        {"forall X in lamp. lit(X)", "12-16 unknown-domain"},
        {"forall X in lamp.1. forall X in lamp.1. lit(X)", "27-28 bound-twice"},
        {"exists[2..1] X in lamp.1. lit(X)", "7-11 empty-bounds"},
        {"forall M in move(1). legal(left,M)", "17-18 empty-domain"},
        {"next^2000 lit(1)", "5-9 syntax"},
        {"forall X in {Y}. lit(X)", "13-14 unbound-variable"},
        {"lit(1) $ lit(2)", "7-8 stray-character"},
        {"lit(1) \u2020 lit(2)", "7-10 stray-character"},
        {"'lit", "0-4 unclosed"},
        {"lit('')", "4-6 bad-symbol"},
    };
    assert_cases(cases, reread);
}

static void signs_have_a_second_spelling(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"\u00aclit(1)\u2227lit(2)\u2228terminal",
         "~lit(1) & lit(2) | terminal"},
        {"lit(1)\u2192\u25cblit(2)", "lit(1) -> next lit(2)"},
        {"lit(1)\u2194terminal", "lit(1) <-> terminal"},
        {"\u2200X in lamp.1.\u2203Y in lamp.1.X\u2260Y",
         "forall X in lamp.1. exists Y in lamp.1. X != Y"},
        {"'lit'(1)", "lit(1)"},
    };
    assert_cases(cases, reread);
}

static void nesting_has_a_limit(void **state)
{
    (void)state;
    char *deep = repeated("", "~", 150, "terminal");
    char *too_deep = repeated("", "(", 300, "terminal");
    assert_string_equal(reread(deep), deep);
    assert_non_null(strstr(reread(too_deep), "too-deep"));
    free(deep);
    free(too_deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connectives_bind_as_the_grammar_says),
        cmocka_unit_test(a_range_has_the_terms_of_its_domain),
        cmocka_unit_test(mistakes_have_names_and_places),
        cmocka_unit_test(signs_have_a_second_spelling),
        cmocka_unit_test(nesting_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
