/* literal_ranking_test.c - bounds by ranking functions, compared with plays */
#include "loaded.h"

#include "prove/linear/linear_invariants.h"
#include "prove/schedule.h"
#include "prove/termination/literal_ranking.h"
#include "prove/walk/reachable_states.h"

typedef struct {
    bool by_literals, by_sums;
} Ranked;

static PlayLength longest_play(const Net *net)
{
    Machine *machine = machine_new(net);
    ReachableStates *reachable = reachable_new(machine, 10000, NULL);
    assert_true(reachable_complete(reachable));
    PlayLength length = reachable_length(reachable);
    free(length.moves);
    reachable_free(reachable);
    machine_free(machine);
    return length;
}

/* Which rankings are found with the lemmas of one proof; fails if a play is
 * longer than one of them allows. */
static Ranked rank(Loaded *loaded)
{
    ScheduleTask task = {.net = loaded->net,
                         .properties = &loaded->properties,
                         .budget = &loaded->budget,
                         .plan = PLAN_QUICK,
                         .rounds = 1,
                         .wants_lemmas = true};
    uint64_t bounds[2];
    schedule_run(&task, NULL);
    const RankGivens givens = {.lemmas = task.lemmas.items,
                               .lemma_count = task.lemmas.count};
    Ranked ranked = {find_literal_ranking(loaded->net, &loaded->properties,
                                          &givens, &loaded->budget, &bounds[0]),
                     find_linear_ranking(loaded->net, &loaded->properties,
                                         task.lemmas.items, task.lemmas.count,
                                         &loaded->budget, &bounds[1])};
    PlayLength length = longest_play(loaded->net);
    if (ranked.by_literals)
        assert_true(!length.endless && length.bound <= bounds[0]);
    if (ranked.by_sums)
        assert_true(!length.endless && length.bound <= bounds[1]);
    vec_free(&task.lemmas);
    unload(loaded);
    return ranked;
}

static void no_play_is_longer_than_its_rank(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "games/river.kif",    "games/nim.kif",       "games/coins.gdl",
        "games/rps.kif",      "games/tictactoe.kif", "games/montyhall.gdl",
        "games/hexapawn.kif", "games/oddone.kif",    "games/hanoi.kif",
        "games/curios.kif",   "games/kuhnpoker.gdl", "games/blocksworld.gdl",
    };
    size_t by_literals = 0, by_sums = 0;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        Loaded loaded = load(paths[i]);
        Ranked ranked = rank(&loaded);
        by_literals += ranked.by_literals;
        by_sums += ranked.by_sums;
    }
    assert_true(by_literals >= 4 && by_sums >= 4);
}

/* A token goes back or forth as often as it likes, or burns a match. */
static void what_can_be_undone_has_no_rank(void **state)
{
    (void)state;
    Loaded loaded = load_net(
        "(role a)(match 1)(match 2)(init (at 1))(init (left 1))(init (left 2))"
        "(legal a go)(<= (legal a (burn ?m)) (true (left ?m)))"
        "(<= (next (at 1)) (true (at 2)) (does a go))"
        "(<= (next (at 2)) (true (at 1)) (does a go))"
        "(<= (next (at ?x)) (true (at ?x)) (not (does a go)))"
        "(<= (next (left ?m)) (true (left ?m)) (not (does a (burn ?m))))"
        "(<= any (true (left ?m)))(<= terminal (not any))(goal a 100)");
    Ranked ranked = rank(&loaded);
    assert_false(ranked.by_literals || ranked.by_sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_play_is_longer_than_its_rank),
        cmocka_unit_test(what_can_be_undone_has_no_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
