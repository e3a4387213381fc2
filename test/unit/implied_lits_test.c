/* implied_lits_test.c - what a literal of a net implies */
#include "loaded.h"

#include "sat/implied_lits.h"
#include "sat/unroll.h"

/* Each literal found for a legal move follows, as a solver says. */
static void what_is_implied_follows(void **state)
{
    (void)state;
    Loaded loaded = load("games/breakthroughsmall.kif");
    const Net *net = loaded.net;
    const Role *role = &net->roles[0];
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(net, sat, UNROLL_ANY);
    size_t found = 0;
    for (size_t m = 0; m < role->move_count; m += 3) {
        NetLits implied = {0};
        add_implied_lits(net, role->legal[m], &implied);
        found += implied.count;
        for (size_t i = 0; i < implied.count; i++) {
            sat_assume(sat, unroll_lit(unroll, 0, role->legal[m]));
            sat_assume(sat, -unroll_lit(unroll, 0, implied.items[i]));
            assert_int_equal(unroll_solve(unroll, -1), SAT_NO);
        }
        vec_free(&implied);
    }
    assert_true(found > role->move_count / 3);
    unroll_free(unroll);
    sat_free(sat);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_implied_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
