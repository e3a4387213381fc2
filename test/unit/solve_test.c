/* solve_test.c - best plans, bounds, limits and who may ask */
#include "support.h"

#include "../answers.h"

#include <stdio.h>

/* A walk on a line: one end is worth 50, the other one, further, 90; a value
 * of 100 stands in the rules, but nobody can reach it. */
#define WALK                                                                   \
    "role(you). init(at(3)). succ(0,1). succ(1,2). succ(2,3). succ(3,4). "     \
    "succ(4,5). succ(5,6). succ(6,7). succ(7,8). "                             \
    "legal(you,left) :- true(at(X)). legal(you,right) :- true(at(X)). "        \
    "next(at(X)) :- true(at(Y)), does(you,left), succ(X,Y). "                  \
    "next(at(Y)) :- true(at(X)), does(you,right), succ(X,Y). "                 \
    "terminal :- true(at(0)). terminal :- true(at(8)). "                       \
    "goal(you,50) :- true(at(0)). goal(you,90) :- true(at(8)). "

static ZermeloGame *game_of(const char *text)
{
    ZermeloGame *game = read_game(text);
    assert_true(zermelo_usable(game));
    return game;
}

static void add_solution(Text *out, const json_t *solution)
{
    const json_t *moves = json_object_get(solution, "moves");
    const json_t *error = json_object_get(solution, "error");
    if (error) {
        text_adds(out, text_of(error, "message"));
        return;
    }
    text_adds(out, text_of(solution, "verdict"));
    if (has_value(solution, "goal"))
        text_addf(out, " %zu", count_of(solution, "goal"));
    if (flag_of(solution, "proved_best"))
        text_adds(out, text_is(solution, "best_scope", "horizon")
                           ? " best within horizon"
                           : " best");
    for (size_t i = 0; i < json_array_size(moves); i++)
        text_addf(out, " %s", json_string_value(json_array_get(moves, i)));
}

/* The answer by search on the net, which the interpreter must agree with.
 * OPTIONS are those of solve, in JSON. */
static const char *answer(const char *text, const char *options)
{
    static const char *const engines[] = {"native", "interp"};
    static Text kept, plain;
    ZermeloGame *game = game_of(text);
    Text *places[] = {&kept, &plain};
    for (size_t i = 0; i < 2; i++) {
        Text out = {0};
        json_t *all = json_loads(options, 0, NULL);
        json_object_set_new(all, "engine", json_string(engines[i]));
        json_t *solution = ask(zermelo_solve_json, game, all);
        add_solution(&out, solution);
        json_decref(solution);
        keep(places[i], out);
    }
    zermelo_free(game);
    assert_string_equal(text_string(&kept), text_string(&plain));
    return text_string(&kept);
}

static const char *highest(const char *text)
{
    return answer(text, "{}");
}

static void the_best_end_is_found_and_proved(void **state)
{
    (void)state;
    assert_string_equal(highest(WALK), "solved 90 best right right right right "
                                       "right");
    /* a value of the rules that cannot be reached */
    assert_string_equal(highest(WALK "goal(you,100) :- true(at(9))."),
                        "solved 90 best right right right right right");
    assert_string_equal(
        highest(WALK "goal(you,100) :- true(at(7)), true(at(8)). "),
        "solved 90 best right right right right right");
}

static void a_value_can_be_asked_for(void **state)
{
    (void)state;
    assert_string_equal(answer(WALK, "{\"goal\": 50}"),
                        "solved 50 left left left");
    assert_string_equal(answer(WALK, "{\"goal\": 70}"), "unsolvable");
}

static void what_is_proved_may_hold_within_the_horizon_only(void **state)
{
    (void)state;
    assert_string_equal(answer(WALK, "{\"horizon\": 4}"),
                        "solved 50 best within horizon left left left");
    assert_string_equal(answer(WALK, "{\"horizon\": 2}"), "unsolvable");
    assert_string_equal(answer(WALK, "{\"horizon\": 5}"),
                        "solved 90 best right right right right right");
}

#define STEPS                                                                  \
    "init(step(0)). tick(0,1). tick(1,2). tick(2,3). tick(3,4). tick(4,5). "   \
    "tick(5,6). tick(6,7). next(step(Y)) :- true(step(X)), tick(X,Y). "

/* A ring of two, left only when the steps are used up. */
#define RING                                                                   \
    "role(you). init(at(0)). legal(you,go). "                                  \
    "next(at(0)) :- true(at(1)). next(at(1)) :- true(at(0)). "                 \
    "goal(you,100) :- true(at(0)). goal(you,10) :- true(at(1)). "

