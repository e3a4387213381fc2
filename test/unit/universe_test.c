/* universe_test.c - roles, moves, features and argument places of a game */
#include "formulas.h"

#include "lang/print.h"

static const char *listed(TermSet set)
{
    static Text kept;
    Text text = {0};
    for (size_t i = 0; i < set.count; i++) {
        text_adds(&text, i ? " " : "");
        term_print(&text, set.terms[i], SYNTAX_INFIX);
    }
    return keep(&kept, text);
}

static void the_sets_of_a_game_are_sorted(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    Universe *universe = formulas.universe;
    assert_string_equal(listed(universe->roles), "left right");
    assert_string_equal(listed(universe->moves[0]), "noop press(1) press(2)");
    assert_string_equal(listed(universe->any_move), "noop press(1) press(2)");
    assert_string_equal(listed(universe->all_features),
                        "control(left) control(right) lamp(1,off) lamp(1,on) "
                        "lamp(2,off) lamp(2,on)");
    assert_string_equal(listed(universe->goals), "50");
    assert_int_equal(universe->feature_count, 2);
    close_game(&formulas);
}

static void argument_places_are_found_by_name(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    Universe *universe = formulas.universe;
    assert_string_equal(listed(*universe_argument(universe, "lamp.2")),
                        "off on");
    assert_string_equal(listed(*universe_argument(universe, "press.1")), "1 2");
    assert_ptr_equal(universe_argument(universe, "lamp.2"),
                     universe_argument(universe, "lamp.2"));
    assert_null(universe_argument(universe, "lamp.3"));
    assert_null(universe_argument(universe, "lamb.1"));
    close_game(&formulas);
}

static void features_and_roles_are_found(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    const Universe *universe = formulas.universe;
    const FeatureSymbol *lamp = &universe->features[1];
    assert_ptr_equal(universe_feature(universe, lamp->symbol, 2), lamp);
    assert_null(universe_feature(universe, lamp->symbol, 1));
    assert_int_equal(universe_role(universe, universe->roles.terms[1]), 1);
    assert_int_equal(universe_role(universe, lamp->instances.terms[0]),
                     NO_INDEX);
    assert_true(is_control(universe->all_features.terms[0]));
    assert_false(is_control(lamp->instances.terms[0]));
    assert_false(role_is_random(universe->roles.terms[0]));
    close_game(&formulas);
}

/* What is never reached is not in the universe of a net. */
static void a_net_has_what_can_be_reached(void **state)
{
    (void)state;
    Loaded loaded = load_net(
        "(role you) (init (n 1)) (legal you (go 1)) (succ 1 2) (succ 2 3)\n"
        "(<= (legal you (go 3)) (true (n 3)))\n"
        "(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y) (distinct ?x 2))\n"
        "(<= terminal (true (n 2))) (goal you 100)");
    const char *why;
    Universe *universe =
        universe_new(loaded.game, DOMAINS_REACHABLE, loaded.net, &why);
    assert_string_equal(listed(*universe_argument(universe, "n.1")), "1 2");
    assert_string_equal(listed(universe->any_move), "go(1)");
    universe_free(universe);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sets_of_a_game_are_sorted),
        cmocka_unit_test(argument_places_are_found_by_name),
        cmocka_unit_test(features_and_roles_are_found),
        cmocka_unit_test(a_net_has_what_can_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
