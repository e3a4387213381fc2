/* verify_questions_test.c - what is asked about a game, and is it so */
#include "loaded.h"

#include "prove/schedule.h"
#include "prove/verify.h"
#include "prove/walk/explicit_check.h"

/* Whether the properties hold in all positions of RULES: "playable yes, ...".
 * What is asked about winning is whether a role cannot, about the end whether
 * it never comes. */
static const char *answers_to(const char *rules)
{
    static const char *const checks[] = {"playable", "endless",    "goals",
                                         "no-win",   "bases",      "inputs",
                                         "zero-sum", "turn-taking"};
    static Text kept;
    enum { MAX_QUESTIONS = 16 };
    PropertyResult results[MAX_QUESTIONS];
    Text out = {0};
    const char *why;
    Loaded loaded = load_game(rules);
    RelationId declared[] = {loaded.game->keyword[KEYWORD_BASE],
                             loaded.game->keyword[KEYWORD_INPUT]};
    NetOptions options = {.relations = declared, .relation_count = 2};
    if (declared[0] == NO_RELATION)
        options.relation_count = 0;
    loaded.net = net_new_with(loaded.game, &options, NULL, &why);
    properties_init(&loaded.properties, loaded.net);
    Questions questions = {.game = loaded.game,
                           .net = loaded.net,
                           .properties = &loaded.properties};
    Interp *interp = interp_new(loaded.game, NULL, &why);
    questions_add_all(&questions, interp);
    assert_true(questions.list.count <= MAX_QUESTIONS);
    PropertyTask task = {.net = loaded.net,
                         .properties = &loaded.properties,
                         .list = questions.list.items,
                         .count = questions.list.count,
                         .budget = &loaded.budget};
    schedule_run(&task, results);
    for (size_t i = 0; i < task.count; i++) {
        Question about = questions.topics.items[i];
        text_addf(&out, "%s%s", i ? ", " : "", checks[about.check]);
        if (about.role != NO_INDEX)
            text_addf(&out, " %u", (unsigned)about.role);
        text_adds(&out, results[i].verdict == VERDICT_PROVED    ? " yes"
                        : results[i].verdict == VERDICT_REFUTED ? " no"
                                                                : " ?");
        free(results[i].moves);
    }
    vec_free(&task.lemmas);
    interp_free(interp);
    questions_free(&questions);
    unload(&loaded);
    return keep(&kept, out);
}

#define STEPS                                                                  \
    "(init (at 1)) (<= (next (at 2)) (true (at 1)))"                           \
    "(<= terminal (true (at 2)))"
#define TWO  STEPS "(role ann) (role bob) (legal ann go) (legal bob go)"
#define FAIR "(goal ann 100) (goal bob 0)"

static void each_fault_is_seen_by_the_question_about_it_only(void **state)
{
    (void)state;
    static const Case cases[] = {
        {TWO FAIR,
         "playable yes, endless no, goals yes, no-win 0 no, no-win 1 yes, "
         "zero-sum yes, turn-taking yes"},
        {STEPS "(role ann) (role bob) (legal ann go)"
               "(<= (legal bob go) (true (at 2)))" FAIR,
         "playable no, endless yes, goals yes, no-win 0 yes, no-win 1 yes, "
         "zero-sum yes, "
         "turn-taking yes"},
        {TWO "(goal ann 100) (goal ann 90) (goal bob 0)",
         "playable yes, endless no, goals no, no-win 0 no, no-win 1 yes, "
         "zero-sum no, "
         "turn-taking yes"},
        {TWO "(goal ann 40) (goal bob 40)",
         "playable yes, endless no, goals yes, no-win 0 yes, no-win 1 yes, "
         "zero-sum no, "
         "turn-taking yes"},
        {TWO FAIR "(legal ann run) (legal bob run)",
         "playable yes, endless no, goals yes, no-win 0 no, no-win 1 yes, "
         "zero-sum yes, "
         "turn-taking no"},
    };
    assert_cases(cases, answers_to);
}

static void only_what_makes_sense_is_asked(void **state)
{
    (void)state;
    static const Case cases[] = {
        {STEPS "(role you) (legal you go) (goal you 100)",
         "playable yes, endless no, goals yes, no-win 0 no"},
        {STEPS "(role you) (role random) (legal you go) (legal random go)"
               "(goal you 100)",
         "playable yes, endless no, goals yes, no-win 0 no, turn-taking yes"},
        {STEPS "(role you) (legal you go) (goal you 100)"
               "(base (at 1)) (input you go)",
         "playable yes, endless no, goals yes, no-win 0 no, bases no, inputs "
         "yes"},
    };
    assert_cases(cases, answers_to);
}

/* ---- against all positions ---- */

/* Every question is decided, as the positions of ALL have it. */
static void compare_results(const PropertyTask *task,
                            const PropertyResult *results,
                            const ReachableStates *all)
{
    enum { MAX_QUESTIONS = 16 };
    size_t count = task->count;
    const GroundProperty *list[MAX_QUESTIONS];
    Counterexample plays[MAX_QUESTIONS] = {0};
    GuidedWalks *walks = walks_new(task->net, task->properties, 1);
    assert_true(count <= MAX_QUESTIONS);
    ExplicitCheck check = {.net = task->net,
                           .properties = task->properties,
                           .list = list,
                           .count = count,
                           .reachable = all,
                           .walks = walks};
    for (size_t i = 0; i < count; i++)
        list[i] = &task->list[i];
    assert_int_equal(explicit_check(&check, plays), 1);
    for (size_t i = 0; i < count; i++) {
        const PropertyResult *result = &results[i];
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
    Termination termination = {0};
    Interp *interp = interp_new(loaded.game, NULL, &why);
    Machine *machine = machine_new(loaded.net);
    ReachableStates *all = reachable_new(machine, 1000000, NULL);
    prove_limits_init(&limits);
    questions_add_all(&questions, interp);
    PropertyTask proofs = verify_proofs(&task, &questions, &termination);
    PropertyResult *results =
        arena_array(loaded.arena, PropertyResult, proofs.count);
    schedule_run(&proofs, results);
    assert_true(reachable_complete(all));
    compare_results(&proofs, results, all);
    compare_ending(&termination, all);
    size_t question = questions_find(&questions, CHECK_TERMINATING);
    bool endless = results[question].verdict == VERDICT_PROVED;
    schedule_free_results(&proofs, results);
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
        cmocka_unit_test(each_fault_is_seen_by_the_question_about_it_only),
        cmocka_unit_test(only_what_makes_sense_is_asked),
        cmocka_unit_test(all_is_decided_as_all_positions_have_it),
        cmocka_unit_test(a_game_that_nobody_can_end_is_found_to_be_endless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
