/* stage_induct_test.c - turns of induction prove what they should, no more
 *
 * That steps 2 and 6 exclude each other follows from steps 1 and 5, and that
 * from steps 0 and 4, which is inductive: nothing leads back to step 0.
 */
#include "turns.h"

enum { TWO_SIX, ONE_FIVE, ZERO_FOUR };

static const ScheduleRow all = {.limit = 1000},
                         conjunctions = {.flags = ONLY_CONJUNCTIONS,
                                         .limit = 1000},
                         constants = {.method = PROOF_CONSTANTS},
                         mutexes = {.method = PROOF_SYMBOL_MUTEXES};

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
    assert_true(stage_joint(turns.schedule, &conjunctions));
    assert_int_equal(schedule_count_wanted(turns.schedule), 3);
    assert_true(stage_joint(turns.schedule, &all));
    assert_int_equal(schedule_count_wanted(turns.schedule), 0);
    turns_close(&turns);
}

static void what_is_inductive_by_itself_is_proved_alone(void **state)
{
    (void)state;
    Turns turns;
    open_chain(&turns);
    assert_true(stage_individual(turns.schedule, &all));
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
    stage_follow(turns.schedule, "facts");
    assert_int_equal(schedule_count_wanted(turns.schedule), 3);
    Ref both[] = {turns.list[TWO_SIX].ends[0], turns.list[ONE_FIVE].ends[0]};
    schedule_learn(turns.schedule,
                   property_and(&turns.loaded.properties, both, 2));
    stage_follow(turns.schedule, "facts");
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
    assert_true(stage_joint(turns->schedule, &all));
    assert_int_equal(turns_verdict(turns, 0), VERDICT_UNKNOWN);
}

static void candidates_help_and_become_lemmas(void **state)
{
    (void)state;
    Turns turns;
    open_single(&turns);
    assert_true(stage_candidates(turns.schedule, &constants));
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_UNKNOWN);
    assert_true(stage_candidates(turns.schedule, &mutexes));
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_PROVED);
    assert_true(turns.task.lemmas.count > 0);
    turns_close(&turns);
}

/* ---- mutex groups by cases, counters by sums ---- */

static void cases_show_that_there_is_one_number_of_steps(void **state)
{
    (void)state;
    Turns turns;
    turns_open(&turns, counting);
    turns_add(&turns, turns_exclusion(&turns, "step(3)", "step(9)"));
    turns_begin(&turns);
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_UNKNOWN);
    assert_true(stage_cases(turns.schedule, &all));
    size_t count = turns.task.lemmas.count;
    assert_true(count > 0);
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_PROVED);
    assert_true(stage_cases(turns.schedule, &all));
    assert_int_equal(turns.task.lemmas.count, count); /* nothing new */
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
    stage_cases(turns.schedule, &all);
    stage_joint(turns.schedule, &all);
    assert_int_equal(turns_verdict(&turns, 0), VERDICT_UNKNOWN);
    size_t count = log.lemmas.count;
    stage_linear(turns.schedule, &all);
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
        cmocka_unit_test(properties_that_need_each_other_are_proved_jointly),
        cmocka_unit_test(what_is_inductive_by_itself_is_proved_alone),
        cmocka_unit_test(what_follows_from_the_facts_is_proved),
        cmocka_unit_test(candidates_help_and_become_lemmas),
        cmocka_unit_test(cases_show_that_there_is_one_number_of_steps),
        cmocka_unit_test(sums_show_that_a_counter_always_has_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
