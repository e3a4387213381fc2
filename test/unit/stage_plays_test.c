/* stage_plays_test.c - turns that look at plays and positions
 *
 * The end comes after 24 steps, later than the first plays of a schedule. Two
 * numbers of steps exclude each other, which 1-induction does not show; that
 * the first is 1 takes two steps back to the start, that it is 2 three.
 */
#include "turns.h"

enum { NO_END, ONE_FIVE, TWO_SEVEN, THREE_NINE };

static const ScheduleRow any = {0};

static void open_turns(Turns *turns)
{
    turns_open(turns, counting);
    turns_add(turns, ref_not(turns_feature(turns, "step(24)")));
    turns_add(turns, turns_exclusion(turns, "step(1)", "step(5)"));
    turns_add(turns, turns_exclusion(turns, "step(2)", "step(7)"));
    turns_add(turns, turns_exclusion(turns, "step(3)", "step(9)"));
}

static void walks_refute_what_they_come_to(void **state)
{
    (void)state;
    Turns turns;
    open_turns(&turns);
    turns_begin(&turns);
    stage_walks(turns.schedule, &(ScheduleRow){.limit = 1000000});
    assert_int_equal(turns_verdict(&turns, NO_END), VERDICT_REFUTED);
    assert_int_equal(turns.results[NO_END].steps, 24);
    assert_int_equal(turns.results[NO_END].at, 24);
    assert_int_equal(schedule_count_wanted(turns.schedule), 3);
    turns_close(&turns);
}

static void all_positions_decide_everything_if_they_are_few(void **state)
{
    (void)state;
    Turns turns;
    open_turns(&turns);
    turns_begin(&turns);
    turns.schedule->limits.values[LIMIT_SMALL_STATES] = 10;
    stage_reachable(turns.schedule, &any);
    assert_int_equal(schedule_count_wanted(turns.schedule), 4);
    turns.schedule->limits.values[LIMIT_SMALL_STATES] = 1000;
    stage_reachable(turns.schedule, &any);
    assert_int_equal(turns_verdict(&turns, NO_END), VERDICT_REFUTED);
    for (size_t i = ONE_FIVE; i <= THREE_NINE; i++) {
        assert_int_equal(turns_verdict(&turns, i), VERDICT_PROVED);
        assert_int_equal(turns.results[i].evidence, EVIDENCE_LEMMAS);
    }
    turns_close(&turns);
}

/* With and without the lamp, but it is off at first: 49 positions. */
static void positions_are_evidence(void **state)
{
    (void)state;
    Turns turns;
    open_turns(&turns);
    ProofLog log = {0};
    turns.task.log = &log;
    turns_begin(&turns);
    turns.schedule->limits.values[LIMIT_SMALL_STATES] = 1000;
    stage_reachable(turns.schedule, &any);
    assert_int_equal(turns_verdict(&turns, THREE_NINE), VERDICT_PROVED);
    assert_int_equal(turns.results[THREE_NINE].evidence, EVIDENCE_POSITIONS);
    assert_int_equal(log.position_count, 49);
    turns_close(&turns);
    proof_log_free(&log);
}

static void inductions_of_up_to_three_steps_are_tried(void **state)
{
    (void)state;
    Turns turns;
    open_turns(&turns);
    turns_begin(&turns);
    stage_k_induction(turns.schedule, &any);
    assert_int_equal(turns_verdict(&turns, NO_END), VERDICT_REFUTED);
    assert_string_equal(turns.results[ONE_FIVE].how, "2-induction");
    assert_string_equal(turns.results[TWO_SEVEN].how, "3-induction");
    assert_int_equal(turns_verdict(&turns, THREE_NINE), VERDICT_UNKNOWN);
    turns_close(&turns);
}

static void pdr_decides_everything_and_leaves_lemmas(void **state)
{
    (void)state;
    Turns turns;
    open_turns(&turns);
    turns_begin(&turns);
    stage_pdr(turns.schedule, &any);
    assert_int_equal(turns_verdict(&turns, NO_END), VERDICT_REFUTED);
    for (size_t i = ONE_FIVE; i <= THREE_NINE; i++)
        assert_int_equal(turns_verdict(&turns, i), VERDICT_PROVED);
    assert_true(turns.task.lemmas.count > 0);
    turns_close(&turns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_refute_what_they_come_to),
        cmocka_unit_test(all_positions_decide_everything_if_they_are_few),
        cmocka_unit_test(positions_are_evidence),
        cmocka_unit_test(inductions_of_up_to_three_steps_are_tried),
        cmocka_unit_test(pdr_decides_everything_and_leaves_lemmas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
