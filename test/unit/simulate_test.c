/* simulate_test.c - random playouts are random, and all engines play them */
#include "support.h"

#include "../answers.h"

#include <math.h>
#include <stdio.h>

static ZermeloGame *game_of(const char *text)
{
    ZermeloGame *game =
        zermelo_read("t", text, strlen(text), ZERMELO_ANY_SYNTAX, NULL);
    assert_true(zermelo_usable(game));
    return game;
}

static json_t *play_steps(ZermeloGame *game, const char *engine, int playouts,
                          int steps, int threads)
{
    json_t *tally =
        ask(zermelo_simulate_json, game,
            json_pack("{s:s,s:i,s:i,s:i,s:i}", "engine", engine, "playouts",
                      playouts, "steps", steps, "seed", 7, "threads", threads));
    assert_true(has_value(tally, "playouts"));
    return tally;
}

static json_t *play(ZermeloGame *game, const char *engine, int playouts,
                    int threads)
{
    return play_steps(game, engine, playouts, 1000, threads);
}

/* How many playouts gave the only role VALUE. */
static uint64_t goal_count(const json_t *tally, int value)
{
    char name[16];
    snprintf(name, sizeof name, "%d", value);
    const json_t *role =
        json_object_get(json_object_get(tally, "goals"), "you");
    return count_of(json_object_get(role, "histogram"), name);
}

/* Within five standard deviations of a binomial distribution. */
static void assert_share(uint64_t count, uint64_t total, double share)
{
    double expected = (double)total * share;
    double deviation = sqrt(expected * (1 - share));
    if (fabs((double)count - expected) > 5 * deviation)
        fail_msg("%.0f expected, give or take %.0f, and %.0f got", expected,
                 deviation, (double)count);
}

/* A game of one step with MOVES moves, each with a goal value of its own. */
static char *one_step_game(int moves)
{
    static char text[8192];
    size_t used = (size_t)sprintf(text, "role(you). terminal :- true(at(_)).");
    for (int i = 0; i < moves; i++)
        used += (size_t)sprintf(text + used,
                                "legal(you,m%d). next(at(%d)) :- "
                                "does(you,m%d). goal(you,%d) :- true(at(%d)).",
                                i, i, i, i, i);
    return text;
}

static void every_move_is_as_likely_as_another(void **state)
{
    (void)state;
    static const int sizes[] = {2, 3, 7, 64, 65, 101};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ZermeloGame *game = game_of(one_step_game(sizes[i]));
        json_t *tally = play(game, "sliced", 200000, 1);
        assert_int_equal(count_of(tally, "playouts"), 200000);
        for (int value = 0; value < sizes[i]; value++)
            assert_share(goal_count(tally, value), 200000, 1.0 / sizes[i]);
        json_decref(tally);
        zermelo_free(game);
    }
}

/* Half of the playouts are over at once, half take twenty steps: stopping at
 * the first so many that end would favour the short ones. */
static void short_playouts_are_not_favoured(void **state)
{
    (void)state;
    ZermeloGame *game = game_of(
        "role(you). init(s(0)). legal(you,stop) :- true(s(0))."
        "legal(you,go). next(s(N)) :- true(s(M)), succ(M,N), does(you,go)."
        "next(over) :- does(you,stop)."
        "terminal :- true(over). terminal :- true(s(20))."
        "goal(you,0) :- true(over). goal(you,100) :- true(s(20))."
        "succ(0,1). succ(1,2). succ(2,3). succ(3,4). succ(4,5). succ(5,6)."
        "succ(6,7). succ(7,8). succ(8,9). succ(9,10). succ(10,11)."
        "succ(11,12). succ(12,13). succ(13,14). succ(14,15). succ(15,16)."
        "succ(16,17). succ(17,18). succ(18,19). succ(19,20).");
    static const char *const engines[] = {"machine", "sliced"};
    for (size_t i = 0; i < 2; i++) {
        json_t *tally = play(game, engines[i], 50001, 2);
        uint64_t stopped = goal_count(tally, 0);
        assert_int_equal(count_of(tally, "playouts"), 50001);
        assert_share(stopped, 50001, 0.5);
        assert_int_equal(count_of(tally, "states"),
                         stopped + 20 * (50001 - stopped));
        json_decref(tally);
    }
    zermelo_free(game);
}

static void assert_same(const json_t *one, const json_t *other)
{
    static const char *const keys[] = {"playouts", "states", "goals"};
    for (size_t i = 0; i < 3; i++)
        assert_true(json_equal(json_object_get(one, keys[i]),
                               json_object_get(other, keys[i])));
}

static void engines_and_threads_make_no_difference(void **state)
{
    (void)state;
    static const char *const names[] = {"tictactoe.kif", "montyhall.gdl",
                                        "hex.kif", "rps.kif"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        sprintf(path, "games/%s", names[i]);
        ZermeloGame *game = read_game_file(path);
        json_t *plain = play(game, "interp", 150, 1);
        for (int threads = 1; threads <= 3; threads++) {
            json_t *machine = play(game, "machine", 150, threads);
            json_t *sliced = play(game, "sliced", 150, threads);
            assert_same(plain, machine);
            assert_same(plain, sliced);
            json_decref(machine);
            json_decref(sliced);
        }
        json_decref(plain);
        zermelo_free(game);
    }
}

