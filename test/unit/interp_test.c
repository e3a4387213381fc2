/* interp_test.c - what follows from rules in a position, and after moves */
#include "support.h"

/* The legal moves of you, as far as these rules define them: a question to
 * the model that any relation can be asked by. */
static const char *moves_by(const char *rules)
{
    static Text kept;
    Text text = {0}, out = {0};
    text_addf(&text, "(role you) terminal (goal you 100)\n%s", rules);
    const char *answer = after(text_string(&text), "");
    const char *found = strstr(answer, "you may ");
    if (found)
        text_add(&out, found + 8, strcspn(found + 8, "\n"));
    else
        text_adds(&out, strncmp(answer, "over:", 5) == 0 ? "none" : answer);
    text_free(&text);
    return keep(&kept, out);
}

#define NUMBERS "(n 1) (n 2) (n 3) (s 1 2) (s 2 3) "

static void negation_means_that_it_does_not_follow(void **state)
{
    (void)state;
    static const Case cases[] = {
        {NUMBERS "(<= (legal you ?x) (n ?x) (not (s ?x 3)))", "1 3"},
        {NUMBERS "(<= (big ?x) (s ?_y ?x)) "
                 "(<= (legal you ?x) (n ?x) (not (big ?x)))",
         "1"},
        {NUMBERS "(<= (legal you ?x) (not (s ?x 3)) (n ?x))", "1 3"},
        {NUMBERS "(<= (legal you ?x) (n ?x) (not (m ?x)))", "1 2 3"},
        {NUMBERS "(<= (legal you ?x) (n ?x) (not (n ?x)))", "none"},
        {NUMBERS "(<= p (not q)) (<= (legal you a) p) (<= (legal you b) q)",
         "a"},
    };
    assert_cases(cases, moves_by);
}

static void distinct_compares_terms(void **state)
{
    (void)state;
    static const Case cases[] = {
        {NUMBERS "(<= (legal you (f ?x ?y)) (n ?x) (n ?y) (distinct ?x ?y))",
         "f(1,2) f(1,3) f(2,1) f(2,3) f(3,1) f(3,2)"},
        {NUMBERS "(<= (legal you ?x) (distinct ?x 2) (n ?x))", "1 3"},
        {NUMBERS "(<= (legal you ?x) (n ?x) (distinct (f ?x 1) (f 2 1)))",
         "1 3"},
        {NUMBERS "(<= (legal you a) (distinct 01 1))", "a"},
        {NUMBERS "(<= (legal you a) (distinct A a))", "none"},
    };
    assert_cases(cases, moves_by);
}

static void recursion_finds_all_there_is(void **state)
{
    (void)state;
    static const Case cases[] = {
        {NUMBERS "(<= (less ?x ?y) (s ?x ?y)) "
                 "(<= (less ?x ?z) (s ?x ?y) (less ?y ?z)) "
                 "(<= (legal you (f ?x ?y)) (less ?x ?y))",
         "f(1,2) f(1,3) f(2,3)"},
        /* mutual */
        {"(s 0 1) (s 1 2) (s 2 3) (s 3 4) (even 0) "
         "(<= (even ?y) (odd ?x) (s ?x ?y)) "
         "(<= (odd ?y) (even ?x) (s ?x ?y)) "
         "(<= (legal you ?x) (even ?x))",
         "0 2 4"},
        /* twice in one body */
        {"(e 1 2) (e 2 3) (e 3 4) (e 4 5) (<= (t ?x ?y) (e ?x ?y)) "
         "(<= (t ?x ?z) (t ?x ?y) (t ?y ?z)) "
         "(<= (legal you ?y) (t 1 ?y))",
         "2 3 4 5"},
        /* a circle from which nothing follows */
        {"(<= p q) (<= q p) (<= (legal you a) p) (legal you b)", "b"},
        /* down into terms, and up to a bound */
        {"(list (c 1 (c 2 (c 3 nil)))) (<= (list ?t) (list (c ?_h ?t))) "
         "(<= (legal you ?h) (list (c ?h ?_t)))",
         "1 2 3"},
        /* negation on top of recursion */
        {NUMBERS "(<= (r 1) (n 1)) (<= (r ?y) (r ?x) (s ?x ?y)) "
                 "(<= (legal you ?x) (n ?x) (not (r ?x))) (n 9)",
         "9"},
    };
    assert_cases(cases, moves_by);
}

