/* sound_test.c - what the prover must not say, found by prove_fuzz */
#include "support.h"

#include "zermelo.h"

/* The verdict on the last of FORMULAS, which are separated by "; ", and "if
 * playable" if it rests on that. The first is given if GIVEN. */
static const char *verdict(const char *rules, ZermeloMethod method,
                           ZermeloGenerator generator, const char *formulas,
                           bool given)
{
    static const char *const words[3][2] = {
        {"unknown", "unknown, if playable"},
        {"proved", "proved, if playable"},
        {"refuted", "refuted, if playable"}};
    ZermeloProveOptions options = {
        .method = method,
        .engine = method == ZERMELO_MUTUAL ? "native" : "clingo",
        .generator = generator,
        .limits.seconds = 60};
    const char *why;
    char *message = NULL;
    ZermeloGame *game =
        zermelo_read("t", rules, strlen(rules), ZERMELO_ANY_SYNTAX);
    ZermeloProof *proof = zermelo_proof_new(game, &options, &why);
    assert_non_null(proof);
    char *copy = strdup(formulas), *rest = copy;
    for (char *next; (next = strsep(&rest, ";"));) {
        if (given)
            assert_true(zermelo_proof_given(proof, "t", next, &message));
        else
            assert_true(zermelo_proof_add(proof, "t", NULL, next, &message));
        given = false;
    }
    assert_true(zermelo_proof_run(proof, &message));
    ZermeloResult last =
        zermelo_proof_result(proof, zermelo_proof_count(proof) - 1);
    const char *word =
        words[last.verdict][zermelo_proof_assumes_playable(proof)];
    free(copy);
    zermelo_proof_free(proof);
    zermelo_free(game);
    return word;
}

/* The flag is set in the third position. */
static const char clock_game[] =
    "(role w) (role b) (succ 1 2) (succ 2 3)\n"
    "(init (control w)) (init (step 1))\n"
    "(<= (legal ?r noop) (role ?r))\n"
    "(<= (next (control w)) (true (control b)))\n"
    "(<= (next (control b)) (true (control w)))\n"
    "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))\n"
    "(<= (next flag) (true (step 2)))\n"
    "(<= terminal (true (step 4))) (<= (goal ?r 50) (role ?r))\n";

static void a_hypothesis_about_later_positions_proves_nothing_else(void **state)
{
    (void)state;
    const char *given = "next^4 some control/1;~true(flag)";
    const char *learned = "some control/1;next^4 some control/1;~true(flag)";
    assert_string_equal(
        verdict(clock_game, ZERMELO_INDIVIDUAL, ZERMELO_FROM_ALL, given, true),
        "unknown");
    assert_string_equal(
        verdict(clock_game, ZERMELO_JOINT, ZERMELO_FROM_ALL, given, true),
        "unknown");
    assert_string_equal(verdict(clock_game, ZERMELO_INDIVIDUAL,
                                ZERMELO_FROM_PROVED, learned, false),
                        "unknown");
}

/* That p stays needs q; that both will hold later does not. */
static void but_it_is_used(void **state)
{
    (void)state;
    const char *rules = "(role w) (init p) (init q) (init s) (legal w noop)\n"
                        "(<= (next p) (true p) (true q))\n"
                        "(<= (next q) (true q)) (<= (next s) (true s))\n"
                        "(<= terminal (not (true s))) (goal w 0)\n";
    assert_string_equal(
        verdict(rules, ZERMELO_INDIVIDUAL, ZERMELO_FROM_ALL, "true(p)", false),
        "unknown");
    assert_string_equal(verdict(rules, ZERMELO_INDIVIDUAL, ZERMELO_FROM_ALL,
                                "next^2 (true(p) & true(q));true(p)", true),
                        "proved");
}

/* Every play gets stuck in its third position, so that nothing holds of plays
 * that are longer: also that `a` never comes. */
static const char stuck_game[] =
    "(role w) (init go)\n"
    "(<= (next a) (true go)) (<= (next flag) (true a))\n"
    "(<= (legal w noop) (not (true flag)))\n"
    "(<= (next done) (true flag) (true go))\n"
    "(<= terminal (true done)) (goal w 100)\n";

static void what_rests_on_playability_does_not_prove_it(void **state)
{
    (void)state;
    const char *formulas = "next^4 ~true(done);~true(a)";
    assert_string_equal(verdict(stuck_game, ZERMELO_JOINT, ZERMELO_FROM_PROVED,
                                formulas, false),
                        "proved, if playable");
    assert_string_equal(
        verdict(stuck_game, ZERMELO_JOINT, ZERMELO_FROM_ALL, formulas, false),
        "proved, if playable");
    assert_string_equal(verdict(stuck_game, ZERMELO_INDIVIDUAL,
                                ZERMELO_FROM_ALL, formulas, true),
                        "proved, if playable");
    assert_string_equal(verdict(stuck_game, ZERMELO_INDIVIDUAL,
                                ZERMELO_FROM_PROVED, formulas, false),
                        "unknown");
}

/* Of line(b) nothing is left but a fact, and line(a) nobody needs. */
static void loops_that_come_to_nothing_are_no_falsehood(void **state)
{
    (void)state;
    const char *rules = "(role w) (init p) (col a) (col b)\n"
                        "(<= (line ?c) (col ?c))\n"
                        "(<= (line b) (line ?c) (true p))\n"
                        "(<= (near ?c) (near ?c) (true p))\n"
                        "(<= (near ?c) (col ?c) (true p))\n"
                        "(legal w noop) (<= (next q) (line b))\n"
                        "(<= terminal (true q) (true p)) (goal w 0)\n";
    static const char *const formulas[][2] = {{"~line(b)", "refuted"},
                                              {"line(b)", "proved"},
                                              {"~true(q)", "refuted"},
                                              {"near(a)", "refuted"}};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(verdict(rules, ZERMELO_MUTUAL, ZERMELO_FROM_ALL,
                                    formulas[i][0], false),
                            formulas[i][1]);
}

static void a_failed_step_is_what_the_rules_make_of_it(void **state)
{
    (void)state;
    const char *rules = "(role w) (init p) (legal w noop) (legal w m)\n"
                        "(<= (next p) (does w noop)) (<= (next q) (true p))\n"
                        "(next r) (<= terminal (true q)) (goal w 0)\n";
    ZermeloProveOptions options = {
        .method = ZERMELO_INDIVIDUAL, .engine = "clingo", .limits.seconds = 60};
    const char *why;
    char *message;
    ZermeloGame *game =
        zermelo_read("t", rules, strlen(rules), ZERMELO_ANY_SYNTAX);
    ZermeloProof *proof = zermelo_proof_new(game, &options, &why);
    assert_true(zermelo_proof_add(proof, "t", NULL, "true(p)", &message));
    assert_true(zermelo_proof_run(proof, &message));
    assert_true(zermelo_proof_result(proof, 0).has_failed_step);
    ZermeloFailedStep failed = zermelo_proof_failed_step(proof, 0);
    assert_string_equal(failed.moves[0], "m");
    assert_int_equal(failed.after_count, 2);
    assert_string_equal(failed.after[0], "q");
    assert_string_equal(failed.after[1], "r");
    zermelo_proof_free(proof);
    zermelo_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_hypothesis_about_later_positions_proves_nothing_else),
        cmocka_unit_test(but_it_is_used),
        cmocka_unit_test(what_rests_on_playability_does_not_prove_it),
        cmocka_unit_test(loops_that_come_to_nothing_are_no_falsehood),
        cmocka_unit_test(a_failed_step_is_what_the_rules_make_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
