/* interpreted_walks_test.c - what random plays by the interpreter show of a
 * game */
#include "support.h"

#include "prove/walk/interpreted_walks.h"

typedef struct {
    Arena *arena;
    Diag diag;
    Rules *rules;
    Interp *interp;
    WalkQuestion stuck, wrong, returns, wins;
} Played;

static Played play(const char *text)
{
    Played played = {.arena = arena_new()};
    const char *why;
    Budget budget = {0};
    diag_init(&played.diag, played.arena);
    played.rules = rules_read("t", text, strlen(text), SYNTAX_KIF, &played.diag,
                              played.arena);
    const Game *game = game_load(played.rules, &played.diag);
    played.interp = interp_new(game, &budget, &why);
    assert_non_null(played.interp);
    FaultChecker witness = {game, played.interp, NULL, played.arena};
    WalkQuestion questions[] = {{.check = CHECK_PLAYABLE},
                                {.check = CHECK_GOALS},
                                {.check = CHECK_TERMINATING},
                                {.check = CHECK_WINNABLE, .role = 0}};
    interpreted_walks_run(&witness, 1, &budget, questions, 4);
    played.stuck = questions[0];
    played.wrong = questions[1];
    played.returns = questions[2];
    played.wins = questions[3];
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
    assert_int_equal(played.stuck.play->steps, 2);
    assert_string_equal(played.stuck.fault.why, "no-move");
    assert_int_equal(played.stuck.position->count, 1);
    assert_null(played.wrong.play);
    assert_null(played.returns.play);
    assert_null(played.wins.play);
    clear(&played);
}

static void an_end_without_one_value_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(legal you go) (<= terminal (true (at 3)))"
                              "(goal you 100) (goal you 50)");
    assert_null(played.stuck.play);
    assert_int_equal(played.wrong.play->steps, 2);
    assert_string_equal(played.wrong.fault.why, "several-values");
    assert_string_equal(played.wrong.fault.message, "the values 50 and 100");
    assert_int_equal(played.wins.play->steps, 2);
    assert_null(played.returns.play);
    clear(&played);
}

static void a_play_that_returns_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(legal you go) (succ 3 2)"
                              "(<= terminal (true (at 4))) (goal you 100)");
    assert_null(played.stuck.play);
    assert_null(played.wrong.play);
    assert_int_equal(played.returns.play->steps, 3);
    assert_string_equal(played.returns.fault.why, "loop");
    assert_int_equal(played.returns.loop_from, 1);
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
