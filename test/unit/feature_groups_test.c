/* feature_groups_test.c - groups of features by symbol and arguments */
#include "loaded.h"

#include "prove/candidates/feature_groups.h"

static Graph group_all(const Loaded *loaded, uint32_t places)
{
    return group_features(loaded->arena, loaded->net, NULL,
                          loaded->net->feature_count, places);
}

/* cell/3 with 9 cells of 3 contents, and control/1 of 2 roles. */
static void groups_agree_at_the_places_given(void **state)
{
    (void)state;
    Loaded loaded = load("games/tictactoe.kif");
    assert_int_equal(group_all(&loaded, 0).nodes, 2);
    assert_int_equal(group_all(&loaded, place_bit(0)).nodes, 3 + 2);
    assert_int_equal(group_all(&loaded, ~place_bit(2)).nodes, 9 + 2);
    assert_int_equal(group_all(&loaded, ~place_bit(40)).nodes, 27 + 2);
    Graph cells = group_all(&loaded, ~place_bit(2));
    size_t total = 0;
    for (size_t i = 0; i < cells.nodes; i++) {
        FeatureGroup group = feature_group(&cells, i);
        for (size_t k = 1; k < group.count; k++) {
            assert_true(group.items[k - 1] < group.items[k]);
            assert_true(term_equal_but(loaded.net->features[group.items[0]],
                                       loaded.net->features[group.items[k]],
                                       2));
        }
        total += group.count;
    }
    assert_int_equal(total, loaded.net->feature_count);
    unload(&loaded);
}

static void a_group_is_divided_further(void **state)
{
    (void)state;
    Loaded loaded = load("games/tictactoe.kif");
    Graph symbols = group_all(&loaded, 0);
    for (size_t i = 0; i < symbols.nodes; i++) {
        FeatureGroup symbol = feature_group(&symbols, i);
        Graph parts = group_features(loaded.arena, loaded.net, symbol.items,
                                     symbol.count, place_bit(0));
        assert_int_equal(parts.nodes, symbol.count == 27 ? 3 : 2);
        assert_int_equal(feature_group(&parts, 0).items[0], symbol.items[0]);
    }
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_agree_at_the_places_given),
        cmocka_unit_test(a_group_is_divided_further),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
