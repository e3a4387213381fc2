/* verify_rounds_test.c - what rounds of proof decide, against all positions */
#include "loaded.h"

#include "prove/verify_rounds.h"
#include "prove/walk/explicit_check.h"

/* Every question is decided, as the positions of ALL have it. */
static void compare_results(const VerifyRounds *rounds,
                            const ReachableStates *all)
{
    size_t count = rounds->questions->list.count;
    const GroundProperty **list =
        arena_array(rounds->task->arena, const GroundProperty *, count);
    Counterexample *plays =
        arena_array(rounds->task->arena, Counterexample, count);
    GuidedWalks *walks = walks_new(rounds->net, rounds->properties, 1);
    ExplicitCheck check = {.net = rounds->net,
                           .properties = rounds->properties,
                           .list = list,
                           .count = count,
                           .reachable = all,
                           .walks = walks};
    for (size_t i = 0; i < count; i++)
        list[i] = &rounds->questions->list.items[i];
    assert_int_equal(explicit_check(&check, plays), 1);
    assert_non_null(rounds->results);
    for (size_t i = 0; i < count; i++) {
        const PropertyResult *result = &rounds->results[i];
        assert_int_equal(result->verdict,
                         plays[i].moves ? VERDICT_REFUTED : VERDICT_PROVED);
        assert_true(!result->moves == !plays[i].moves);
        free(plays[i].moves);
    }
    walks_free(walks);
}

/* A play returns just if one can; no bound is below the longest play. */
static void compare_ending(const Termination *ending,
                           const ReachableStates *all)
{
    PlayLength length = reachable_length(all);
    assert_int_equal(ending->verdict,
                     length.endless ? VERDICT_REFUTED : VERDICT_PROVED);
    assert_true(length.endless || ending->bound >= length.bound);
    free(length.moves);
}

/* Whether no play is found to end. */
static bool is_endless(Loaded loaded)
{
    const char *why;
    ProveLimits limits;
    VerifyTask task = {.game = loaded.game,
                       .seed = 1,
                       .budget = &loaded.budget,
                       .limits = &limits,
                       .arena = loaded.arena};
    Questions questions = {.game = loaded.game,
                           .net = loaded.net,
                           .properties = &loaded.properties};
    VerifyRounds rounds = {.task = &task,
                           .net = loaded.net,
                           .properties = &loaded.properties,
                           .questions = &questions};
    Interp *interp = interp_new(loaded.game, NULL, &why);
    Machine *machine = machine_new(loaded.net);
    ReachableStates *all = reachable_new(machine, 1000000, NULL);
    prove_limits_init(&limits);
    questions_add_all(&questions, interp);
    verify_rounds_run(&rounds);
    assert_true(reachable_complete(all));
    compare_results(&rounds, all);
    compare_ending(&rounds.termination, all);
    bool endless = verify_rounds_endless(&rounds);
    verify_rounds_free(&rounds);
    reachable_free(all);
    machine_free(machine);
    questions_free(&questions);
    interp_free(interp);
    unload(&loaded);
    return endless;
}

static void all_is_decided_as_all_positions_have_it(void **state)
{
    (void)state;
    static const char *const games[] = {
        "games/nim.kif",       "games/river.kif",   "games/hexapawn.kif",
        "games/montyhall.gdl", "games/rps.kif",     "games/kuhnpoker.gdl",
        "games/oddone.kif",    "games/orchard.kif", "games/tictactoe.kif"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        assert_false(is_endless(load(games[i])));
}

static void a_game_that_nobody_can_end_is_found_to_be_endless(void **state)
{
    (void)state;
    assert_true(is_endless(load_net("(role you) (init (at 1)) (legal you go)"
                                    "(<= (next (at 2)) (true (at 1)))"
                                    "(<= (next (at 1)) (true (at 2)))"
                                    "(<= terminal (true (at 1)) (true (at 2)))"
                                    "(goal you 100)")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_decided_as_all_positions_have_it),
        cmocka_unit_test(a_game_that_nobody_can_end_is_found_to_be_endless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
