/* schedule_mutexes_test.c - mutex groups that the schedule proves */
#include "loaded.h"

#include "prove/schedule.h"

/* A mouse in a grid eats crumbs; the crumbs are many, the mouse is one, and so
 * what it has eaten is one number. */
static const char MOUSE[] =
    "(role m)"
    "(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 5)(succ 5 6)(succ 6 7)(succ 7 8)"
    "(<= (num 1))(<= (num ?y) (succ ?x ?y))"
    "(init (at mouse 1 1))(init (eaten 1))"
    "(<= (init (at crumb ?x 2)) (num ?x))(<= (init (at crumb 3 ?y)) (num ?y))"
    "(<= (legal m (go ?x ?y)) (true (at mouse ?x ?v)) (beside ?v ?y))"
    "(<= (legal m (go ?x ?y)) (true (at mouse ?u ?y)) (beside ?u ?x))"
    "(<= (beside ?a ?b) (succ ?a ?b))(<= (beside ?a ?b) (succ ?b ?a))"
    "(<= (next (at mouse ?x ?y)) (does m (go ?x ?y)))"
    "(<= (next (at crumb ?x ?y)) (true (at crumb ?x ?y)) (does m (go ?u ?v)) "
    "    (distinct ?x ?u))"
    "(<= (next (at crumb ?x ?y)) (true (at crumb ?x ?y)) (does m (go ?u ?v)) "
    "    (distinct ?y ?v))"
    "(<= (next (eaten ?k)) (true (eaten ?n)) (succ ?n ?k) "
    "    (true (at mouse ?x ?y)) (true (at crumb ?x ?y)))"
    "(<= (next (eaten ?n)) (true (eaten ?n)) "
    "    (true (at mouse ?x ?y)) (not (true (at crumb ?x ?y))))"
    "(<= terminal (true (eaten 8)))(goal m 100)";

/* At most one of the features of this symbol. */
static Ref one_of(Loaded *loaded, const char *symbol)
{
    RefList refs = {0};
    for (uint32_t f = 0; f < loaded->net->feature_count; f++)
        if (!strcmp(loaded->net->features[f]->symbol->name, symbol))
            vec_push(&refs, property_feature(&loaded->properties, 0, f));
    Ref ref = property_at_most_one(&loaded->properties, refs.items, refs.count);
    vec_free(&refs);
    return ref;
}

/* Only candidate invariants and sums, or not even sums. */
static ProveLimits limits_without_search(bool no_sums)
{
    static const ProofMethod off[] = {PROOF_REACHABLE, PROOF_K_INDUCTION,
                                      PROOF_PDR};
    ProveLimits limits;
    prove_limits_init(&limits);
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        limits.values[off[i]] = 0;
    if (no_sums)
        limits.values[PROOF_LINEAR] = limits.values[PROOF_CASES] = 0;
    return limits;
}

static void the_mouse_has_eaten_one_number_since_it_is_one(void **state)
{
    (void)state;
    Loaded loaded = load_net(MOUSE);
    Budget budget = {0};
    GroundProperty list[] = {{.ends = {one_of(&loaded, "eaten")}},
                             {.ends = {one_of(&loaded, "at")}}};
    PropertyResult results[2];
    ProveLimits limits = limits_without_search(false);
    PropertyTask task = {.net = loaded.net,
                         .properties = &loaded.properties,
                         .list = list,
                         .count = 2,
                         .seed = 1,
                         .budget = &budget,
                         .limits = &limits};
    schedule_run(&task, results);
    assert_int_equal(results[0].verdict, VERDICT_PROVED);
    assert_int_equal(results[1].verdict, VERDICT_REFUTED);
    free(results[1].moves);
    vec_free(&task.lemmas);
    unload(&loaded);
}

/* Stones are taken, by one or two, and those that are left are counted; there
 * is no number below 0, and so some number is always there only because two
 * stones are taken only where there are two. */
