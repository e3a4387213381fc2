/* houdini_test.c - the largest set of candidates that is inductive */
#include "child_outcome.h"
#include "loaded.h"
#include "ring.h"

#include "prove/induction/houdini.h"

#include <stdio.h>

/* A token that wanders round four cells, one that leaves cell 1 for cell 2 and
 * stays there, and a lamp that whoever is in cell 2 may switch on. */
static const char TOKENS[] =
    "(role a)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 1)"
    "(init (round 1))(init (once 1))"
    "(legal a go)(legal a light)"
    "(<= (next (round ?y)) (true (round ?x)) (succ ?x ?y))"
    "(<= (next (once 2)) (true (once ?x)))"
    "(<= (next lamp) (true lamp))"
    "(<= (next lamp) (does a light) (true (once 2)))"
    "(<= (next ghost) (true ghost))"
    "(<= terminal (true lamp) (true ghost))(goal a 100)";

typedef struct {
    Loaded loaded;
    GuidedWalks *walks;
    Houdini *houdini;
    GroundProperty properties[32];
    size_t count;
} Candidates;

static void open_candidates(Candidates *candidates)
{
    *candidates = (Candidates){.loaded = load_net(TOKENS)};
    Loaded *loaded = &candidates->loaded;
    candidates->walks = walks_new(loaded->net, &loaded->properties, 1);
    candidates->houdini =
        houdini_new(&loaded->properties, candidates->walks, &loaded->budget);
}

static void close_candidates(Candidates *candidates)
{
    houdini_free(candidates->houdini);
    walks_free(candidates->walks);
    unload(&candidates->loaded);
}

/* The feature as it is written in the rules. */
static Ref feature(Candidates *candidates, const char *name)
{
    Loaded *loaded = &candidates->loaded;
    for (uint32_t i = 0; i < loaded->net->feature_count; i++) {
        const Term *term = loaded->net->features[i];
        char written[32];
        snprintf(written, sizeof written, term->arity ? "(%s %s)" : "%s",
                 term->symbol->name,
                 term->arity ? term->args[0]->symbol->name : "");
        if (strcmp(written, name) == 0)
            return property_feature(&loaded->properties, 0, i);
    }
    return REF_FALSE;
}

/* A candidate: not both of these. */
static size_t add_mutex(Candidates *candidates, const char *left,
                        const char *right)
{
    GroundProperty *property = &candidates->properties[candidates->count++];
    property->ends[0] = ref_not(property_pair(&candidates->loaded.properties,
                                              feature(candidates, left),
                                              feature(candidates, right)));
    return houdini_add(candidates->houdini, property);
}

static void
what_holds_in_every_play_but_not_by_induction_is_dropped(void **state)
{
    (void)state;
    Candidates candidates;
    open_candidates(&candidates);
    size_t alone = add_mutex(&candidates, "(round 1)", "(round 2)");
    assert_true(houdini_run(candidates.houdini, 1000));
    assert_false(houdini_proved(candidates.houdini, alone));
    assert_int_equal(houdini_lemma_count(candidates.houdini), 0);
    close_candidates(&candidates);
}

static void candidates_that_need_each_other_are_proved_together(void **state)
{
    (void)state;
    static const char *const cells[] = {"(round 1)", "(round 2)", "(round 3)",
                                        "(round 4)"};
    Candidates candidates;
    open_candidates(&candidates);
    size_t first = candidates.count;
    for (size_t i = 0; i < 4; i++)
        add_mutex(&candidates, cells[i], cells[(i + 1) % 4]);
    size_t lamp = add_mutex(&candidates, "lamp", "(once 2)"); /* false */
    size_t ghost = add_mutex(&candidates, "ghost", "ghost");
    assert_true(houdini_run(candidates.houdini, 1000));
    for (size_t i = 0; i < 4; i++)
        assert_true(houdini_proved(candidates.houdini, first + i));
    assert_false(houdini_proved(candidates.houdini, lamp));
    assert_true(houdini_proved(candidates.houdini, ghost));
    assert_int_equal(houdini_lemma_count(candidates.houdini), 5);
    close_candidates(&candidates);
}

