/* stage_induct_test.c - turns of induction prove what they should, no more
 *
 * That steps 2 and 6 exclude each other follows from steps 1 and 5, and that
 * from steps 0 and 4, which is inductive: nothing leads back to step 0.
 */
#include "turns.h"

enum { TWO_SIX, ONE_FIVE, ZERO_FOUR };

static void open_chain(Turns *turns)
{
    turns_open(turns, counting);
    turns_add(turns, turns_exclusion(turns, "step(2)", "step(6)"));
    turns_add(turns, turns_exclusion(turns, "step(1)", "step(5)"));
    turns_add(turns, turns_exclusion(turns, "step(0)", "step(4)"));
    turns_begin(turns);
}

static void properties_that_need_each_other_are_proved_jointly(void **state)
{
    (void)state;
    Turns turns;
    open_chain(&turns);
    assert_true(stage_joint(turns.schedule, false, 1000));
    assert_int_equal(schedule_count_wanted(turns.schedule), 3);
    assert_true(stage_joint(turns.schedule, true, 1000));
    assert_int_equal(schedule_count_wanted(turns.schedule), 0);
    turns_close(&turns);
}

static void what_is_inductive_by_itself_is_proved_alone(void **state)
{
    (void)state;
    Turns turns;
    open_chain(&turns);
    assert_true(stage_individual(turns.schedule, 1000));
    assert_int_equal(turns_verdict(&turns, TWO_SIX), VERDICT_UNKNOWN);
    assert_int_equal(turns_verdict(&turns, ONE_FIVE), VERDICT_UNKNOWN);
    assert_int_equal(turns_verdict(&turns, ZERO_FOUR), VERDICT_PROVED);
    turns_close(&turns);
}

static void what_follows_from_the_facts_is_proved(void **state)
{
    (void)state;
    Turns turns;
    open_chain(&turns);
    stage_consequences(turns.schedule, "facts");
    assert_int_equal(schedule_count_wanted(turns.schedule), 3);
    Ref both[] = {turns.list[TWO_SIX].ends[0], turns.list[ONE_FIVE].ends[0]};
    schedule_learn(turns.schedule,
                   property_and(&turns.loaded.properties, both, 2));
    stage_consequences(turns.schedule, "facts");
    assert_string_equal(turns.results[TWO_SIX].how, "facts");
    assert_string_equal(turns.results[ONE_FIVE].how, "facts");
    assert_int_equal(turns_verdict(&turns, ZERO_FOUR), VERDICT_UNKNOWN);
    turns_close(&turns);
}

/* Nothing but candidates helps the only property. */
static void open_single(Turns *turns)
{
    turns_open(turns, counting);
    turns_add(turns, turns_exclusion(turns, "step(3)", "step(9)"));
    turns_begin(turns);
    assert_true(stage_joint(turns->schedule, true, 1000));
    assert_int_equal(turns_verdict(turns, 0), VERDICT_UNKNOWN);
}

static void candidates_help_and_become_lemmas(void **state)
{
    (void)state;
    Turns turns;
    open_single(&turns);
    assert_true(stage_candidates(turns.schedule, CANDIDATE_CONSTANT, 1000));
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_UNKNOWN);
    assert_true(stage_candidates(turns.schedule, CANDIDATE_SYMBOL_MUTEX, 1000));
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_PROVED);
    assert_true(turns.task.lemmas.count > 0);
    turns_close(&turns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_that_need_each_other_are_proved_jointly),
        cmocka_unit_test(what_is_inductive_by_itself_is_proved_alone),
        cmocka_unit_test(what_follows_from_the_facts_is_proved),
        cmocka_unit_test(candidates_help_and_become_lemmas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