static void a_variable_that_occurs_twice_is_one_value(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(p 1 1) (p 1 2) (p 2 2) (<= (legal you ?x) (p ?x ?x))", "1 2"},
        {"(p (f 1 2) 2) (p (f 3 3) 3) (<= (legal you ?x) (p (f ?x ?x) ?x))",
         "3"},
        {"(p 1) (p 2) (q 2 1) (<= (legal you ?x) (p ?x) (q ?x ?y) (p ?y))",
         "2"},
        {"(p a) (p (f a)) (<= (legal you ?x) (p ?x) (p (f ?x)))", "a"},
        {"(p (f (g 1) 2)) (p (f 1 2)) (p g) "
         "(<= (legal you ?x) (p (f (g ?x) ?_y)))",
         "1"},
    };
    assert_cases(cases, moves_by);
}

static void answers_are_sorted_and_not_repeated(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(legal you 10) (legal you 9) (legal you b) (legal you 10) "
         "(<= (legal you ?x) (p ?x)) (p a) (p b) (legal you (f 2)) "
         "(legal you (f 1)) (legal you aa)",
         "9 10 a aa b f(1) f(2)"},
    };
    assert_cases(cases, moves_by);
}

static void a_feature_may_be_a_variable(void **state)
{
    (void)state;
    static const char game[] =
        "(role you) (init (at 1)) (init light) (init (dark b)) (goal you 100)\n"
        "(<= (legal you (drop ?f)) (true ?f))\n"
        "(<= (next ?f) (true ?f) (does you (drop ?g)) (distinct ?f ?g))\n"
        "(<= terminal (not some)) (<= some (true ?_f))";
    assert_string_equal(
        after(game, "drop(light)"),
        "now: at(1) dark(b)\nyou may drop(at(1)) drop(dark(b))\n"
        "you gets 100");
    assert_string_equal(after(game, "drop(light); drop(dark(b)); drop(at(1))"),
                        "over:\nyou gets 100");
}

static void percepts_are_those_of_the_last_step(void **state)
{
    (void)state;
    static const char game[] =
        "(role a) (role b) (role random) (init (n 0)) (goal ?r 1)\n"
        "(<= (legal ?r x) (role ?r)) (<= (legal ?r y) (role ?r))\n"
        "(<= (next (n 1)) (true (n 0))) (<= (next (n 2)) (true (n 1)))\n"
        "(<= terminal (true (n 2)))\n"
        "(<= (sees a (coin ?m)) (does random ?m))\n"
        "(<= (sees b ?n) (true (n ?n)))\n"
        "(<= (sees b both) (does a y) (does b y))";
#define MAY(r) "\n" r " may x y\n" r " gets 1"
    assert_string_equal(after(game, ""),
                        "now: n(0)" MAY("a") MAY("b") MAY("random"));
    assert_string_equal(after(game, "x, y, y"),
                        "now: n(1)\na sees coin(y)" MAY("a") "\nb sees 0" MAY(
                            "b") MAY("random"));
    assert_string_equal(after(game, "x, y, y; y, y, x"),
                        "over: n(2)\na sees coin(x)" MAY(
                            "a") "\nb sees 1 both" MAY("b") MAY("random"));
}

static void the_random_role_is_known(void **state)
{
    (void)state;
    ZermeloGame *game = read_game("(role you) (role Random) (role (random 1))\n"
                                  "(legal ?r go) terminal (goal ?r 1)");
    const char *why;
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    assert_false(zermelo_play_is_random(play, 0));
    assert_true(zermelo_play_is_random(play, 1));
    assert_false(zermelo_play_is_random(play, 2));
    zermelo_play_free(play);
    zermelo_free(game);
}

/* A feature that nothing carries over is gone, and nothing from the moves of
 * one step is left in the next. */
