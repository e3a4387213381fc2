/* rule_splitting_test.c - rules are cut only where that saves instances */
#include "loaded.h"

#include "ground/rule_splitting.h"
#include "lang/print.h"
#include "lang/rules.h"

static void add_literal(Text *out, const Literal *literal)
{
    if (literal->kind == LITERAL_NEGATIVE)
        text_adds(out, "~");
    term_print(out, literal->atom, SYNTAX_INFIX);
}

/* The clauses that have a body, behind GAME and split, each in a line. */
static const char *cut(const char *text)
{
    static Text kept;
    Text all = {0}, whole = {0};
    text_addf(&whole, GAME "(count 1) (count 2) (++ 1 2) (++ 2 3) %s", text);
    Loaded loaded = load_game(text_string(&whole));
    const Game *game = loaded.game;
    Split split = split_clauses(game, game->relation_count, loaded.arena);
    for (size_t i = 0; i < split.game->clause_count; i++) {
        const Clause *clause = &split.game->clauses[i];
        if (!clause->count || clause->relation == game->keyword[KEYWORD_NEXT] ||
            clause->relation == game->keyword[KEYWORD_TERMINAL])
            continue;
        term_print(&all, clause->head, SYNTAX_INFIX);
        for (size_t k = 0; k < clause->count; k++) {
            text_adds(&all, k ? ", " : " :- ");
            add_literal(&all, &clause->body[k]);
        }
        text_adds(&all, "\n");
    }
    unload(&loaded);
    text_free(&whole);
    return keep(&kept, all);
}

/* Relations of one and two arguments that change with the position. */
#define CHANGING                                                               \
    "(<= (p ?a) (true over) (count ?a))"                                       \
    "(<= (q ?a ?b) (true over) (count ?a) (count ?b))"
#define CHANGING_CUT                                                           \
    "p(A) :- true(over), count(A)\n"                                           \
    "q(A,B) :- true(over), count(A), count(B)\n"

static void a_variable_that_two_literals_share_is_eliminated(void **state)
{
    (void)state;
    static const Case cases[] = {
        {CHANGING "(<= (r ?a ?d) (q ?a ?b) (q ?b ?c) (q ?c ?d))",
         CHANGING_CUT "'part 12'(A,C) :- q(A,B), q(B,C)\n"
                      "r(A,D) :- q(C,D), 'part 12'(A,C)\n"},
    };
    assert_cases(cases, cut);
}

static void what_is_only_another_name_for_a_literal_is_put_back(void **state)
{
    (void)state;
    static const Case cases[] = {
        {CHANGING "(<= (r ?a ?d) (++ ?a ?b) (q ?b ?d) (p ?d))",
         CHANGING_CUT "r(A,D) :- p(D), '++'(A,B), q(B,D)\n"},
        /* one after the other */
        {CHANGING "(<= (r ?a ?d) (++ ?a ?b) (++ ?b ?c) (q ?c ?d) (p ?d))",
         CHANGING_CUT "r(A,D) :- p(D), q(C,D), '++'(A,B), '++'(B,C)\n"},
    };
    assert_cases(cases, cut);
}

static void what_several_facts_may_give_is_no_other_name(void **state)
{
    (void)state;
    static const Case cases[] = {
        {CHANGING
         "(to 1 2) (to 1 3) (<= (r ?a ?d) (to ?a ?b) (q ?b ?d) (p ?d))",
         CHANGING_CUT "'part 13'(A,D) :- to(A,B), q(B,D)\n"
                      "r(A,D) :- p(D), 'part 13'(A,D)\n"},
    };
    assert_cases(cases, cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variable_that_two_literals_share_is_eliminated),
        cmocka_unit_test(what_is_only_another_name_for_a_literal_is_put_back),
        cmocka_unit_test(what_several_facts_may_give_is_no_other_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
