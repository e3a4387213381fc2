/* monotone_chains_test.c - values in the order in which plays leave them */
#include "loaded.h"

#include "prove/termination/monotone_chains.h"

/* The chains, one after the other: the arguments of their features, with a bar
 * after each level. */
static const char *chains_of(const char *rules)
{
    static char written[256];
    Loaded loaded = load_net(rules);
    Machine *machine = machine_new(loaded.net);
    Chains chains = {0};
    find_monotone_chains(machine, 1, &loaded.budget, loaded.arena, &chains);
    *written = 0;
    for (size_t i = 0; i < chains.count; i++) {
        const MonotoneChain *chain = &chains.items[i];
        for (size_t k = 0; k < chain->count; k++) {
            const Term *feature = loaded.net->features[chain->features[k]];
            strcat(written, feature->args[0]->symbol->name);
            strcat(written, chain->ends_level[k] ? "|" : " ");
        }
        strcat(written, "\n");
    }
    vec_free(&chains);
    machine_free(machine);
    unload(&loaded);
    return written;
}

static void a_heap_gets_smaller(void **state)
{
    (void)state;
    assert_string_equal(
        chains_of("(role a)(init (heap 5))(less 5 4)(less 4 3)(less 3 2)"
                  "(less 2 1)(less 1 0)"
                  "(<= (fewer ?x 1 ?y) (less ?x ?y))"
                  "(<= (fewer ?x 2 ?z) (less ?x ?y) (less ?y ?z))"
                  "(<= (legal a (take ?n)) (true (heap ?x)) (fewer ?x ?n ?y))"
                  "(<= (next (heap ?y)) (true (heap ?x)) (does a (take ?n))"
                  "    (fewer ?x ?n ?y))"
                  "(<= terminal (true (heap 0)))(goal a 100)"),
        "5|4|3|2|1|0|\n");
}

/* From kitchen to hall and back, until the door to the garden shuts behind. */
static void rooms_with_a_way_back_are_one_level(void **state)
{
    (void)state;
    assert_string_equal(
        chains_of("(role a)(init (in attic))(door attic kitchen)"
                  "(door kitchen hall)(door hall kitchen)(door hall garden)"
                  "(<= (legal a (go ?y)) (true (in ?x)) (door ?x ?y))"
                  "(<= (next (in ?y)) (does a (go ?y)))"
                  "(<= terminal (true (in garden)))(goal a 100)"),
        "attic|hall kitchen|garden|\n");
}

static void a_token_that_goes_round_is_no_chain(void **state)
{
    (void)state;
    assert_string_equal(
        chains_of("(role a)(legal a go)(init (at 1))"
                  "(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 1)"
                  "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
                  "(<= there (true (at ?x)))(<= terminal (not there))"
                  "(goal a 100)"),
        "");
}

/* Features that hold together are not the values of one thing. */
static void lamps_that_stay_lit_are_no_chain(void **state)
{
    (void)state;
    assert_string_equal(chains_of("(role a)(lamp 1)(lamp 2)(lamp 3)"
                                  "(<= (legal a (light ?x)) (lamp ?x)"
                                  "    (not (true (lit ?x))))"
                                  "(<= (next (lit ?x)) (does a (light ?x)))"
                                  "(<= (next (lit ?x)) (true (lit ?x)))"
                                  "(<= dark (lamp ?x) (not (true (lit ?x))))"
                                  "(<= terminal (not dark))(goal a 100)"),
                        "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_heap_gets_smaller),
        cmocka_unit_test(rooms_with_a_way_back_are_one_level),
        cmocka_unit_test(a_token_that_goes_round_is_no_chain),
        cmocka_unit_test(lamps_that_stay_lit_are_no_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