static void a_position_is_made_anew_by_each_step(void **state)
{
    (void)state;
    static const char game[] =
        "(role you) (init (a 1)) (init b) (goal you 1)\n"
        "(legal you x) (legal you y) (<= (next (did ?m)) (does you ?m))\n"
        "(<= (next twice) (true (did ?m)) (does you ?m))\n"
        "(<= terminal (true twice))";
    assert_string_equal(after(game, ""),
                        "now: a(1) b\nyou may x y\nyou gets 1");
    assert_string_equal(after(game, "x"),
                        "now: did(x)\nyou may x y\nyou gets 1");
    assert_string_equal(after(game, "x; y"),
                        "now: did(y)\nyou may x y\nyou gets 1");
    assert_string_equal(after(game, "x; y; y"),
                        "over: did(y) twice\nyou may x y\nyou gets 1");
}

static void recursion_without_end_fails_with_a_reason(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(p 0) (<= (p (s ?x)) (p ?x)) (<= (legal you ?x) (p ?x))",
         "the rules derive terms without end (p/1, by the rule in line 2)"},
        {"(p 0) (<= (p (s ?x)) (q ?x)) (<= (q ?x) (p ?x)) "
         "(<= (legal you ?x) (p ?x))",
         "the rules derive terms without end (p/1, by the rule in line 2)"},
        /* doubling: as deep in few steps, and large */
        {"(p 0) (<= (p (s ?x ?x)) (p ?x)) (<= (legal you ?x) (p ?x))",
         "the rules derive terms without end (p/1, by the rule in line 2)"},
        /* what nobody asks for is not computed */
        {"(p 0) (<= (p (s ?x)) (p ?x)) (legal you a)", "a"},
    };
    assert_cases(cases, moves_by);
}

static void init_without_end_fails_before_the_first_position(void **state)
{
    (void)state;
    assert_string_equal(
        after(GAME "(<= (init (at (s ?x))) (p ?x)) (p 0) "
                   "(<= (p (s ?x)) (p ?x))",
              ""),
        "the rules derive terms without end (p/1, by the rule in line 6)");
}

static void a_position_that_grows_without_end_fails_in_time(void **state)
{
    (void)state;
    ZermeloGame *game = read_game(
        "(role you) (init (n 0)) (goal you 1) (legal you go)\n"
        "(<= (next (n (s ?x))) (true (n ?x))) (<= terminal (true end))");
    const char *why;
    size_t first = 0, steps = 0;
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    while (steps < 1000 && !zermelo_play_failure(play) &&
           zermelo_play_step(play, &first))
        steps++;
    assert_in_range(steps, 200, 300);
    assert_string_equal(
        zermelo_play_failure(play),
        "the rules derive terms without end (n/1, by the rule in line 2)");
    zermelo_play_free(play);
    zermelo_free(game);
}

/* After y there is no end to what follows; after x all is well. */
#define TRAP                                                                   \
    "(role you) (init off) (legal you x) (legal you y) (goal you 1)\n"         \
    "(<= (next on) (does you y)) (<= (next off) (does you x))\n"               \
    "(num 0) (<= (num (s ?x)) (num ?x) (true on))\n"                           \
    "(<= (legal you ?x) (num ?x) (distinct ?x 0)) (<= terminal (true over))"

static void a_failure_does_not_outlive_its_position(void **state)
{
    (void)state;
    ZermeloGame *game = read_game(TRAP);
    const char *why;
    const size_t x = 0, y = 1;
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    for (int i = 0; i < 3; i++) {
        assert_true(zermelo_play_step(play, &y));
        assert_string_equal(zermelo_play_failure(play),
                            "the rules derive terms without end (num/1, by the "
                            "rule in line 3)");
        assert_false(zermelo_play_step(play, &x));
        assert_true(zermelo_play_undo(play));
        assert_null(zermelo_play_failure(play));
        assert_int_equal(zermelo_play_move_count(play, 0), 2);
        assert_true(zermelo_play_step(play, &x));
    }
    zermelo_play_free(play);
    zermelo_free(game);
}

