/* tree_test.c - which choice is tried next, and which one is made */
#include "support.h"

#include "search/tree.h"

static const Ucb1 usual = {.exploration = 0.5, .zero_sum = true};

static Choices choices_of(Choice *items, size_t count)
{
    return (Choices){items, count};
}

static void what_was_never_tried_comes_first(void **state)
{
    (void)state;
    Choice items[] = {{1, 10, 900, 0, 100}, {2, 0, 0, 0, 100}};
    Random random = random_new(1, 0);
    assert_int_equal(ucb1_select(usual, choices_of(items, 2), 10, &random), 1);
}

static void a_choice_that_was_seldom_tried_is_tried_again(void **state)
{
    (void)state;
    Choice items[] = {{1, 1000, 60000, 0, 100}, {2, 10, 500, 0, 100}};
    Random random = random_new(1, 0);
    assert_int_equal(ucb1_select(usual, choices_of(items, 2), 1010, &random),
                     1);
    Ucb1 greedy = {.exploration = 0, .zero_sum = true};
    assert_int_equal(ucb1_select(greedy, choices_of(items, 2), 1010, &random),
                     0);
}

static void what_cannot_beat_a_certain_value_is_not_tried(void **state)
{
    (void)state;
    Choice items[] = {
        {1, 5, 250, 50, 50}, {2, 5, 400, 0, 40}, {3, 500, 100, 0, 100}};
    Random random = random_new(1, 0);
    for (int i = 0; i < 20; i++)
        assert_int_equal(ucb1_select(usual, choices_of(items, 3), 510, &random),
                         2);
}

static void a_certain_value_is_preferred_to_a_lower_estimate(void **state)
{
    (void)state;
    Choice items[] = {{1, 5, 250, 50, 50}, {2, 500, 15000, 0, 100}};
    assert_int_equal(choices_best(choices_of(items, 2)), 0);
    items[1].sum = 35000;
    assert_int_equal(choices_best(choices_of(items, 2)), 1);
}

static void an_estimate_is_within_the_bounds(void **state)
{
    (void)state;
    Choice choice = {1, 10, 900, 20, 70};
    assert_true(choice_estimate(&choice) == 70);
    choice.sum = 100;
    assert_true(choice_estimate(&choice) == 20);
    choice.sum = 500;
    assert_true(choice_estimate(&choice) == 50);
}

static void a_choice_is_found_by_its_move(void **state)
{
    (void)state;
    Choice items[] = {{7, 0, 0, 0, 100}, {9, 0, 0, 0, 100}};
    assert_int_equal(choices_find(choices_of(items, 2), 9), 1);
    assert_int_equal(choices_find(choices_of(items, 2), 8), NO_INDEX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_never_tried_comes_first),
        cmocka_unit_test(a_choice_that_was_seldom_tried_is_tried_again),
        cmocka_unit_test(what_cannot_beat_a_certain_value_is_not_tried),
        cmocka_unit_test(a_certain_value_is_preferred_to_a_lower_estimate),
        cmocka_unit_test(an_estimate_is_within_the_bounds),
        cmocka_unit_test(a_choice_is_found_by_its_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
