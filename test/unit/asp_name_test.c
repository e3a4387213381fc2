/* asp_name_test.c - symbols and terms as clingo writes them, and back */
#include "support.h"

#include "asp/asp.h"

static const char *as_name(const char *name)
{
    static Text kept;
    Text out = {0};
    Terms *terms = terms_new();
    const Symbol *symbol = term_symbol(terms, name, strlen(name));
    asp_term(&out, term_constant(terms, symbol));
    const char *text = text_string(&out);
    const Term *back = asp_read_term(terms, &text);
    if (back != term_constant(terms, symbol) || *text)
        text_adds(&out, " is read as another");
    terms_free(terms);
    return keep(&kept, out);
}

static void a_symbol_becomes_a_name_of_clingo_and_comes_back(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"cell", "cell"},
        {"a_1", "a_1"},
        {"0", "0"},
        {"100", "100"},
        {"-7", "-7"},
        {"007", "qX007"},
        {"-0", "qXX2d0"},
        {"12345678901", "qX12345678901"},
        {"not", "qXnot"},
        {"_x", "qX_x"},
        {"qxnot", "qxnot"},
        {"++", "qXX2bX2b"},
        {"#show", "qXX23show"},
        {"1+1", "qX1X2b1"},
        {"\xc3\xa4", "qXXc3Xa4"},
        {"a'b", "qXaX27b"},
    };
    assert_cases(cases, as_name);
}

/* A term comes back as it was written; what clingo cannot print is no term. */
static void terms_are_read_back(void **state)
{
    (void)state;
    static const char *const good[] = {"cell(1,-2,qXX2b)", "f(g(a,0),b)", "x"};
    static const char *const bad[] = {"f(", "f(a", "f(a,)", "F(a)", "", "-"};
    Terms *terms = terms_new();
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const char *rest = good[i];
        Text out = {0};
        const Term *term = asp_read_term(terms, &rest);
        assert_non_null(term);
        assert_string_equal(rest, "");
        asp_term(&out, term);
        assert_string_equal(text_string(&out), good[i]);
        text_free(&out);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *rest = bad[i];
        assert_null(asp_read_term(terms, &rest));
    }
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_symbol_becomes_a_name_of_clingo_and_comes_back),
        cmocka_unit_test(terms_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