/* Nothing leads back to the cells of the start: the step alone would pass. */
static void what_fails_initially_is_dropped(void **state)
{
    (void)state;
    Candidates candidates;
    open_candidates(&candidates);
    size_t start = add_mutex(&candidates, "(round 1)", "(once 1)");
    size_t later = add_mutex(&candidates, "(round 2)", "(once 1)");
    assert_true(houdini_run(candidates.houdini, 1000));
    assert_false(houdini_proved(candidates.houdini, start));
    assert_true(houdini_proved(candidates.houdini, later));
    close_candidates(&candidates);
}

/* What one candidate needs is dropped in a later question: it goes, too. */
static void whatever_needs_a_dropped_candidate_is_dropped(void **state)
{
    (void)state;
    Candidates candidates;
    open_candidates(&candidates);
    size_t second = add_mutex(&candidates, "(round 2)", "(round 3)");
    size_t third = add_mutex(&candidates, "(round 3)", "(round 4)");
    size_t first = add_mutex(&candidates, "(round 1)", "(round 2)");
    assert_true(houdini_run(candidates.houdini, 1000));
    assert_false(houdini_proved(candidates.houdini, first));
    assert_false(houdini_proved(candidates.houdini, second));
    assert_false(houdini_proved(candidates.houdini, third));
    close_candidates(&candidates);
}

static void a_fact_serves_later_candidates_and_consequences(void **state)
{
    (void)state;
    Candidates candidates;
    open_candidates(&candidates);
    size_t alone = add_mutex(&candidates, "(round 1)", "(round 2)");
    GroundProperty given = {
        .ends = {ref_not(property_pair(&candidates.loaded.properties,
                                       feature(&candidates, "(round 4)"),
                                       feature(&candidates, "(round 1)")))}};
    GroundProperty follows = {
        .ends = {ref_not(property_pair(&candidates.loaded.properties,
                                       given.ends[0] ^ 1,
                                       feature(&candidates, "lamp")))}};
    GroundProperty open = {.ends = {ref_not(feature(&candidates, "lamp"))}};
    const GroundProperty *list[] = {&follows, &open};
    bool proved[2] = {false, false};
    houdini_add_lemma(candidates.houdini, &given);
    assert_true(houdini_run(candidates.houdini, 1000));
    assert_true(houdini_proved(candidates.houdini, alone));
    houdini_check(candidates.houdini, list, proved, 2, 1000);
    assert_true(proved[0]);
    assert_false(proved[1]);
    close_candidates(&candidates);
}

enum { CELLS = 4 };

/* The token is not in both cells. Features are sorted: cell 1 is number 0. */
static GroundProperty not_both(PropertyTable *properties, const uint32_t *cells)
{
    return (GroundProperty){
        .ends = {ref_not(property_pair(
            properties, property_feature(properties, 0, cells[0] - 1),
            property_feature(properties, 0, cells[1] - 1)))}};
}

/* What happens to the check in a process of its own, 0 or SIGABRT, if the facts
 * are that the token is not in both cells of each of COUNT pairs. */
static int outcome(const uint32_t (*pairs)[2], size_t count, size_t first)
{
    Loaded loaded = load_net(RING);
    GroundProperty properties[CELLS];
    const GroundProperty *facts[CELLS];
    assert_int_equal(loaded.net->feature_count, CELLS);
    for (size_t i = 0; i < count; i++) {
        properties[i] = not_both(&loaded.properties, pairs[i]);
        facts[i] = &properties[i];
    }
    pid_t child;
    if (child_begins(&child)) {
        inductive_check(&loaded.properties, facts, count, first);
        _exit(0);
    }
    int ending = child_outcome(child);
    unload(&loaded);
    return ending;
}

/* Neighbours come from neighbours, and opposite cells from opposite ones. */
static const uint32_t neighbours[][2] = {{1, 2}, {2, 3}, {3, 4}, {4, 1}};
static const uint32_t opposite[][2] = {{1, 3}, {2, 4}};

static void facts_that_are_inductive_together_pass(void **state)
{
    (void)state;
    assert_int_equal(outcome(neighbours, 4, 0), 0);
    assert_int_equal(outcome(opposite, 2, 0), 0);
}

