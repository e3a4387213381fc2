/* factoring_test.c - puzzles of independent factors, solved separately */
#include "support.h"

#include "api/handle.h"
#include "base/random.h"
#include "solve/factoring.h"
#include "solve/search.h"

/* Two walks on rings of five and a step counter. */
#define WALKS                                                                  \
    "role(you). init(at(1,0)). init(at(2,0)). init(step(0)). "                 \
    "after(0,1). after(1,2). after(2,3). after(3,4). after(4,0). "             \
    "succ(0,1). succ(1,2). succ(2,3). succ(3,4). succ(4,5). succ(5,6). "       \
    "walk(1). walk(2). "                                                       \
    "next(step(Y)) :- true(step(X)), succ(X,Y). "                              \
    "terminal :- true(step(6)). "                                              \
    "goal(you,100) :- true(at(1,3)), true(at(2,3)). "                          \
    "goal(you,50) :- true(at(1,3)), not true(at(2,3)). "

/* A move is one of both walks, */
#define TOGETHER                                                               \
    "way(go). way(stay). "                                                     \
    "legal(you,both(X,Y)) :- way(X), way(Y). "                                 \
    "does_(1,X) :- does(you,both(X,_)). does_(2,X) :- does(you,both(_,X)). "   \
    "next(at(W,Y)) :- true(at(W,X)), does_(W,go), after(X,Y). "                \
    "next(at(W,X)) :- true(at(W,X)), does_(W,stay). "

/* or of one of them. */
#define IN_TURN                                                                \
    "legal(you,go(W)) :- walk(W). "                                            \
    "next(at(W,Y)) :- true(at(W,X)), does(you,go(W)), after(X,Y). "            \
    "next(at(W,X)) :- true(at(W,X)), not does(you,go(W)). "

typedef struct {
    ZermeloGame *game;
    ZermeloNet *handle;
    Arena *arena;
    Budget budget;
    Puzzle puzzle;
} Riddle;

static Riddle riddle_new(const char *text)
{
    const char *why;
    Riddle riddle = {.game = read_game(text), .arena = arena_new()};
    assert_true(zermelo_usable(riddle.game));
    riddle.handle = zermelo_ground(riddle.game, NULL, &why);
    assert_non_null(riddle.handle);
    const Net *net = riddle.handle->net;
    riddle.puzzle = (Puzzle){
        .net = net,
        .machine = riddle.handle->machine,
        .start_state = machine_initial(riddle.handle->machine),
        .horizon = NO_HORIZON,
        .wanted_value = NO_VALUE,
        .seed = 1,
        .max_table_bytes = 1 << 24,
    };
    return riddle;
}

static void riddle_free(Riddle *riddle)
{
    arena_free(riddle->arena);
    zermelo_net_free(riddle->handle);
    zermelo_free(riddle->game);
}

static Best best_by(const Riddle *riddle,
                    PlanSearch *(*begin)(const Puzzle *, size_t))
{
    Best best = best_new(&riddle->puzzle);
    PlanSearch *search = begin(&riddle->puzzle, 1 << 24);
    uint64_t done = 0;
    while (search &&
           search->step(search, &best, 10000, &done) == SEARCH_RUNNING &&
           !best_is_certain(&best))
        continue;
    if (search)
        search->free(search);
    return best;
}

static const char *answer(const char *text)
{
    static Text kept;
    Text out = {0};
    Riddle riddle = riddle_new(text);
    Best best = best_by(&riddle, factored_search_new);
    text_addf(&out, "%d of %d in %zu%s", best.value, best.bound,
              best.plan.count, best.is_shortest ? ", shortest" : "");
    best_free(&best);
    riddle_free(&riddle);
    keep(&kept, out);
    return text_string(&kept);
}

static size_t count_parts(const char *text)
{
    Riddle riddle = riddle_new(text);
    Factoring *factoring = factoring_new(riddle.puzzle.net);
    size_t count = factoring ? factoring->factor_count : 0;
    factoring_free(factoring);
    riddle_free(&riddle);
    return count;
}

static void independent_features_are_factors(void **state)
{
    (void)state;
    assert_int_equal(count_parts(WALKS TOGETHER), 2);
    assert_int_equal(count_parts(WALKS IN_TURN), 2);
    /* one walk looks at the other, or a move at both */
    assert_int_equal(
        count_parts(WALKS IN_TURN "next(at(1,0)) :- true(at(2,1))."), 0);
    assert_int_equal(count_parts(WALKS IN_TURN
                                 "legal(you,jump) :- true(at(1,X)), "
                                 "true(at(2,X)). "),
                     0);
    /* a move needs something of both, and each of that is of one part */
    assert_int_equal(count_parts(WALKS IN_TURN
                                 "legal(you,jump) :- true(at(1,1)), "
                                 "true(at(2,2)). "),
                     2);
}

