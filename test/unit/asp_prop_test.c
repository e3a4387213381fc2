/* asp_prop_test.c - formulas as clauses: Enc(phi, i) */
#include "formulas.h"

#include "asp/asp_prop.h"

/* The literal of the formula at level 0 and the clauses it needs. */
static const char *encoded(const char *input)
{
    static Text kept;
    Text out = {0};
    Formulas formulas = open_game(lamps);
    Asp *asp = asp_new(formulas.loaded.game, &(AspOptions){.horizon = 3});
    Encoding *encoding = encoding_new(asp, formulas.props);
    encoding_literal(&out, encoding, meaning(&formulas, input), 0, false);
    text_addc(&out, '\n');
    encoding_clauses(&out, encoding);
    encoding_free(encoding);
    asp_free(asp);
    close_game(&formulas);
    return keep(&kept, out);
}

static void each_kind_of_formula_has_its_clauses(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"lit(1)", "lit(1,0)\n"},
        {"~lit(1)", "not lit(1,0)\n"},
        {"1 = 1", "#true\n"},
        {"lit(1) & ~lit(2)", "_phi(5,0)\n"
                             "_phi(5,0) :- lit(1,0), not lit(2,0).\n"},
        {"lit(1) | lit(2)", "_phi(4,0)\n"
                            "_phi(4,0) :- lit(1,0).\n"
                            "_phi(4,0) :- lit(2,0).\n"},
        {"next lit(1)", "_phi(3,0)\n"
                        "_phi(3,0) :- terminal(0).\n"
                        "_phi(3,0) :- lit(1,1).\n"},
        {"exists[1..1] X in lamp.1. lit(X)",
         "_phi(4,0)\n"
         "_phi(4,0) :- 1 <= #sum { 1,0 : lit(1,0); 1,1 : lit(2,0) } <= 1.\n"},
        {"exists M in move(left). legal(left,M)",
         "_phi(5,0)\n_phi(5,0) :- legal(left,M,0).\n"},
    };
    assert_cases(cases, encoded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_formula_has_its_clauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
