/* state_set_test.c - a set of states tells them apart and gives them back */
#include "support.h"

#include "base/random.h"
#include "solve/state_set.h"

enum { WORDS = 5, STATES = 20000 };

static void fill(uint64_t *state, uint64_t number)
{
    Random random = random_new(number, 1);
    for (size_t i = 0; i < WORDS; i++) /* many parts are shared */
        state[i] = random_below(&random, 3) ? number % 7 : random_next(&random);
    state[number % WORDS] = number;
}

static void states_keep_their_numbers_and_come_back_unchanged(void **unused)
{
    (void)unused;
    StateSet *set = state_set_new(WORDS, (size_t)1 << 30);
    uint64_t state[WORDS], back[WORDS];
    bool is_new;
    for (uint32_t i = 0; i < STATES; i++) {
        fill(state, i);
        assert_int_equal(state_set_put(set, state, &is_new), i);
        assert_true(is_new);
    }
    for (uint32_t i = 0; i < STATES; i++) {
        fill(state, (i * 7919) % STATES);
        assert_int_equal(state_set_put(set, state, &is_new),
                         (i * 7919) % STATES);
        assert_false(is_new);
        fill(state, i);
        state_set_get(set, i, back);
        assert_memory_equal(state, back, sizeof state);
    }
    state_set_free(set);
}

static void a_full_store_refuses_what_is_new_and_keeps_the_rest(void **unused)
{
    (void)unused;
    StateSet *set = state_set_new(WORDS, 100000);
    uint64_t state[WORDS], back[WORDS];
    bool is_new;
    uint32_t count = 0;
    for (fill(state, 0); state_set_put(set, state, &is_new) != NO_STATE;)
        fill(state, ++count);
    assert_in_range(count, 100, 100000);
    for (uint32_t i = 0; i < count; i++) {
        fill(state, i);
        state_set_get(set, i, back);
        assert_memory_equal(state, back, sizeof state);
        assert_int_equal(state_set_put(set, state, &is_new), i);
    }
    state_set_free(set);
}

static void a_state_without_features_is_one_state(void **unused)
{
    (void)unused;
    StateSet *set = state_set_new(0, 1000);
    uint64_t state[1] = {0};
    bool is_new;
    assert_int_equal(state_set_put(set, state, &is_new), 0);
    assert_true(is_new);
    assert_int_equal(state_set_put(set, state, &is_new), 0);
    assert_false(is_new);
    state_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_keep_their_numbers_and_come_back_unchanged),
        cmocka_unit_test(a_full_store_refuses_what_is_new_and_keeps_the_rest),
        cmocka_unit_test(a_state_without_features_is_one_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
