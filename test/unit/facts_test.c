/* facts_test.c - what was proved of a game, for other runs and commands */
#include "turns.h"

#include "formula/facts.h"

#include <unistd.h>

/* A token walks round; the alarm rings where it would be in two places, and
 * only the alarm switches the lamp on. */
static const char walking[] =
    "(role you) (init (at 1)) (legal you stay) (legal you go)"
    "(succ 1 2) (succ 2 3) (succ 3 1)"
    "(<= (next (at ?x)) (true (at ?x)) (does you stay))"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does you go))"
    "(<= (next alarm) (true (at 1)) (true (at 2)))"
    "(<= (next lamp) (true alarm)) (<= (next lamp) (true lamp))"
    "(<= terminal (true lamp)) (goal you 100)";

static const char at_most_one[] =
    "{\"sum\":[[1,\"true(at(1))\"],[1,\"true(at(2))\"],[1,\"true(at(3))\"]],"
    "\"max\":1}";

/* The verdict of induction with FACTS alone on that the lamp is never on; how
 * many facts were lemmas in the end in *HELD. */
static Verdict verdict_with(const char *facts, size_t *held)
{
    Turns turns;
    RefList candidates = {0};
    json_t *list = json_loads(facts, 0, NULL);
    assert_non_null(list);
    turns_open(&turns, walking);
    turns_add(&turns, ref_not(turns_feature(&turns, "lamp")));
    facts_lower(list, turns.loaded.game, NULL, &turns.loaded.properties,
                &candidates);
    turns.task.facts = candidates.items;
    turns.task.fact_count = candidates.count;
    turns_begin(&turns);
    assert_true(stage_facts(turns.schedule, &(ScheduleRow){0}));
    assert_true(turns.task.tried_facts);
    Verdict verdict = turns_verdict(&turns, 0);
    *held = turns.task.lemmas.count;
    turns_close(&turns);
    vec_free(&candidates);
    json_decref(list);
    return verdict;
}

static Verdict verdict_with_sum_and(const char *facts, size_t *held)
{
    Text text = {0};
    text_addf(&text, "[%s%s]", at_most_one, facts);
    Verdict verdict = verdict_with(text_string(&text), held);
    text_free(&text);
    return verdict;
}

static void facts_that_are_inductive_together_prove_what_is_open(void **state)
{
    (void)state;
    size_t held;
    assert_int_equal(verdict_with("[]", &held), VERDICT_UNKNOWN);
    assert_int_equal(verdict_with_sum_and(",\"~true(alarm)\"", &held),
                     VERDICT_PROVED);
    assert_int_equal(held, 2);
}

static void a_false_fact_is_dropped_and_the_others_are_kept(void **state)
{
    (void)state;
    size_t held;
    assert_int_equal(
        verdict_with_sum_and(",\"~true(alarm)\",\"true(at(1))\",\"true(lamp)\","
                             "\"~true(at(2))\",\"true(alarm)\"",
                             &held),
        VERDICT_PROVED);
    assert_int_equal(held, 2);
    assert_int_equal(verdict_with("[\"~true(alarm)\"]", &held),
                     VERDICT_UNKNOWN); /* true, but not without the other */
    assert_int_equal(held, 0);
}

static void what_is_no_property_of_a_position_is_left_out(void **state)
{
    (void)state;
    size_t held;
    assert_int_equal(
        verdict_with("[17,null,[],\"\",\"~(\",\"nothing(1)\",\"~true(alarm) -> "
                     "next ~true(alarm)\",{},{\"sum\":[],\"max\":1},{\"sum\":"
                     "[[2,\"true(at(1))\"]],\"max\":1},{\"sum\":[[1,5]],"
                     "\"max\":1},{\"sum\":[[1,\"true(at(1))\"]],\"max\":7}]",
                     &held),
        VERDICT_UNKNOWN);
    assert_int_equal(held, 0);
}

static const char *digest_of(const char *text)
{
    static char digest[DIGEST_LENGTH + 1];
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    Rules *rules =
        rules_read("t", text, strlen(text), SYNTAX_ANY, &diag, arena);
    canonical_order(rules);
    facts_digest(rules, digest);
    rules_free(rules);
    diag_clear(&diag);
    arena_free(arena);
    return digest;
}

static void the_digest_is_of_the_rules_and_not_of_their_text(void **state)
{
    (void)state;
    char first[DIGEST_LENGTH + 1];
    strcpy(first, digest_of("(role you) (init (at a))\n"
                            "(<= (next (at ?x)) (true (at ?x)) (not end))"));
    assert_string_equal(first, digest_of("% infix\nrole(you). init(at(a)).\n"
                                         "next(at(Y)) :- ~end, true(at(Y))."));
    assert_string_not_equal(
        first, digest_of("(role you) (init (at a))\n"
                         "(<= (next (at ?x)) (true (at ?x)) end)"));
    assert_string_not_equal(
        first, digest_of("(role you) (init (at b))\n"
                         "(<= (next (at ?x)) (true (at ?x)) (not end))"));
}

static void a_file_is_taken_for_its_own_rules_only(void **state)
{
    (void)state;
    char path[] = "/tmp/facts-XXXXXX";
    char *why;
    const char *reason;
    int descriptor = mkstemp(path);
    close(descriptor);
    json_t *facts = json_pack("[s,s]", "~true(a)", "'\"'");
    assert_true(facts_save(path, "abc", facts, &reason));
    json_t *again = facts_load(path, "abc", &why);
    assert_true(json_equal(facts, again));
    assert_null(facts_load(path, "abd", &why));
    assert_non_null(strstr(why, "these are facts about other rules"));
    free(why);
    json_decref(again);
    json_decref(facts);
    unlink(path);
    again = facts_load(path, "abd", &why);
    assert_int_equal(json_array_size(again), 0);
    json_decref(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_that_are_inductive_together_prove_what_is_open),
        cmocka_unit_test(a_false_fact_is_dropped_and_the_others_are_kept),
        cmocka_unit_test(what_is_no_property_of_a_position_is_left_out),
        cmocka_unit_test(the_digest_is_of_the_rules_and_not_of_their_text),
        cmocka_unit_test(a_file_is_taken_for_its_own_rules_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