static void plans_of_factors_are_combined(void **state)
{
    (void)state;
    assert_string_equal(answer(WALKS TOGETHER), "100 of 100 in 6, shortest");
    assert_string_equal(answer(WALKS IN_TURN), "100 of 100 in 6, shortest");
    /* an end as soon as both are there */
    assert_string_equal(answer(WALKS TOGETHER "terminal :- true(at(1,3)), "
                                              "true(at(2,3)). "),
                        "100 of 100 in 3, shortest");
}

static void the_factors_together_prove_a_bound(void **state)
{
    (void)state;
    /* too far in turn, not together */
    assert_string_equal(answer(WALKS IN_TURN "terminal :- true(step(5)). "),
                        "50 of 50 in 5, shortest");
    assert_string_equal(answer(WALKS TOGETHER "terminal :- true(step(5)). "),
                        "100 of 100 in 5, shortest");
    assert_string_equal(answer(WALKS TOGETHER "terminal :- true(step(2)). "),
                        "-1 of -1 in 0");
}

static void
without_autonomous_features_it_ends_when_all_layers_repeat(void **state)
{
    (void)state;
#define NO_CLOCK                                                               \
    "role(you). init(at(1,0)). init(at(2,0)). walk(1). walk(2). "              \
    "after(0,1). after(1,2). after(2,0). "                                     \
    "terminal :- true(at(1,2)), true(at(2,1)). "                               \
    "goal(you,30) :- true(at(1,2)). "                                          \
    "goal(you,100) :- true(at(1,2)), true(at(2,2)), not true(at(2,1)). "
    assert_string_equal(answer(NO_CLOCK IN_TURN), "30 of 30 in 3, shortest");
    assert_string_equal(answer(NO_CLOCK TOGETHER), "30 of 30 in 2, shortest");
}

/* ---- at random ---- */

enum { STATES = 4, WAYS = 3, STEPS = 7 };

/* Parts with a table each of what follows from a state and a way to go on. */
static void add_random_sum(Text *out, Random *random, bool together)
{
    size_t factoring = 2 + random_below(random, 2);
    text_adds(out, "role(you). init(step(0)). way(0). way(1). way(2). ");
    for (int i = 0; i < STEPS; i++)
        text_addf(out, "succ(%d,%d). ", i, i + 1);
    text_adds(out, "next(step(Y)) :- true(step(X)), succ(X,Y). ");
    for (size_t p = 0; p < factoring; p++) {
        text_addf(out, "part(%zu). init(at(%zu,0)). ", p, p);
        for (int s = 0; s < STATES; s++)
            for (int w = 0; w < WAYS; w++)
                text_addf(out, "leads(%zu,%d,%d,%u). ", p, s, w,
                          random_below(random, STATES));
        if (random_below(random, 3) == 0)
            text_addf(out, "shut(%zu,%u,%u). ", p, random_below(random, STATES),
                      random_below(random, WAYS));
    }
    text_adds(out, "shut(9,9,9). may(P,W) :- part(P), way(W), "
                   "not barred(P,W). barred(P,W) :- true(at(P,S)), "
                   "shut(P,S,W). ");
    if (together && factoring == 2)
        text_adds(out, "legal(you,m(A,B)) :- may(0,A), may(1,B). "
                       "go(0,A) :- does(you,m(A,_)). "
                       "go(1,B) :- does(you,m(_,B)). ");
    else if (together)
        text_adds(out, "legal(you,m(A,B,C)) :- may(0,A), may(1,B), may(2,C). "
                       "go(0,A) :- does(you,m(A,_,_)). "
                       "go(1,B) :- does(you,m(_,B,_)). "
                       "go(2,C) :- does(you,m(_,_,C)). ");
    else
        text_adds(out, "legal(you,m(P,W)) :- may(P,W). "
                       "go(P,W) :- does(you,m(P,W)). "
                       "next(at(P,S)) :- true(at(P,S)), not moved(P). "
                       "moved(P) :- does(you,m(P,_)). ");
    text_adds(out, "next(at(P,T)) :- true(at(P,S)), go(P,W), leads(P,S,W,T). ");
    text_addf(out, "terminal :- true(step(%d)). ", STEPS);
    for (int i = 0; i < 3; i++)
        if (random_below(random, 2))
            text_addf(out, "terminal :- true(at(0,%u)), true(at(1,%u)). ",
                      random_below(random, STATES),
                      random_below(random, STATES));
    if (random_below(random, 2))
        text_addf(out, "terminal :- true(at(1,%u)). ",
                  1 + random_below(random, 3));
    for (int i = 0; i < 4; i++)
        text_addf(out, "goal(you,%u) :- true(at(0,%u)), true(at(%zu,%u)). ",
                  10 * (1 + random_below(random, 10)),
                  random_below(random, STATES), factoring - 1,
                  random_below(random, STATES));
    text_addf(out, "goal(you,%u) :- true(at(1,%u)), true(step(%u)). ",
              10 * (1 + random_below(random, 10)), random_below(random, STATES),
              1 + random_below(random, STEPS));
}

