/* machine_test.c - moves made and taken back leave what was there before */
#include "loaded.h"

#include "sim/machine.h"

#include "base/bits.h"
#include "base/random.h"

enum { MAX_ROLES = 8, MAX_DEPTH = 40 };

/* What a cursor says of where it stands is what a new one says there. */
static void assert_is_at(Cursor *cursor, const uint64_t *state)
{
    const Machine *machine = cursor_machine(cursor);
    const Net *net = machine_net(machine);
    Cursor *fresh = cursor_new(machine);
    cursor_set(fresh, state);
    assert_memory_equal(cursor_state(cursor), state,
                        machine_words(machine) * sizeof *state);
    assert_int_equal(cursor_is_terminal(cursor), cursor_is_terminal(fresh));
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        assert_memory_equal(cursor_legal(cursor, i), cursor_legal(fresh, i),
                            words_for(role->move_count) * sizeof *state);
        assert_int_equal(cursor_legal_count(cursor, i),
                         cursor_legal_count(fresh, i));
        for (size_t k = 0; k < role->goal_count; k++)
            assert_int_equal(cursor_goal(cursor, i, k),
                             cursor_goal(fresh, i, k));
    }
    cursor_free(fresh);
}

/* Makes random moves and takes them back, deeper and less deep by chance. */
static void walk(const char *path, int step_count)
{
    Loaded loaded = load(path);
    Machine *machine = machine_new(loaded.net);
    Cursor *cursor = cursor_new(machine);
    size_t word_count = machine_words(machine), depth = 0;
    uint64_t *states = memory_zeroed(MAX_DEPTH * word_count, sizeof *states);
    uint32_t moves[MAX_ROLES];
    Random random = random_new(1, 0);
    assert_true(loaded.net->role_count <= MAX_ROLES);
    for (int step = 0; step < step_count; step++) {
        memcpy(states + depth * word_count, cursor_state(cursor),
               word_count * sizeof *states);
        if (depth + 1 < MAX_DEPTH && random_below(&random, 5) &&
            cursor_random_step(cursor, &random, moves)) {
            depth++;
        } else if (depth) {
            depth -= 1 + random_below(&random, (uint32_t)depth);
            cursor_set(cursor, states + depth * word_count);
        }
        if (step % 64 == 0)
            assert_is_at(cursor, cursor_state(cursor));
    }
    assert_is_at(cursor, cursor_state(cursor));
    memory_free(states);
    cursor_free(cursor);
    machine_free(machine);
    unload(&loaded);
}

static void a_move_taken_back_leaves_what_was_there(void **state)
{
    (void)state;
    static const char *const games[] = {
        "games/hexapawn.kif", "games/connectfour.kif",
        "games/checkers.kif", "games/kuhnpoker.gdl",
        "games/reversi.kif",  "games/eightpuzzle.kif"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        walk(games[g], 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_taken_back_leaves_what_was_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
