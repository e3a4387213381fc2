/* evidence_test.c - saved proofs are found to be proofs by clingo alone */
#include "formulas.h"

#include "asp/clingo.h"
#include "prove/evidence.h"

#include <unistd.h>

/* A token goes to and fro, so that there is never a ghost, nor a shadow. */
static const char rules[] =
    "(role you) (legal you go) (init (at 1)) (init (day 1))"
    "(<= (next (at 2)) (true (at 1))) (<= (next (at 1)) (true (at 2)))"
    "(<= (next (day 2)) (true (day 1))) (<= (next (day 1)) (true (day 2)))"
    "(<= (next ghost) (true (at 1)) (true (at 2)))"
    "(<= (next shadow) (true ghost))"
    "(<= terminal (true shadow) (true (day 1))) (goal you 100)";

static char directory[] = "/tmp/evidence-XXXXXX";
static Formulas formulas;
static Claim claim;
static PropId prop;
static ProofTask task;

static int set_up(void **state)
{
    (void)state;
    const char *why;
    formulas = open_game(rules);
    claim.formula = read_formula(&formulas, "~true(shadow)");
    prop = meaning(&formulas, "~true(shadow)");
    task = (ProofTask){.game = formulas.loaded.game,
                       .universe = formulas.universe,
                       .props = formulas.props,
                       .claims = &claim,
                       .meanings = &prop,
                       .count = 1,
                       .interp = interp_new(formulas.loaded.game, NULL, &why),
                       .save_directory = mkdtemp(directory),
                       .budget = &formulas.loaded.budget,
                       .arena = formulas.loaded.arena};
    return !task.save_directory;
}

static const char *path_of(const char *name)
{
    return arena_printf(task.arena, "%s/%s", directory, name);
}

static void remove_files(void)
{
    unlink(path_of("proof-base.lp"));
    unlink(path_of("proof-step.lp"));
    unlink(path_of("README"));
}

static int tear_down(void **state)
{
    (void)state;
    remove_files();
    interp_free(task.interp);
    close_game(&formulas);
    return rmdir(directory);
}

/* The feature, as it is written in formulas. */
static Ref feature(const char *text)
{
    const Formula *atom = read_formula(&formulas, text);
    uint32_t number = net_feature(formulas.loaded.net, atom->atom->args[0]);
    assert_true(number != NO_INDEX);
    return property_feature(&formulas.loaded.properties, 0, number);
}

static Ref not_both(const char *left, const char *right)
{
    return ref_not(property_pair(&formulas.loaded.properties, feature(left),
                                 feature(right)));
}

static bool save(const Ref *lemmas, size_t count, unsigned k)
{
    EstablishedList list = {0};
    vec_push(
        &list,
        ((Established){{.ends = {ref_not(feature("true(shadow)"))}}, prop, 0}));
    bool saved = save_evidence(&task, &formulas.loaded.properties, &list,
                               lemmas, count, k, task.budget);
    vec_free(&list);
    return saved;
}

/* What clingo says of a program, and whether that speaks of the second day. */
static const char *judged(const char *name)
{
    Text text = {0};
    const char *why;
    assert_true(file_read(&text, path_of(name), 1 << 20, &why));
    ClingoAnswer answer = clingo_run(task.arena, text_string(&text),
                                     text.length, &(ClingoTask){0});
    bool is_proof = answer.verdict == CLINGO_UNSATISFIABLE;
    bool has_day = strstr(text_string(&text), "true(day(2),0)");
    text_free(&text);
    assert_true(answer.complete);
    return !is_proof ? "none" : has_day ? "proof with days" : "proof";
}

static void
lemmas_make_it_a_proof_and_those_not_needed_are_left_out(void **state)
{
    (void)state;
    Ref lemmas[] = {ref_not(feature("true(ghost)")),
                    not_both("true(at(1))", "true(at(2))"),
                    not_both("true(day(1))", "true(day(2))")};
    assert_true(save(lemmas, 3, 1));
    assert_string_equal(judged("proof-base.lp"), "proof");
    assert_string_equal(judged("proof-step.lp"), "proof");
    assert_true(save(lemmas, 3, 2)); /* all are kept */
    assert_string_equal(judged("proof-step.lp"), "proof with days");
    assert_true(save(lemmas, 0, 2));
    assert_string_equal(judged("proof-step.lp"), "none");
}

static void a_lemma_that_is_no_formula_is_not_saved(void **state)
{
    (void)state;
    Ref lemma = ref_not(property_leaf(&formulas.loaded.properties, 0,
                                      formulas.loaded.net->terminal));
    remove_files();
    assert_false(save(&lemma, 1, 2));
    assert_null(task.save_failure);
    assert_int_not_equal(access(path_of("proof-step.lp"), F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            lemmas_make_it_a_proof_and_those_not_needed_are_left_out),
        cmocka_unit_test(a_lemma_that_is_no_formula_is_not_saved),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