static void random_sums_are_judged_as_by_breadth_first_search(void **unused)
{
    (void)unused;
    size_t taken_apart = 0, solved = 0, bounded = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        Random random = random_new(seed, 0);
        Text text = {0};
        add_random_sum(&text, &random, seed % 2);
        Riddle riddle = riddle_new(text_string(&text));
        Factoring *factoring = factoring_new(riddle.puzzle.net);
        Best apart = best_by(&riddle, factored_search_new);
        Best whole = best_by(&riddle, breadth_first_new);
        if (apart.value > whole.value || apart.bound < whole.value ||
            (apart.is_shortest && apart.value == whole.value &&
             apart.plan.count != whole.plan.count))
            fail_msg("seed %d: %d of %d in %zu, not %d in %zu: %s", (int)seed,
                     apart.value, apart.bound, apart.plan.count, whole.value,
                     whole.plan.count, text_string(&text));
        taken_apart += factoring != NULL;
        solved += factoring && apart.value == whole.value;
        bounded += factoring && apart.bound == whole.value;
        factoring_free(factoring);
        best_free(&apart);
        best_free(&whole);
        riddle_free(&riddle);
        text_free(&text);
    }
    /* it is good for something: a plan fails if it comes to an early end */
    assert_true(taken_apart >= 60);
    assert_true(solved * 2 >= taken_apart);
    assert_true(bounded * 10 >= taken_apart * 8);
}

/* A walk whose ends and values depend on when it gets somewhere. */
static void add_random_walk(Text *out, Random *random)
{
    enum { PLACES = 9, TIMES = 11 };
    text_adds(out, "role(you). init(step(0)). init(at(0)). way(0). way(1). ");
    for (int i = 0; i < TIMES; i++)
        text_addf(out, "succ(%d,%d). ", i, i + 1);
    for (int s = 0; s < PLACES; s++)
        for (int w = 0; w < 2; w++)
            text_addf(out, "leads(%d,%d,%u). ", s, w,
                      random_below(random, PLACES));
    text_addf(out,
              "next(step(Y)) :- true(step(X)), succ(X,Y). "
              "legal(you,W) :- way(W), not barred(W). "
              "barred(1) :- true(at(%u)). "
              "next(at(T)) :- true(at(S)), does(you,W), leads(S,W,T). "
              "terminal :- true(step(%d)). ",
              random_below(random, PLACES), TIMES);
    for (int i = 0; i < 3; i++)
        text_addf(out, "terminal :- true(at(%u)), true(step(%u)). ",
                  random_below(random, PLACES), random_below(random, TIMES));
    if (random_below(random, 2))
        text_addf(out, "terminal :- true(at(%u)). ",
                  1 + random_below(random, PLACES - 1));
    for (int i = 0; i < 5; i++)
        text_addf(out, "goal(you,%u) :- true(at(%u)), true(step(%u)). ",
                  10 * (1 + random_below(random, 10)),
                  random_below(random, PLACES),
                  i ? random_below(random, TIMES) : TIMES);
}

static void a_part_and_a_clock_are_judged_as_one(void **unused)
{
    (void)unused;
    size_t apart_from_clock = 0;
    for (uint64_t seed = 0; seed < 80; seed++) {
        Random random = random_new(seed, 7);
        Text text = {0};
        add_random_walk(&text, &random);
        Riddle riddle = riddle_new(text_string(&text));
        Factoring *factoring = factoring_new(riddle.puzzle.net);
        if (factoring) {
            Best apart = best_by(&riddle, factored_search_new);
            Best whole = best_by(&riddle, breadth_first_new);
            assert_int_equal(factoring->factor_count, 1);
            if (apart.value != whole.value || apart.bound != whole.bound ||
                apart.is_shortest != whole.is_shortest ||
                apart.plan.count != whole.plan.count)
                fail_msg("seed %d: %d of %d in %zu, not %d of %d in %zu: %s",
                         (int)seed, apart.value, apart.bound, apart.plan.count,
                         whole.value, whole.bound, whole.plan.count,
                         text_string(&text));
            best_free(&apart);
            best_free(&whole);
            apart_from_clock++;
        }
        factoring_free(factoring);
        riddle_free(&riddle);
        text_free(&text);
    }
    assert_true(apart_from_clock >= 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_features_are_factors),
        cmocka_unit_test(plans_of_factors_are_combined),
        cmocka_unit_test(the_factors_together_prove_a_bound),
        cmocka_unit_test(
            without_autonomous_features_it_ends_when_all_layers_repeat),
        cmocka_unit_test(random_sums_are_judged_as_by_breadth_first_search),
        cmocka_unit_test(a_part_and_a_clock_are_judged_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
