/* asp_test.c - games as answer set programs: rules, plays and plans */
#include "programs.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>

/* ---- programs ---- */

static const char *rules_of(const char *text)
{
    static Text kept;
    Text out = {0};
    ZermeloGame *game = read_game(text);
    Asp *asp = asp_new(game->game, &(AspOptions){.horizon = 1});
    asp_rules(&out, asp);
    asp_legal(&out, asp);
    asp_free(asp);
    zermelo_free(game);
    char *defined = strstr(out.bytes, "% What may be");
    char *legal = strstr(out.bytes, "% Every role");
    memmove(defined, legal, strlen(legal) + 1);
    return keep(&kept, out);
}

static void only_what_moves_and_the_end_need_is_written(void **state)
{
    (void)state;
    assert_string_equal(
        rules_of("(role you) (init (n 0)) (next idle) (succ 0 1) (colour 1)\n"
                 "(<= (legal you (add ?x)) (true (n ?x)))\n"
                 "(<= (next (n ?y)) (does you (add ?x)) (succ ?x ?y))\n"
                 "(<= (next (seen ?x)) (true (n ?x)))\n"
                 "(<= terminal (true (n ?x)) (distinct ?x 0))\n"
                 "(<= (goal you 100) (true (seen 0)))"),
        "% The temporal extension G_1 (Thielscher and Voigt 2010, Definition "
        "5), as far as it is "
        "needed\n"
        "% What never changes has no level (Thielscher 2009, after Definition "
        "2)\n"
        "role(you).\n"
        "% Level 0\n"
        "legal(you,add(X),0) :- true(n(X),0).\n"
        "terminal(0) :- true(n(X),0), X != 0.\n"
        "% Level 1, the last: nothing that depends on moves (Haufe and "
        "Thielscher 2010, section "
        "2.2)\n"
        "% Every role makes a legal move: P^legal (Haufe and Thielscher 2010, "
        "c1 to c4, chosen "
        "among the legal ones)\n"
        "_terminated(0) :- terminal(0).\n"
        "1 { does(R,M,0) : legal(R,M,0) } 1 :- role(R), not _terminated(0).\n");
}

/* The rules of TEXT over levels 0 and 1, if RELATION(ARGUMENT) is asked for at
 * level 1. */
static const char *rules_for(const char *text, const char *relation,
                             const Term *argument(Terms *terms))
{
    static Text kept;
    Text out = {0};
    ZermeloGame *game = read_game(text);
    Terms *terms = game->game->terms;
    const Term *args[] = {argument(terms)};
    Asp *asp = asp_new(game->game, &(AspOptions){.horizon = 1});
    asp_need(asp,
             term_compound(terms,
                           term_symbol(terms, relation, strlen(relation)), 1,
                           args),
             1);
    asp_rules(&out, asp);
    asp_free(asp);
    zermelo_free(game);
    return keep(&kept, out);
}

static const Term *zero(Terms *terms)
{
    return term_constant(terms, term_symbol(terms, "0", 1));
}

static const Term *bar(Terms *terms)
{
    return term_constant(terms, term_symbol(terms, "bar", 3));
}

/* Level 1 needs (n ?y) of level 1, which needs the move and succ of level 0. */
static void a_feature_needs_what_its_next_needs_one_level_before(void **state)
{
    (void)state;
    const char *rules = rules_for(
        "(role you) (init (n 0)) (init (m 0)) (succ 0 1) (colour 1)\n"
        "(<= (legal you (add ?x)) (true (n ?x)))\n"
        "(<= (next (n ?y)) (does you (add ?x)) (succ ?x ?y))\n"
        "(<= (next (m ?x)) (true (m ?x)))\n"
        "(<= (p ?x) (true (n ?x))) (<= (q ?x) (colour ?x) (true (m ?x)))\n"
        "(<= terminal (true (n 9))) (<= (goal you 100) (p 1) (q 1))",
        "p", zero);
    assert_non_null(strstr(rules, "\np(X,1) :- true(n(X),1).\n"));
    assert_non_null(
        strstr(rules, "\ntrue(n(Y),1) :- does(you,add(X),0), succ(X,Y).\n"));
    assert_non_null(strstr(rules, "\nsucc(0,1).\n"));
    assert_null(strstr(rules, "\np(X,0)"));
    assert_null(strstr(rules, "m(X)"));
    assert_null(strstr(rules, "\nq("));
    assert_null(strstr(rules, "\ncolour("));
}

