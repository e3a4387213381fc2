/* lane_batch_test.c - positions in lanes are those of the machine */
#include "loaded.h"

#include "base/bits.h"
#include "sim/lane_batch.h"
#include "sim/machine.h"
#include "sim/simulate.h"

#include <stdlib.h>

enum { COUNT = 150, STEPS = 40 };

typedef struct {
    Loaded loaded;
    Machine *machine;
    LanePlan *plan;
    LaneBatch *batch;
    Cursor *cursors[COUNT];
    size_t width;
    uint8_t *legal;
    Random random;
} Fixture;

static void begin(Fixture *fixture, const char *path)
{
    fixture->loaded = load(path);
    const Net *net = fixture->loaded.net;
    fixture->machine = machine_new(net);
    fixture->plan = sliced_new(net);
    fixture->batch = lane_batch_new(fixture->plan, COUNT);
    fixture->width = 0;
    for (size_t i = 0; i < net->role_count; i++)
        if (net->roles[i].move_count > fixture->width)
            fixture->width = net->roles[i].move_count;
    fixture->legal = malloc(COUNT * fixture->width);
    fixture->random = random_new(7, 0);
    for (size_t i = 0; i < COUNT; i++)
        fixture->cursors[i] = cursor_new(fixture->machine);
}

static void end(Fixture *fixture)
{
    for (size_t i = 0; i < COUNT; i++)
        cursor_free(fixture->cursors[i]);
    free(fixture->legal);
    lane_batch_free(fixture->batch);
    lane_plan_free(fixture->plan);
    machine_free(fixture->machine);
    unload(&fixture->loaded);
}

static void compare_legal(Fixture *fixture, size_t role)
{
    const Net *net = fixture->loaded.net;
    lane_batch_legal(fixture->batch, role, fixture->width, fixture->legal);
    for (size_t i = 0; i < COUNT; i++)
        for (uint32_t k = 0; k < net->roles[role].move_count; k++)
            assert_int_equal(
                fixture->legal[i * fixture->width + k],
                get_bit(cursor_legal(fixture->cursors[i], role), k));
}

/* Goals and ends of both; the positions that have ended begin anew. */
static void compare_ends(Fixture *fixture)
{
    const Net *net = fixture->loaded.net;
    uint8_t terminal[COUNT];
    int32_t *goals = malloc(COUNT * net->role_count * sizeof *goals);
    lane_batch_terminal(fixture->batch, terminal);
    lane_batch_goals(fixture->batch, goals);
    for (size_t i = 0; i < COUNT; i++) {
        Cursor *cursor = fixture->cursors[i];
        assert_int_equal(terminal[i], cursor_is_terminal(cursor));
        for (size_t role = 0; terminal[i] && role < net->role_count; role++)
            for (size_t k = 0; k < net->roles[role].goal_count; k++)
                if (cursor_goal(cursor, role, k))
                    assert_int_equal(goals[i * net->role_count + role],
                                     net->roles[role].goals[k].value);
        if (terminal[i])
            cursor_reset(cursor);
        else
            assert_int_equal(goals[i * net->role_count], -1);
    }
    lane_batch_reset(fixture->batch, terminal);
    free(goals);
}

static void positions_in_lanes_are_those_of_the_machine(void **state)
{
    const char *paths[] = {"games/connectfour.kif", "games/tron.kif",
                           "games/tictactoe3.kif", "games/pig.kif"};
    (void)state;
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
        Fixture fixture;
        begin(&fixture, paths[p]);
        size_t roles = fixture.loaded.net->role_count;
        uint32_t *moves = malloc(COUNT * roles * sizeof *moves);
        for (int step = 0; step < STEPS; step++) {
            compare_ends(&fixture);
            for (size_t role = 0; role < roles; role++)
                compare_legal(&fixture, role);
            for (size_t i = 0; i < COUNT; i++) {
                assert_true(cursor_random_step(
                    fixture.cursors[i], &fixture.random, moves + i * roles));
            }
            assert_true(lane_batch_step(fixture.batch, moves));
        }
        free(moves);
        end(&fixture);
    }
}

static void the_role_in_turn_needs_no_moves_of_others(void **state)
{
    Fixture fixture;
    uint32_t roles[COUNT], moves[COUNT], joint[2];
    (void)state;
    begin(&fixture, "games/connectfour.kif");
    for (int step = 0; step < 5; step++) {
        lane_batch_turns(fixture.batch, fixture.width, roles, fixture.legal);
        for (size_t i = 0; i < COUNT; i++) {
            assert_int_equal(roles[i], step % 2);
            assert_true(
                cursor_random_step(fixture.cursors[i], &fixture.random, joint));
            moves[i] = joint[roles[i]];
            assert_int_equal(fixture.legal[i * fixture.width + moves[i]], 1);
        }
        assert_true(lane_batch_step_turns(fixture.batch, moves));
    }
    compare_legal(&fixture, 0);
    end(&fixture);
}

static void an_illegal_move_changes_nothing(void **state)
{
    Fixture fixture;
    uint32_t moves[2 * COUNT] = {0};
    (void)state;
    begin(&fixture, "games/connectfour.kif");
    moves[17] = 10000;
    assert_false(lane_batch_step(fixture.batch, moves));
    assert_false(lane_batch_step_turns(fixture.batch, moves));
    compare_legal(&fixture, 0);
    compare_legal(&fixture, 1);
    end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_in_lanes_are_those_of_the_machine),
        cmocka_unit_test(the_role_in_turn_needs_no_moves_of_others),
        cmocka_unit_test(an_illegal_move_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
