/* unroll_check_test.c - the checks of debug builds find what is wrong */
#include "child_outcome.h"
#include "loaded.h"

#include "sat/unroll_internal.h"

static Loaded loaded;
static Unroll *unroll;

/* What happens to CHECK in a process of its own: 0, or SIGABRT. */
static int outcome(void check(const Unroll *unroll))
{
    pid_t child;
    if (child_begins(&child)) {
        check(unroll);
        _exit(0);
    }
    return child_outcome(child);
}

static int open_unroll(void **state)
{
    (void)state;
    loaded = load("games/tictactoe.kif");
    unroll = unroll_new(loaded.net, sat_new(NULL), UNROLL_ANY);
    unroll_step(unroll, 0);
    unroll_step(unroll, 1);
    for (uint32_t i = 0; i < loaded.net->feature_count; i++)
        unroll_feature(unroll, 2, i);
    return unroll_solve(unroll, -1) != SAT_YES;
}

static int close_unroll(void **state)
{
    (void)state;
    Sat *sat = unroll->sat;
    unroll_free(unroll);
    sat_free(sat);
    unload(&loaded);
    return 0;
}

/* Some node that is an AND and has a variable of its own at level 1. */
static SatLit *some_gate(void)
{
    SatLit *nodes = unroll->levels.items[1].node_lits;
    for (uint32_t i = 1; i < loaded.net->node_count; i++)
        if (loaded.net->nodes[i].kind == NODE_AND && nodes[i] > 1)
            return &nodes[i];
    fail_msg("no gate");
    return NULL;
}

static void what_is_right_passes(void **state)
{
    (void)state;
    assert_int_equal(outcome(unroll_check), 0);
    assert_int_equal(outcome(unroll_check_model), 0);
}

static void a_literal_out_of_range_is_found(void **state)
{
    (void)state;
    SatLit *gate = some_gate(), kept = *gate;
    *gate = (SatLit)sat_variables(unroll->sat) + 1;
    assert_int_equal(outcome(unroll_check), SIGABRT);
    *gate = kept;
}

static void a_flipped_sign_is_found_in_a_model(void **state)
{
    (void)state;
    SatLit *gate = some_gate(), kept = *gate;
    *gate = -kept;
    assert_int_equal(outcome(unroll_check_model), SIGABRT);
    *gate = kept;
}

static void a_move_that_is_not_listed_is_found(void **state)
{
    (void)state;
    unroll->levels.items[0].possible_count[0]--;
    assert_int_equal(outcome(unroll_check), SIGABRT);
    unroll->levels.items[0].possible_count[0]++;
}

static void a_feature_that_is_not_its_next_is_found(void **state)
{
    (void)state;
    SatLit *nodes = unroll->levels.items[1].node_lits;
    uint32_t first = unroll->feature_node[0], other = first;
    for (uint32_t i = 1; i < loaded.net->feature_count; i++)
        if (nodes[unroll->feature_node[i]] != nodes[first])
            other = unroll->feature_node[i];
    SatLit kept = nodes[first];
    nodes[first] = nodes[other];
    assert_int_equal(outcome(unroll_check), SIGABRT);
    nodes[first] = kept;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_passes),
        cmocka_unit_test(a_literal_out_of_range_is_found),
        cmocka_unit_test(a_flipped_sign_is_found_in_a_model),
        cmocka_unit_test(a_move_that_is_not_listed_is_found),
        cmocka_unit_test(a_feature_that_is_not_its_next_is_found),
    };
    return cmocka_run_group_tests(tests, open_unroll, close_unroll);
}
