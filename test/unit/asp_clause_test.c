/* asp_clause_test.c - clauses with levels, and atoms that are read back */
#include "programs.h"

#include "lang/print.h"

/* p/1 changes, p/2 does not; does/3 is the game's own. */
static void a_level_makes_no_two_relations_one(void **state)
{
    (void)state;
    static const char text[] =
        "(role you) (init (n 0)) (p a 0) (does you go 0)\n"
        "(<= (p ?x) (true (n ?x)))\n"
        "(<= (legal you ?m) (p a ?x) (p ?x) (does you ?m ?x))\n"
        "(<= (next (n 1)) (does you go)) (<= terminal (true (n 1)))\n"
        "(goal you 100)";
    ZermeloGame *game = read_game(text);
    char *program = plays_of(game, &(AspOptions){.horizon = 1});
    assert_non_null(strstr(program, "\npA1(X,0) :- true(n(X),0).\n"));
    assert_non_null(strstr(program, "\npA2(a,0).\n"));
    assert_non_null(strstr(program, "\ndoesA3(you,go,0).\n"));
    free(program);
    zermelo_free(game);
}

/* A variable that occurs once is _, T is the level; distinct is !=. */
static void variables_and_literals_are_written_for_clingo(void **state)
{
    (void)state;
    ZermeloGame *game =
        read_game("(role you) (init (n 0)) (next (n 0)) (legal you go)\n"
                  "(init (m 0 0)) (<= (p ?x) (true (m ?x ?y)))\n"
                  "(<= (q ?t) (true (n ?t)) (not (p ?t)) (distinct ?t a+b))\n"
                  "(<= terminal (p ?x) (q ?x)) (goal you 100)");
    char *proof = plays_of(game, &(AspOptions){.horizon = 1});
    char *plays = plays_of(game, &(AspOptions){ASP_EXTENSION, 1, false});
    assert_non_null(strstr(proof, "\np(X,0) :- true(m(X,_),0).\n"));
    assert_non_null(strstr(proof, "\nq(_T,0) :- true(n(_T),0), not p(_T,0), "
                                  "_T != qXaX2bb.\n"));
    assert_non_null(strstr(plays, "\nholds(n(0),T+1) :- _step(T).\n"));
    assert_non_null(strstr(plays, "\nlegal(you,go,T) :- _time(T).\n"));
    assert_non_null(strstr(plays, "\nterminal(T) :- p(X,T), q(X,T).\n"));
    free(proof);
    free(plays);
    zermelo_free(game);
}

static const char *read_back(const char *text)
{
    static Text kept;
    Text out = {0};
    size_t level = 99;
    ZermeloGame *game =
        read_game("(role you) (legal you go) (next (n a)) (p a 0) (goal you 1)"
                  "(<= (p ?x) (true (n ?x))) (<= terminal (p a) (p a 0))");
    Asp *asp = asp_new(game->game, &(AspOptions){.horizon = 2});
    const Term *atom =
        asp_read_atom(game->game->terms, ASP_PROOF, text, &level);
    if (atom) {
        term_print(&out, atom, SYNTAX_INFIX);
        text_addf(&out, " %zu ", level);
        asp_atom(&out, asp, atom, level);
    }
    asp_free(asp);
    zermelo_free(game);
    return keep(&kept, out);
}

static void features_and_moves_of_an_answer_set_are_read_back(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"true(n(a),1)", "true(n(a)) 1 true(n(a),1)"},
        {"does(you,go,0)", "does(you,go) 0 does(you,go,0)"},
        {"terminal(2)", ""},
        {"doesA3(you,go,0)", ""},
        {"_terminated(0)", ""},
        {"true(n(a),1", ""},
        {"unknown", ""},
    };
    assert_cases(cases, read_back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_makes_no_two_relations_one),
        cmocka_unit_test(variables_and_literals_are_written_for_clingo),
        cmocka_unit_test(features_and_moves_of_an_answer_set_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
