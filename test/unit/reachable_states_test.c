/* reachable_states_test.c - all positions, successors and the longest play */
#include "loaded.h"

#include "prove/walk/reachable_states.h"

typedef struct {
    Loaded loaded;
    Machine *machine;
    ReachableStates *reachable;
} Positions;

static Positions positions_of(Loaded loaded, size_t max_states)
{
    Positions positions = {.loaded = loaded,
                           .machine = machine_new(loaded.net)};
    positions.reachable = reachable_new(positions.machine, max_states, NULL);
    return positions;
}

static void release(Positions *positions)
{
    reachable_free(positions->reachable);
    machine_free(positions->machine);
    unload(&positions->loaded);
}

static void tictactoe_has_5478_positions(void **state)
{
    (void)state;
    Positions positions = positions_of(load("games/tictactoe.kif"), 10000);
    assert_true(reachable_complete(positions.reachable));
    assert_int_equal(reachable_count(positions.reachable), 5478);
    PlayLength length = reachable_length(positions.reachable);
    assert_false(length.endless);
    assert_int_equal(length.bound, 9);
    release(&positions);
}

/* A mark a step: as many steps as marks, however a position is reached. */
static void depths_are_numbers_of_steps(void **state)
{
    (void)state;
    Positions positions = positions_of(load("games/tictactoe.kif"), 10000);
    const ReachableStates *reachable = positions.reachable;
    uint32_t *depths = reachable_depths(reachable), deepest = 0;
    for (size_t i = 0; i < reachable_count(reachable); i++) {
        for (size_t k = 0; k < reachable_target_count(reachable, i); k++)
            assert_int_equal(depths[reachable_target(reachable, i, k)],
                             depths[i] + 1);
        deepest = depths[i] > deepest ? depths[i] : deepest;
    }
    assert_int_equal(depths[0], 0);
    assert_int_equal(deepest, 9);
    free(depths);
    release(&positions);
}

static void too_many_positions_are_not_complete(void **state)
{
    (void)state;
    Positions positions = positions_of(load("games/tictactoe.kif"), 1000);
    assert_false(reachable_complete(positions.reachable));
    release(&positions);
}

/* Each of two roles says one of three numbers, once. */
static void there_is_a_successor_for_each_joint_move(void **state)
{
    (void)state;
    Positions positions = positions_of(
        load_net("(role a)(role b)(number 1)(number 2)(number 3)(init start)"
                 "(<= (legal ?r (say ?n)) (role ?r) (number ?n))"
                 "(<= (next (said ?r ?n)) (does ?r (say ?n)))"
                 "(<= terminal (true (said ?r ?n)))"
                 "(<= (goal ?r 50) (role ?r))"),
        100);
    assert_int_equal(reachable_count(positions.reachable), 1 + 3 * 3);
    assert_int_equal(reachable_target_count(positions.reachable, 0), 9);
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(reachable_target(positions.reachable, 0, i), 1 + i);
    for (size_t i = 1; i < 10; i++)
        assert_int_equal(reachable_target_count(positions.reachable, i), 0);
    release(&positions);
}

/* Out of 1, round 2 and 3 for ever. */
static void a_loop_is_found_with_the_play_that_leads_there(void **state)
{
    (void)state;
    Positions positions = positions_of(
        load_net("(role a)(init (at 1))(legal a go)(legal a rest)"
                 "(succ 1 2)(succ 2 3)(succ 3 2)"
                 "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does a go))"
                 "(<= (next (at 4)) (does a rest))"
                 "(<= terminal (true (at 4)))(goal a 100)"),
        100);
    PlayLength length = reachable_length(positions.reachable);
    assert_true(length.endless);
    assert_int_equal(length.steps, 3);
    assert_int_equal(length.loop_from, 1);
    for (size_t i = 0; i < length.steps; i++)
        assert_int_equal(length.moves[i], length.moves[0]);
    free(length.moves);
    release(&positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_has_5478_positions),
        cmocka_unit_test(depths_are_numbers_of_steps),
        cmocka_unit_test(too_many_positions_are_not_complete),
        cmocka_unit_test(there_is_a_successor_for_each_joint_move),
        cmocka_unit_test(a_loop_is_found_with_the_play_that_leads_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