/* No rule names the feature bar: next(X) makes it true all the same. */
static void a_feature_that_no_rule_names_needs_rules_for_any(void **state)
{
    (void)state;
    const char *rules = rules_for("(role you) (init (at 1)) (q bar)\n"
                                  "(<= (legal you (set ?x)) (q ?x))\n"
                                  "(<= (next ?x) (does you (set ?x)))\n"
                                  "(<= terminal (true (at 2))) (goal you 100)",
                                  "true", bar);
    assert_non_null(strstr(rules, "\ntrue(X,1) :- does(you,set(X),0).\n"));
}

/* ---- Theorem 1 of Thielscher (2009) ---- */

static void check_plays(const char *path, size_t depth, AspOptions options)
{
    Arena *arena = arena_new();
    ZermeloGame *game = read_game_file(path);
    options.horizon = depth;
    char *program = plays_of(game, &options);
    ClingoAnswer answer = count_models(arena, program);
    uint64_t expected = plays_by_perft(game, depth);
    if (!answer.complete || answer.number != expected)
        fail_msg("%s: %" PRIu64 " answer sets, %" PRIu64 " plays; %s", path,
                 answer.number, expected, answer.reason ? answer.reason : "");
    free(program);
    zermelo_free(game);
    arena_free(arena);
}

/* As deep as there are few plays. */
static size_t depth_for(const char *path)
{
    size_t depth = 1;
    ZermeloGame *game = read_game_file(path);
    while (depth < 4 && plays_by_perft(game, depth + 1) < 1500)
        depth++;
    zermelo_free(game);
    return depth;
}

static void answer_sets_are_the_plays(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob("games/*.kif", 0, NULL, &found), 0);
    assert_int_equal(glob("games/*.gdl", GLOB_APPEND, NULL, &found), 0);
    assert_true(found.gl_pathc > 20);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        size_t depth = depth_for(path);
        check_plays(path, depth, (AspOptions){0});
        check_plays(path, depth, (AspOptions){.kind = ASP_EXTENSION});
    }
    globfree(&found);
}

/* ---- plans ---- */

