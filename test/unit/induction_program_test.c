/* induction_program_test.c - base case and induction step, asked of clingo */
#include "tasks.h"

#include "asp/clingo.h"
#include "asp/induction_program.h"

/* Whether the program for FORMULA has an answer set. */
static bool is_satisfiable(const char *formula, Ask ask, bool step, unsigned k)
{
    OneClaim one;
    Start anywhere = {.one_control = true};
    size_t number = 0;
    open_claim(&one, formula);
    FormulaSet set = {&one.prop, &number, 1,
                      largest_degree(one.task.props, &one.prop, 1), k};
    Text program =
        induction_program(&one.task, ask, step ? &anywhere : NULL, &set);
    ClingoAnswer answer =
        clingo_run(one.task.arena, text_string(&program), program.length,
                   &(ClingoTask){.max_models = 1});
    assert_true(answer.complete);
    text_free(&program);
    close_claim(&one);
    return answer.verdict == CLINGO_SATISFIABLE;
}

/* One formula holds initially and is inductive, one only holds initially, one
 * is only inductive. Proofs ask for a counterexample, just as ASK_ALONE. */
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
    static const Ask asks[] = {ASK_ALONE, ASK_MUTUAL_PROOF, ASK_WHOLE_PROOF};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) {
            assert_int_equal(
                is_satisfiable(cases[i].formula, asks[k], false, 1),
                cases[i].base);
            assert_int_equal(is_satisfiable(cases[i].formula, asks[k], true, 1),
                             cases[i].step);
        }
}

/* That a lamp is never on holds in the first position, not in two. */
static void k_induction_asks_about_k_positions(void **state)
{
    (void)state;
    static const char dark[] = "~true(lamp(1,on))";
    static const char stays[] = "true(control(left)) -> ~true(control(right))";
    assert_false(is_satisfiable(dark, ASK_WHOLE_PROOF, false, 1));
    assert_true(is_satisfiable(dark, ASK_WHOLE_PROOF, false, 2));
    assert_true(is_satisfiable(dark, ASK_WHOLE_PROOF, true, 2));
    assert_false(is_satisfiable(stays, ASK_WHOLE_PROOF, false, 3));
    assert_false(is_satisfiable(stays, ASK_WHOLE_PROOF, true, 3));
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
        cmocka_unit_test(k_induction_asks_about_k_positions),
        cmocka_unit_test(degrees_tell_how_many_levels_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
