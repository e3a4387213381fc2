/* candidate_invariants_test.c - candidates are what no position refutes */
#include "named_features.h"

#include "prove/candidates/candidate_invariants.h"
#include "prove/walk/reachable_states.h"

/* A token goes round three cells for four steps; whoever goes on in the second
 * step lights a lamp. There is always air and never a ghost. */
static const char TOKEN[] =
    "(role a)(succ 1 2)(succ 2 3)(after 1 2)(after 2 3)(after 3 4)(after 4 5)"
    "(init (at 1))(init (step 1))(init air)(legal a go)(legal a wait)"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does a go))"
    "(<= (next (at 1)) (true (at 3)) (does a go))"
    "(<= (next (at ?x)) (true (at ?x)) (does a wait))"
    "(<= (next (step ?y)) (true (step ?x)) (after ?x ?y))"
    "(<= (next lamp) (true lamp))(<= (next lamp) (true (step 2)) (does a go))"
    "(<= (next air) (true air))(<= (next air) (true ghost))"
    "(<= (next ghost) (true ghost))(<= (next ghost) (not (true air)))"
    "(<= terminal (true (step 5)))(goal a 100)";

typedef struct {
    Loaded loaded;
    Machine *machine;
    ReachableStates *reachable;
    GuidedWalks *walks; /* that have seen all positions */
} Sample;

static void open_sample(Sample *sample)
{
    *sample = (Sample){.loaded = load_net(TOKEN)};
    sample->machine = machine_new(sample->loaded.net);
    sample->reachable = reachable_new(sample->machine, 1000, NULL);
    assert_true(reachable_complete(sample->reachable));
    sample->walks =
        walks_new(sample->loaded.net, &sample->loaded.properties, 1);
    walks_run(sample->walks, 64, &sample->loaded.budget);
}

static void close_sample(Sample *sample)
{
    walks_free(sample->walks);
    reachable_free(sample->reachable);
    machine_free(sample->machine);
    unload(&sample->loaded);
}

/* Whether features A and B have these values together in some position. */
static bool occurs(const Sample *sample, uint32_t a, bool left, uint32_t b,
                   bool right)
{
    for (size_t i = 0; i < reachable_count(sample->reachable); i++) {
        const uint64_t *position = reachable_state(sample->reachable, i);
        if (state_has(position, a) == left && state_has(position, b) == right)
            return true;
    }
    return false;
}

static bool varies(const Sample *sample, uint32_t feature)
{
    return occurs(sample, feature, true, feature, true) &&
           occurs(sample, feature, false, feature, false);
}

/* The number of candidates, all of which hold in all positions. */
static size_t count_candidates(Sample *sample, CandidateKind kind,
                               size_t max_count)
{
    RefList refs = {0};
    bool focus[16];
    assert_true(sample->loaded.net->feature_count <= sizeof focus);
    memset(focus, true, sizeof focus);
    CandidateBuilder builder = {.net = sample->loaded.net,
                                .properties = &sample->loaded.properties,
                                .walks = sample->walks,
                                .focus = focus,
                                .budget = &sample->loaded.budget,
                                .refs = &refs,
                                .max_count = max_count};
    candidate_invariants(kind, builder);
    for (size_t i = 0; i < reachable_count(sample->reachable); i++)
        for (size_t k = 0; k < refs.count; k++)
            assert_true(holds_in(&sample->loaded,
                                 reachable_state(sample->reachable, i),
                                 refs.items[k]));
    size_t count = refs.count;
    vec_free(&refs);
    return count;
}

static void each_kind_has_the_candidates_that_one_counts(void **state)
{
    (void)state;
    Sample sample;
    open_sample(&sample);
    assert_int_equal(sample.loaded.net->feature_count, 3 + 5 + 3);
    /* air and ghost; token and step */
    assert_int_equal(count_candidates(&sample, CANDIDATE_CONSTANT, 1000), 2);
    assert_int_equal(count_candidates(&sample, CANDIDATE_SYMBOL_MUTEX, 1000),
                     2);
    assert_int_equal(count_candidates(&sample, CANDIDATE_AT_LEAST_ONE, 1000),
                     2);
    assert_true(count_candidates(&sample, CANDIDATE_MUTEX_GROUP, 1000) >= 2);
    close_sample(&sample);
}

static void pairs_are_those_that_occur_in_no_position(void **state)
{
    (void)state;
    Sample sample;
    open_sample(&sample);
    const Net *net = sample.loaded.net;
    size_t clauses = 0, implied = 0;
    for (uint32_t a = 0; a < net->feature_count; a++)
        for (uint32_t b = 0; b < net->feature_count; b++) {
            for (int values = 0; values < 4 && b < a; values++)
                clauses += varies(&sample, a) && varies(&sample, b) &&
                           !occurs(&sample, a, values & 1, b, values >> 1);
            if (net->features[a]->arity && varies(&sample, a) &&
                net->features[a]->symbol != net->features[b]->symbol)
                implied += !occurs(&sample, a, true, b, true) ||
                           !occurs(&sample, a, true, b, false);
        }
    assert_int_equal(count_candidates(&sample, CANDIDATE_BINARY_CLAUSE, 1000),
                     clauses);
    assert_int_equal(count_candidates(&sample, CANDIDATE_STEP_COUNTER, 1000),
                     implied);
    assert_int_equal(count_candidates(&sample, CANDIDATE_BINARY_CLAUSE, 3), 3);
    close_sample(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_the_candidates_that_one_counts),
        cmocka_unit_test(pairs_are_those_that_occur_in_no_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
