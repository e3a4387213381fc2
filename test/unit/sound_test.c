/* sound_test.c - what the prover must not say, found by prove_fuzz */
#include "support.h"

#include "../answers.h"

/* The verdict on the last of FORMULAS, which are separated by ";", and "if
 * playable" if it rests on that. The first is given if GIVEN. */
static const char *verdict(const char *rules, const char *method,
                           const char *generator, const char *formulas,
                           bool given)
{
    static Text word;
    ZermeloGame *game = read_game(rules);
    json_t *options = json_pack(
        "{s:s,s:s,s:s,s:[]}", "method", method, "generator", generator,
        "engine", strcmp(method, "mutual") == 0 ? "native" : "clingo",
        "formula");
    char *copy = strdup(formulas), *rest = copy;
    for (char *next; (next = strsep(&rest, ";"));) {
        if (given)
            json_object_set_new(options, "given", json_string(next));
        else
            json_array_append_new(json_object_get(options, "formula"),
                                  json_string(next));
        given = false;
    }
    json_t *proof = ask(zermelo_prove_json, game, options);
    assert_true(result_count(proof) > 0);
    Text text = {0};
    text_adds(&text,
              text_of(result_of(proof, result_count(proof) - 1), "verdict"));
    if (json_array_size(json_object_get(proof, "assumes")))
        text_adds(&text, ", if playable");
    free(copy);
    json_decref(proof);
    zermelo_free(game);
    return keep(&word, text);
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
    assert_string_equal(verdict(clock_game, "individual", "all", given, true),
                        "unknown");
    assert_string_equal(verdict(clock_game, "joint", "all", given, true),
                        "unknown");
    assert_string_equal(
        verdict(clock_game, "individual", "proved", learned, false), "unknown");
}

/* That p stays needs q; that both will hold later does not. */
static void but_it_is_used(void **state)
{
    (void)state;
    const char *rules = "(role w) (init p) (init q) (init s) (legal w noop)\n"
                        "(<= (next p) (true p) (true q))\n"
                        "(<= (next q) (true q)) (<= (next s) (true s))\n"
                        "(<= terminal (not (true s))) (goal w 0)\n";
    assert_string_equal(verdict(rules, "individual", "all", "true(p)", false),
                        "unknown");
    assert_string_equal(verdict(rules, "individual", "all",
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
    assert_string_equal(verdict(stuck_game, "joint", "proved", formulas, false),
                        "proved, if playable");
    assert_string_equal(verdict(stuck_game, "joint", "all", formulas, false),
                        "proved, if playable");
    assert_string_equal(
        verdict(stuck_game, "individual", "all", formulas, true),
        "proved, if playable");
    assert_string_equal(
        verdict(stuck_game, "individual", "proved", formulas, false),
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
        assert_string_equal(
            verdict(rules, "mutual", "all", formulas[i][0], false),
            formulas[i][1]);
}

static void a_failed_step_is_what_the_rules_make_of_it(void **state)
{
    (void)state;
    const char *rules = "(role w) (init p) (legal w noop) (legal w m)\n"
                        "(<= (next p) (does w noop)) (<= (next q) (true p))\n"
                        "(next r) (<= terminal (true q)) (goal w 0)\n";
    ZermeloGame *game = read_game(rules);
    json_t *proof =
        ask(zermelo_prove_json, game,
            json_pack("{s:s,s:s,s:s,s:s}", "method", "individual", "engine",
                      "clingo", "generator", "all", "formula", "true(p)"));
    const json_t *failed = json_object_get(result_of(proof, 0), "failed_step");
    json_t *expected = json_pack("[s,s]", "q", "r");
    assert_string_equal(text_of(json_object_get(failed, "moves"), "w"), "m");
    assert_true(json_equal(json_object_get(failed, "after"), expected));
    json_decref(expected);
    json_decref(proof);
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
