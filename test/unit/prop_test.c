/* prop_test.c - formulas without quantifiers, each part once */
#include "formulas.h"

#include "lang/print.h"

static void print_prop(Text *out, const Props *props, PropId id)
{
    static const char *const names[] = {"true", "",     "not", "and",
                                        "or",   "next", "sum"};
    const Prop *prop = props_get(props, id);
    if (prop->kind == PROP_ATOM) {
        term_print(out, prop->atom, SYNTAX_INFIX);
        return;
    }
    text_adds(out, names[prop->kind]);
    if (prop->kind == PROP_SUM)
        text_addf(out, "%u..%d", (unsigned)prop->min,
                  prop->max == UINT32_MAX ? -1 : (int)prop->max);
    for (size_t i = 0; i < prop->count; i++) {
        text_adds(out, i ? " " : "(");
        if (prop->weights)
            text_addf(out, "%u*", (unsigned)prop->weights[i]);
        print_prop(out, props, prop->parts[i]);
    }
    text_adds(out, prop->count ? ")" : "");
}

static const char *expanded(const char *input)
{
    static Text kept;
    Text text = {0};
    Formulas formulas = open_game(lamps);
    print_prop(&text, formulas.props, meaning(&formulas, input));
    close_game(&formulas);
    return keep(&kept, text);
}

static void quantifiers_are_written_out(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"forall X in lamp.1. lit(X)", "and(lit(1) lit(2))"},
        {"exists X in lamp.1. lit(X)", "or(lit(1) lit(2))"},
        {"exists[1..1] X in lamp.1. lit(X)", "sum1..1(lit(1) lit(2))"},
        {"exists[2..] X in lamp.1. lit(X)", "sum2..-1(lit(1) lit(2))"},
        {"exists[1..] X in lamp.1. lit(X)", "or(lit(1) lit(2))"},
        {"some control/1", "or(true(control(left)) true(control(right)))"},
        {"lit(1) -> next^2 lit(2)", "or(next(next(lit(2))) not(lit(1)))"},
        {"sum(goal) = 100", "sum2..-1(goal(left,50) goal(right,50))"},
    };
    assert_cases(cases, expanded);
}

static void trivial_parts_are_simplified_away(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"lit(1) & 1 = 1", "lit(1)"},
        {"lit(1) & 1 != 1", "not(true)"},
        {"lit(1) | ~lit(1)", "true"},
        {"~~lit(1)", "lit(1)"},
        {"next 1 = 1", "true"},
        {"lit(1) & lit(1)", "lit(1)"},
        {"exists[0..] X in lamp.1. lit(X)", "true"},
        {"exists[3..] X in lamp.1. lit(X)", "not(true)"},
        {"exists[2..] X in lamp.1, Y in {on,off}. lit(X)", "or(lit(1) lit(2))"},
    };
    assert_cases(cases, expanded);
}

static void equal_parts_are_one(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    PropId both = meaning(&formulas, "lit(1) & lit(2)");
    size_t count = props_count(formulas.props);
    assert_int_equal(meaning(&formulas, "lit(2) & lit(1)"), both);
    assert_int_equal(meaning(&formulas, "forall X in {1,2}. lit(X)"), both);
    assert_int_equal(props_count(formulas.props), count);
    close_game(&formulas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantifiers_are_written_out),
        cmocka_unit_test(trivial_parts_are_simplified_away),
        cmocka_unit_test(equal_parts_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
