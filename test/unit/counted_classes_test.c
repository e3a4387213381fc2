/* counted_classes_test.c - what is counted: classes of features, and counters
 */
#include "named_features.h"

#include "prove/linear/linear_internal.h"

#include <stdio.h>

/* Two rows of three cells, and ten steps; 10 precedes 2 as a word. */
static const char BOARD[] =
    "(role a)(row 1)(row 2)(column 1)(column 2)(column 3)"
    "(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 5)(succ 5 6)(succ 6 7)(succ 7 8)"
    "(succ 8 9)(succ 9 10)"
    "(<= (init (cell ?x ?y)) (row ?x) (column ?y))(init (step 2))"
    "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))"
    "(<= (legal a (take ?x ?y)) (true (cell ?x ?y)))"
    "(<= (next (cell ?x ?y)) (true (cell ?x ?y)) (not (does a (take ?x ?y))))"
    "(<= terminal (true (step 10)))(goal a 100)";

static LinearSearch columns_of(const Loaded *loaded, unsigned arguments,
                               size_t max_columns)
{
    LinearSearch search = {.net = loaded->net, .arena = arena_new()};
    linear_make_columns(&search, arguments, max_columns);
    linear_index_columns(&search);
    return search;
}

/* Classes with so many features, of which so many hold initially. */
static size_t count_classes(const LinearSearch *search, size_t features,
                            int initial)
{
    size_t count = 0;
    for (size_t i = 0; i < search->columns.count; i++)
        count += !search->columns.items[i].is_counter &&
                 search->columns.items[i].features.count == features &&
                 search->columns.items[i].initial_value == initial;
    return count;
}

static void classes_agree_in_some_arguments(void **state)
{
    (void)state;
    Loaded loaded = load_net(BOARD);
    /* step(1) never holds, and is no feature */
    assert_int_equal(loaded.net->feature_count, 6 + 9);
    LinearSearch search = columns_of(&loaded, 1, 100);
    assert_int_equal(count_classes(&search, 6, 6), 1); /* all cells, */
    assert_int_equal(count_classes(&search, 3, 3), 2); /* by row, */
    assert_int_equal(count_classes(&search, 2, 2), 3); /* by column; */
    assert_int_equal(count_classes(&search, 9, 1), 1); /* all steps, */
    assert_int_equal(count_classes(&search, 1, 1), 1); /* the first one, */
    assert_int_equal(count_classes(&search, 1, 0), 8); /* the others */
    assert_int_equal(search.columns.count, 16 + 1);    /* and the counter */
    uint32_t cell = feature_named(loaded.net, "cell(2,3)");
    const uint32_t *first = &search.columns_of.first[cell];
    assert_int_equal(first[1] - first[0], 3);
    size_t total = 0;
    for (uint32_t i = first[0]; i < first[1]; i++)
        total +=
            search.columns.items[search.columns_of.targets[i]].features.count;
    assert_int_equal(total, 6 + 3 + 2);
    linear_free_matrix(&search);
    unload(&loaded);
}

static void the_values_of_a_counter_are_in_order_of_numbers(void **state)
{
    (void)state;
    Loaded loaded = load_net(BOARD);
    LinearSearch search = columns_of(&loaded, 0, 100);
    assert_int_equal(search.columns.count, 3);
    const LinearColumn *counter = &search.columns.items[2];
    assert_true(counter->is_counter);
    assert_false(counter->is_invalid);
    assert_int_equal(counter->initial_value, 0);
    assert_int_equal(counter->features.count, 9);
    for (int i = 0; i < 9; i++) {
        char name[24];
        snprintf(name, sizeof name, "step(%d)", i + 2);
        assert_int_equal(counter->features.items[i],
                         feature_named(loaded.net, name));
    }
    linear_free_matrix(&search);
    unload(&loaded);
}

/* By one argument: two rows fit beside the two relations, three columns do not
 * fit beside these, and nine steps never do. */
static void classes_beyond_the_limit_are_left_out(void **state)
{
    (void)state;
    Loaded loaded = load_net(BOARD);
    LinearSearch search = columns_of(&loaded, 1, 6);
    assert_int_equal(count_classes(&search, 3, 3), 2);
    assert_int_equal(count_classes(&search, 2, 2), 0);
    assert_int_equal(search.columns.count, 4 + 1);
    linear_free_matrix(&search);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_agree_in_some_arguments),
        cmocka_unit_test(the_values_of_a_counter_are_in_order_of_numbers),
        cmocka_unit_test(classes_beyond_the_limit_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
