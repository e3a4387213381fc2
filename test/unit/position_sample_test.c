/* position_sample_test.c - of all blocks offered, a uniform sample is kept */
#include "corridor.h"

#include "prove/walk/position_sample.h"

/* Offers blocks FIRST to END - 1; in block n, feature 0 has the value n. */
static void offer(PositionSample *sample, Corridor *corridor, uint64_t first,
                  uint64_t end)
{
    for (uint64_t n = first; n < end; n++) {
        *feature_lanes(corridor->lanes, 0) = (Lanes){n, n, n, n};
        *feature_lanes(corridor->lanes, 1) = (Lanes){n + 1, 0, 0, n};
        sample_offer(sample, corridor->lanes, &corridor->random);
    }
}

static void the_first_blocks_are_kept_in_their_order(void **state)
{
    (void)state;
    Corridor corridor = open_corridor();
    PositionSample sample;
    sample_init(&sample, corridor.loaded.net);
    assert_int_equal(sample.max_blocks, 64);
    offer(&sample, &corridor, 0, 64);
    assert_int_equal(sample.block_count, 64);
    for (uint64_t n = 0; n < 64; n++)
        for (size_t k = 0; k < LANE_WORDS; k++) {
            assert_int_equal(sample.values[n][k], n);
            assert_int_equal(sample.values[64 + n][k], k == 0   ? n + 1
                                                       : k == 3 ? n
                                                                : 0);
        }
    sample_clear(&sample);
    close_corridor(&corridor);
}

static void late_blocks_are_kept_as_often_as_early_ones(void **state)
{
    (void)state;
    enum { SAMPLES = 100, OFFERED = 256, PARTS = 4 };
    Corridor corridor = open_corridor();
    size_t kept[PARTS] = {0};
    for (int i = 0; i < SAMPLES; i++) {
        PositionSample sample;
        bool seen[OFFERED] = {false};
        sample_init(&sample, corridor.loaded.net);
        offer(&sample, &corridor, 0, OFFERED);
        assert_int_equal(sample.block_count, 64);
        assert_int_equal(sample.offered_count, OFFERED);
        for (size_t b = 0; b < sample.block_count; b++) {
            uint64_t n = sample.values[b][0];
            assert_true(n < OFFERED && !seen[n]);
            assert_int_equal(sample.values[64 + b][0], n + 1);
            seen[n] = true;
            kept[n * PARTS / OFFERED]++;
        }
        sample_clear(&sample);
    }
    for (size_t part = 0; part < PARTS; part++)
        assert_in_range(kept[part], 1440, 1760); /* 1600 on average */
    close_corridor(&corridor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_blocks_are_kept_in_their_order),
        cmocka_unit_test(late_blocks_are_kept_as_often_as_early_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
