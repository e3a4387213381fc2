/* k_induction_test.c - induction over k steps */
#include "loaded.h"

#include "prove/induction/k_induction.h"

static Ref feature(Loaded *loaded, const char *name)
{
    const Net *net = loaded->net;
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (strcmp(net->features[i]->symbol->name, name) == 0)
            return property_feature(&loaded->properties, 0, i);
    fail();
    return REF_TRUE;
}

/* The question for the first property of LIST. */
static KInductionTask induction_of(const Loaded *loaded,
                                   const GroundProperty *const *list,
                                   const Budget *budget)
{
    return (KInductionTask){.properties = &loaded->properties,
                            .list = list,
                            .count = 1,
                            .budget = budget};
}

/* What is bad comes two steps after a cause, and the cause never comes, for
 * day and night do not meet. */
static const char CAUSE[] =
    "(role a)(init (day))(legal a wait)"
    "(<= (next (day)) (true (night)))(<= (next (night)) (true (day)))"
    "(<= (next (cause)) (true (day)) (true (night)))"
    "(<= (next (worse)) (true (cause)))"
    "(<= (next (bad)) (true (worse)))"
    "(<= terminal (true (bad)))(goal a 100)";

static void three_steps_prove_what_two_do_not(void **state)
{
    (void)state;
    Loaded loaded = load_net(CAUSE);
    GroundProperty good = {.ends = {ref_not(feature(&loaded, "bad"))}};
    GroundProperty apart = {.ends = {ref_not(property_pair(
                                &loaded.properties, feature(&loaded, "day"),
                                feature(&loaded, "night")))}};
    const GroundProperty *list[] = {&good}, *lemmas[] = {&apart};
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, 1000000000);
    KInductionTask induction = induction_of(&loaded, list, &budget);
    induction.lemmas = lemmas;
    induction.lemma_count = 1;
    bool proved;
    k_induction_prove(&induction, 2, &proved);
    assert_false(proved);
    k_induction_prove(&induction, 3, &proved);
    assert_true(proved);
    induction.lemma_count = 0;
    k_induction_prove(&induction, 3, &proved);
    assert_false(proved);
    induction.lemma_count = 1;
    budget = budget_quota(NULL, &meter, 0);
    k_induction_prove(&induction, 3, &proved); /* no quota */
    assert_false(proved);
    unload(&loaded);
}

/* Trouble comes after three steps, and bad follows it: "no trouble" holds in
 * the first two positions, but not always, and nothing may rest on it. */
static void what_rests_on_a_dropped_property_is_dropped(void **state)
{
    (void)state;
    Loaded loaded = load_net("(role a)(init (first))(legal a wait)"
                             "(<= (next (second)) (true (first)))"
                             "(<= (next (third)) (true (second)))"
                             "(<= (next (trouble)) (true (third)))"
                             "(<= (next (bad)) (true (trouble)))"
                             "(<= terminal (true (bad)))(goal a 100)");
    GroundProperty calm = {.ends = {ref_not(feature(&loaded, "trouble"))}},
                   good = {.ends = {ref_not(feature(&loaded, "bad"))}};
    const GroundProperty *list[] = {&calm, &good};
    KInductionTask induction = induction_of(&loaded, list, &loaded.budget);
    induction.count = 2;
    bool proved[2];
    k_induction_prove(&induction, 2, proved);
    assert_false(proved[0]);
    assert_false(proved[1]);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_steps_prove_what_two_do_not),
        cmocka_unit_test(what_rests_on_a_dropped_property_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