static void a_playout_that_does_not_end_is_given_up(void **state)
{
    (void)state;
    ZermeloGame *game = game_of("role(you). legal(you,a). legal(you,b)."
                                "next(x) :- true(y). next(y) :- does(you,a)."
                                "terminal :- true(never). goal(you,0).");
    static const char *const engines[] = {"interp", "machine", "sliced"};
    for (size_t i = 0; i < 3; i++) {
        json_t *tally = play(game, engines[i], 10, 1);
        assert_int_equal(count_of(tally, "playouts"), 0);
        assert_int_equal(count_of(tally, "states"), 0);
        assert_int_equal(count_of(tally, "given_up"), 10);
        json_decref(tally);
    }
    zermelo_free(game);
}

/* Lanes begin at different steps, so that their limits differ. */
static void a_limit_on_steps_is_kept_by_every_engine(void **state)
{
    (void)state;
    ZermeloGame *game = read_game_file("games/tictactoe.kif");
    static const char *const engines[] = {"machine", "sliced"};
    for (int steps = 4; steps <= 9; steps++) {
        json_t *plain = play_steps(game, "interp", 1000, steps, 1);
        for (size_t i = 0; i < 2; i++) {
            json_t *tally = play_steps(game, engines[i], 1000, steps, 1);
            assert_same(plain, tally);
            assert_int_equal(count_of(plain, "given_up"),
                             count_of(tally, "given_up"));
            json_decref(tally);
        }
        assert_int_equal(count_of(plain, "playouts") == 0, steps == 4);
        assert_int_equal(count_of(plain, "playouts") == 1000, steps == 9);
        json_decref(plain);
    }
    zermelo_free(game);
}

/* Support for p and q comes from outside once and is then gone: they must not
 * go on to hold each other up. */
static void what_rests_on_itself_is_false(void **state)
{
    (void)state;
    ZermeloGame *game = game_of(
        "role(you). init(on). init(s(0)). legal(you,a) :- p. legal(you,b)."
        "next(on) :- true(on), does(you,b). next(s(1)) :- true(s(0))."
        "next(s(2)) :- true(s(1)). next(s(3)) :- true(s(2))."
        "p :- q. q :- p. p :- true(on). terminal :- true(s(3))."
        "goal(you,100) :- p. goal(you,0) :- not q.");
    json_t *plain = play(game, "interp", 300, 1);
    json_t *machine = play(game, "machine", 300, 1);
    json_t *sliced = play(game, "sliced", 300, 1);
    assert_same(plain, machine);
    assert_same(plain, sliced);
    assert_share(goal_count(plain, 100), 300, 0.125);
    json_decref(plain);
    json_decref(machine);
    json_decref(sliced);
    zermelo_free(game);
}

static void assert_engines_agree(const char *text, int playouts)
{
    ZermeloGame *game = game_of(text);
    json_t *plain = play(game, "interp", playouts, 1);
    json_t *machine = play(game, "machine", playouts, 1);
    json_t *sliced = play(game, "sliced", playouts, 1);
    assert_int_equal(count_of(plain, "playouts"), playouts);
    assert_same(plain, machine);
    assert_same(plain, sliced);
    json_decref(plain);
    json_decref(machine);
    json_decref(sliced);
    zermelo_free(game);
}

/* Nobody but the goals looks at p and q, at the end of a playout only. */
static void goals_may_have_loops_of_their_own(void **state)
{
    (void)state;
    assert_engines_agree(
        "role(you). init(s(0)). legal(you,on). legal(you,off)."
        "next(on) :- does(you,on). next(s(1)) :- true(s(0))."
        "next(s(2)) :- true(s(1)). next(s(3)) :- true(s(2))."
        "p :- q. q :- p. p :- true(on). terminal :- true(s(3))."
        "goal(you,100) :- p. goal(you,0) :- not q.",
        300);
}

/* More inputs than a counter can count. */
static void an_or_of_forty_thousand_is_taken_apart(void **state)
{
    (void)state;
    Text text = {0};
    text_adds(&text,
              "role(you). init(s(0)). next(s(1)) :- true(s(0))."
              "next(s(2)) :- true(s(1)). terminal :- true(s(2))."
              "legal(you,rest). legal(you,m(X)) :- few(X)."
              "next(c(X,Y)) :- does(you,m(X)), n(Y). few(0). few(1)."
              "next(c(X,Y)) :- true(c(X,Y))."
              "next(c(X,Y)) :- does(you,m(Z)), n(X), few(Y), true(s(Z))."
              "next(c(X,Y)) :- true(c(Y,X)), true(s(1)), n(X), n(Y)."
              "next(c(X,Y)) :- does(you,never), n(X), n(Y)."
              "legal(you,never) :- true(c(X,X)), true(c(X,0)), true(s(2))."
              "some :- true(c(X,Y)). goal(you,100) :- some."
              "goal(you,0) :- not some.");
    for (int i = 0; i < 200; i++)
        text_addf(&text, " n(%d).", i);
    assert_engines_agree(text_string(&text), 30);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_as_likely_as_another),
        cmocka_unit_test(short_playouts_are_not_favoured),
        cmocka_unit_test(engines_and_threads_make_no_difference),
        cmocka_unit_test(a_playout_that_does_not_end_is_given_up),
        cmocka_unit_test(a_limit_on_steps_is_kept_by_every_engine),
        cmocka_unit_test(what_rests_on_itself_is_false),
        cmocka_unit_test(goals_may_have_loops_of_their_own),
        cmocka_unit_test(an_or_of_forty_thousand_is_taken_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
