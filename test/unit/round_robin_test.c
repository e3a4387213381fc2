/* round_robin_test.c - a round robin is fair: all have every seat as often */
#include "support.h"

#include "batch/round_robin.h"

#include "base/text.h"

enum { MAX_PLAYERS = 12 };

/* Counts how often each player has each seat, and meets each other one. */
static size_t count_all(size_t players, size_t seats,
                        size_t at_seat[][MAX_PLAYERS],
                        size_t met[][MAX_PLAYERS])
{
    size_t total = 0;
    for (; (double)total < pairing_count(players, seats); total++)
        for (size_t i = 0; i < seats; i++) {
            size_t player = pairing_player(players, seats, total, i);
            assert_true(player < players);
            at_seat[player][i]++;
            for (size_t k = 0; k < seats; k++)
                met[player][pairing_player(players, seats, total, k)]++;
        }
    return total;
}

static void every_seat_comes_as_often_and_every_opponent(void **state)
{
    (void)state;
    for (size_t players = 1; players <= 7; players++)
        for (size_t seats = 1; seats <= players; seats++) {
            size_t at_seat[MAX_PLAYERS][MAX_PLAYERS] = {0};
            size_t met[MAX_PLAYERS][MAX_PLAYERS] = {0};
            size_t total = count_all(players, seats, at_seat, met);
            assert_true((double)total == pairing_count(players, seats));
            for (size_t i = 0; i < players; i++) {
                assert_int_equal(met[i][i] * players, total * seats);
                for (size_t k = 0; k < seats; k++)
                    assert_int_equal(at_seat[i][k] * players, total);
                for (size_t k = 0; k < players && seats > 1; k++)
                    if (k != i)
                        assert_int_equal(met[i][k], met[0][1]);
            }
        }
}

static void of_two_both_seatings_come(void **state)
{
    (void)state;
    Text text = {0};
    for (size_t i = 0; i < 6; i++)
        text_addf(&text, "%zu%zu ", pairing_player(3, 2, i, 0),
                  pairing_player(3, 2, i, 1));
    assert_string_equal(text_string(&text), "01 10 02 20 12 21 ");
    text_free(&text);
}

static void the_numbers_are_those_of_combinations(void **state)
{
    (void)state;
    assert_true(pairing_count(4, 1) == 4);
    assert_true(pairing_count(4, 2) == 12);
    assert_true(pairing_count(5, 3) == 30);
    assert_true(pairing_count(12, 5) == 3960);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_seat_comes_as_often_and_every_opponent),
        cmocka_unit_test(of_two_both_seatings_come),
        cmocka_unit_test(the_numbers_are_those_of_combinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
