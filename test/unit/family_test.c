/* family_test.c - the families of formulas, by number and as text */
#include "formulas.h"

#include "formula/family.h"

/* How many formulas each family has; all of them can be read again. */
static const char *families(const char *input)
{
    static Text answer;
    Formulas formulas = open_game(input);
    Text text = {0};
    for (Family i = 0; i < FAMILY_COUNT; i++) {
        Claims claims = {0};
        family_add(&claims, i, formulas.universe, formulas.loaded.arena);
        text_addf(&text, "%s %zu\n", family_names[i], claims.count);
        for (size_t k = 0; k < claims.count; k++) {
            const char *printed =
                formula_string(formulas.loaded.arena, claims.items[k].formula);
            const Formula *again = read_formula(&formulas, printed);
            assert_non_null(again);
            assert_string_equal(printed,
                                formula_string(formulas.loaded.arena, again));
        }
        vec_free(&claims);
    }
    close_game(&formulas);
    return keep(&answer, text);
}

static void families_have_their_sizes_and_can_be_read_again(void **state)
{
    (void)state;
    assert_string_equal(families(lamps), "persistence 12\n"
                                         "existence 8\n"
                                         "control 6\n"
                                         "unique 8\n"
                                         "turn-taking 1\n"
                                         "zero-sum 1\n");
}

static void words_of_the_language_may_be_symbols_of_a_game(void **state)
{
    (void)state;
    assert_string_equal(families("(role next) (role w) (init (forall some))\n"
                                 "(init (exists sum)) (legal ?r in)\n"
                                 "(<= (next (forall ?x)) (true (forall ?x)))\n"
                                 "(<= terminal (true (exists next)))\n"
                                 "(goal ?r 75)\n"),
                        "persistence 4\n"
                        "existence 8\n"
                        "control 0\n"
                        "unique 4\n"
                        "turn-taking 1\n"
                        "zero-sum 1\n");
}

static void control_and_playability_are_formulas(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    Arena *arena = formulas.loaded.arena;
    assert_string_equal(
        formula_string(arena, control_uniqueness(formulas.universe, arena)),
        "exists[0..1] X1 in control.1. true(control(X1))");
    assert_string_equal(
        formula_string(arena, playability(formulas.universe, arena)),
        "terminal | (forall P in role. exists M in move(P). legal(P,M))");
    close_game(&formulas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_have_their_sizes_and_can_be_read_again),
        cmocka_unit_test(words_of_the_language_may_be_symbols_of_a_game),
        cmocka_unit_test(control_and_playability_are_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
