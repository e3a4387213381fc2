/* engine_clingo_test.c - claims of every kind, proved with clingo */
#include "tasks.h"

/* P and q are inductive only together, r always holds but is not inductive
 * without them, and s fails sooner or later. */
static const char rules[] =
    "(role you) (init p) (init q) (init r) (init s) (legal you go)"
    "(legal you stop) (<= (next p) (true q)) (<= (next q) (true p))"
    "(<= (next r) (true p)) (<= (next s) (true s) (does you go))"
    "(<= (next over) (does you stop)) (<= terminal (true over)) (goal you 1)";

static const char *const list[] = {"true(p)",    "true(q)",
                                   "true(r)",    "true(s)",
                                   "true(over)", "true(over) -> terminal"};

enum { COUNT = sizeof list / sizeof *list };

/* A letter for each claim: proved, refuted, or not inductive. */
static const char *verdicts_by(PublishedMethod method)
{
    static char letters[COUNT + 1];
    const char *why;
    Formulas formulas = open_game(rules);
    Claim claims[COUNT] = {0};
    PropId props[COUNT];
    Finding findings[COUNT] = {0};
    for (size_t i = 0; i < COUNT; i++) {
        claims[i].formula = read_formula(&formulas, list[i]);
        props[i] = meaning(&formulas, list[i]);
    }
    ProofTask task = {.game = formulas.loaded.game,
                      .universe = formulas.universe,
                      .props = formulas.props,
                      .claims = claims,
                      .meanings = props,
                      .count = COUNT,
                      .method = method,
                      .interp = interp_new(formulas.loaded.game, NULL, &why),
                      .budget = &formulas.loaded.budget,
                      .arena = formulas.loaded.arena};
    assert_true(engine_clingo.prove(&task, findings, &why));
    for (size_t i = 0; i < COUNT; i++) {
        const Finding *finding = &findings[i];
        letters[i] = finding->verdict == VERDICT_PROVED    ? 'p'
                     : finding->verdict == VERDICT_REFUTED ? 'r'
                     : finding->step == ANSWER_NO          ? 'n'
                                                           : '?';
        assert_int_equal(finding->trace != NULL, letters[i] == 'r');
        assert_int_equal(finding->failed != NULL,
                         letters[i] == 'n' && method == METHOD_INDIVIDUAL);
    }
    interp_free(task.interp);
    close_game(&formulas);
    return letters;
}

static void every_method_proves_what_is_inductive_for_it(void **state)
{
    (void)state;
    assert_string_equal(verdicts_by(METHOD_INDIVIDUAL), "nnnnrp");
    assert_string_equal(verdicts_by(METHOD_JOINT), "nnnnrp");
    assert_string_equal(verdicts_by(METHOD_MUTUAL), "pppnrp");
}

static void without_clingo_nothing_is_tried(void **state)
{
    (void)state;
    OneClaim one;
    Finding finding = {0};
    const char *why = NULL;
    open_claim(&one, "true(lamp(1,on))");
    setenv("ZERMELO_CLINGO", "/no/such/clingo", 1);
    assert_false(engine_clingo.prove(&one.task, &finding, &why));
    unsetenv("ZERMELO_CLINGO");
    assert_string_equal(why, "there is no program /no/such/clingo");
    assert_int_equal(finding.verdict, VERDICT_UNKNOWN);
    close_claim(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_proves_what_is_inductive_for_it),
        cmocka_unit_test(without_clingo_nothing_is_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
