/* stage_invariants_test.c - mutex groups by cases, counters by sums */
#include "turns.h"

static void cases_show_that_there_is_one_number_of_steps(void **state)
{
    (void)state;
    Turns turns;
    turns_open(&turns, counting);
    turns_add(&turns, turns_exclusion(&turns, "step(3)", "step(9)"));
    turns_begin(&turns);
    assert_true(stage_cases(turns.schedule));
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_UNKNOWN);
    assert_true(turns.task.lemmas.count > 0);
    stage_consequences(turns.schedule, "induction");
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_PROVED);
    assert_false(stage_cases(turns.schedule)); /* nothing new */
    turns_close(&turns);
}

/* Three things are taken, one at a time, and counted. */
static const char taking[] =
    "(role you) (less 0 1) (less 1 2) (less 2 3) (init (taken 0))"
    "(init (here a)) (init (here b)) (init (here c))"
    "(<= (legal you (take ?x)) (true (here ?x)))"
    "(<= (next (here ?x)) (true (here ?x)) (not (does you (take ?x))))"
    "(<= (next (taken ?n)) (true (taken ?m)) (less ?m ?n))"
    "(<= terminal (not some)) (<= some (true (here ?x))) (goal you 100)";

static void open_taking(Turns *turns)
{
    static const char *const names[] = {"taken(0)", "taken(1)", "taken(2)",
                                        "taken(3)"};
    Ref values[4];
    turns_open(turns, taking);
    for (size_t i = 0; i < 4; i++)
        values[i] = turns_feature(turns, names[i]);
    turns_add(turns, property_or(&turns->loaded.properties, values, 4));
    turns_begin(turns);
}

static void sums_show_that_a_counter_always_has_a_value(void **state)
{
    (void)state;
    Turns turns;
    ProofLog log = {0};
    open_taking(&turns);
    turns.task.log = &log;
    stage_cases(turns.schedule);
    stage_joint(turns.schedule, true, 1000);
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_UNKNOWN);
    size_t count = log.lemmas.count;
    stage_linear(turns.schedule);
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_PROVED);
    size_t sum_count = 0; /* exactly one value, and why it has room */
    for (size_t i = count; i < log.lemmas.count; i++)
        sum_count += log.lemmas.items[i].sum.count > 0;
    assert_true(sum_count >= 2);
    turns_close(&turns);
    proof_log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_show_that_there_is_one_number_of_steps),
        cmocka_unit_test(sums_show_that_a_counter_always_has_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
