/* asp_test.c - games as answer set programs: names, rules, plays */
#include "support.h"

#include "api/handle.h"
#include "asp/asp.h"
#include "asp/asp_name.h"
#include "asp/clingo.h"
#include "lang/print.h"
#include "sim/interp.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>

/* ---- names ---- */

static const char *as_name(const char *name)
{
    static Text kept;
    Text out = {0};
    Terms *terms = terms_new();
    const Symbol *symbol = term_symbol(terms, name, strlen(name));
    asp_term(&out, term_constant(terms, symbol));
    const char *text = text_string(&out);
    const Term *back = asp_read_term(terms, &text);
    if (back != term_constant(terms, symbol) || *text)
        text_adds(&out, " is read as another");
    terms_free(terms);
    return keep(&kept, out);
}

static void a_symbol_becomes_a_name_of_clingo_and_comes_back(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"cell", "cell"},
        {"a_1", "a_1"},
        {"0", "0"},
        {"100", "100"},
        {"-7", "-7"},
        {"007", "qX007"},
        {"-0", "qXX2d0"},
        {"12345678901", "qX12345678901"},
        {"not", "qXnot"},
        {"_x", "qX_x"},
        {"qxnot", "qxnot"},
        {"++", "qXX2bX2b"},
        {"#show", "qXX23show"},
        {"1+1", "qX1X2b1"},
        {"\xc3\xa4", "qXXc3Xa4"},
        {"a'b", "qXaX27b"},
    };
    assert_cases(cases, as_name);
}

/* ---- programs ---- */

/* The program of all plays from the initial position, N levels. */
static char *plays_of(const ZermeloGame *game, const AspOptions *options)
{
    Text out = {0};
    const char *why;
    Asp *asp = asp_new(game->game, options);
    Interp *interp = interp_new(game->game, NULL, &why);
    assert_non_null(interp);
    const Position *initial = interp_initial(interp);
    asp_rules(&out, asp);
    asp_position(&out, asp, initial->features, initial->count);
    asp_legal(&out, asp);
    interp_free(interp);
    asp_free(asp);
    return text_take(&out);
}

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
        "% The temporal extension G_1 (004, Definition 5), as far as it is "
        "needed\n"
        "% What never changes has no level (002, after Definition 2)\n"
        "role(you).\n"
        "% Level 0\n"
        "legal(you,add(X),0) :- true(n(X),0).\n"
        "terminal(0) :- true(n(X),0), X != 0.\n"
        "% Level 1, the last: nothing that depends on moves (001, section "
        "2.2)\n"
        "% Every role makes a legal move: P^legal (001, c1 to c4, chosen "
        "among the legal ones)\n"
        "_terminated(0) :- terminal(0).\n"
        "1 { does(R,M,0) : legal(R,M,0) } 1 :- role(R), not _terminated(0).\n");
}

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

static const char *read_back(const char *text)
{
    static Text kept;
    Text out = {0};
    size_t level = 99;
    ZermeloGame *game =
        read_game("(role you) (legal you go) (next (n a)) (p a 0) (goal you 1)"
                  "(<= (p ?x) (true (n ?x))) (<= terminal (p a) (p a 0))");
    Asp *asp = asp_new(game->game, &(AspOptions){.horizon = 2});
    const Term *atom = asp_read_atom(asp, text, &level);
    if (atom) {
        term_print(&out, atom, SYNTAX_INFIX);
        text_addf(&out, " %zu ", level);
        asp_atom(&out, asp, atom, level);
    }
    asp_free(asp);
    zermelo_free(game);
    return keep(&kept, out);
}

static void an_atom_of_an_answer_set_is_read_back(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"true(n(a),1)", "true(n(a)) 1 true(n(a),1)"},
        {"does(you,go,0)", "does(you,go) 0 does(you,go,0)"},
        {"terminal(2)", "terminal 2 terminal(2)"},
        {"role(you)", "role(you) 0 role(you)"},
        {"pA1(a,1)", "p(a) 1 pA1(a,1)"},
        {"pA2(a,0)", "p(a,0) 0 pA2(a,0)"},
        {"_terminated(0)", ""},
        {"true(n(a),1", ""},
        {"unknown", ""},
    };
    assert_cases(cases, read_back);
}

/* ---- Theorem 1 of 002 ---- */

static ClingoAnswer count_models(Arena *arena, const char *program)
{
    ClingoTask task = {.mode = CLINGO_MODELS};
    return clingo_run(arena, program, strlen(program), &task);
}

/* The plays of at most DEPTH steps that end or are as long as that. */
static uint64_t plays_by_perft(ZermeloGame *game, size_t depth)
{
    const char *why;
    size_t done;
    ZermeloPerft counts[8];
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    assert_non_null(play);
    zermelo_perft(play, depth, NULL, counts, &done);
    uint64_t plays = counts[depth].plays;
    for (size_t i = 0; i < depth; i++)
        plays += counts[i].terminal;
    zermelo_play_free(play);
    return plays;
}

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

/* ---- splitting ---- */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_symbol_becomes_a_name_of_clingo_and_comes_back),
        cmocka_unit_test(only_what_moves_and_the_end_need_is_written),
        cmocka_unit_test(a_level_makes_no_two_relations_one),
        cmocka_unit_test(an_atom_of_an_answer_set_is_read_back),
        cmocka_unit_test(answer_sets_are_the_plays),
        cmocka_unit_test(a_split_rule_says_the_same),
        cmocka_unit_test(plans_are_the_plays_that_reach_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
