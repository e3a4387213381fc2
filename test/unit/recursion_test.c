/* recursion_test.c - the recursion restriction of the GDL report
 *
 * In a rule whose body leads back to its head, every argument of the atom that
 * leads back is ground, or an argument of the head, or of an atom outside.
 */
#include "support.h"

#define FACTS "(e 1 2) (e 2 3) (q 1) (<= terminal (r 1 2) (e 1 2) (q 1)) "
#define USE   FACTS "(r 1 2) "

static void restricted_recursion_is_valid(void **state)
{
    (void)state;
    static const Case cases[] = {
        /* an argument of the head */
        {USE "(<= (r ?x ?y) (r ?y ?x))", "valid"},
        /* of an atom outside the recursion */
        {USE "(<= (r ?x ?z) (r ?x ?y) (e ?y ?z))", "valid"},
        {USE "(<= (r ?x ?z) (r ?y ?z) (e ?x ?y))", "valid"},
        /* ground */
        {USE "(<= (r ?x ?x) (r 1 2) (q ?x))", "valid"},
        {USE "(<= (r 1 (f 2)) (r (f 1) 2))", "valid"},
        /* descent into a term: case 5a of ggp-base */
        {USE "(<= (r ?x (f ?x)) (r ?y ?x) (q ?y))", "valid"},
        /* terms are compared whole */
        {USE "(<= (r (f ?x) ?y) (r (f ?x) ?y))", "valid"},
        {USE "(<= (r ?y 1) (r (f ?y) 1) (g (f ?y))) (g (f 1))", "valid"},
        /* no recursion, no restriction */
        {FACTS "(<= (r (f ?x) ?y) (e ?x ?y))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

#define GROWS(term)                                                            \
    "usable; recursion: in a recursive rule " term                             \
    " must be an argument of the head or of a literal outside the recursion "  \
    "(the rules are followed, as long as their consequences stay few)"

static void unrestricted_recursion_is_reported(void **state)
{
    (void)state;
    static const Case cases[] = {
        {USE "(<= (r (f ?x) ?y) (r ?x ?y))", GROWS("?x")},
        {USE "(<= (r ?x ?z) (r ?x ?y) (r ?y ?z))",
         GROWS(
             "?y") "; recursion: in a recursive rule ?y must be an argument of "
                   "the head or of a literal outside the recursion (the rules "
                   "are followed, as long as their consequences stay few)"},
        /* an atom outside has the variable, but not as an argument */
        {USE "(<= (r ?x ?z) (r ?y ?z) (e ?x (f ?y)))", GROWS("?y")},
        /* part of a term of the head */
        {USE "(<= (r (f ?x) 1) (r (g ?x) 1))", GROWS("(g ?x)")},
        /* through a second relation */
        {USE "(<= (r (f ?x) 1) (s ?x)) (<= (s ?x) (r ?x 1))", GROWS("?x")},
        /* a negative atom does not bound it */
        {USE "(<= (r ?x 1) (q ?x) (r ?y 1) (not (e ?y ?x)))", GROWS("?y")},
    };
    assert_cases(cases, judged_in_game);
}

static void a_literal_is_reported_once(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME FACTS "\n(r 1 2) (<= (r (f ?x) (f ?y)) (r ?x ?y)\n"
                    "    (or (q 1) (q 2)))",
         "usable, 7 recursion"},
    };
    assert_cases(cases, judgement);
}

static void harmless_unrestricted_recursion_is_followed_to_its_end(void **state)
{
    (void)state;
    assert_string_equal(after("(role you) terminal (goal you 100)\n"
                              "(e 1 2) (e 2 3) (e 3 4)\n"
                              "(<= (p ?x ?y) (e ?x ?y))\n"
                              "(<= (p ?x ?z) (p ?x ?y) (p ?y ?z))\n"
                              "(<= (legal you (go ?y)) (p 1 ?y))",
                              ""),
                        "over:\nyou may go(2) go(3) go(4)\nyou gets 100");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restricted_recursion_is_valid),
        cmocka_unit_test(unrestricted_recursion_is_reported),
        cmocka_unit_test(a_literal_is_reported_once),
        cmocka_unit_test(
            harmless_unrestricted_recursion_is_followed_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
