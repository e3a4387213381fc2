/* sliced_test.c - playouts in lanes are the same at every vector width
 *
 * The engine of 512 lanes is compiled here once more, for any processor, so
 * that its code runs on machines without AVX-512 too.
 */
#include "loaded.h"

#include "sim/machine.h"
#include "sim/sliced_plan.h"

#define WORDS  8
#define ENGINE portable_512
#include "sim/sliced_lanes.h"

/* What this processor can run; the best engine and all that are narrower. */
static size_t engines_here(const LaneEngine **engines)
{
    size_t count = 0;
    engines[count++] = &portable_512;
    engines[count++] = &sliced_128;
    if (sliced_best_engine()->lanes >= 256)
        engines[count++] = &sliced_256;
    if (sliced_best_engine()->lanes >= 512)
        engines[count++] = &sliced_512;
    return count;
}

static Tally tally_of(const Net *net, const LaneEngine *engine, uint64_t steps)
{
    const Budget unlimited = {0};
    PlayoutTask task = {
        .seed = 3, .playouts = 1500, .steps = steps, .budget = &unlimited};
    Tally tally = tally_new(net);
    Sliced *sliced = sliced_new_on(net, engine);
    sliced_run(sliced, &task, &tally);
    sliced_free(sliced);
    return tally;
}

static void assert_same_tally(const Tally *one, const Tally *other,
                              const Net *net)
{
    assert_int_equal(one->playouts, other->playouts);
    assert_int_equal(one->states, other->states);
    assert_int_equal(one->given_up, other->given_up);
    for (size_t i = 0; i < net->role_count; i++)
        assert_memory_equal(one->goals[i], other->goals[i],
                            net->roles[i].goal_count * sizeof **one->goals);
}

static const char *const games[] = {"games/connectfour.kif", "games/hex.kif",
                                    "games/rps.kif", "games/reversi.kif"};

static void the_width_changes_no_playout(void **state)
{
    (void)state;
    const LaneEngine *engines[4];
    size_t count = engines_here(engines);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Loaded loaded = load(games[g]);
        for (uint64_t steps = 0; steps < 30; steps += 7) {
            Tally first = tally_of(loaded.net, engines[0], steps);
            for (size_t i = 1; i < count; i++) {
                Tally tally = tally_of(loaded.net, engines[i], steps);
                assert_same_tally(&first, &tally, loaded.net);
                tally_free(&tally, loaded.net);
            }
            tally_free(&first, loaded.net);
        }
        unload(&loaded);
    }
}

/* A batch larger than the vectors is played in several runs. */
static void the_width_changes_no_batch(void **state)
{
    (void)state;
    enum { COUNT = 401, ROLES = 2 };
    const LaneEngine *engines[4];
    size_t count = engines_here(engines);
    Loaded loaded = load("games/connectfour.kif");
    Machine *machine = machine_new(loaded.net);
    Cursor *cursor = cursor_new(machine);
    const uint64_t *states[COUNT];
    const Budget unlimited = {0};
    int goals[4][COUNT * ROLES];
    uint64_t made[4];
    assert_int_equal(loaded.net->role_count, ROLES);
    cursor_reset(cursor);
    for (size_t i = 0; i < COUNT; i++)
        states[i] = cursor_state(cursor);
    for (size_t i = 0; i < count; i++) {
        Sliced *sliced = sliced_new_on(loaded.net, engines[i]);
        SlicedBatch *batch = sliced_batch_new(sliced);
        for (int again = 0; again < 2; again++) /* nothing stays behind */
            made[i] = sliced_batch_run(batch, states, COUNT, 5, 1000, 30,
                                       &unlimited, goals[i]);
        assert_int_equal(made[i], made[0]);
        assert_memory_equal(goals[i], goals[0], sizeof goals[0]);
        sliced_batch_free(batch);
        sliced_free(sliced);
    }
    assert_true(made[0] > 15 * COUNT);
    cursor_free(cursor);
    machine_free(machine);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_width_changes_no_playout),
        cmocka_unit_test(the_width_changes_no_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
