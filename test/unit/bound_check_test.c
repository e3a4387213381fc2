/* bound_check_test.c - plays longer than a claimed bound are found out */
#include "child_outcome.h"
#include "loaded.h"

#include "prove/termination/bound_check.h"

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
    int ending = child_outcome(child);
    machine_free(machine);
    unload(&loaded);
    return ending;
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
        cmocka_unit_test(a_bound_that_no_play_exceeds_passes),
        cmocka_unit_test(a_bound_that_every_play_exceeds_is_found),
        cmocka_unit_test(a_bound_that_some_plays_exceed_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
