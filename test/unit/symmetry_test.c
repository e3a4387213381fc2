/* symmetry_test.c - symmetries of a network are those of the game */
#include "loaded.h"

#include "ground/symmetry.h"
#include "sim/machine.h"

#include "base/bits.h"

enum { MAX = 64 };

static size_t symmetry_count(const char *path, size_t max)
{
    Loaded game = load(path);
    size_t count = net_symmetries(game.net, max, game.arena)->count;
    unload(&game);
    return count;
}

static void boards_have_those_of_their_shape(void **state)
{
    (void)state;
    assert_int_equal(symmetry_count("games/tictactoe.kif", MAX), 8);
    assert_int_equal(symmetry_count("games/connectfour.kif", MAX), 2);
    assert_int_equal(symmetry_count("games/breakthrough.kif", MAX), 2);
}

static void there_are_no_more_than_asked_for(void **state)
{
    (void)state;
    assert_int_equal(symmetry_count("games/tictactoe.kif", 3), 3);
    assert_int_equal(symmetry_count("games/tictactoe.kif", 1), 1);
}

/* Writes to IMAGE what SYMMETRY makes of the position at CURSOR. */
static void map_position(const Cursor *cursor, const uint32_t *features,
                         uint64_t *image)
{
    const Machine *machine = cursor_machine(cursor);
    memset(image, 0, machine_words(machine) * sizeof *image);
    for (size_t i = 0; i < machine_net(machine)->feature_count; i++)
        if (get_bit(cursor_state(cursor), i))
            set_bit(image, features[i]);
}

static void assert_same_rules(const Symmetries *all, size_t number,
                              Cursor *cursor, Cursor *other)
{
    const Net *net = machine_net(cursor_machine(cursor));
    assert_int_equal(cursor_is_terminal(cursor), cursor_is_terminal(other));
    for (size_t r = 0; r < net->role_count; r++) {
        const uint32_t *images = all->moves[number] + all->first_move[r];
        for (size_t m = 0; m < net->roles[r].move_count; m++)
            assert_int_equal(get_bit(cursor_legal(cursor, r), m),
                             get_bit(cursor_legal(other, r),
                                     images[m] - all->first_move[r]));
        for (size_t g = 0; g < net->roles[r].goal_count; g++)
            assert_int_equal(cursor_goal(cursor, r, g),
                             cursor_goal(other, r, g));
    }
}

static void images_of_positions_are_played_alike(void **state)
{
    (void)state;
    Loaded game = load("games/connectfour.kif");
    Machine *machine = machine_new(game.net);
    Cursor *cursor = cursor_new(machine), *other = cursor_new(machine);
    const Symmetries *all = net_symmetries(game.net, MAX, game.arena);
    Random random = random_new(1, 0);
    uint64_t *image = memory_array(machine_words(machine), sizeof *image);
    uint32_t moves[8];
    size_t steps = 0;
    for (; !steps || !cursor_is_terminal(cursor); steps++) {
        for (size_t i = 0; i < all->count; i++) {
            map_position(cursor, all->features[i], image);
            cursor_set(other, image);
            assert_same_rules(all, i, cursor, other);
        }
        assert_true(cursor_random_step(cursor, &random, moves));
    }
    assert_true(steps > 6);
    memory_free(image);
    cursor_free(cursor);
    cursor_free(other);
    machine_free(machine);
    unload(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_have_those_of_their_shape),
        cmocka_unit_test(there_are_no_more_than_asked_for),
        cmocka_unit_test(images_of_positions_are_played_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
