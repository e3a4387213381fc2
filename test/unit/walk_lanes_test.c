/* walk_lanes_test.c - steps in lanes, against the machine */
#include "corridor.h"

static void every_lane_takes_the_step_that_the_machine_takes(void **state)
{
    (void)state;
    Corridor corridor = open_corridor();
    WalkLanes *lanes = corridor.lanes;
    size_t ended = 0;
    walk_lanes_evaluate(lanes);
    for (size_t step = 0; step < 6; step++)
        step_corridor(&corridor);
    for (size_t lane = 0; lane < LANES; lane++) {
        size_t cell = cell_in_lane(&corridor, lane);
        assert_int_equal(cell, cell_after(&corridor, moves_of_play(lanes, lane),
                                          lanes->plays[lane].age));
        assert_int_equal(lanes_has(&lanes->terminal, lane), cell == 4);
        ended += cell == 4;
    }
    assert_in_range(ended, 100, LANES - 20); /* 1 - 22 / 64 of them, or so */
    close_corridor(&corridor);
}

static void positions_are_loaded_into_some_lanes_and_restarted(void **state)
{
    (void)state;
    Corridor corridor = open_corridor();
    WalkLanes *lanes = corridor.lanes;
    uint64_t third = UINT64_C(1) << corridor.at[3];
    const uint64_t *states[LANES] = {[7] = &third, [200] = &third};
    Lanes both = {0}, one = {0};
    lanes_add(&both, 7);
    lanes_add(&both, 200);
    lanes_add(&one, 200);
    walk_lanes_load(lanes, states, &both);
    for (size_t lane = 0; lane < LANES; lane++)
        assert_int_equal(cell_in_lane(&corridor, lane),
                         lanes_has(&both, lane) ? 3 : 1);
    lanes->plays[7].age = lanes->plays[200].age = 2;
    assert_int_equal(shallowest_lane(lanes, &both), 7);
    walk_lanes_restart(lanes, &one);
    assert_int_equal(shallowest_lane(lanes, &both), 200);
    assert_int_equal(cell_in_lane(&corridor, 7), 3);
    assert_int_equal(cell_in_lane(&corridor, 200), 1);
    walk_lanes_restart_all(lanes);
    assert_int_equal(cell_in_lane(&corridor, 7), 1);
    close_corridor(&corridor);
}

static void gates_have_the_value_of_the_position_in_each_lane(void **state)
{
    (void)state;
    Corridor corridor = open_corridor();
    PropertyTable *properties = &corridor.loaded.properties;
    Ref at[3];
    for (size_t i = 0; i < 3; i++)
        at[i] = property_feature(properties, 0, corridor.at[i + 1]);
    Ref early = property_or(properties, at, 2);
    Ref second = property_pair(properties, early, ref_not(at[0]));
    GateLanes gates = {.properties = properties};
    bool *marks = calloc(properties->gates.count, sizeof *marks);
    property_mark(properties, second, marks);
    gate_lanes_plan(&gates, marks);
    free(marks);
    walk_lanes_evaluate(corridor.lanes);
    for (size_t step = 0; step < 3; step++)
        step_corridor(&corridor);
    gate_lanes_read(&gates, 0, corridor.lanes);
    gate_lanes_evaluate(&gates);
    Lanes found[2] = {ref_lanes(gates.values, early),
                      ref_lanes(gates.values, second)};
    for (size_t lane = 0; lane < LANES; lane++) {
        size_t cell = cell_in_lane(&corridor, lane);
        assert_int_equal(lanes_has(&found[0], lane), cell <= 2);
        assert_int_equal(lanes_has(&found[1], lane), cell == 2);
    }
    gate_lanes_free(&gates);
    close_corridor(&corridor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lane_takes_the_step_that_the_machine_takes),
        cmocka_unit_test(positions_are_loaded_into_some_lanes_and_restarted),
        cmocka_unit_test(gates_have_the_value_of_the_position_in_each_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
