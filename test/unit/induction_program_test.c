/* induction_program_test.c - base case and induction step, asked of clingo */
#include "tasks.h"

#include "asp/clingo.h"
#include "asp/induction_program.h"

/* Whether the program for FORMULA has an answer set. */
static bool is_satisfiable(const char *formula, bool step)
{
    OneClaim one;
    Start anywhere = {.one_control = true};
    size_t number = 0;
    open_claim(&one, formula);
    FormulaSet set = {&one.prop, &number, 1,
                      largest_degree(one.task.props, &one.prop, 1)};
    Text program =
        induction_program(&one.task, ASK_ALONE, step ? &anywhere : NULL, &set);
    ClingoAnswer answer =
        clingo_run(one.task.arena, text_string(&program), program.length,
                   &(ClingoTask){.max_models = 1});
    assert_true(answer.complete);
    text_free(&program);
    close_claim(&one);
    return answer.verdict == CLINGO_SATISFIABLE;
}

/* One formula holds initially and is inductive, one only holds initially, one
 * is only inductive. */
static void an_answer_set_is_a_counterexample(void **state)
{
    (void)state;
    static const struct {
        const char *formula;
        bool base, step; /* it fails */
    } cases[] = {
        {"true(control(left)) -> ~true(control(right))", false, false},
        {"~true(lamp(1,on))", false, true},
        {"true(lamp(1,on))", true, false},
        {"true(lamp(1,on)) -> next true(lamp(1,on))", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(is_satisfiable(cases[i].formula, false),
                         cases[i].base);
        assert_int_equal(is_satisfiable(cases[i].formula, true), cases[i].step);
    }
}

static void degrees_tell_how_many_levels_are_needed(void **state)
{
    (void)state;
    OneClaim one;
    open_claim(&one, "next^2 terminal");
    assert_int_equal(largest_degree(one.task.props, &one.prop, 1), 2);
    assert_int_equal(hypothesis_levels(one.task.props, &one.prop, 1), 1);
    assert_int_equal(largest_degree(one.task.props, NULL, 0), 0);
    close_claim(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_set_is_a_counterexample),
        cmocka_unit_test(degrees_tell_how_many_levels_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
