/* canonical_order_test.c - an order of rules and symbols that is in the rules
 */
#include "loaded.h"

static Loaded load_ordered(const char *text)
{
    Loaded loaded = {.arena = arena_new(), .budget = budget_new(0, NULL)};
    diag_init(&loaded.diag, loaded.arena);
    loaded.rules = rules_read("t", text, strlen(text), SYNTAX_ANY, &loaded.diag,
                              loaded.arena);
    canonical_order(loaded.rules);
    loaded.game = game_load(loaded.rules, &loaded.diag);
    assert_non_null(loaded.game);
    return loaded;
}

/* TERM with ranks in the place of names. */
static void print_ranks(Text *out, const Term *term)
{
    if (term_is_variable(term))
        text_adds(out, term->symbol->name);
    else
        text_addf(out, "%u", term->symbol->rank);
    for (size_t i = 0; i < term->arity; i++) {
        text_addc(out, i ? ',' : '(');
        print_ranks(out, term->args[i]);
    }
    text_adds(out, term->arity ? ")" : "");
}

/* The clauses of TEXT in their order, without names; to be freed. */
static char *structure_of(const char *text)
{
    Loaded loaded = load_ordered(text);
    Text out = {0};
    each_clause (clause, loaded.game) {
        print_ranks(&out, clause->head);
        each_literal (literal, clause) {
            text_addf(&out, " %d ", literal->kind);
            print_ranks(&out, literal->atom);
        }
        text_addc(&out, '\n');
    }
    unload(&loaded);
    return text_take(&out);
}

static void names_and_the_order_of_the_text_do_not_matter(void **state)
{
    (void)state;
    char *one = structure_of(
        "(role white) (role black) (init (at a)) (succ a b) (succ b c)"
        "(<= (next (at ?y)) (true (at ?x)) (not (stopped ?x)) (succ ?x ?y))"
        "(<= (stopped ?x) (true (at ?x)) (does white (go ?x ?y)))"
        "(<= (legal white (go ?x ?y)) (true (at ?x)) (true (at ?y)))"
        "(<= (legal ?p noop) (role ?p)) (<= terminal (true (at c)))"
        "(<= (goal white 100) (true (at b))) (<= (goal black 0) terminal)"
        "(<= (goal ?p 50) (role ?p) (not (or (true (at a)) terminal)))");
    char *other = structure_of(
        "(<= (goal ?x 50) (not (or terminal (true (x2 zz)))) (role ?x))"
        "(<= (legal q1 (x9 ?y ?z)) (true (x2 ?y)) (true (x2 ?z)))"
        "(<= terminal (true (x2 4))) (<= (goal q0 0) terminal)"
        "(x1 3 4) (role q1) (<= (goal q1 100) (true (x2 3)))"
        "(<= (x7 ?y) (does q1 (x9 ?y ?x)) (true (x2 ?y))) (x1 zz 3)"
        "(<= (legal ?y x8) (role ?y)) (role q0) (init (x2 zz))"
        "(<= (next (x2 ?a)) (x1 ?b ?a) (not (x7 ?b)) (true (x2 ?b)))");
    assert_string_equal(one, other);
    free(one);
    free(other);
}

static uint32_t rank_of(Loaded *loaded, const char *name)
{
    uint32_t rank = term_symbol(loaded->game->terms, name, strlen(name))->rank;
    assert_true(rank > 0);
    return rank;
}

/* A chain has no symmetry: each link follows from the one before. */
static void a_chain_is_told_apart_link_by_link(void **state)
{
    (void)state;
    char *one = structure_of(
        "(role r) (goal r 100) (legal r l) (<= terminal (true (at k)))"
        "(init (at m)) (f a k) (f z 7) (f 7 y) (f m z) (f y a)"
        "(<= (next (at ?y)) (true (at ?x)) (f ?x ?y))");
    char *other = structure_of(
        "(role r) (goal r 100) (legal r l) (<= terminal (true (at 5)))"
        "(init (at 0)) (f 0 1) (f 1 2) (f 2 3) (f 3 4) (f 4 5)"
        "(<= (next (at ?y)) (true (at ?x)) (f ?x ?y))");
    assert_string_equal(one, other);
    free(one);
    free(other);
}

/* 2 and 10 are symmetric, so that their names decide. */
static void names_decide_between_symmetric_symbols(void **state)
{
    (void)state;
    Loaded loaded = load_ordered(
        "(role r) (goal r 100) (<= (legal r ?x) (is ?x)) (is 10) (is 2)"
        "(<= terminal (true (at 2))) (<= terminal (true (at 10)))"
        "(init (at 10)) (init (at 2))");
    assert_true(rank_of(&loaded, "2") < rank_of(&loaded, "10"));
    unload(&loaded);
}

static void roles_keep_their_order(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        Loaded loaded =
            load_ordered(swapped ? "(role b) (legal ?p x) (goal ?p 1) (role a)"
                                   "(<= terminal (role b))"
                                 : "(role a) (legal ?p x) (goal ?p 1) (role b)"
                                   "(<= terminal (role b))");
        const char *first = NULL;
        each_clause (clause, loaded.game)
            if (!first && clause_keyword(loaded.game, clause) == KEYWORD_ROLE)
                first = clause->head->args[0]->symbol->name;
        assert_string_equal(first, swapped ? "b" : "a");
        unload(&loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_the_order_of_the_text_do_not_matter),
        cmocka_unit_test(a_chain_is_told_apart_link_by_link),
        cmocka_unit_test(names_decide_between_symmetric_symbols),
        cmocka_unit_test(roles_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