static void
autonomous_features_that_only_end_the_game_are_not_stored(void **state)
{
    (void)state;
    assert_string_equal(highest(WALK STEPS "terminal :- true(step(7))."),
                        "solved 90 best right right right right right");
    assert_string_equal(highest(WALK STEPS "terminal :- true(step(4))."),
                        "solved 50 best left left left");
    /* here a position is better late than early */
    assert_string_equal(highest(RING STEPS "terminal :- true(step(4))."),
                        "solved 100 best go go go go");
    assert_string_equal(highest(RING STEPS "terminal :- true(step(5))."),
                        "solved 10 best go go go go go");
    /* and here the clock has a say in more than the end */
    assert_string_equal(highest(RING STEPS
                                "terminal :- true(at(1)), true(step(3)). "
                                "terminal :- true(at(0)), true(step(6))."),
                        "solved 10 best go go go");
    assert_string_equal(highest(RING STEPS
                                "goal(you,20) :- true(at(1)), true(step(3)). "
                                "terminal :- true(step(3))."),
                        "solved 20 best go go go");
}

static void a_plan_can_begin_anywhere(void **state)
{
    (void)state;
    assert_string_equal(
        answer(WALK, "{\"from\": \"right; right; left; right\"}"),
        "solved 90 best right right right");
    assert_string_equal(answer(WALK, "{\"from\": \"right; jump\"}"),
                        "jump is not a legal move of you in step 2");
    assert_string_equal(
        answer(WALK, "{\"goal\": 90, \"from\": \"left; left; left\"}"),
        "unsolvable");
}

/* Counts reports of a plan, and cancels at the second one. */
typedef struct {
    volatile sig_atomic_t cancelled;
    size_t reports;
    int seen;
} Listener;

static void listen(void *context, const char *report)
{
    Listener *listener = context;
    json_t *so_far = json_loads(report, 0, NULL);
    listener->seen =
        has_value(so_far, "goal") ? (int)count_of(so_far, "goal") : -1;
    listener->cancelled = listener->seen == 10 && ++listener->reports >= 2;
    json_decref(so_far);
}

/* A counter of 40 bits that the player flips one by one, from the start worth
 * 10 at any time he says so: too large to be seen to the end. */
static char *large_game(void)
{
    Text text = {0};
    text_adds(&text, "role(you). legal(you,stop). init(going). "
                     "next(over) :- does(you,stop). terminal :- true(over). "
                     "goal(you,10) :- true(over). "
                     "goal(you,100) :- true(b(1)), true(never). "
                     "next(never) :- true(never), does(you,f(1)). "
                     "next(never) :- ");
    for (int i = 1; i <= 40; i++)
        text_addf(&text, "true(b(%d)), ", i);
    text_adds(&text, "true(over). ");
    for (int i = 1; i <= 40; i++)
        text_addf(&text,
                  "legal(you,f(%d)). next(b(%d)) :- does(you,f(%d)), not "
                  "true(b(%d)). next(b(%d)) :- true(b(%d)), not "
                  "does(you,f(%d)). ",
                  i, i, i, i, i, i, i);
    return text_take(&text);
}

static void a_search_that_is_cancelled_tells_what_it_knows(void **state)
{
    (void)state;
    char *text = large_game();
    ZermeloGame *game = game_of(text);
    static const char *const options[] = {"{\"engine\": \"native\"}",
                                          "{\"engine\": \"interp\"}"};
    for (size_t i = 0; i < 2; i++) {
        Listener listener = {0};
        const ZermeloLimits limits = {.cancelled = &listener.cancelled};
        zermelo_on_report(game, listen, &listener);
        json_t *solution =
            json_take(zermelo_solve_json(game, options[i], &limits));
        assert_string_equal(text_of(solution, "verdict"), "unknown");
        assert_int_equal(count_of(solution, "goal"), 10);
        assert_int_equal(listener.seen, 10);
        assert_string_equal(text_of(solution, "stopped"), "interrupted");
        json_decref(solution);
    }
    zermelo_free(game);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_end_is_found_and_proved),
        cmocka_unit_test(a_value_can_be_asked_for),
        cmocka_unit_test(what_is_proved_may_hold_within_the_horizon_only),
        cmocka_unit_test(
            autonomous_features_that_only_end_the_game_are_not_stored),
        cmocka_unit_test(a_plan_can_begin_anywhere),
        cmocka_unit_test(a_search_that_is_cancelled_tells_what_it_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
