/* interpreted_walks_test.c - what random plays by the interpreter show of a
 * game */
#include "loaded.h"

#include "prove/walk/interpreted_walks.h"

typedef struct {
    Loaded loaded;
    Interp *interp;
    WalkQuestion playable, goals, terminating, winnable;
} Played;

static Played play(const char *text)
{
    Played played = {.loaded = load_game(text)};
    const char *why;
    Budget budget = {0};
    const Game *game = played.loaded.game;
    played.interp = interp_new(game, &budget, &why);
    assert_non_null(played.interp);
    FaultChecker checker = {game, played.interp, NULL, played.loaded.arena};
    WalkQuestion questions[] = {{.check = CHECK_PLAYABLE},
                                {.check = CHECK_GOALS},
                                {.check = CHECK_TERMINATING},
                                {.check = CHECK_WINNABLE, .role = 0}};
    interpreted_walks_run(&checker, 1, 10000, &budget, questions, 4);
    played.playable = questions[0];
    played.goals = questions[1];
    played.terminating = questions[2];
    played.winnable = questions[3];
    return played;
}

static void clear(Played *played)
{
    interp_free(played->interp);
    unload(&played->loaded);
}

#define WALK                                                                   \
    "(role you) (init (at 1)) (succ 1 2) (succ 2 3)"                           \
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"

static void a_play_that_gets_stuck_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(<= (legal you go) (true (at ?x)) (succ ?x ?y))"
                              "(<= terminal (true (at 4))) (goal you 100)");
    assert_int_equal(played.playable.play->steps, 2);
    assert_string_equal(played.playable.fault.why, "no-move");
    assert_int_equal(played.playable.position->count, 1);
    assert_null(played.goals.play);
    assert_null(played.terminating.play);
    assert_null(played.winnable.play);
    clear(&played);
}

static void an_end_without_one_value_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(legal you go) (<= terminal (true (at 3)))"
                              "(goal you 100) (goal you 50)");
    assert_null(played.playable.play);
    assert_int_equal(played.goals.play->steps, 2);
    assert_string_equal(played.goals.fault.why, "several-values");
    assert_string_equal(played.goals.fault.message, "the values 50 and 100");
    assert_int_equal(played.winnable.play->steps, 2);
    assert_ptr_equal(played.winnable.play, played.goals.play);
    assert_null(played.terminating.play);
    clear(&played);
}

static void a_play_that_returns_is_found(void **state)
{
    (void)state;
    Played played = play(WALK "(legal you go) (succ 3 2)"
                              "(<= terminal (true (at 4))) (goal you 100)");
    assert_null(played.playable.play);
    assert_null(played.goals.play);
    assert_int_equal(played.terminating.play->steps, 3);
    assert_string_equal(played.terminating.fault.why, "loop");
    assert_int_equal(played.terminating.loop_from, 1);
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
