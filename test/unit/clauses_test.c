/* clauses_test.c - rules with flat bodies: or multiplied out, not moved in */
#include "loaded.h"

#include "game/game.h"
#include "lang/print.h"

static void add_literal(Text *out, const Literal *literal)
{
    text_adds(out, literal->kind == LITERAL_NEGATIVE ? " ~" : " ");
    term_print(out, literal->atom, SYNTAX_INFIX);
}

/* The clauses of all rules about p, one after the other, behind GAME. */
static const char *clauses(const char *text)
{
    static Text kept;
    Text out = {0}, whole = {0};
    text_addf(&whole, GAME "(a 1) (b 1) (c 1) (d 1)\n%s", text);
    Loaded loaded = load_game(text_string(&whole));
    const Game *game = loaded.game;
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        if (strcmp(clause->head->symbol->name, "p") != 0)
            continue;
        text_adds(&out, out.length ? "; " : "");
        term_print(&out, clause->head, SYNTAX_INFIX);
        text_adds(&out, " :-");
        for (size_t k = 0; k < clause->count; k++)
            add_literal(&out, &clause->body[k]);
    }
    unload(&loaded);
    text_free(&whole);
    return keep(&kept, out);
}

static void an_or_makes_a_clause_of_each_part(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (p) (or (a 1) (b 1)))", "p :- a(1); p :- b(1)"},
        {"(<= (p) (or (a 1) (b 1)) (c 1) (or (a 2) (b 2)))",
         "p :- a(1) c(1) a(2); p :- a(1) c(1) b(2); "
         "p :- b(1) c(1) a(2); p :- b(1) c(1) b(2)"},
        {"(<= (p) (or (a 1) (or (b 1) (c 1)) (and (c 2) (d 2))))",
         "p :- a(1); p :- b(1); p :- c(1); p :- c(2) d(2)"},
        {"(<= (p) (or (a 1)))", "p :- a(1)"},
        {"(<= (p) (and (a 1) (or (b 1) (c 1))))",
         "p :- a(1) b(1); p :- a(1) c(1)"},
        {"(<= (p) (a 1) (and))", "p :- a(1)"},
        {"(<= (p) (a 1) (or))", ""},
        {"p", "p :-"},
        {"(<= p)", "p :-"},
    };
    assert_cases(cases, clauses);
}

static void negation_moves_inwards(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= p (not (or (a 1) (b 1))))", "p :- ~a(1) ~b(1)"},
        {"(<= p (not (and (a 1) (b 1))))", "p :- ~a(1); p :- ~b(1)"},
        {"(<= p (not (not (a 1))))", "p :- a(1)"},
        {"(<= p (not (not (not (a 1)))))", "p :- ~a(1)"},
        {"(<= p (not (or (a 1) (not (and (b 1) (not (c 1)))))))",
         "p :- ~a(1) b(1) ~c(1)"},
        {"(<= p (not (or)))", "p :-"},
        {"(<= p (not (and)))", ""},
        {"(<= (p ?x) (a ?x) (not (or (distinct ?x 1) (b ?x))))",
         "p(1) :- a(1) ~b(1)"},
    };
    assert_cases(cases, clauses);
}

static void equations_are_carried_out(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (p ?x) (a ?x) (not (distinct ?x 1)))", "p(1) :- a(1)"},
        {"(<= (p ?x ?y) (a ?x) (b ?y) (not (distinct ?x ?y)))",
         "p(X,X) :- a(X) b(X)"},
        {"(<= (p ?x) (a ?y) (not (distinct (f ?x 2) (f 1 ?y))))",
         "p(1) :- a(2)"},
        {"(<= (p ?x) (a ?x) (not (distinct ?x (f ?x))))", ""},
        {"(<= p (a 1) (not (distinct 1 2)))", ""},
        {"(<= p (a 1) (not (distinct 1 1)))", "p :- a(1)"},
        {"(<= (p ?x) (a ?x) (or (not (distinct ?x 1)) (b ?x)))",
         "p(1) :- a(1); p(X) :- a(X) b(X)"},
        {"(<= (p ?x ?y) (a ?x) (not (distinct ?x ?y)) (not (distinct ?y ?z)) "
         "(not (distinct ?z 3)))",
         "p(3,3) :- a(3)"},
        {"(<= (p ?x) (a ?x) (not (distinct ?x 1)) (not (distinct ?x 2)))", ""},
        {"(<= p (a ?x) (distinct ?x 1))", "p :- a(X) distinct(X,1)"},
    };
    assert_cases(cases, clauses);
}

/* A choice made in one case is taken back in the next. */
static void cases_do_not_disturb_each_other(void **state)
{
    (void)state;
    assert_string_equal(
        clauses("(<= (p ?x) (a ?x)"
                "    (or (not (distinct ?x 1)) (not (distinct ?x 2)))"
                "    (or (b ?x) (not (c ?x))))"),
        "p(1) :- a(1) b(1); p(1) :- a(1) ~c(1); "
        "p(2) :- a(2) b(2); p(2) :- a(2) ~c(2)");
}

static void as_many_cases_are_made_as_the_limit_allows(void **state)
{
    (void)state;
    char *most =
        repeated(GAME "(a 1) (<= terminal", " (or (a 1) (a 2))", 12, ")");
    char *more =
        repeated(GAME "(a 1) (<= terminal", " (or (a 1) (a 2))", 13, ")");
    char *denied = repeated(GAME "(a 1) (<= terminal (not (and",
                            " (and (a 1) (a 2))", 2000, ")))");
    assert_string_equal(judgement(most), "valid");
    assert_string_equal(judgement(more), "useless, 6 too-many-cases");
    assert_int_equal(strncmp(judgement(denied), "usable", 6), 0);
    free(most);
    free(more);
    free(denied);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_or_makes_a_clause_of_each_part),
        cmocka_unit_test(negation_moves_inwards),
        cmocka_unit_test(equations_are_carried_out),
        cmocka_unit_test(cases_do_not_disturb_each_other),
        cmocka_unit_test(as_many_cases_are_made_as_the_limit_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
