/* asp_cone_test.c - the rules that are needed at each level */
#include "loaded.h"

#include "asp/asp_cone.h"

/* Level 1 needs (n ?y) of level 1, which needs the move and succ of level 0. */
static void a_feature_needs_what_its_next_needs_one_level_before(void **state)
{
    (void)state;
    Loaded loaded = load_game(
        "(role you) (init (n 0)) (init (m 0)) (succ 0 1) (colour 1)\n"
        "(<= (legal you (add ?x)) (true (n ?x)))\n"
        "(<= (next (n ?y)) (does you (add ?x)) (succ ?x ?y))\n"
        "(<= (next (m ?x)) (true (m ?x)))\n"
        "(<= (p ?x) (true (n ?x))) (<= (q ?x) (colour ?x) (true (m ?x)))\n"
        "(<= terminal (true (n 9))) (<= (goal you 100) (p 1) (q 1))");
    const Game *game = loaded.game;
    Arena *arena = loaded.arena;
    Terms *terms = game->terms;
    const Term *zero = term_constant(terms, term_symbol(terms, "0", 1));
    const Term *n = term_compound(terms, term_symbol(terms, "n", 1), 1, &zero);
    const Term *m = term_compound(terms, term_symbol(terms, "m", 1), 1, &zero);
    RelationId p = relation_find(game, term_symbol(terms, "p", 1), 1);
    RelationId q = relation_find(game, term_symbol(terms, "q", 1), 1);
    RelationId succ = relation_find(game, term_symbol(terms, "succ", 4), 2);
    AspCone *cone = asp_cone_new(arena, game, 1);
    asp_cone_need(cone, p, 1);
    asp_cone_close(cone);
    assert_true(asp_cone_has_feature(cone, n, 1));
    assert_false(asp_cone_has_feature(cone, n, 0));
    assert_false(asp_cone_has_feature(cone, m, 1));
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        bool next = clause->relation == game->keyword[KEYWORD_NEXT] &&
                    clause->head->args[0]->symbol == n->symbol;
        assert_int_equal(asp_cone_has_clause(cone, clause, 0),
                         next || clause->relation == succ);
        assert_int_equal(asp_cone_has_clause(cone, clause, 1),
                         clause->relation == p || clause->relation == succ);
    }
    asp_cone_need(cone, q, 0);
    asp_cone_close(cone);
    assert_true(asp_cone_has_feature(cone, m, 0));
    unload(&loaded);
}

/* No rule names the feature bar: next(X) makes it true all the same. */
static void a_feature_that_no_rule_names_needs_rules_for_any(void **state)
{
    (void)state;
    Loaded loaded = load_game("(role you) (init (at 1)) (q bar)\n"
                              "(<= (legal you (set ?x)) (q ?x))\n"
                              "(<= (next ?x) (does you (set ?x)))\n"
                              "(<= terminal (true (at 2))) (goal you 100)");
    Terms *terms = loaded.game->terms;
    const Term *bar = term_constant(terms, term_symbol(terms, "bar", 3));
    AspCone *cone = asp_cone_new(loaded.arena, loaded.game, 1);
    asp_cone_need_feature(cone, bar, 1);
    asp_cone_close(cone);
    assert_true(asp_cone_has_feature(cone, bar, 1));
    assert_false(asp_cone_has_feature(cone, bar, 0));
    each_clause (clause, loaded.game)
        if (clause_keyword(loaded.game, clause) == KEYWORD_NEXT)
            assert_true(asp_cone_has_clause(cone, clause, 0));
    unload(&loaded);
}

static void all_of_it_has_every_clause_but_moves_of_the_last_level(void **state)
{
    (void)state;
    Loaded loaded = load_game(GAME "(<= (seen ?m) (does you ?m))");
    AspCone *cone = asp_cone_new(loaded.arena, loaded.game, 1);
    asp_cone_need_all(cone);
    asp_cone_close(cone);
    for (size_t i = 0; i < loaded.game->clause_count; i++) {
        const Clause *clause = &loaded.game->clauses[i];
        ChangesWith phase =
            loaded.game->relations[clause->relation].changes_with;
        assert_true(asp_cone_has_clause(cone, clause, 0));
        if (phase == CHANGES_WITH_MOVES)
            assert_false(asp_cone_has_clause(cone, clause, 1));
    }
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_feature_needs_what_its_next_needs_one_level_before),
        cmocka_unit_test(a_feature_that_no_rule_names_needs_rules_for_any),
        cmocka_unit_test(
            all_of_it_has_every_clause_but_moves_of_the_last_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
