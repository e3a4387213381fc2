/* property_test.c - gates over literals of a net, and their clauses */
#include "formulas.h"

#include "formula/property.h"

static void gates_are_made_once_and_simplified(void **state)
{
    (void)state;
    Loaded loaded = load_net(lamps);
    PropertyTable *table = &loaded.properties;
    Ref a = property_feature(table, 0, 0), b = property_feature(table, 1, 1);
    assert_int_not_equal(a, b);
    assert_int_equal(property_feature(table, 0, 0), a);
    Ref both = property_pair(table, a, b);
    assert_int_equal(property_pair(table, b, a), both);
    assert_int_equal(table->gates.items[both / 2].level, 1);
    assert_int_equal(property_pair(table, a, REF_TRUE), a);
    assert_int_equal(property_pair(table, a, REF_FALSE), REF_FALSE);
    assert_int_equal(property_pair(table, a, ref_not(a)), REF_FALSE);
    assert_int_equal(property_or(table, (Ref[]){ref_not(a), ref_not(b)}, 2),
                     ref_not(both));
    assert_int_equal(property_choice(table, a, b, b), b);
    unload(&loaded);
}

static SatAnswer ask(Unroll *unroll, Sat *sat, SatLit first, SatLit second)
{
    sat_assume(sat, first);
    sat_assume(sat, second);
    return unroll_solve(unroll, -1);
}

static void clauses_say_what_the_gates_say(void **state)
{
    (void)state;
    Loaded loaded = load_net(lamps);
    PropertyTable *table = &loaded.properties;
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(loaded.net, sat, UNROLL_ANY);
    PropertyClauses clauses = property_clauses(table, unroll, sat, 0);
    Ref a = property_feature(table, 0, 0), b = property_feature(table, 0, 1);
    GroundProperty both = {.ends = {property_pair(table, a, ref_not(b))}};
    SatLit x = property_literal(&clauses, a), y = property_literal(&clauses, b);
    SatLit fails = property_violation(&clauses, &both);
    SatLit active = sat_variable(sat);
    property_suppose(&clauses, active, &both);
    assert_int_equal(ask(unroll, sat, fails, active), SAT_NO);
    assert_int_equal(ask(unroll, sat, active, -x), SAT_NO);
    assert_int_equal(ask(unroll, sat, active, y), SAT_NO);
    assert_int_equal(ask(unroll, sat, -fails, active), SAT_YES);
    assert_true(sat_value(sat, x) && !sat_value(sat, y));
    assert_int_equal(ask(unroll, sat, fails, -active), SAT_YES);
    property_clauses_free(&clauses);
    unroll_free(unroll);
    sat_free(sat);
    unload(&loaded);
}

static void marked_gates_are_those_of_the_root(void **state)
{
    (void)state;
    Loaded loaded = load_net(lamps);
    PropertyTable *table = &loaded.properties;
    bool needed[8] = {false};
    Ref a = property_feature(table, 0, 0), b = property_feature(table, 0, 1);
    Ref c = property_feature(table, 0, 2), both = property_pair(table, a, c);
    property_mark(table, ref_not(both), needed);
    assert_true(needed[a / 2] && needed[c / 2] && needed[both / 2]);
    assert_false(needed[b / 2] || needed[0]);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_are_made_once_and_simplified),
        cmocka_unit_test(clauses_say_what_the_gates_say),
        cmocka_unit_test(marked_gates_are_those_of_the_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
