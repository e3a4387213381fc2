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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_feature_seen_has_a_play_to_it),
        cmocka_unit_test(a_shorter_play_is_archived_when_features_are_counted),
        cmocka_unit_test(a_play_goes_on_from_its_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
