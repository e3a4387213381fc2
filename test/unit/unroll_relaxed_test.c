/* unroll_relaxed_test.c - relaxed steps admit every step, and not everything */
#include "loaded.h"

#include "base/random.h"
#include "sat/unroll.h"
#include "sim/machine.h"

static void assume_position(Unroll *unroll, Sat *sat, const Net *net,
                            size_t position, const uint64_t *state)
{
    for (uint32_t f = 0; f < net->feature_count; f++) {
        SatLit lit = unroll_feature(unroll, position, f);
        sat_assume(sat, state[f / 64] >> f % 64 & 1 ? lit : -lit);
    }
}

/* Every step of a play is one of them, and not every step is. */
static void check_relaxed(const char *name)
{
    Loaded loaded = load(name);
    const Net *net = loaded.net;
    Machine *machine = machine_new(net);
    Cursor *cursor = cursor_new(machine);
    Random random = random_new(7, 1);
    size_t bytes = machine_words(machine) * sizeof(uint64_t);
    uint64_t *now = malloc(bytes), *then = malloc(bytes);
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(net, sat, UNROLL_RELAXED);
    SatLit taken = unroll_taken(unroll, 0);
    uint32_t moves[16];
    for (size_t steps = 0; steps < 60; steps++) {
        if (cursor_is_terminal(cursor))
            cursor_reset(cursor);
        for (size_t i = 0; i < net->role_count; i++)
            moves[i] = cursor_legal_move(
                cursor, i,
                random_below(&random, cursor_legal_count(cursor, i)));
        memcpy(now, cursor_state(cursor), bytes);
        cursor_moves(cursor, moves);
        memcpy(then, cursor_next(cursor), bytes);
        for (int made = 0; made < 2; made++) {
            assume_position(unroll, sat, net, 0, now);
            assume_position(unroll, sat, net, 1, then);
            sat_assume(sat, taken);
            for (size_t i = 0; i < net->role_count && made; i++)
                sat_assume(sat, unroll_move(unroll, 0, i, moves[i]));
            assert_int_equal(unroll_solve(unroll, -1), SAT_YES);
        }
        cursor_set(cursor, then);
    }
    memset(then, 0xff, bytes);
    cursor_reset(cursor);
    assume_position(unroll, sat, net, 0, cursor_state(cursor));
    assume_position(unroll, sat, net, 1, then);
    sat_assume(sat, taken);
    assert_int_equal(unroll_solve(unroll, -1), SAT_NO);
    unroll_free(unroll);
    sat_free(sat);
    cursor_free(cursor);
    machine_free(machine);
    free(now);
    free(then);
    unload(&loaded);
}

static void a_step_is_a_relaxed_step(void **state)
{
    (void)state;
    static const char *const games[] = {
        "games/tictactoe.kif",   "games/breakthroughsmall.kif",
        "games/hexapawn.kif",    "games/nim.kif",
        "games/blocksworld.gdl", "games/kuhnpoker.gdl",
        "games/tron.kif",        "games/checkers.kif",
        "games/mastermind.kif",  "games/peg.kif",
        "games/quarto.kif",      "games/connectfour.kif"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        check_relaxed(games[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_a_relaxed_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
