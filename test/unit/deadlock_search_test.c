/* deadlock_search_test.c - plays that leave a role without a move */
#include "loaded.h"

#include "prove/walk/deadlock_search.h"

/* A player who never stops has no token left after 19 moves, and no legal move.
 * Random plays get there once in billions. */
static const char tokens[] =
    "(role you) (role other)"
    "(token 1) (token 2) (token 3) (token 4) (token 5) (token 6) (token 7)"
    "(token 8) (token 9) (token 10) (token 11) (token 12) (token 13)"
    "(token 14) (token 15) (token 16) (token 17) (token 18) (token 19)"
    "(<= (init (has ?t)) (token ?t)) (init (control you))"
    "(<= (legal you (drop ?t)) (true (control you)) (true (has ?t)))"
    "(<= (legal you (stop ?t)) (true (control you)) some (token ?t))"
    "(<= (legal you noop) (true (control other)))"
    "(<= (legal other noop) (true (control you)))"
    "(<= (legal other look) (true (control other)))"
    "(<= some (true (has ?t)))"
    "(<= (next (has ?t)) (true (has ?t)) (not (does you (drop ?t))))"
    "(<= (next over) (does you (stop ?t)))"
    "(<= (next (control you)) (true (control other)))"
    "(<= (next (control other)) (true (control you)))"
    "(<= terminal (true over))";

static const char endless[] = "(role you) (init (at 1)) (legal you go)"
                              "(<= (next (at 2)) (true (at 1)))"
                              "(<= (next (at 1)) (true (at 2)))"
                              "(<= terminal (true (at 3)))";

static void a_player_who_drops_every_token_is_stuck(void **state)
{
    (void)state;
    Loaded loaded = load_net(tokens);
    Machine *machine = machine_new(loaded.net);
    Budget budget = {0};
    size_t steps;
    uint32_t *moves = find_deadlock(machine, 1, &budget, &steps);
    assert_non_null(moves);
    assert_int_equal(steps, 38);
    Cursor *cursor = cursor_new(machine);
    for (size_t i = 0; i < steps; i++) {
        assert_false(cursor_is_terminal(cursor));
        for (size_t k = 0; k < 2; k++) {
            uint32_t move = moves[2 * i + k];
            assert_true(cursor_legal(cursor, k)[move / 64] >> move % 64 & 1);
        }
        uint64_t next[8];
        cursor_moves(cursor, moves + 2 * i);
        memcpy(next, cursor_next(cursor),
               machine_words(machine) * sizeof *next);
        cursor_set(cursor, next);
    }
    assert_false(cursor_is_terminal(cursor));
    assert_int_equal(cursor_legal_count(cursor, 0), 0);
    cursor_free(cursor);
    free(moves);
    machine_free(machine);
    unload(&loaded);
}

static void a_game_without_deadlock_yields_none(void **state)
{
    (void)state;
    Loaded loaded = load_net(endless);
    Machine *machine = machine_new(loaded.net);
    Budget budget = {0};
    size_t steps;
    assert_null(find_deadlock(machine, 1, &budget, &steps));
    machine_free(machine);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_who_drops_every_token_is_stuck),
        cmocka_unit_test(a_game_without_deadlock_yields_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
