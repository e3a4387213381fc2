/* simulate_test.c - random playouts are random, and all engines play them */
#include "support.h"

#include <math.h>
#include <stdio.h>

static ZermeloGame *game_of(const char *text)
{
    ZermeloGame *game =
        zermelo_read("t", text, strlen(text), ZERMELO_ANY_SYNTAX);
    assert_true(zermelo_usable(game));
    return game;
}

static ZermeloTally *play_steps(ZermeloGame *game, const ZermeloNet *net,
                                ZermeloEngine engine, uint64_t playouts,
                                uint64_t steps, size_t threads)
{
    const char *why;
    const ZermeloTask task = {
        .playouts = playouts, .steps = steps, .seed = 7, .threads = threads};
    ZermeloTally *tally = zermelo_simulate(game, net, engine, &task, &why);
    assert_non_null(tally);
    return tally;
}

static ZermeloTally *play(ZermeloGame *game, const ZermeloNet *net,
                          ZermeloEngine engine, uint64_t playouts,
                          size_t threads)
{
    return play_steps(game, net, engine, playouts, 1000, threads);
}

static ZermeloNet *net_of(ZermeloGame *game)
{
    const char *why;
    ZermeloNet *net = zermelo_ground(game, NULL, &why);
    assert_non_null(net);
    return net;
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
        ZermeloNet *net = net_of(game);
        ZermeloTally *tally = play(game, net, ZERMELO_SLICED, 200000, 1);
        assert_int_equal(zermelo_tally_playouts(tally), 200000);
        for (int value = 0; value < sizes[i]; value++)
            assert_share(zermelo_tally_goal(tally, 0, value), 200000,
                         1.0 / sizes[i]);
        zermelo_tally_free(tally);
        zermelo_net_free(net);
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
    ZermeloNet *net = net_of(game);
    static const ZermeloEngine engines[] = {ZERMELO_MACHINE, ZERMELO_SLICED};
    for (size_t i = 0; i < 2; i++) {
        ZermeloTally *tally = play(game, net, engines[i], 50001, 2);
        uint64_t stopped = zermelo_tally_goal(tally, 0, 0);
        assert_int_equal(zermelo_tally_playouts(tally), 50001);
        assert_share(stopped, 50001, 0.5);
        assert_int_equal(zermelo_tally_states(tally),
                         stopped + 20 * (50001 - stopped));
        zermelo_tally_free(tally);
    }
    zermelo_net_free(net);
    zermelo_free(game);
}

static void assert_same(const ZermeloTally *one, const ZermeloTally *other)
{
    assert_int_equal(zermelo_tally_playouts(one),
                     zermelo_tally_playouts(other));
    assert_int_equal(zermelo_tally_states(one), zermelo_tally_states(other));
    for (size_t i = 0; i < zermelo_tally_role_count(one); i++)
        for (int value = 0; value <= 100; value++)
            assert_int_equal(zermelo_tally_goal(one, i, value),
                             zermelo_tally_goal(other, i, value));
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
        ZermeloNet *net = net_of(game);
        ZermeloTally *plain = play(game, NULL, ZERMELO_INTERP, 150, 1);
        for (size_t threads = 1; threads <= 3; threads++) {
            ZermeloTally *machine =
                play(game, net, ZERMELO_MACHINE, 150, threads);
            ZermeloTally *sliced =
                play(game, net, ZERMELO_SLICED, 150, threads);
            assert_same(plain, machine);
            assert_same(plain, sliced);
            zermelo_tally_free(machine);
            zermelo_tally_free(sliced);
        }
        zermelo_tally_free(plain);
        zermelo_net_free(net);
        zermelo_free(game);
    }
}

static void a_playout_that_does_not_end_is_given_up(void **state)
{
    (void)state;
    ZermeloGame *game = game_of("role(you). legal(you,a). legal(you,b)."
                                "next(x) :- true(y). next(y) :- does(you,a)."
                                "terminal :- true(never). goal(you,0).");
    ZermeloNet *net = net_of(game);
    for (int engine = ZERMELO_INTERP; engine <= ZERMELO_SLICED; engine++) {
        ZermeloTally *tally = play(game, net, (ZermeloEngine)engine, 10, 1);
        assert_int_equal(zermelo_tally_playouts(tally), 0);
        assert_int_equal(zermelo_tally_states(tally), 0);
        assert_int_equal(zermelo_tally_given_up(tally), 10);
        zermelo_tally_free(tally);
    }
    zermelo_net_free(net);
    zermelo_free(game);
}

/* Lanes begin at different steps, so that their limits differ. */
static void a_limit_on_steps_is_kept_by_every_engine(void **state)
{
    (void)state;
    ZermeloGame *game = read_game_file("games/tictactoe.kif");
    ZermeloNet *net = net_of(game);
    for (uint64_t steps = 4; steps <= 9; steps++) {
        ZermeloTally *plain =
            play_steps(game, NULL, ZERMELO_INTERP, 1000, steps, 1);
        for (int engine = ZERMELO_MACHINE; engine <= ZERMELO_SLICED; engine++) {
            ZermeloTally *tally =
                play_steps(game, net, (ZermeloEngine)engine, 1000, steps, 1);
            assert_same(plain, tally);
            assert_int_equal(zermelo_tally_given_up(plain),
                             zermelo_tally_given_up(tally));
            zermelo_tally_free(tally);
        }
        assert_int_equal(zermelo_tally_playouts(plain) == 0, steps == 4);
        assert_int_equal(zermelo_tally_playouts(plain) == 1000, steps == 9);
        zermelo_tally_free(plain);
    }
    zermelo_net_free(net);
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
    ZermeloNet *net = net_of(game);
    assert_true(zermelo_net_recursive(net));
    ZermeloTally *plain = play(game, NULL, ZERMELO_INTERP, 300, 1);
    ZermeloTally *machine = play(game, net, ZERMELO_MACHINE, 300, 1);
    ZermeloTally *sliced = play(game, net, ZERMELO_SLICED, 300, 1);
    assert_same(plain, machine);
    assert_same(plain, sliced);
    assert_share(zermelo_tally_goal(plain, 0, 100), 300, 0.125);
    zermelo_tally_free(plain);
    zermelo_tally_free(machine);
    zermelo_tally_free(sliced);
    zermelo_net_free(net);
    zermelo_free(game);
}

static void assert_engines_agree(const char *text, uint64_t playouts)
{
    ZermeloGame *game = game_of(text);
    ZermeloNet *net = net_of(game);
    ZermeloTally *plain = play(game, NULL, ZERMELO_INTERP, playouts, 1);
    ZermeloTally *machine = play(game, net, ZERMELO_MACHINE, playouts, 1);
    ZermeloTally *sliced = play(game, net, ZERMELO_SLICED, playouts, 1);
    assert_int_equal(zermelo_tally_playouts(plain), playouts);
    assert_same(plain, machine);
    assert_same(plain, sliced);
    zermelo_tally_free(plain);
    zermelo_tally_free(machine);
    zermelo_tally_free(sliced);
    zermelo_net_free(net);
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
