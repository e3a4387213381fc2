/* asp_split_test.c - split rules are shorter and say the same */
#include "programs.h"

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
        cmocka_unit_test(a_split_rule_says_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
