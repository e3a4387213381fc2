/* lanes_test.c - playouts in lanes are the same at every register width
 *
 * The kernel of 512 lanes is compiled here once more, for any processor, so
 * that its code runs on machines without AVX-512 too.
 */
#include "loaded.h"

#include "sim/machine.h"
#include "sim/simulate.h"

#define WORDS  8
#define KERNEL portable_512
#include "sim/lanes_kernel.h"

#include "sim/lanes_playouts.h"

/* What this processor can run; the best kernel and all that are narrower. */
static size_t engines_here(const LaneKernel **kernels)
{
    size_t count = 0;
    kernels[count++] = &portable_512;
    kernels[count++] = &lanes_128;
    if (lanes_kernel(512)->lanes >= 256)
        kernels[count++] = &lanes_256;
    if (lanes_kernel(512)->lanes >= 512)
        kernels[count++] = &lanes_512;
    return count;
}

static Tally tally_of(const Net *net, const LaneKernel *kernel, uint64_t steps)
{
    const Budget unlimited = {0};
    PlayoutTask task = {
        .seed = 3, .playouts = 1500, .max_steps = steps, .budget = &unlimited};
    Tally tally = tally_new(net->role_count);
    LanePlan *plan = lane_plan_new(net, BYTECODE_PLAY, kernel, 1);
    simulate_sliced(plan, &task, &tally, 1);
    lane_plan_free(plan);
    return tally;
}

static void assert_same_tally(const Tally *one, const Tally *other)
{
    assert_int_equal(one->playouts, other->playouts);
    assert_int_equal(one->states, other->states);
    assert_int_equal(one->given_up, other->given_up);
    assert_memory_equal(one->goals, other->goals,
                        one->role_count * sizeof *one->goals);
}

static const char *const games[] = {"games/connectfour.kif", "games/hex.kif",
                                    "games/rps.kif", "games/reversi.kif"};

static void the_width_changes_no_playout(void **state)
{
    (void)state;
    const LaneKernel *kernels[4];
    size_t count = engines_here(kernels);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Loaded loaded = load(games[g]);
        for (uint64_t steps = 0; steps < 30; steps += 7) {
            Tally first = tally_of(loaded.net, kernels[0], steps);
            for (size_t i = 1; i < count; i++) {
                Tally tally = tally_of(loaded.net, kernels[i], steps);
                assert_same_tally(&first, &tally);
                tally_free(&tally);
            }
            tally_free(&first);
        }
        unload(&loaded);
    }
}

/* A batch larger than the vectors is played in several runs. */
static void the_width_changes_no_batch(void **state)
{
    (void)state;
    enum { COUNT = 401, ROLES = 2 };
    const LaneKernel *kernels[4];
    size_t count = engines_here(kernels);
    Loaded loaded = load("games/connectfour.kif");
    Machine *machine = machine_new(loaded.net);
    Cursor *cursor = cursor_new(machine);
    const uint64_t *states[COUNT];
    const Budget unlimited = {0};
    int goals[4][COUNT * ROLES];
    uint64_t made[4] = {0};
    assert_int_equal(loaded.net->role_count, ROLES);
    cursor_reset(cursor);
    for (size_t i = 0; i < COUNT; i++)
        states[i] = cursor_state(cursor);
    for (size_t i = 0; i < count; i++) {
        LanePlan *plan =
            lane_plan_new(loaded.net, BYTECODE_PLAY, kernels[i], 1);
        LaneWorker *worker = kernels[i]->worker_new(plan);
        for (int again = 0; again < 2; again++) /* nothing stays behind */
            made[i] = sliced_batch_run(worker, states, COUNT, 5, 1000, 30,
                                       &unlimited, goals[i]);
        assert_int_equal(made[i], made[0]);
        assert_memory_equal(goals[i], goals[0], sizeof goals[0]);
        lane_worker_free(worker);
        lane_plan_free(plan);
    }
    assert_true(made[0] > 15 * COUNT);
    cursor_free(cursor);
    machine_free(machine);
    unload(&loaded);
}

/* Plays STEPS random steps in 512 lanes, from the initial position every 16 of
 * them; returns a hash of all values and moves. */
static uint64_t hash_of_walk(const Net *net, const LaneKernel *kernel,
                             size_t steps)
{
    enum { WIDTH = 512, MAX_ROLES = 4 };
    LanePlan *plan =
        lane_plan_new(net, BYTECODE_LEAVES, kernel, WIDTH / kernel->lanes);
    LaneWorker *worker = kernel->worker_new(plan);
    _Alignas(64) uint64_t running[WIDTH / 64], stuck[WIDTH / 64];
    uint64_t seeds[MAX_ROLES];
    uint32_t chosen[MAX_ROLES * WIDTH] = {0};
    uint64_t initial[64] = {0}, hash = 0;
    const uint64_t *states[WIDTH];
    assert_true(net->role_count <= MAX_ROLES && net->feature_count <= 64 * 64);
    for (size_t i = 0; i < net->feature_count; i++)
        initial[i / 64] |= (uint64_t)net->initial[i] << i % 64;
    for (size_t lane = 0; lane < WIDTH; lane++)
        states[lane] = initial;
    for (size_t step = 0; step < steps; step++) {
        memset(running, 0xff, sizeof running);
        if (step % 16 == 0)
            kernel->load(worker, states, running);
        kernel->evaluate(worker, &plan->bytecode.legality);
        for (size_t i = 0; i < net->role_count; i++)
            seeds[i] = 1 + step * 10 + i;
        running[7] = 0x0123456789abcdef;
        if (step % 16 == 1) /* half of the lanes are one step behind */
            memset(running, 0, sizeof running / 2);
        kernel->advance(worker, running, seeds, chosen, stuck);
        for (size_t i = 0; i < net->node_count + net->feature_count; i++) {
            const uint64_t *value =
                worker->values +
                (size_t)plan->bytecode.slot_of[i] * (kernel->lanes / 64);
            for (size_t k = 0;
                 plan->bytecode.slot_of[i] != NO_INDEX && k < WIDTH / 64; k++)
                hash = hash * 31 + value[k];
        }
        for (size_t i = 0; i < net->role_count * WIDTH; i++)
            if ((running[i % WIDTH / 64] & ~stuck[i % WIDTH / 64]) >> i % 64 &
                1)
                hash = hash * 31 + chosen[i];
        for (size_t i = 0; i < WIDTH / 64; i++)
            hash = hash * 31 + stuck[i];
        for (size_t i = 0; i < plan->feature_count * (WIDTH / 64); i++) {
            size_t word = i % (WIDTH / 64);
            uint64_t *value = worker->values + word +
                              (size_t)plan->feature_slot[i / (WIDTH / 64)] *
                                  (kernel->lanes / 64);
            *value =
                (*value & ~running[word]) | (worker->next[i] & running[word]);
        }
    }
    lane_worker_free(worker);
    lane_plan_free(plan);
    return hash;
}

/* What guided walks use: a vector takes four registers, or two, or one. */
static void the_width_changes_no_walk(void **state)
{
    (void)state;
    const LaneKernel *kernels[4];
    size_t count = engines_here(kernels);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Loaded loaded = load(games[g]);
        uint64_t first = hash_of_walk(loaded.net, kernels[0], 40);
        assert_true(first != hash_of_walk(loaded.net, kernels[0], 39));
        for (size_t i = 1; i < count; i++)
            assert_true(first == hash_of_walk(loaded.net, kernels[i], 40));
        unload(&loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_width_changes_no_playout),
        cmocka_unit_test(the_width_changes_no_batch),
        cmocka_unit_test(the_width_changes_no_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
