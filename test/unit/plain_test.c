/* plain_test.c - what random plays by the interpreter show of a game */
#include "support.h"

#include "prove/plain.h"

typedef struct {
    Arena *arena;
    Diag diag;
    Rules *rules;
    Interp *interp;
    PlainFinds finds;
} Played;

static Played play(const char *text)
{
    Played played = {.arena = arena_new()};
    const char *why;
    Budget budget = {0};
    diag_init(&played.diag, played.arena);
    played.rules = rules_read("t", text, strlen(text), SYNTAX_KIF, &played.diag,
                              played.arena);
    played.interp =
        interp_new(game_load(played.rules, &played.diag), &budget, &why);
    assert_non_null(played.interp);
    played.finds = plain_plays(played.interp, 1, &budget, played.arena);
    return played;
}

static void clear(Played *played)
{
    interp_free(played->interp);
    rules_free(played->rules);
    diag_clear(&played->diag);
    arena_free(played->arena);
}

#define WALK                                                                   \
    "(role you) (init (at 1)) (succ 1 2) (succ 2 3)"                           \
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"

static void a_play_that_gets_stuck_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(<= (legal you go) (true (at ?x)) (succ ?x ?y))"
                              "(<= terminal (true (at 4))) (goal you 100)");
    assert_non_null(played.finds.stuck);
    assert_int_equal(played.finds.stuck->steps, 2);
    assert_null(played.finds.wrong);
    assert_null(played.finds.returns);
    assert_null(played.finds.wins[0]);
    clear(&played);
}

static void an_end_without_one_value_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(legal you go) (<= terminal (true (at 3)))"
                              "(goal you 100) (goal you 50)");
    assert_null(played.finds.stuck);
    assert_int_equal(played.finds.wrong->steps, 2);
    assert_int_equal(played.finds.wins[0]->steps, 2);
    assert_null(played.finds.returns);
    clear(&played);
}

static void a_play_that_returns_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(legal you go) (succ 3 2)"
                              "(<= terminal (true (at 4))) (goal you 100)");
    assert_null(played.finds.stuck);
    assert_null(played.finds.wrong);
    assert_int_equal(played.finds.returns->steps, 3);
    assert_int_equal(played.finds.loop_from, 1);
    clear(&played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_play_that_gets_stuck_is_found),
        cmocka_unit_test(an_end_without_one_value_is_found),
        cmocka_unit_test(a_play_that_returns_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
