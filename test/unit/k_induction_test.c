/* k_induction_test.c - induction over k steps, and bounded model checking */
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

/* The question for the one property of LIST. */
static KInductionTask induction_of(const Loaded *loaded,
                                   const GroundProperty *const *list,
                                   const Budget *budget)
{
    return (KInductionTask){.net = loaded->net,
                            .properties = &loaded->properties,
                            .list = list,
                            .count = 1,
                            .budget = budget};
}

/* A lock opens after the moves 3, 1, 4, 1, 5 and shuts at any other. */
static const char LOCK[] =
    "(role a)(digit 1)(digit 2)(digit 3)(digit 4)(digit 5)"
    "(key start 3 k1)(key k1 1 k2)(key k2 4 k3)(key k3 1 k4)(key k4 5 done)"
    "(init (at start))"
    "(<= (legal a (dial ?d)) (digit ?d))"
    "(<= (next (at ?n)) (true (at ?p)) (does a (dial ?d)) (key ?p ?d ?n))"
    "(<= (next (at start)) (true (at ?p)) (does a (dial ?d)) "
    "    (not (good ?p ?d)))"
    "(<= (next (open)) (true (at done)))"
    "(<= (good ?p ?d) (key ?p ?d ?n))"
    "(<= terminal (true (open)))(goal a 100)";

static void a_play_is_found_that_opens_the_lock(void **state)
{
    (void)state;
    Loaded loaded = load_net(LOCK);
    GroundProperty shut = {.ends = {ref_not(feature(&loaded, "open"))}};
    const GroundProperty *list[] = {&shut};
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, 1000000000);
    KInductionTask induction = induction_of(&loaded, list, &budget);
    BoundedPlay play;
    bounded_refute(&induction, &play);
    assert_non_null(play.moves);
    assert_int_equal(play.steps, 6);
    assert_int_equal(play.at, 6);
    const char *code[] = {"3", "1", "4", "1", "5"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(
            loaded.net->roles[0].moves[play.moves[i]]->args[0]->symbol->name,
            code[i]);
    free(play.moves);
    unload(&loaded);
}

/* Without a quota nothing is certain. */
static void what_was_not_searched_is_not_certain(void **state)
{
    (void)state;
    Loaded loaded = load_net(LOCK);
    GroundProperty shut = {.ends = {ref_not(feature(&loaded, "open"))}};
    const GroundProperty *list[] = {&shut};
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, 0);
    KInductionTask induction = induction_of(&loaded, list, &budget);
    BoundedPlay play;
    bool proved;
    assert_int_equal(bounded_refute(&induction, &play), 0);
    assert_null(play.moves);
    k_induction_prove(&induction, 3, &proved);
    assert_false(proved);
    unload(&loaded);
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
    const GroundProperty *list[] = {&good}, *facts[] = {&apart};
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, 1000000000);
    KInductionTask induction = induction_of(&loaded, list, &budget);
    induction.facts = facts;
    induction.fact_count = 1;
    bool proved;
    k_induction_prove(&induction, 2, &proved);
    assert_false(proved);
    k_induction_prove(&induction, 3, &proved);
    assert_true(proved);
    induction.fact_count = 0;
    k_induction_prove(&induction, 3, &proved);
    assert_false(proved);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_play_is_found_that_opens_the_lock),
        cmocka_unit_test(what_was_not_searched_is_not_certain),
        cmocka_unit_test(three_steps_prove_what_two_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
