/* breadth_first_test.c - plans where values depend on a clock */
#include "support.h"

#include "api/handle.h"
#include "base/random.h"
#include "solve/puzzle.h"

/* A walk whose ends and values depend on when it gets somewhere. The clock runs
 * out, which may end the walk, or goes round. */
static void add_random_walk(Text *out, Random *random)
{
    enum { PLACES = 9, TIMES = 11 };
    bool runs_out = random_below(random, 4), ends = random_below(random, 2);
    text_adds(out, "role(you). init(step(0)). init(at(0)). way(0). way(1). ");
    for (int i = 0; i < TIMES; i++)
        text_addf(out, "succ(%d,%d). ", i, i + 1);
    for (int s = 0; s < PLACES; s++)
        for (int w = 0; w < 2; w++)
            text_addf(out, "leads(%d,%d,%u). ", s, w,
                      random_below(random, PLACES));
    text_addf(out,
              "next(step(Y)) :- true(step(X)), succ(X,Y). %s"
              "legal(you,W) :- way(W), not barred(W). "
              "barred(1) :- true(at(%u)). "
              "next(at(T)) :- true(at(S)), does(you,W), leads(S,W,T). "
              "terminal :- true(step(%d)), true(at(%u)). %s",
              runs_out ? "" : "next(step(0)) :- true(step(11)). ",
              random_below(random, PLACES), TIMES, random_below(random, PLACES),
              ends ? "terminal :- true(step(11)). " : "");
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
    text_addf(out, "goal(you,5) :- not true(step(%u)). ",
              random_below(random, TIMES));
}

static void add_best(Text *out, const Best *best)
{
    text_addf(out, "%d of %d in %zu%s", best->value, best->bound,
              best->plan.count, best->is_shortest ? ", shortest" : "");
}

/* What is best in TEXT, by breadth-first search or by the interpreter. */
static void solve(Text *out, const char *text, bool by_interpreter)
{
    const char *why;
    Budget budget = budget_new(0, NULL);
    Arena *arena = arena_new();
    ZermeloGame *game = read_game(text);
    ZermeloNet *handle = zermelo_ground(game, NULL, &why);
    assert_non_null(handle);
    Interp *interp = interp_new(game->game, &budget, &why);
    const Position *start = interp_initial(interp);
    Puzzle puzzle = {.game = game->game,
                     .start_position =
                         position_new(arena, start->features, start->count),
                     .net = handle->net,
                     .machine = handle->machine,
                     .start_state = machine_initial(handle->machine),
                     .horizon = NO_HORIZON,
                     .wanted_value = NO_VALUE,
                     .max_table_bytes = 1 << 24,
                     .budget = &budget};
    Best best = best_new(&puzzle);
    if (by_interpreter) {
        interpreted_solve(&puzzle, interp, &best);
    } else {
        PlanSearch *search = breadth_first_new(&puzzle, 1 << 24);
        uint64_t done = 0;
        while (search->step(search, &best, 10000, &done) == SEARCH_RUNNING &&
               !best_is_certain(&best))
            continue;
        search->free(search);
    }
    add_best(out, &best);
    best_free(&best);
    interp_free(interp);
    zermelo_net_free(handle);
    zermelo_free(game);
    arena_free(arena);
}

static void a_clock_kept_apart_changes_nothing(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 150; seed++) {
        Random random = random_new(seed, 7);
        Text text = {0}, found = {0}, expected = {0};
        add_random_walk(&text, &random);
        solve(&found, text_string(&text), false);
        solve(&expected, text_string(&text), true);
        if (strcmp(text_string(&found), text_string(&expected)) != 0)
            fail_msg("seed %d: %s, not %s: %s", (int)seed, text_string(&found),
                     text_string(&expected), text_string(&text));
        text_free(&text);
        text_free(&found);
        text_free(&expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_kept_apart_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
