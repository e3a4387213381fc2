/* implied_lits_test.c - what a literal of a net implies */
#include "loaded.h"

#include "sat/implied_lits.h"
#include "sat/unroll.h"

/* Each literal found for a legal move follows, as a solver says; and without a
 * limit of size, the features that a move needs are among them. */
static void what_is_implied_follows(void **state)
{
    (void)state;
    static const ImpliedLimits all = {4, 6, 40, false},
                               small = {6, 24, 64, true};
    Loaded loaded = load("games/breakthroughsmall.kif");
    const Net *net = loaded.net;
    const Role *role = &net->roles[0];
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(net, sat, UNROLL_ANY);
    size_t found = 0;
    for (size_t m = 0; m < role->move_count; m += 3)
        for (int k = 0; k < 2; k++) {
            NetLits implied = {0};
            add_implied_lits(net, role->legal[m], k ? all : small, &implied);
            assert_int_equal(lits_contain(&implied, role->legal[m]), k);
            found += implied.count;
            for (size_t i = 0; i < implied.count; i++) {
                sat_assume(sat, unroll_lit(unroll, 0, role->legal[m]));
                sat_assume(sat, -unroll_lit(unroll, 0, implied.items[i]));
                assert_int_equal(unroll_solve(unroll, -1), SAT_NO);
            }
            vec_free(&implied);
        }
    assert_true(found > 3 * role->move_count / 3);
    unroll_free(unroll);
    sat_free(sat);
    unload(&loaded);
}

static void common_literals_are_kept_in_order(void **state)
{
    (void)state;
    NetLits left = {0}, right = {0};
    for (Lit i = 0; i < 9; i++)
        vec_push(&left, 8 - i);
    for (Lit i = 0; i < 9; i += 4)
        vec_push(&right, i);
    lits_keep_common(&left, &right);
    assert_int_equal(left.count, 3);
    assert_int_equal(left.items[0], 8);
    assert_int_equal(left.items[2], 0);
    vec_free_all(&left, &right);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_implied_follows),
        cmocka_unit_test(common_literals_are_kept_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
