/* random_test.c - random numbers are uniform, and the same every time */
#include "support.h"

#include "base/random.h"

#include <math.h>

/* Pearson's statistic for SAMPLES numbers below BOUND, made comparable: so
 * many standard deviations from what chance gives. */
static double deviation(uint64_t seed, uint64_t stream, uint32_t bound,
                        size_t samples)
{
    size_t *seen = calloc(bound, sizeof *seen);
    Random random = random_new(seed, stream);
    for (size_t i = 0; i < samples; i++) {
        uint32_t number = random_below(&random, bound);
        assert_true(number < bound);
        seen[number]++;
    }
    double expected = (double)samples / bound, sum = 0;
    for (uint32_t i = 0; i < bound; i++)
        sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) /
               expected;
    free(seen);
    return (sum - (bound - 1)) / sqrt(2.0 * (bound - 1));
}

static void numbers_are_uniform_for_any_bound(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {2, 3, 5, 6, 7, 9, 10, 64, 100, 1000};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            double far = deviation(seed, 0, bounds[i], 100000);
            if (fabs(far) > 4)
                fail_msg("below %u, seed %d: %.1f standard deviations",
                         bounds[i], (int)seed, far);
        }
}

/* Without rejection a third of the range would come twice as often. */
static void a_bound_that_divides_badly_is_uniform_too(void **state)
{
    (void)state;
    Random random = random_new(1, 0);
    size_t low = 0, samples = 100000;
    for (size_t i = 0; i < samples; i++)
        low += random_below(&random, 3u << 30) < 1u << 30;
    assert_true(fabs((double)low - (double)samples / 3) < 600);
}

static void below_one_there_is_only_zero(void **state)
{
    (void)state;
    Random random = random_new(1, 0);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(random_below(&random, 1), 0);
}

static void the_same_seed_and_stream_repeat(void **state)
{
    (void)state;
    Random one = random_new(42, 7), two = random_new(42, 7);
    for (size_t i = 0; i < 1000; i++)
        assert_true(random_next(&one) == random_next(&two));
}

/* Answers depend on them: these numbers stay what they are. */
static void the_numbers_of_seed_1_are_known(void **state)
{
    (void)state;
    static const uint32_t known[] = {935, 556, 751, 401, 101, 485};
    Random random = random_new(1, 0);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(random_below(&random, 1000), known[i]);
}

static void other_seeds_and_streams_give_other_numbers(void **state)
{
    (void)state;
    static const uint64_t pairs[][2] = {{1, 0}, {2, 0}, {1, 1},
                                        {0, 1}, {0, 0}, {7, 42}};
    enum { COUNT = sizeof pairs / sizeof *pairs };
    uint64_t first[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        Random random = random_new(pairs[i][0], pairs[i][1]);
        first[i] = random_next(&random);
        for (size_t k = 0; k < i; k++)
            assert_true(first[i] != first[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_uniform_for_any_bound),
        cmocka_unit_test(a_bound_that_divides_badly_is_uniform_too),
        cmocka_unit_test(below_one_there_is_only_zero),
        cmocka_unit_test(the_same_seed_and_stream_repeat),
        cmocka_unit_test(the_numbers_of_seed_1_are_known),
        cmocka_unit_test(other_seeds_and_streams_give_other_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
