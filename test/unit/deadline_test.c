/* deadline_test.c - what is kept back of a clock adapts to what is observed */
#include "support.h"

#include "play/deadline.h"
#include "play/match.h"

#include <math.h>

static bool is_close(double left, double right)
{
    return fabs(left - right) < 1e-9;
}

static void thinking_stops_before_the_answer_is_sent(void **state)
{
    (void)state;
    Deadlines clock = {0};
    for (double seconds = 1; seconds < 100; seconds *= 3) {
        double stop = deadlines_stop(&clock, 1000, seconds);
        double send = deadlines_send(&clock, 1000, seconds);
        assert_true(1000 < stop && stop < send && send < 1000 + seconds);
    }
}

static void being_late_once_makes_careful(void **state)
{
    (void)state;
    Deadlines clock = {0};
    double before = deadlines_margin(&clock, 10);
    deadlines_observe(&clock, 5, 5.3);
    double careful = deadlines_margin(&clock, 10);
    assert_true(careful >= before + 0.3);
    for (int i = 0; i < 200; i++)
        deadlines_observe(&clock, 5, 5);
    assert_true(deadlines_margin(&clock, 10) < careful / 2);
}

static void being_early_changes_nothing(void **state)
{
    (void)state;
    Deadlines clock = {0};
    double before = deadlines_margin(&clock, 10);
    deadlines_observe(&clock, 5, 1);
    assert_true(is_close(deadlines_margin(&clock, 10), before));
}

static void a_replaced_move_makes_careful(void **state)
{
    (void)state;
    Deadlines clock = {0};
    double margin = deadlines_margin(&clock, 100);
    for (int i = 0; i < 3; i++) {
        deadlines_replaced(&clock);
        assert_true(deadlines_margin(&clock, 100) > margin);
        margin = deadlines_margin(&clock, 100);
    }
}

static void half_of_the_clock_is_always_left(void **state)
{
    (void)state;
    Deadlines clock = {0};
    for (int i = 0; i < 50; i++)
        deadlines_replaced(&clock);
    assert_true(is_close(deadlines_stop(&clock, 7, 1), 7.5));
}

/* ---- results ---- */

static void confidence_intervals_are_those_of_the_books(void **state)
{
    (void)state;
    double low, high;
    /* 98 of 100: Wilson's interval is 0.9300 to 0.9945 */
    Score score = {
        .matches = 100, .wins = 98, .goal_sum = 9800, .square_sum = 980000};
    score_win_interval(&score, &low, &high);
    assert_true(fabs(low - 0.93) < 0.0005 && fabs(high - 0.9945) < 0.0005);
    /* the standard deviation of 98 hundreds and 2 noughts is 14.07 */
    assert_true(is_close(score_mean(&score), 98));
    assert_true(fabs(score_margin(&score) - 1.96 * 14.0705 / 10) < 0.001);
}

static void nothing_is_certain_of_one_match(void **state)
{
    (void)state;
    double low, high;
    Score score = {
        .matches = 1, .wins = 1, .goal_sum = 100, .square_sum = 10000};
    score_win_interval(&score, &low, &high);
    assert_true(low < 0.25 && high > 0.99);
    assert_true(is_close(score_margin(&score), 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thinking_stops_before_the_answer_is_sent),
        cmocka_unit_test(being_late_once_makes_careful),
        cmocka_unit_test(being_early_changes_nothing),
        cmocka_unit_test(a_replaced_move_makes_careful),
        cmocka_unit_test(half_of_the_clock_is_always_left),
        cmocka_unit_test(confidence_intervals_are_those_of_the_books),
        cmocka_unit_test(nothing_is_certain_of_one_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
