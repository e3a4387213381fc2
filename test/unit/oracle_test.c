/* oracle_test.c - failed steps and refutations, by the rules as they stand */
#include "tasks.h"

#include "prove/published/oracle.h"

static const Term *named(OneClaim *one, const char *text)
{
    const Formula *formula = read_formula(&one->formulas, text);
    assert_non_null(formula);
    return formula->atom->args[0];
}

static const Term *move(OneClaim *one, size_t role, size_t number)
{
    size_t count;
    Interp *interp = one->task.interp;
    interp_set(interp, interp_initial(interp));
    const Term *const *moves = interp_legal(interp, role, &count);
    assert_true(number < count);
    return moves[number];
}

static void a_step_is_one_only_if_its_moves_are_legal(void **state)
{
    (void)state;
    OneClaim one;
    open_claim(&one, "~true(lamp(1,on))");
    const Term *left[] = {named(&one, "true(control(left))")};
    const Term *right[] = {named(&one, "true(control(right))")};
    const Term *moves[] = {move(&one, 0, 0), move(&one, 1, 0)};
    const FailedStep *step = failed_step(&one.task, left, 1, moves);
    assert_non_null(step);
    assert_ptr_equal(step->before[0], left[0]);
    assert_int_equal(step->after_count, 2); /* and a lamp that is on */
    assert_true(step->after[0] == right[0] || step->after[1] == right[0]);
    assert_null(failed_step(&one.task, right, 1, moves));
    const Term *both_on[] = {left[0], named(&one, "true(lamp(1,on))"),
                             named(&one, "true(lamp(2,on))")};
    assert_null(failed_step(&one.task, both_on, 3, moves));
    close_claim(&one);
}

static void what_fails_initially_has_a_play_as_long_as_it_looks(void **state)
{
    (void)state;
    static const struct {
        const char *formula;
        bool fails;
        size_t steps;
    } cases[] = {{"true(lamp(1,on))", true, 0},
                 {"next ~true(lamp(1,on))", true, 1},
                 {"next^2 ~terminal", true, 2},
                 {"next ~terminal", false, 0},
                 {"true(control(left))", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OneClaim one;
        Finding finding = {.base = ANSWER_NO};
        open_claim(&one, cases[i].formula);
        refute_initially(&one.task, &finding, 60);
        assert_int_equal(finding.verdict,
                         cases[i].fails ? VERDICT_REFUTED : VERDICT_UNKNOWN);
        if (cases[i].fails)
            assert_int_equal(finding.trace->steps, cases[i].steps);
        close_claim(&one);
    }
}

static void only_a_play_that_the_rules_confirm_refutes(void **state)
{
    (void)state;
    OneClaim one;
    Finding finding = {0};
    open_claim(&one, "~true(control(right))");
    const Term *moves[] = {move(&one, 0, 0), move(&one, 1, 0)};
    const Term *swapped[] = {moves[1], moves[0]};
    Play play = {moves, 1}, illegal = {swapped, 1};
    assert_false(refute_by(&one.task, &finding, one.prop, &illegal, 1));
    assert_false(refute_by(&one.task, &finding, one.prop, &play, 0));
    assert_int_equal(finding.verdict, VERDICT_UNKNOWN);
    assert_true(refute_by(&one.task, &finding, one.prop, &play, 1));
    assert_int_equal(finding.verdict, VERDICT_REFUTED);
    assert_int_equal(finding.at, 1);
    close_claim(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_one_only_if_its_moves_are_legal),
        cmocka_unit_test(what_fails_initially_has_a_play_as_long_as_it_looks),
        cmocka_unit_test(only_a_play_that_the_rules_confirm_refutes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
