/* join_estimates_test.c - numbers of instances that bodies can have */
#include "loaded.h"

#include "asp/join_estimates.h"

/* Nine numbers, a function between neighbours, and all pairs. */
static const char numbers[] =
    "(role you) (init (n 1)) (legal you (go 1)) (next (n 2)) (goal you 100)\n"
    "(num 1) (num 2) (num 3) (num 4) (num 5) (num 6) (num 7) (num 8) (num 9)\n"
    "(succ 1 2) (succ 2 3) (succ 3 4)\n"
    "(<= (pair ?x ?y) (num ?x) (num ?y))\n"
    "(<= (chain ?x ?z) (succ ?x ?y) (succ ?y ?z))\n"
    "(<= (some ?x) (pair ?x ?y) (pair ?y ?z) (not (succ ?x ?z)))\n"
    "(<= terminal (some 1) (chain 1 3))\n";

/* The clause of NAME, as the one at hand; its estimated rows. */
static double rows_of(JoinEstimates *estimates, const char *name,
                      JoinParts *body)
{
    const Game *game = estimates->game;
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        if (strcmp(clause->head->symbol->name, name) == 0 && clause->count) {
            *body = estimate_body(estimates, clause);
            return join_rows(estimates, body);
        }
    }
    fail_msg("no clause for %s", name);
    return 0;
}

static void joins_are_as_large_as_their_relations_say(void **state)
{
    (void)state;
    Loaded loaded = load_game(numbers);
    JoinEstimates estimates;
    JoinParts body = {0};
    estimates_init(&estimates, loaded.game, loaded.arena);
    assert_int_equal(rows_of(&estimates, "pair", &body), 81);
    assert_int_equal(body_variables(&body, true), 3);
    assert_int_equal(count_assignments(&estimates, 3), 81);
    assert_int_equal(count_values(&estimates, &body, 1), 9);
    vec_free(&body);
    assert_true(rows_of(&estimates, "chain", &body) <= 4);
    vec_free(&body);
    assert_int_equal(rows_of(&estimates, "some", &body), 9 * 9 * 9);
    assert_int_equal(body.items[2].literal.kind, LITERAL_NEGATIVE);
    assert_int_equal(body.items[0].shared, body.items[0].variables);
    vec_free(&body);
    estimates_free(&estimates);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joins_are_as_large_as_their_relations_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
