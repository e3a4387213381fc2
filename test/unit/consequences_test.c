/* consequences_test.c - what follows from lemmas, compared with all positions
 */
#include "loaded.h"
#include "ring.h"

#include "prove/induction/consequences.h"

enum { CELLS = 4, LEMMAS = 6, MAX_STEPS = 3, PAIRS = 6 };

/* Lemmas, in the order in which they come: not both of these cells. Features
 * are sorted: cell 1 is number 0. The first two are inductive, as lemmas are,
 * and so are all of them. */
static const unsigned lemmas[LEMMAS][2] = {{0, 2}, {1, 3}, {0, 1},
                                           {1, 2}, {2, 3}, {3, 0}};

static bool has_both(unsigned position, unsigned left, unsigned right)
{
    return position >> left & position >> right & 1;
}

/* Whether tokens can be in both cells STEPS steps after POSITION, a bit for
 * each cell: they go as far as that, or less far, all together. */
static bool can_fail(unsigned position, unsigned steps, unsigned left,
                     unsigned right)
{
    bool fails = false;
    for (unsigned i = 0; i <= steps; i++) {
        fails = fails || has_both(position, left, right);
        position = (position << 1 | position >> (CELLS - 1)) & 15;
    }
    return fails;
}

/* Whether that follows from the first FACT_COUNT lemmas. */
static bool follows(size_t lemma_count, unsigned steps, unsigned left,
                    unsigned right)
{
    for (unsigned position = 0; position < 1 << CELLS; position++) {
        bool is_possible = true;
        for (size_t i = 0; i < lemma_count; i++)
            is_possible =
                is_possible && !has_both(position, lemmas[i][0], lemmas[i][1]);
        if (is_possible && can_fail(position, steps, left, right))
            return false;
    }
    return true;
}

/* Not both cells, after STEPS steps. */
static GroundProperty not_both(PropertyTable *properties, unsigned steps,
                               unsigned left, unsigned right)
{
    GroundProperty property = {.degree = steps};
    property.ends[steps] = ref_not(
        property_pair(properties, property_feature(properties, steps, left),
                      property_feature(properties, steps, right)));
    return property;
}

static void
what_follows_is_what_no_position_with_the_facts_contradicts(void **state)
{
    (void)state;
    Loaded loaded = load_net(RING);
    GroundProperty given[LEMMAS], asked[MAX_STEPS * PAIRS];
    const GroundProperty *lemma_list[LEMMAS], *list[MAX_STEPS * PAIRS];
    static const size_t known[] = {0, 2, LEMMAS};
    bool proved[MAX_STEPS * PAIRS] = {0};
    size_t count = 0;
    assert_int_equal(loaded.net->feature_count, CELLS);
    for (size_t i = 0; i < LEMMAS; i++) {
        given[i] = not_both(&loaded.properties, 0, lemmas[i][0], lemmas[i][1]);
        lemma_list[i] = &given[i];
    }
    for (unsigned steps = 0; steps < MAX_STEPS; steps++)
        for (unsigned i = 0; i < CELLS; i++)
            for (unsigned k = 0; k < i; k++, count++) {
                asked[count] = not_both(&loaded.properties, steps, k, i);
                list[count] = &asked[count];
            }
    GuidedWalks *walks = walks_new(loaded.net, &loaded.properties, 1);
    StepSolver *solver =
        step_solver_new(&loaded.properties, UNROLL_ANY, &loaded.budget);
    Consequences *consequences =
        consequences_new(&loaded.properties, walks, &loaded.budget);
    for (size_t round = 0; round < 3; round++) {
        size_t first = round ? known[round - 1] : 0, number = 0;
        step_solver_suppose(solver, lemma_list + first, known[round] - first);
        consequences_check(consequences, solver,
                           (LemmaSet){lemma_list, known[round]}, list, proved,
                           count, -1);
        for (unsigned steps = 0; steps < MAX_STEPS; steps++)
            for (unsigned i = 0; i < CELLS; i++)
                for (unsigned k = 0; k < i; k++, number++)
                    assert_int_equal(proved[number],
                                     follows(known[round], steps, k, i));
    }
    consequences_free(consequences);
    step_solver_free(solver);
    walks_free(walks);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            what_follows_is_what_no_position_with_the_facts_contradicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
