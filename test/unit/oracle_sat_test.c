/* oracle_sat_test.c - base cases and induction steps, asked of a SAT solver */
#include "tasks.h"

#include "prove/published/oracle.h"

static const struct {
    const char *formula;
    Answer base, step;
} cases[] = {
    {"true(control(left)) -> ~true(control(right))", ANSWER_YES, ANSWER_YES},
    {"~true(lamp(1,on))", ANSWER_YES, ANSWER_NO},
    {"true(lamp(1,on))", ANSWER_NO, ANSWER_YES},
    {"true(control(left))", ANSWER_YES, ANSWER_NO},
    {"next true(lamp(1,on))", ANSWER_NO, ANSWER_YES},
    {"true(lamp(1,on)) -> next true(lamp(1,on))", ANSWER_YES, ANSWER_YES},
};

enum { CASES = sizeof cases / sizeof *cases };

static Oracle *open_oracle(OneClaim *one, const char *formula)
{
    const char *why;
    open_claim(one, formula);
    Oracle *oracle = oracle_sat_new(&one->task, &why);
    assert_non_null(oracle);
    return oracle;
}

static void base_and_step_fail_where_a_play_and_a_step_show_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        OneClaim one;
        Finding finding = {0};
        Start anywhere = {0};
        Oracle *oracle = open_oracle(&one, cases[i].formula);
        FormulaSet set = {&one.prop, NULL, 1,
                          props_get(one.task.props, one.prop)->degree};
        oracle->ask(oracle, ASK_ALONE, NULL, &set, &finding);
        oracle->ask(oracle, ASK_ALONE, &anywhere, &set, &finding);
        assert_int_equal(finding.base, cases[i].base);
        assert_int_equal(finding.step, cases[i].step);
        assert_int_equal(finding.verdict == VERDICT_REFUTED,
                         finding.base == ANSWER_NO);
        assert_int_equal(finding.failed != NULL, finding.step == ANSWER_NO);
        oracle_sat_free(oracle);
        close_claim(&one);
    }
}

static void a_set_is_answered_as_its_formulas_are(void **state)
{
    (void)state;
    OneClaim one;
    Start anywhere = {0};
    Finding findings[CASES] = {0};
    PropId props[CASES];
    size_t numbers[CASES];
    Oracle *oracle = open_oracle(&one, "terminal");
    for (size_t i = 0; i < CASES; i++) {
        props[i] = meaning(&one.formulas, cases[i].formula);
        numbers[i] = CASES - 1 - i;
    }
    FormulaSet set = {props, numbers, CASES, 1};
    assert_true(oracle->ask(oracle, ASK_EACH, NULL, &set, findings));
    assert_true(oracle->ask(oracle, ASK_EACH, &anywhere, &set, findings));
    for (size_t i = 0; i < CASES; i++) {
        assert_int_equal(findings[numbers[i]].base, cases[i].base);
        assert_int_equal(findings[numbers[i]].step, cases[i].step);
    }
    oracle_sat_free(oracle);
    close_claim(&one);
}

/* Where nobody has the control, nobody presses a button. */
static void a_step_starts_where_the_hypotheses_hold(void **state)
{
    (void)state;
    OneClaim one;
    Finding finding = {0};
    Oracle *oracle = open_oracle(&one, "~true(lamp(1,on))");
    PropId nobody =
        meaning(&one.formulas, "~true(control(left)) & ~true(control(right))");
    Start start = {.hypotheses = &nobody, .hypothesis_count = 1};
    FormulaSet set = {&one.prop, NULL, 1, 0};
    oracle->ask(oracle, ASK_ALONE, &start, &set, &finding);
    assert_int_equal(finding.step, ANSWER_YES);
    oracle_sat_free(oracle);
    close_claim(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_and_step_fail_where_a_play_and_a_step_show_it),
        cmocka_unit_test(a_set_is_answered_as_its_formulas_are),
        cmocka_unit_test(a_step_starts_where_the_hypotheses_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
