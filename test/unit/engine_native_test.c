/* engine_native_test.c - findings of the native engine about a game of lamps */
#include "tasks.h"

static Finding prove(OneClaim *one, PublishedMethod method)
{
    Finding finding = {0};
    const char *why;
    one->task.method = method;
    one->task.seed = 1;
    assert_true(engine_native.prove(&one->task, &finding, &why));
    return finding;
}

/* "proved", "refuted at 1 of 2" or "unknown". A play is looked at again. */
static const char *found(const char *formula, PublishedMethod method)
{
    static Text kept;
    Text answer = {0};
    OneClaim one;
    open_claim(&one, formula);
    Finding finding = prove(&one, method);
    if (finding.verdict == VERDICT_PROVED) {
        text_adds(&answer, "proved");
        assert_null(finding.trace);
    } else if (finding.verdict == VERDICT_REFUTED) {
        PlayEvaluator *evaluator =
            evaluator_new(one.task.props, one.task.interp);
        assert_non_null(finding.trace);
        assert_true(
            play_refutes(evaluator, finding.trace, one.prop, finding.at));
        evaluator_free(evaluator);
        text_addf(&answer, "refuted at %zu of %zu", finding.at,
                  finding.trace->steps);
    } else {
        text_addf(&answer, "unknown: %s",
                  finding.reason ? finding.reason : "no reason");
    }
    close_claim(&one);
    return keep(&kept, answer);
}

static const char *found_mutually(const char *formula)
{
    return found(formula, METHOD_MUTUAL);
}

static const char *found_individually(const char *formula)
{
    return found(formula, METHOD_INDIVIDUAL);
}

static void claims_are_proved_or_refuted_by_a_play(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"true(control(left)) -> ~true(control(right))", "proved"},
        {"exists[1..1] P in role. true(control(P))", "proved"},
        {"forall X in lamp.1. exists[1..1] Y in lamp.2. true(lamp(X,Y))",
         "proved"},
        {"lit(1) -> next lit(1)", "proved"},
        {"next (lit(1) | lit(2))", "proved"},
        {"terminal <-> lit(1) & lit(2)", "proved"},
        {"lit(1)", "refuted at 0 of 0"},
        {"~lit(1)", "refuted at 1 of 1"},
        {"~lit(2) | ~lit(1)", "refuted at 2 of 2"},
        {"~terminal", "refuted at 2 of 2"},
        {"next lit(1)", "refuted at 0 of 1"},
        {"next^17 lit(1)", "unknown: it looks too many steps ahead"},
    };
    assert_cases(cases, found_mutually);
}

/* What is inductive by itself, as published. */
static void the_published_method_is_one_induction(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"exists[1..1] P in role. true(control(P))", "proved"},
        {"lit(1)", "refuted at 0 of 0"},
    };
    assert_cases(cases, found_individually);
}

static void base_and_step_are_told(void **state)
{
    (void)state;
    OneClaim one;
    open_claim(&one, "~lit(1)");
    Finding finding = prove(&one, METHOD_MUTUAL);
    assert_int_equal(finding.base, ANSWER_YES);
    assert_int_equal(finding.step, ANSWER_NO);
    close_claim(&one);
    open_claim(&one, "true(lamp(1,on)) -> ~true(lamp(1,off))");
    finding = prove(&one, METHOD_MUTUAL);
    assert_int_equal(finding.verdict, VERDICT_PROVED);
    assert_int_equal(finding.base, ANSWER_YES);
    assert_int_equal(finding.step, ANSWER_YES);
    close_claim(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_proved_or_refuted_by_a_play),
        cmocka_unit_test(the_published_method_is_one_induction),
        cmocka_unit_test(base_and_step_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
