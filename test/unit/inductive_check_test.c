/* inductive_check_test.c - facts that are not inductive are found out */
#include "child_outcome.h"
#include "loaded.h"
#include "ring.h"

#include "prove/induction/inductive_check.h"

enum { CELLS = 4 };

/* The token is not in both cells. Features are sorted: cell 1 is number 0. */
static GroundProperty not_both(PropertyTable *properties, const uint32_t *cells)
{
    return (GroundProperty){
        .ends = {ref_not(property_pair(
            properties, property_feature(properties, 0, cells[0] - 1),
            property_feature(properties, 0, cells[1] - 1)))}};
}

/* What happens to the check in a process of its own, 0 or SIGABRT, if the facts
 * are that the token is not in both cells of each of COUNT pairs. */
static int outcome(const uint32_t (*pairs)[2], size_t count, size_t first)
{
    Loaded loaded = load_net(RING);
    GroundProperty properties[CELLS];
    const GroundProperty *facts[CELLS];
    assert_int_equal(loaded.net->feature_count, CELLS);
    for (size_t i = 0; i < count; i++) {
        properties[i] = not_both(&loaded.properties, pairs[i]);
        facts[i] = &properties[i];
    }
    pid_t child;
    if (child_begins(&child)) {
        inductive_check(&loaded.properties, UNROLL_ANY, facts, count, first);
        _exit(0);
    }
    int ending = child_outcome(child);
    unload(&loaded);
    return ending;
}

/* Neighbours come from neighbours, and opposite cells from opposite ones. */
static const uint32_t neighbours[][2] = {{1, 2}, {2, 3}, {3, 4}, {4, 1}};
static const uint32_t opposite[][2] = {{1, 3}, {2, 4}};

static void facts_that_are_inductive_together_pass(void **state)
{
    (void)state;
    assert_int_equal(outcome(neighbours, 4, 0), 0);
    assert_int_equal(outcome(opposite, 2, 0), 0);
}

static void a_fact_that_needs_one_more_is_found(void **state)
{
    (void)state;
    for (size_t count = 1; count < 4; count++)
        assert_int_equal(outcome(neighbours, count, 0), SIGABRT);
    assert_int_equal(outcome(opposite, 1, 0), SIGABRT);
}

/* Of 4-1 and 1-2 only the second follows from both; without what comes
 * before FIRST, nothing is said of that. */
static void only_the_last_facts_are_asked_about(void **state)
{
    (void)state;
    static const uint32_t pairs[][2] = {{4, 1}, {1, 2}};
    assert_int_equal(outcome(pairs, 2, 0), SIGABRT);
    assert_int_equal(outcome(pairs, 2, 1), 0);
    assert_int_equal(outcome(pairs, 2, 2), 0);
}

/* A token that is nowhere stays nowhere: only the initial position objects. */
static void a_fact_that_fails_initially_is_found(void **state)
{
    (void)state;
    static const uint32_t everywhere[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
    assert_int_equal(outcome(everywhere, CELLS, 0), SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_that_are_inductive_together_pass),
        cmocka_unit_test(a_fact_that_needs_one_more_is_found),
        cmocka_unit_test(only_the_last_facts_are_asked_about),
        cmocka_unit_test(a_fact_that_fails_initially_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
