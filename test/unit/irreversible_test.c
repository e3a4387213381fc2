/* irreversible_test.c - bounds from changes that stay, compared with plays */
#include "loaded.h"

#include "prove/schedule.h"
#include "prove/termination/termination.h"
#include "prove/walk/reachable_states.h"

/* True if a bound was found; fails if a play is longer. */
static bool is_bounded(const char *rules, uint64_t *bound, size_t *longest)
{
    Loaded loaded = load_net(rules);
    Machine *machine = machine_new(loaded.net);
    PropertyTask lemmas = {.net = loaded.net,
                           .properties = &loaded.properties,
                           .budget = &loaded.budget,
                           .seed = 1,
                           .wants_lemmas = true};
    schedule_run(&lemmas, NULL);
    const TerminationTask task = {.machine = machine,
                                  .properties = &loaded.properties,
                                  .seed = 1,
                                  .budget = &loaded.budget,
                                  .lemmas = &lemmas.lemmas};
    bool found = find_irreversible_bound(&task, bound);
    ReachableStates *reachable = reachable_new(machine, 10000, NULL);
    assert_true(reachable_complete(reachable));
    PlayLength length = reachable_length(reachable);
    *longest = length.bound;
    assert_false(found && length.endless);
    assert_true(!found || length.bound <= *bound);
    free(length.moves);
    reachable_free(reachable);
    machine_free(machine);
    vec_free(&lemmas.lemmas);
    unload(&loaded);
    return found;
}

static void a_lamp_a_step_bounds_plays_by_the_lamps(void **state)
{
    (void)state;
    uint64_t bound;
    size_t longest;
    assert_true(is_bounded("(role a)(lamp 1)(lamp 2)(lamp 3)"
                           "(<= (legal a (light ?x)) (lamp ?x)"
                           "    (not (true (lit ?x))))"
                           "(<= (next (lit ?x)) (does a (light ?x)))"
                           "(<= (next (lit ?x)) (true (lit ?x)))"
                           "(<= dark (lamp ?x) (not (true (lit ?x))))"
                           "(<= terminal (not dark))(goal a 100)",
                           &bound, &longest));
    assert_int_equal(longest, 3);
    assert_int_equal(bound, 3);
}

/* Whoever lights a lamp rests for a step: the last play has a step more than
 * two for each lamp, if it begins with a rest. */
static void
a_lamp_every_other_step_bounds_plays_by_twice_the_lamps(void **state)
{
    (void)state;
    uint64_t bound;
    size_t longest;
    assert_true(is_bounded("(role a)(lamp 1)(lamp 2)(init tired)"
                           "(<= (legal a rest) (true tired))"
                           "(<= (legal a (light ?x)) (lamp ?x)"
                           "    (not (true tired)) (not (true (lit ?x))))"
                           "(<= (legal a wait) (not (true tired)) (not dark))"
                           "(<= (next tired) (does a (light ?x)))"
                           "(<= (next (lit ?x)) (does a (light ?x)))"
                           "(<= (next (lit ?x)) (true (lit ?x)))"
                           "(<= dark (lamp ?x) (not (true (lit ?x))))"
                           "(<= terminal (not dark) (not (true tired)))"
                           "(goal a 100)",
                           &bound, &longest));
    assert_int_equal(longest, 5);
    assert_int_equal(bound, 5);
}

/* Whoever lights a lamp wipes out all marks: no mark stays, but among the steps
 * that light no lamp all do. */
static void what_stays_between_milestones_is_ranked_below_them(void **state)
{
    (void)state;
    uint64_t bound;
    size_t longest;
    assert_true(is_bounded("(role a)(thing 1)(thing 2)"
                           "(<= (legal a (light ?x)) (thing ?x)"
                           "    (not (true (lit ?x))))"
                           "(<= (legal a (mark ?x)) (thing ?x)"
                           "    (not (true (marked ?x))))"
                           "(<= (next (lit ?x)) (does a (light ?x)))"
                           "(<= (next (lit ?x)) (true (lit ?x)))"
                           "(<= (next (marked ?x)) (does a (mark ?x)))"
                           "(<= (next (marked ?x)) (true (marked ?x))"
                           "    (does a (mark ?y)))"
                           "(<= dark (thing ?x) (not (true (lit ?x))))"
                           "(<= terminal (not dark))(goal a 100)",
                           &bound, &longest));
    assert_int_equal(longest, 6);
    assert_int_equal(bound, 8);
}

/* Stones change their owners, but a place is never free again. A pass changes
 * nothing but the turn, and comes only where one cannot put a stone. */
static void two_passes_in_a_row_need_no_milestone(void **state)
{
    (void)state;
    uint64_t bound;
    size_t longest;
    assert_true(is_bounded(
        "(role a)(role b)(init (turn a))(other a b)(other b a)"
        "(may a 1)(may b 2)(may b 3)"
        "(<= (taken ?x) (true (stone ?x ?p)))"
        "(<= (can ?p) (may ?p ?x) (not (taken ?x)))"
        "(<= (legal ?p (put ?x)) (true (turn ?p)) (may ?p ?x)"
        "    (not (taken ?x)))"
        "(<= (legal ?p pass) (true (turn ?p)) (not (can ?p)))"
        "(<= (legal ?p pass) (true (turn ?q)) (other ?p ?q))"
        "(<= (next (turn ?p)) (true (turn ?q)) (other ?p ?q))"
        "(<= (next (stone ?x ?p)) (does ?p (put ?x)))"
        "(<= (next (stone ?x ?p)) (true (stone ?x ?q)) (other ?p ?q)"
        "    (does ?r (put ?y)))"
        "(<= (next (stone ?x ?p)) (true (stone ?x ?p)) (does a pass)"
        "    (does b pass))"
        "(<= terminal (not (can a)) (not (can b)))(goal a 50)(goal b 50)",
        &bound, &longest));
    assert_int_equal(longest, 4);
    assert_int_equal(bound, 7);
}

static void a_lamp_that_goes_out_bounds_nothing(void **state)
{
    (void)state;
    uint64_t bound;
    size_t longest;
    assert_false(is_bounded("(role a)(init off)(legal a press)"
                            "(<= (next on) (true off))"
                            "(<= (next off) (true on))"
                            "(<= terminal (true on) (true off))(goal a 100)",
                            &bound, &longest));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lamp_a_step_bounds_plays_by_the_lamps),
        cmocka_unit_test(
            a_lamp_every_other_step_bounds_plays_by_twice_the_lamps),
        cmocka_unit_test(what_stays_between_milestones_is_ranked_below_them),
        cmocka_unit_test(two_passes_in_a_row_need_no_milestone),
        cmocka_unit_test(a_lamp_that_goes_out_bounds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
