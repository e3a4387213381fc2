/* lower_formula_test.c - formulas as properties of a net */
#include "formulas.h"

#include "formula/lower_formula.h"

static GroundProperty lowered(Formulas *formulas, const char *text)
{
    Lowering lowering;
    GroundProperty property;
    PropId prop = meaning(formulas, text);
    lowering_init(&lowering, formulas->props, &formulas->loaded.properties);
    assert_true(lower_formula(&lowering, prop, &property));
    lowering_free(&lowering);
    return property;
}

/* Whether it holds in the initial position, by the gates. */
static const char *initially(const char *input)
{
    Formulas formulas = open_game(lamps);
    const Net *net = formulas.loaded.net;
    uint64_t state = 0;
    for (size_t i = 0; i < net->feature_count; i++)
        state |= (uint64_t)net->initial[i] << i;
    GroundProperty property = lowered(&formulas, input);
    assert_int_equal(property.degree, 0);
    bool holds = holds_in(&formulas.loaded, &state, property.ends[0]);
    close_game(&formulas);
    return holds ? "yes" : "no";
}

static void gates_have_the_truth_of_the_formula(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"true(lamp(1,off))", "yes"},
        {"true(lamp(1,on))", "no"},
        {"~true(lamp(1,on)) & true(control(left))", "yes"},
        {"true(lamp(1,on)) | true(lamp(2,on))", "no"},
        {"exists[2..2] X in lamp.1. true(lamp(X,off))", "yes"},
        {"exists[0..1] X in lamp.1. true(lamp(X,off))", "no"},
        {"exists[1..] X in lamp.1. true(lamp(X,on))", "no"},
        {"~(exists[1..1] X in lamp.1. true(lamp(X,off)))", "yes"},
        {"~(exists[2..2] X in lamp.1. true(lamp(X,off)))", "no"},
        {"~(true(lamp(1,off)) & true(lamp(2,on)))", "yes"},
        {"~(true(lamp(1,on)) | true(lamp(2,off)))", "no"},
    };
    assert_cases(cases, initially);
}

/* A sequence that has ended satisfies next. */
static void each_length_of_a_sequence_has_its_gate(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    GroundProperty property = lowered(&formulas, "next true(lamp(1,on))");
    const Gate *gate =
        &formulas.loaded.properties.gates.items[property.ends[1] / 2];
    assert_int_equal(property.degree, 1);
    assert_int_equal(property.ends[0], REF_TRUE);
    assert_true(gate->is_leaf);
    assert_int_equal(gate->level, 1);
    close_game(&formulas);
}

static void what_looks_too_far_ahead_is_refused(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    Lowering lowering;
    GroundProperty property;
    PropId prop = meaning(&formulas, "next^17 lit(1)");
    lowering_init(&lowering, formulas.props, &formulas.loaded.properties);
    assert_false(lower_formula(&lowering, prop, &property));
    lowering_free(&lowering);
    close_game(&formulas);
}

static void relations_beyond_the_keywords_are_listed(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    const Game *game = formulas.loaded.game;
    size_t count;
    meaning(&formulas, "lit(1) & lit(2) & number(1) & terminal & goal(left,50) "
                       "& legal(left,noop) & true(lamp(1,on))");
    const RelationId *relations =
        props_relations(formulas.props, false, formulas.loaded.arena, &count);
    assert_int_equal(count, 2);
    assert_string_equal(game->relations[relations[0]].symbol->name, "lit");
    assert_string_equal(game->relations[relations[1]].symbol->name, "number");
    close_game(&formulas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_have_the_truth_of_the_formula),
        cmocka_unit_test(each_length_of_a_sequence_has_its_gate),
        cmocka_unit_test(what_looks_too_far_ahead_is_refused),
        cmocka_unit_test(relations_beyond_the_keywords_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
