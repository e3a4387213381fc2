/* sum_gates_test.c - weighted sums as gates */
#include "loaded.h"

#include "base/memory.h"
#include "formula/proof_log.h"

/* Twelve switches, one of which is turned in a step. */
static const char rules[] =
    "(role you) (n 1) (n 2) (n 3) (n 4) (n 5) (n 6) (n 7) (n 8) (n 9) (n 10)"
    "(n 11) (n 12) (<= (legal you (turn ?n)) (n ?n))"
    "(<= (next (on ?n)) (does you (turn ?n)) (not (true (on ?n))))"
    "(<= (next (on ?n)) (true (on ?n)) (not (does you (turn ?n))))"
    "(<= terminal (true (on 1)) (true (on 2))) (goal you 100)";

enum { SWITCHES = 12 };

/* Compares the gate of SUM with what is added up, in every position. */
static void compare_all(PropertyTable *properties, const WeightedSum *sum)
{
    Ref ref;
    assert_true(property_sum(properties, sum, &ref));
    for (uint64_t position = 0; position < 1 << SWITCHES; position++) {
        const uint64_t *states = &position;
        int64_t value = 0;
        signed char *values = property_values(properties, &states, 1);
        for (size_t i = 0; i < sum->count; i++)
            if (ref_value(values, sum->terms[i].ref))
                value += sum->terms[i].weight;
        bool is_within = (sum->min == NO_MIN || value >= sum->min) &&
                         (sum->max == NO_MAX || value <= sum->max);
        assert_int_equal(ref_value(values, ref), is_within);
        memory_free(values);
    }
}

static void a_sum_is_what_is_added_up(void **state)
{
    (void)state;
    Loaded loaded = load_net(rules);
    WeightedRef terms[SWITCHES];
    for (uint32_t i = 0; i < SWITCHES; i++)
        terms[i] =
            (WeightedRef){i % 3 ? (int64_t)i - 5 : 2,
                          property_feature(&loaded.properties, 0, i) ^ (i % 2)};
    compare_all(&loaded.properties, &(WeightedSum){terms, SWITCHES, NO_MIN, 3});
    compare_all(&loaded.properties, &(WeightedSum){terms, SWITCHES, -2, 4});
    compare_all(&loaded.properties, &(WeightedSum){terms, SWITCHES, 6, NO_MAX});
    unload(&loaded);
}

/* So many different sums that it takes adders. */
static void a_large_sum_is_made_of_adders(void **state)
{
    (void)state;
    Loaded loaded = load_net(rules);
    WeightedRef terms[SWITCHES + 4];
    for (uint32_t i = 0; i < SWITCHES + 4; i++)
        terms[i] = (WeightedRef){
            (i % 2 ? -1 : 1) * ((INT64_C(1) << i) + i),
            property_feature(&loaded.properties, 0, i % SWITCHES)};
    compare_all(&loaded.properties,
                &(WeightedSum){terms, SWITCHES + 4, -300, 700});
    unload(&loaded);
}

/* A pair of positions is a step. */
static void lowered_means_that_the_sum_is_smaller_later(void **state)
{
    (void)state;
    Loaded loaded = load_net(rules);
    PropertyTable *properties = &loaded.properties;
    WeightedRef terms[3];
    GroundProperty lowered;
    for (uint32_t i = 0; i < 3; i++)
        terms[i] =
            (WeightedRef){i == 1 ? -2 : 1, property_feature(properties, 0, i)};
    assert_true(property_lowered(
        properties, &(WeightedSum){terms, 3, NO_MIN, NO_MAX}, 1, &lowered));
    for (uint64_t pair = 0; pair < 64; pair++) {
        uint64_t now = pair % 8, later = pair / 8;
        const uint64_t *states[] = {&now, &later};
        static const int values[] = {0, 1, -2, -1, 1, 2, -1, 0};
        signed char *gates = property_values(properties, states, 2);
        assert_int_equal(ref_value(gates, lowered.ends[1]),
                         values[later] < values[now]);
        memory_free(gates);
    }
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_is_what_is_added_up),
        cmocka_unit_test(a_large_sum_is_made_of_adders),
        cmocka_unit_test(lowered_means_that_the_sum_is_smaller_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
