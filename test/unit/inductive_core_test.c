/* inductive_core_test.c - what an inductive proof needs, and no more */
#include "loaded.h"
#include "ring.h"

#include "prove/induction/inductive_core.h"

/* The token is not in both cells: of neighbours, of opposite cells, and of
 * opposite cells after a step. Features are sorted: cell 1 is number 0. */
enum { FACTS = 7 };
static const uint32_t cells[FACTS][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0},
                                         {0, 2}, {1, 3}, {0, 2}};

/* Whether a core of what is needed was found; IS_NEEDED is a string with x for
 * each fact needed, before and after. */
static bool find_core(const Budget *budget, char *is_needed)
{
    Loaded loaded = load_net(RING);
    PropertyTable *properties = &loaded.properties;
    GroundProperty facts[FACTS] = {0};
    bool needed[FACTS];
    assert_int_equal(loaded.net->feature_count, 4);
    for (size_t i = 0; i < FACTS; i++) {
        unsigned degree = i == FACTS - 1;
        facts[i].degree = degree;
        facts[i].ends[degree] = ref_not(property_pair(
            properties, property_feature(properties, degree, cells[i][0]),
            property_feature(properties, degree, cells[i][1])));
        needed[i] = is_needed[i] == 'x';
    }
    bool found = find_inductive_core(properties, facts, FACTS, needed, budget);
    for (size_t i = 0; i < FACTS; i++)
        is_needed[i] = needed[i] ? 'x' : '.';
    unload(&loaded);
    return found;
}

/* The token comes to a cell from the one before: one fact about neighbours
 * needs the next, and none about opposite cells. */
static void a_ring_of_facts_is_needed_as_a_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char needed[] = ".......";
        needed[i] = 'x';
        assert_true(find_core(NULL, needed));
        assert_string_equal(needed, "xxxx...");
    }
}

static void what_is_not_used_is_not_needed(void **state)
{
    (void)state;
    char opposite[] = "....x..", nothing[] = ".......";
    assert_true(find_core(NULL, opposite));
    assert_string_equal(opposite, "....xx.");
    assert_true(find_core(NULL, nothing));
    assert_string_equal(nothing, ".......");
}

/* It is no hypothesis itself. */
static void a_property_of_a_step_needs_facts_about_positions(void **state)
{
    (void)state;
    char step[] = "......x";
    assert_true(find_core(NULL, step));
    assert_string_equal(step, "....xxx");
}

static void without_a_quota_there_is_no_core(void **state)
{
    (void)state;
    char needed[] = "x......";
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, 0);
    assert_false(find_core(&budget, needed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_of_facts_is_needed_as_a_whole),
        cmocka_unit_test(what_is_not_used_is_not_needed),
        cmocka_unit_test(a_property_of_a_step_needs_facts_about_positions),
        cmocka_unit_test(without_a_quota_there_is_no_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
