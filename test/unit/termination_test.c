/* termination_test.c - bounds and loops, compared with all positions */
#include "child_outcome.h"
#include "loaded.h"

#include "prove/schedule.h"
#include "prove/termination/termination.h"
#include "prove/walk/reachable_states.h"

typedef struct {
    Verdict verdict;
    uint64_t bound;
    const char *how;
} Ending;

/* The state after STEPS of the moves, all of them legal; to be freed. */
static uint64_t *state_after(const Machine *machine, const uint32_t *moves,
                             size_t steps)
{
    size_t roles = machine_net(machine)->role_count;
    size_t bytes = machine_words(machine) * sizeof(uint64_t);
    uint64_t *state = malloc(bytes);
    Cursor *cursor = cursor_new(machine);
    memcpy(state, machine_initial(machine), bytes);
    for (size_t i = 0; i < steps; i++) {
        const uint32_t *joint = moves + i * roles;
        assert_false(cursor_is_terminal(cursor));
        for (size_t r = 0; r < roles; r++)
            assert_true(
                cursor_legal(cursor, r)[joint[r] / 64] >> joint[r] % 64 & 1);
        cursor_moves(cursor, joint);
        memcpy(state, cursor_next(cursor), bytes);
        cursor_set(cursor, state);
    }
    cursor_free(cursor);
    return state;
}

/* No play is longer than the bound; a loop returns to where it began. */
static void check_against_positions(const Machine *machine,
                                    const Termination *termination)
{
    ReachableStates *reachable = reachable_new(machine, 100000, NULL);
    assert_true(reachable_complete(reachable));
    PlayLength length = reachable_length(reachable);
    if (termination->verdict == VERDICT_PROVED) {
        assert_false(length.endless);
        assert_true(termination->bound >= length.bound);
    } else if (termination->verdict == VERDICT_REFUTED) {
        uint64_t *last =
            state_after(machine, termination->moves, termination->steps);
        uint64_t *first =
            state_after(machine, termination->moves, termination->loop_from);
        assert_true(length.endless);
        assert_true(termination->loop_from < termination->steps);
        assert_memory_equal(first, last, machine_words(machine) * sizeof *last);
        free(first);
        free(last);
    }
    free(length.moves);
    reachable_free(reachable);
}

/* What the method finds; checked. */
static Ending ending(const char *path, ProofMethod method)
{
    Loaded loaded = load(path);
    Machine *machine = machine_new(loaded.net);
    PropertyTask lemmas = {.net = loaded.net,
                           .properties = &loaded.properties,
                           .budget = &loaded.budget,
                           .seed = 1,
                           .wants_lemmas = true};
    schedule_run(&lemmas, NULL);
    TerminationTask task = {.machine = machine,
                            .properties = &loaded.properties,
                            .lemmas = &lemmas.lemmas,
                            .seed = 1,
                            .budget = &loaded.budget};
    Termination found = find_termination(&task, method);
    check_against_positions(machine, &found);
    free(found.moves);
    vec_free(&lemmas.lemmas);
    machine_free(machine);
    unload(&loaded);
    return (Ending){found.verdict, found.bound, found.how};
}

/* Three rounds, of whatever is shown. */
static void every_method_that_bounds_plays_says_how(void **state)
{
    (void)state;
    static const struct {
        ProofMethod method;
        const char *how;
    } proofs[] = {{PROOF_AUTONOMOUS, "autonomous features"},
                  {PROOF_LINEAR_RANKING, "linear ranking"}};
    for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++) {
        Ending found = ending("games/rps.kif", proofs[i].method);
        assert_int_equal(found.verdict, VERDICT_PROVED);
        assert_int_equal(found.bound, 3);
        assert_string_equal(found.how, proofs[i].how);
    }
    Ending none = ending("games/rps.kif", PROOF_REPEATING);
    assert_int_equal(none.verdict, VERDICT_UNKNOWN);
    assert_null(none.how);
}

/* Every step marks a cell; that the bound holds is checked above. */
static void marks_that_are_set_are_irreversible(void **state)
{
    (void)state;
    Ending found = ending("games/tictactoe.kif", PROOF_IRREVERSIBLE);
    assert_int_equal(found.verdict, VERDICT_PROVED);
    assert_string_equal(found.how, "irreversible changes");
}

/* The farmer may row to and fro for ever. */
static void a_play_that_can_go_on_returns_to_a_position(void **state)
{
    (void)state;
    Ending play = ending("games/river.kif", PROOF_REPEATING);
    Ending sum = ending("games/river.kif", PROOF_LINEAR_RANKING);
    assert_int_equal(play.verdict, VERDICT_REFUTED);
    assert_string_equal(play.how, "play");
    assert_int_equal(sum.verdict, VERDICT_UNKNOWN);
}

/* Every play has three steps, whatever is played. */
static const char THREE_STEPS[] =
    "(role a)(role b)(succ 1 2)(succ 2 3)(succ 3 4)(init (step 1))"
    "(legal a left)(legal a right)(legal b noop)"
    "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))"
    "(<= (next (went ?m)) (does a ?m))"
    "(<= terminal (true (step 4)))(goal a 100)(goal b 0)";

/* Whoever goes left is there at once; the longest play goes right until then.
 */
static const char UP_TO_FOUR_STEPS[] =
    "(role a)(legal a left)(legal a right)(init (at 0))"
    "(succ 0 1)(succ 1 2)(succ 2 3)(succ 3 4)"
    "(<= (next (at ?y)) (does a right) (true (at ?x)) (succ ?x ?y))"
    "(<= (next (at 4)) (does a left))"
    "(<= terminal (true (at 4)))(goal a 100)";

/* What happens to the check in a process of its own: 0, or SIGABRT. */
static int outcome(const char *rules, uint64_t bound)
{
    Loaded loaded = load_net(rules);
    Machine *machine = machine_new(loaded.net);
    pid_t child;
    if (child_begins(&child)) {
        bound_check(machine, bound, 1);
        _exit(0);
    }
    int result = child_outcome(child);
    machine_free(machine);
    unload(&loaded);
    return result;
}

static void a_bound_that_no_play_exceeds_passes(void **state)
{
    (void)state;
    assert_int_equal(outcome(THREE_STEPS, 3), 0);
    assert_int_equal(outcome(THREE_STEPS, 4), 0);
    assert_int_equal(outcome(UP_TO_FOUR_STEPS, 4), 0);
}

static void a_bound_that_every_play_exceeds_is_found(void **state)
{
    (void)state;
    assert_int_equal(outcome(THREE_STEPS, 2), SIGABRT);
    assert_int_equal(outcome(THREE_STEPS, 0), SIGABRT);
}

/* One play in eight is that long: some of those sampled are. */
static void a_bound_that_some_plays_exceed_is_found(void **state)
{
    (void)state;
    assert_int_equal(outcome(UP_TO_FOUR_STEPS, 3), SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_that_bounds_plays_says_how),
        cmocka_unit_test(marks_that_are_set_are_irreversible),
        cmocka_unit_test(a_play_that_can_go_on_returns_to_a_position),
        cmocka_unit_test(a_bound_that_no_play_exceeds_passes),
        cmocka_unit_test(a_bound_that_every_play_exceeds_is_found),
        cmocka_unit_test(a_bound_that_some_plays_exceed_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
