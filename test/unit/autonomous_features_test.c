/* autonomous_features_test.c - what happens whatever is played */
#include "loaded.h"

#include "prove/candidates/autonomous_features.h"
#include "prove/walk/reachable_states.h"

/* The bound, or 0; fails if a play is longer. */
static uint64_t bound_of(const char *rules)
{
    Loaded loaded = load_net(rules);
    uint64_t bound = 0;
    bool found =
        autonomous_end(&loaded.properties, &loaded.budget, NULL, &bound);
    Machine *machine = machine_new(loaded.net);
    ReachableStates *reachable = reachable_new(machine, 1000, NULL);
    PlayLength length = reachable_length(reachable);
    assert_true(!found || (!length.endless && length.bound <= bound));
    free(length.moves);
    reachable_free(reachable);
    machine_free(machine);
    unload(&loaded);
    return found ? bound : 0;
}

/* A clock, and a coin that may be turned. */
#define CLOCK_AND_COIN                                                         \
    "(role a)(succ 0 1)(succ 1 2)(succ 2 3)(init (clock 0))"                   \
    "(legal a turn)(legal a wait)"                                             \
    "(<= (next (clock ?n)) (true (clock ?m)) (succ ?m ?n))"                    \
    "(<= (next heads) (does a turn) (not (true heads)))"                       \
    "(<= (next heads) (does a wait) (true heads))(goal a 100)"

static void a_clock_ends_the_game(void **state)
{
    (void)state;
    assert_int_equal(bound_of(CLOCK_AND_COIN "(<= terminal (true (clock 3)))"),
                     3);
    assert_int_equal(bound_of(CLOCK_AND_COIN "(<= terminal (true heads))"
                                             "(<= terminal (true (clock 2)))"),
                     2);
}

static void what_can_be_put_off_does_not_end_it(void **state)
{
    (void)state;
    assert_int_equal(bound_of(CLOCK_AND_COIN "(<= terminal (true heads))"), 0);
    assert_int_equal(
        bound_of(CLOCK_AND_COIN "(<= terminal (true heads) (true (clock 3)))"),
        0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_ends_the_game),
        cmocka_unit_test(what_can_be_put_off_does_not_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
