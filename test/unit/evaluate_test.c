/* evaluate_test.c - formulas along plays, by the interpreter */
#include "formulas.h"

#include "formula/evaluate.h"

static const char *truth(const char *input)
{
    static const char *const names[] = {"no", "yes", "open"};
    Formulas formulas = open_game(lamps);
    Budget budget = budget_new(0, NULL);
    const char *failure;
    Interp *interp = interp_new(formulas.loaded.game, &budget, &failure);
    PropId prop = meaning(&formulas, input);
    PlayEvaluator *evaluator = evaluator_new(formulas.props, interp);
    Play failing;
    Holds holds = HOLDS_OPEN;
    position_satisfies(evaluator, interp_initial(interp), &prop, 1, &budget,
                       formulas.loaded.arena, &holds, &failing);
    if (holds == HOLDS_NO)
        assert_true(play_refutes(evaluator, &failing, prop, 0));
    evaluator_free(evaluator);
    interp_free(interp);
    close_game(&formulas);
    return names[holds];
}

static void truth_in_the_initial_position(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"lit(1)", "no"},
        {"~lit(1) & true(lamp(1,off))", "yes"},
        {"next lit(1)", "no"},
        {"~next lit(1)", "no"}, /* each sequence is judged by itself */
        {"next (lit(1) | lit(2))", "yes"},
        {"next lit(1) | next lit(2)", "yes"},
        {"next^2 (lit(1) & lit(2) <-> terminal)", "yes"},
        {"next^3 terminal", "no"},
        {"next^3 ~true(control(left))", "yes"},
        {"next^2 next lit(1)", "no"},
        {"next^2 (terminal -> next (lit(1) & ~lit(1)))", "yes"},
        {"exists[1..1] P in role. true(control(P))", "yes"},
        {"exists[2..2] M in move(left). legal(left,M)", "yes"},
        {"exists[2..] P in role, M in move(P). legal(P,M)", "yes"},
        {"exists[4..] P in role, M in move(P). legal(P,M)", "no"},
        {"sum(goal) = 100", "yes"},
        {"sum(goal) = 50", "no"},
        {"some lamp/2", "yes"},
        {"forall X in lamp.1. exists[1..1] Y in lamp.2. true(lamp(X,Y))",
         "yes"},
    };
    assert_cases(cases, truth);
}

/* A sequence that is too short for a formula says nothing about it. */
static void a_sequence_is_judged_when_it_is_long_enough(void **state)
{
    (void)state;
    Formulas formulas = open_game(lamps);
    const char *failure;
    Interp *interp = interp_new(formulas.loaded.game, NULL, &failure);
    PropId ahead = meaning(&formulas, "next lit(1)");
    PlayEvaluator *evaluator = evaluator_new(formulas.props, interp);
    evaluator_push(evaluator, interp_initial(interp));
    assert_int_equal(evaluator_holds(evaluator, ahead, 0), HOLDS_OPEN);
    evaluator_push(evaluator, interp_initial(interp));
    assert_int_equal(evaluator_holds(evaluator, ahead, 0), HOLDS_NO);
    assert_false(evaluator_ended(evaluator));
    evaluator_free(evaluator);
    interp_free(interp);
    close_game(&formulas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truth_in_the_initial_position),
        cmocka_unit_test(a_sequence_is_judged_when_it_is_long_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