static void a_playout_that_fails_leaves_the_cursor_usable(void **state)
{
    (void)state;
    ZermeloGame *game = read_game(TRAP);
    const char *why;
    int goal;
    uint32_t moves[4];
    uint64_t start, next;
    ZermeloCursor *cursor = zermelo_cursor_new(game, NULL, NULL, &why);
    zermelo_cursor_initial(cursor, &start);
    for (uint64_t i = 0; i < 3; i++) {
        assert_in_range(
            zermelo_cursor_playout(cursor, &start, 1, i, 1000, NULL, &goal), 1,
            100);
        assert_int_equal(goal, -1);
        zermelo_cursor_set(cursor, &start);
        assert_int_equal(zermelo_cursor_moves(cursor, 0, moves, 4), 2);
        assert_true(zermelo_cursor_next(cursor, moves, &next));
        assert_null(zermelo_cursor_failure(cursor));
    }
    zermelo_cursor_free(cursor);
    zermelo_free(game);
}

/* Few levels, many facts: stopped by the clock. */
static void a_large_model_is_left_when_the_time_is_used_up(void **state)
{
    (void)state;
    Text text = {0};
    text_adds(&text, GAME "(<= (legal you ?a) (t ?a ?b ?c ?d ?e))\n"
                          "(<= (t ?a ?b ?c ?d ?e) (n ?a) (n ?b) (n ?c) "
                          "(n ?d) (n ?e))\n");
    for (size_t i = 0; i < 60; i++)
        text_addf(&text, "(n %zu) ", i);
    ZermeloGame *game = read_game(text_string(&text));
    ZermeloLimits limits = {.seconds = 0.1};
    const char *why = NULL;
    ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
    const char *failure = play ? zermelo_play_failure(play) : why;
    assert_string_equal(failure, "the time was used up");
    zermelo_play_free(play);
    zermelo_free(game);
    text_free(&text);
}

static void a_game_without_a_role_that_follows_cannot_be_played(void **state)
{
    (void)state;
    assert_string_equal(after("(<= (role ?p) (player ?p)) (player2 you)\n"
                              "(legal you go) terminal (goal you 1)",
                              ""),
                        "no role follows from the rules");
}

/* The rules for p are in two groups (strata.c). In the second position terminal
 * is asked for, and not all that follows. */
static void a_relation_that_several_groups_define_is_complete(void **state)
{
    (void)state;
    static const char *const rules =
        "(role you) (init (step 1)) (legal you go) (goal you 100)\n"
        "(<= (next (step 2)) (true (step 1)))\n"
        "(<= (next (step 3)) (true (step 2)))\n"
        "(<= (p 1) (true (step 2))) (<= (p 2) (not (p 1)))\n"
        "(<= terminal (p 1))";
    assert_string_equal(after(rules, "go"),
                        "over: step(2)\nyou may go\nyou gets 100");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(negation_means_that_it_does_not_follow),
        cmocka_unit_test(distinct_compares_terms),
        cmocka_unit_test(recursion_finds_all_there_is),
        cmocka_unit_test(a_variable_that_occurs_twice_is_one_value),
        cmocka_unit_test(answers_are_sorted_and_not_repeated),
        cmocka_unit_test(a_feature_may_be_a_variable),
        cmocka_unit_test(percepts_are_those_of_the_last_step),
        cmocka_unit_test(the_random_role_is_known),
        cmocka_unit_test(a_position_is_made_anew_by_each_step),
        cmocka_unit_test(recursion_without_end_fails_with_a_reason),
        cmocka_unit_test(init_without_end_fails_before_the_first_position),
        cmocka_unit_test(a_position_that_grows_without_end_fails_in_time),
        cmocka_unit_test(a_failure_does_not_outlive_its_position),
        cmocka_unit_test(a_playout_that_fails_leaves_the_cursor_usable),
        cmocka_unit_test(a_large_model_is_left_when_the_time_is_used_up),
        cmocka_unit_test(a_game_without_a_role_that_follows_cannot_be_played),
        cmocka_unit_test(a_relation_that_several_groups_define_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