static const char STONES[] =
    "(role m)(n 1)(n 2)(n 3)(n 4)(n 5)(n 6)(n 7)(n 8)"
    "(less 1 0)(less 2 1)(less 3 2)(less 4 3)(less 5 4)(less 6 5)(less 7 6)"
    "(less 8 7)(<= (less2 ?a ?c) (less ?a ?b) (less ?b ?c))"
    "(<= (init (stone ?x)) (n ?x))(init (left 8))(init (round 1))"
    "(<= (legal m (take ?x)) (true (stone ?x)))"
    "(<= (legal m (both ?x ?y)) (true (stone ?x)) (true (stone ?y)) "
    "    (less ?y ?x))"
    "(<= (gone ?x) (does m (take ?x)))"
    "(<= (gone ?x) (does m (both ?x ?y)))"
    "(<= (gone ?y) (does m (both ?x ?y)))"
    "(<= (next (stone ?x)) (true (stone ?x)) (not (gone ?x)))"
    "(<= (next (left ?b)) (true (left ?a)) (does m (take ?x)) (less ?a ?b))"
    "(<= (next (left ?b)) (true (left ?a)) (does m (both ?x ?y)) "
    "    (less2 ?a ?b))"
    "(<= terminal (true (left 0)))(goal m 100)";

static Verdict some_is_left(bool no_sums)
{
    Loaded loaded = load_net(STONES);
    Budget budget = {0};
    RefList refs = {0};
    PropertyResult result;
    ProveLimits limits = limits_without_search(no_sums);
    for (uint32_t f = 0; f < loaded.net->feature_count; f++)
        if (!strcmp(loaded.net->features[f]->symbol->name, "left"))
            vec_push(&refs, property_feature(&loaded.properties, 0, f));
    GroundProperty some = {
        .ends = {property_or(&loaded.properties, refs.items, refs.count)}};
    PropertyTask task = {.net = loaded.net,
                         .properties = &loaded.properties,
                         .list = &some,
                         .count = 1,
                         .seed = 1,
                         .budget = &budget,
                         .limits = &limits};
    schedule_run(&task, &result);
    vec_free(&refs);
    vec_free(&task.lemmas);
    unload(&loaded);
    return result.verdict;
}

static void stones_are_counted_by_sums_alone(void **state)
{
    (void)state;
    assert_int_equal(some_is_left(true), VERDICT_UNKNOWN);
    assert_int_equal(some_is_left(false), VERDICT_PROVED);
}

static void at_most_one_says_so(void **state)
{
    (void)state;
    Loaded loaded = load_net(MOUSE);
    PropertyTable *properties = &loaded.properties;
    Ref refs[3];
    for (uint32_t i = 0; i < 3; i++)
        refs[i] = property_feature(properties, 0, i);
    Ref one = property_at_most_one(properties, refs, 3);
    assert_int_equal(property_at_most_one(properties, refs, 1), REF_TRUE);
    for (unsigned values = 0; values < 8; values++) {
        Sat *sat = sat_new(NULL);
        Unroll *unroll = unroll_new(loaded.net, sat, UNROLL_ANY);
        PropertyClauses clauses = property_clauses(properties, unroll, sat, 0);
        for (unsigned i = 0; i < 3; i++) {
            SatLit lit = property_literal(&clauses, refs[i]);
            sat_clause1(sat, values >> i & 1 ? lit : -lit);
        }
        sat_clause1(sat, property_literal(&clauses, one));
        assert_int_equal(unroll_solve(unroll, -1) == SAT_YES,
                         __builtin_popcount(values) <= 1);
        property_clauses_free(&clauses);
        unroll_free(unroll);
        sat_free(sat);
    }
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mouse_has_eaten_one_number_since_it_is_one),
        cmocka_unit_test(stones_are_counted_by_sums_alone),
        cmocka_unit_test(at_most_one_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