/* Three steps to 3, by 1 or 2 each: the plans that reach it, and no more. */
static void plans_are_the_plays_that_reach_the_goal(void **state)
{
    (void)state;
    static const char text[] =
        "(role you) (init (n 0)) (legal you 1) (legal you 2)\n"
        "(<= (next (n ?z)) (does you ?y) (true (n ?x)) (sum ?x ?y ?z))\n"
        "(sum 0 1 1) (sum 0 2 2) (sum 1 1 2) (sum 1 2 3) (sum 2 1 3)\n"
        "(sum 2 2 4) (<= terminal (true (n 3))) (<= terminal (true (n 4)))\n"
        "(<= (goal you 100) (true (n 3))) (<= (goal you 0) (true (n 4)))";
    static const struct {
        size_t horizon;
        int value;
        uint64_t plans;
    } cases[] = {{1, 100, 0}, {2, 100, 2}, {3, 100, 3}, {9, 100, 3},
                 {2, 0, 1},   {3, 0, 2},   {3, 50, 0},  {0, 100, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ZermeloGame *game = read_game(text);
        Arena *arena = arena_new();
        Text out = {0};
        const char *why;
        AspOptions options = {.kind = ASP_PLAN, .horizon = cases[i].horizon};
        Asp *asp = asp_new(game->game, &options);
        Interp *interp = interp_new(game->game, NULL, &why);
        const Position *initial = interp_initial(interp);
        asp_rules(&out, asp);
        asp_position(&out, asp, initial->features, initial->count);
        asp_legal(&out, asp);
        asp_plan_end(&out, asp, interp_role(interp, 0), cases[i].value);
        ClingoAnswer answer = count_models(arena, text_string(&out));
        assert_true(answer.complete);
        assert_int_equal(answer.number, cases[i].plans);
        interp_free(interp);
        asp_free(asp);
        text_free(&out);
        arena_free(arena);
        zermelo_free(game);
    }
}

/* A long chain of joins through a sparse relation, negation and inequality in
 * the middle; the second relation has a far larger domain than is needed. */
static void a_split_rule_says_the_same(void **state)
{
    (void)state;
    static const char text[] =
        "(role you) (init (at 1)) (init (seen 1))\n"
        "(edge 1 2) (edge 1 4) (edge 2 3) (edge 2 5) (edge 3 4) (edge 3 6)\n"
        "(edge 4 5) (edge 4 7) (edge 5 6) (edge 5 8) (edge 6 7) (edge 6 9)\n"
        "(edge 7 8) (edge 7 1) (edge 8 9) (edge 8 2) (edge 9 1) (edge 9 3)\n"
        "(num 1) (num 2) (num 3) (num 4) (num 5) (num 6) (num 7) (num 8) (num "
        "9) (num a) (num b)\n"
        "(<= (far ?x ?y ?z) (num ?x) (num ?y) (num ?z) (distinct ?x ?z))\n"
        "(<= (legal you (go ?y)) (true (at ?x)) (edge ?x ?y))\n"
        "(<= (next (at ?y)) (does you (go ?y)))\n"
        "(<= (next (seen ?y)) (does you (go ?y)))\n"
        "(<= (next (seen ?v)) (true (seen ?v)) (does you (go ?w))\n"
        "    (far ?v ?u ?w) (not (lost ?u ?v)) (far ?u ?w ?v))\n"
        "(<= (lost ?u ?v) (true (at ?u)) (true (seen ?v)) (edge ?v ?u))\n"
        "(<= terminal (true (seen ?a)) (edge ?a ?b) (true (seen ?b))\n"
        "    (edge ?b ?c) (true (seen ?c)) (edge ?c ?d) (edge ?d ?e)\n"
        "    (true (at ?e)) (true (seen ?d)) (distinct ?a ?d)\n"
        "    (not (lost ?e ?a)) (true (at 9)))\n"
        "(<= terminal many (true (at 4)))\n"
        "(<= many (true (seen ?a)) (true (seen ?b)) (true (seen ?c))\n"
        "    (true (seen ?d)) (true (seen ?e)) (distinct ?a ?b)\n"
        "    (distinct ?b ?c) (distinct ?c ?d) (distinct ?d ?e)\n"
        "    (not (lost ?a ?c)) (far ?b ?u ?e) (far ?u ?d ?b))\n"
        "(<= (goal you 100) terminal)";
    Arena *arena = arena_new();
    ZermeloGame *game = read_game(text);
    uint64_t plays = plays_by_perft(game, 7);
    assert_true(plays > 20);
    for (AspKind kind = ASP_PROOF; kind <= ASP_PLAN; kind++) {
        AspOptions options = {.kind = kind, .horizon = 7};
        char *program = plays_of(game, &options);
        assert_true((strstr(program, "_part") != NULL) ==
                    (kind != ASP_EXTENSION));
        assert_int_equal(count_models(arena, program).number, plays);
        free(program);
    }
    zermelo_free(game);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_moves_and_the_end_need_is_written),
        cmocka_unit_test(a_feature_needs_what_its_next_needs_one_level_before),
        cmocka_unit_test(a_feature_that_no_rule_names_needs_rules_for_any),
        cmocka_unit_test(answer_sets_are_the_plays),
        cmocka_unit_test(plans_are_the_plays_that_reach_the_goal),
        cmocka_unit_test(a_split_rule_says_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
