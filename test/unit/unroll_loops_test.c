/* unroll_loops_test.c - relations that depend on themselves, over steps */
#include "loaded.h"

#include "sat/unroll.h"

/* Rooms in a ring; doors are opened one by one. Without care for foundation
 * the rooms of a ring would make each other reachable. */
static const char ring[] = "(role you) (init (open 1 2)) (goal you 100)\n"
                           "(room 1) (room 2) (room 3) (room 4) (room 5)\n"
                           "(<= (legal you (door ?x ?y)) (room ?x) (room ?y))\n"
                           "(<= (next (open ?x ?y)) (true (open ?x ?y)))\n"
                           "(<= (next (open ?x ?y)) (does you (door ?x ?y)))\n"
                           "(reach_base 1)\n"
                           "(<= (reach ?x) (reach_base ?x))\n"
                           "(<= (reach ?y) (reach ?x) (true (open ?x ?y)))\n"
                           "(<= terminal (reach 5))\n";

static void nothing_supports_itself(void **state)
{
    (void)state;
    Loaded loaded = load_net(ring);
    const Net *net = loaded.net;
    assert_int_not_equal(net->component_count, 0);
    for (size_t steps = 1; steps <= 3; steps++) {
        Sat *sat = sat_new(NULL);
        Unroll *unroll = unroll_new(net, sat, UNROLL_INITIAL);
        for (size_t k = 0; k < steps; k++)
            unroll_step(unroll, k);
        for (size_t k = 0; k < steps; k++) /* opens none from 1 or 2 to 5 */
            for (uint32_t m = 0; m < net->roles[0].move_count; m++) {
                const Term *move = net->roles[0].moves[m];
                int from = atoi(move->args[0]->symbol->name);
                int to = atoi(move->args[1]->symbol->name);
                if (to == 5 && from != 4)
                    sat_clause1(sat, -unroll_move(unroll, k, 0, m));
            }
        sat_assume(sat, unroll_lit(unroll, steps, net->terminal));
        /* 2 is reached; 2-4 and 4-5 take two doors */
        assert_int_equal(unroll_solve(unroll, -1),
                         steps < 2 ? SAT_NO : SAT_YES);
        unroll_free(unroll);
        sat_free(sat);
    }
    unload(&loaded);
}

/* No door leads away from 1 and 2, so that 4 and 5 could be reached only from
 * each other: there is no model, however many steps there are. */
static void a_loop_needs_support_from_outside(void **state)
{
    (void)state;
    Loaded loaded = load_net(ring);
    const Role *role = &loaded.net->roles[0];
    for (size_t steps = 2; steps <= 4; steps++) {
        Sat *sat = sat_new(NULL);
        Unroll *unroll = unroll_new(loaded.net, sat, UNROLL_INITIAL);
        for (size_t k = 0; k < steps; k++) {
            unroll_step(unroll, k);
            for (uint32_t m = 0; m < role->move_count; m++)
                if (atoi(role->moves[m]->args[0]->symbol->name) <= 2)
                    sat_clause1(sat, -unroll_move(unroll, k, 0, m));
        }
        SatLit reached = unroll_lit(unroll, steps, loaded.net->terminal);
        sat_assume(sat, reached);
        assert_int_equal(sat_solve(sat, -1), SAT_YES); /* without support */
        sat_assume(sat, reached);
        assert_int_equal(unroll_solve(unroll, -1), SAT_NO);
        unroll_free(unroll);
        sat_free(sat);
    }
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_supports_itself),
        cmocka_unit_test(a_loop_needs_support_from_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
