/* walk_archive_test.c - archived plays lead where they are said to lead */
#include "corridor.h"

static void assert_leads_to(Corridor *corridor, const WalkArchive *archive,
                            uint32_t position, size_t cell)
{
    uint32_t *play = archive_play(archive, position);
    assert_int_equal(
        cell_after(corridor, play, archive->positions.items[position].depth),
        cell);
    assert_int_equal(*archive->positions.items[position].state,
                     UINT64_C(1) << corridor->at[cell]);
    free(play);
}

static void every_feature_seen_has_a_play_to_it(void **state)
{
    (void)state;
    Corridor corridor = open_corridor();
    WalkArchive archive;
    uint64_t counted = 0;
    size_t archived = 0;
    archive_init(&archive, corridor.loaded.net, corridor.loaded.arena);
    walk_lanes_evaluate(corridor.lanes);
    for (size_t step = 0; step < 40; step++) {
        archive_features(&archive, corridor.lanes, step % 2 == 0);
        step_corridor(&corridor);
        archive_features(&archive, corridor.lanes, false);
        Lanes ended = corridor.lanes->terminal;
        for (size_t lane = 0; lane < LANES; lane++)
            if (lanes_has(&ended, lane))
                archive_choose_origin(&archive, &corridor.random,
                                      corridor.lanes, lane);
        walk_lanes_restart(corridor.lanes, &ended);
        walk_lanes_evaluate(corridor.lanes);
    }
    for (size_t lane = 0; lane < LANES; lane++)
        archived += corridor.lanes->plays[lane].origin != NO_INDEX;
    assert_in_range(archived, 16, LANES - 16); /* half of the restarts */
    assert_int_equal(archive.seen_features.count, 4);
    for (size_t cell = 1; cell <= 4; cell++) {
        uint32_t feature = corridor.at[cell];
        uint32_t seen = archive.first_seen[feature];
        assert_int_not_equal(seen, NO_INDEX);
        assert_true(archive.seen_false[feature]);
        assert_leads_to(&corridor, &archive, seen, cell);
        assert_int_equal(archive.positions.items[seen].depth, cell - 1);
        counted += archive.times_seen[feature];
    }
    assert_int_equal(counted, 20 * LANES); /* the token is in one cell */
    archive_clear(&archive);
    close_corridor(&corridor);
}

/* The token is put into cell 3 of LANE, as if after some steps. */
static void put_into_third(Corridor *corridor, size_t lane, size_t steps)
{
    uint64_t third = UINT64_C(1) << corridor->at[3];
    const uint64_t *states[LANES] = {0};
    Lanes which = {0};
    states[lane] = &third;
    lanes_add(&which, lane);
    walk_lanes_load(corridor->lanes, states, &which);
    corridor->lanes->plays[lane].age = steps;
    for (size_t i = 0; i < steps; i++)
        moves_of_play(corridor->lanes, lane)[i] = 0;
}

static void a_shorter_play_is_archived_when_features_are_counted(void **state)
{
    (void)state;
    Corridor corridor = open_corridor();
    WalkArchive archive;
    const uint32_t *seen;
    archive_init(&archive, corridor.loaded.net, corridor.loaded.arena);
    seen = &archive.first_seen[corridor.at[3]];
    put_into_third(&corridor, 5, 3);
    archive_features(&archive, corridor.lanes, false);
    assert_int_equal(archive.positions.items[*seen].depth, 3);
    put_into_third(&corridor, 9, 2);
    archive_features(&archive, corridor.lanes, false);
    assert_int_equal(archive.positions.items[*seen].depth, 3);
    archive_features(&archive, corridor.lanes, true);
    assert_int_equal(archive.positions.items[*seen].depth, 2);
    assert_int_equal(archive.times_seen[corridor.at[3]], 2);
    assert_int_equal(archive.times_seen[corridor.at[1]], LANES - 2);
    archive_clear(&archive);
    close_corridor(&corridor);
}

static void a_play_goes_on_from_its_origin(void **state)
{
    (void)state;
    Corridor corridor = open_corridor();
    WalkLanes *lanes = corridor.lanes;
    WalkArchive archive;
    archive_init(&archive, corridor.loaded.net, corridor.loaded.arena);
    walk_lanes_evaluate(lanes);
    for (size_t step = 0; step < 2; step++)
        step_corridor(&corridor);
    size_t lane = shallowest_lane(lanes, feature_lanes(lanes, corridor.at[2]));
    uint32_t origin = archive_lane(&archive, lanes, lane);
    assert_int_equal(archive_lane(&archive, lanes, lane), origin);
    assert_leads_to(&corridor, &archive, origin, 2);
    Lanes every_lane = ~(Lanes){0};
    for (size_t i = 0; i < LANES; i++)
        archive_set_origin(&archive, origin, lanes, i);
    walk_lanes_restart(lanes, &every_lane);
    walk_lanes_evaluate(lanes);
    step_corridor(&corridor);
    for (size_t i = 0; i < LANES; i++) {
        size_t cell = cell_in_lane(&corridor, i);
        uint32_t position = archive_lane(&archive, lanes, i);
        assert_in_range(cell, 2, 3);
        assert_int_equal(archive.positions.items[position].depth, 3);
        assert_leads_to(&corridor, &archive, position, cell);
    }
    archive_clear(&archive);
    close_corridor(&corridor);
}

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
        cmocka_unit_test(every_feature_seen_has_a_play_to_it),
        cmocka_unit_test(a_shorter_play_is_archived_when_features_are_counted),
        cmocka_unit_test(a_play_goes_on_from_its_origin),
        cmocka_unit_test(the_first_blocks_are_kept_in_their_order),
        cmocka_unit_test(late_blocks_are_kept_as_often_as_early_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