static void a_fact_that_needs_one_more_is_found(void **state)
{
    (void)state;
    for (size_t count = 1; count < 4; count++)
        assert_int_equal(outcome(neighbours, count, 0), SIGABRT);
    assert_int_equal(outcome(opposite, 1, 0), SIGABRT);
}

/* Of 4-1 and 1-2 only the second follows from both; without what comes
 * before FIRST, nothing is said of that. */
static void only_the_last_facts_are_asked_about(void **state)
{
    (void)state;
    static const uint32_t pairs[][2] = {{4, 1}, {1, 2}};
    assert_int_equal(outcome(pairs, 2, 0), SIGABRT);
    assert_int_equal(outcome(pairs, 2, 1), 0);
    assert_int_equal(outcome(pairs, 2, 2), 0);
}

/* A token that is nowhere stays nowhere: only the initial position objects. */
static void a_fact_that_fails_initially_is_found(void **state)
{
    (void)state;
    static const uint32_t everywhere[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
    assert_int_equal(outcome(everywhere, CELLS, 0), SIGABRT);
}

/* ---- what follows from lemmas ---- */

enum { LEMMAS = 6, MAX_STEPS = 3, PAIRS = 6 };

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

/* Whether that follows from the first LEMMA_COUNT lemmas. */
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
static GroundProperty not_both_after(PropertyTable *properties, unsigned steps,
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
    const GroundProperty *list[MAX_STEPS * PAIRS];
    static const size_t known[] = {0, 2, LEMMAS};
    bool proved[MAX_STEPS * PAIRS] = {0};
    size_t count = 0;
    assert_int_equal(loaded.net->feature_count, CELLS);
    for (size_t i = 0; i < LEMMAS; i++)
        given[i] =
            not_both_after(&loaded.properties, 0, lemmas[i][0], lemmas[i][1]);
    for (unsigned steps = 0; steps < MAX_STEPS; steps++)
        for (unsigned i = 0; i < CELLS; i++)
            for (unsigned k = 0; k < i; k++, count++) {
                asked[count] = not_both_after(&loaded.properties, steps, k, i);
                list[count] = &asked[count];
            }
    GuidedWalks *walks = walks_new(loaded.net, &loaded.properties, 1);
    Houdini *houdini = houdini_new(&loaded.properties, walks, &loaded.budget);
    for (size_t round = 0; round < 3; round++) {
        size_t first = round ? known[round - 1] : 0, number = 0;
        for (size_t i = first; i < known[round]; i++)
            houdini_add_lemma(houdini, &given[i]);
        houdini_check(houdini, list, proved, count, -1);
        for (unsigned steps = 0; steps < MAX_STEPS; steps++)
            for (unsigned i = 0; i < CELLS; i++)
                for (unsigned k = 0; k < i; k++, number++)
                    assert_int_equal(proved[number],
                                     follows(known[round], steps, k, i));
    }
    houdini_free(houdini);
    walks_free(walks);
    unload(&loaded);
}

/* Alone it would be its own hypothesis, from which everything follows. */
static void what_is_false_is_never_proved(void **state)
{
    (void)state;
    Candidates candidates;
    open_candidates(&candidates);
    candidates.properties[0].ends[0] = REF_FALSE;
    size_t number = houdini_add(candidates.houdini, candidates.properties);
    houdini_run(candidates.houdini, 1000);
    assert_false(houdini_proved(candidates.houdini, number));
    close_candidates(&candidates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_false_is_never_proved),
        cmocka_unit_test(
            what_follows_is_what_no_position_with_the_facts_contradicts),
        cmocka_unit_test(
            what_holds_in_every_play_but_not_by_induction_is_dropped),
        cmocka_unit_test(candidates_that_need_each_other_are_proved_together),
        cmocka_unit_test(what_fails_initially_is_dropped),
        cmocka_unit_test(whatever_needs_a_dropped_candidate_is_dropped),
        cmocka_unit_test(a_fact_serves_later_candidates_and_consequences),
        cmocka_unit_test(facts_that_are_inductive_together_pass),
        cmocka_unit_test(a_fact_that_needs_one_more_is_found),
        cmocka_unit_test(only_the_last_facts_are_asked_about),
        cmocka_unit_test(a_fact_that_fails_initially_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
