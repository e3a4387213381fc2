/* published_test.c - what the published methods make of an oracle's answers */
#include "tasks.h"

#include "prove/published/oracle.h"

/* Claims, and which one each needs as a hypothesis to be inductive: NONE, one
 * of the others, or what is no claim. */
enum { COUNT = 7, NONE = -1, NO_CLAIM = COUNT };
static const struct {
    const char *formula;
    int needs;
} list[COUNT] = {
    {"~true(control(right))", 1},    /* 0 */
    {"true(lamp(1,off))", NONE},     /* 1 */
    {"true(lamp(2,off))", 3},        /* 2: with each other */
    {"true(control(left))", 2},      /* 3 */
    {"~true(lamp(1,on))", NO_CLAIM}, /* 4 */
    {"~true(lamp(2,on))", 4},        /* 5 */
    {"true(lamp(1,on))", NONE},      /* 6: fails initially */
};

static PropId props[COUNT];
static size_t asked; /* steps of sets */

static int number_of(PropId prop)
{
    int number = 0;
    while (number < COUNT && props[number] != prop)
        number++;
    return number;
}

static bool is_among(int number, const PropId *set, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (number_of(set[i]) == number)
            return true;
    return false;
}

static Answer step_answer(PropId prop, const PropId *hypotheses, size_t count)
{
    int number = number_of(prop);
    int needs = number < COUNT ? list[number].needs : NO_CLAIM;
    return needs == NONE || is_among(needs, hypotheses, count) ? ANSWER_YES
                                                               : ANSWER_NO;
}

static bool answer(Oracle *oracle, Ask ask, const Start *start,
                   const FormulaSet *set, Finding *findings)
{
    (void)oracle;
    asked += start && ask != ASK_ALONE;
    for (size_t i = 0; i < set->count; i++)
        set_answer(finding_of(set, findings, i), start,
                   !start
                       ? number_of(set->props[i]) == 6 ? ANSWER_NO : ANSWER_YES
                   : ask == ASK_MUTUAL
                       ? step_answer(set->props[i], set->props, set->count)
                       : step_answer(set->props[i], start->hypotheses,
                                     start->hypothesis_count));
    return true;
}

/* A letter for each claim: proved, refuted, or -. */
static const char *decided(PublishedMethod method, Generator generator)
{
    static char letters[COUNT + 1];
    OneClaim one;
    Claim claims[COUNT] = {0};
    Finding findings[COUNT] = {0};
    open_claim(&one, "terminal");
    for (size_t i = 0; i < COUNT; i++) {
        claims[i].formula = read_formula(&one.formulas, list[i].formula);
        props[i] = meaning(&one.formulas, list[i].formula);
    }
    one.task.claims = claims;
    one.task.meanings = props;
    one.task.count = COUNT;
    one.task.method = method;
    one.task.generator = generator;
    Oracle oracle = {.task = &one.task, .ask = answer};
    asked = 0;
    prove_published(&oracle, findings);
    for (size_t i = 0; i < COUNT; i++)
        letters[i] = "-pr"[findings[i].verdict];
    close_claim(&one);
    return letters;
}

static void what_is_proved_is_a_hypothesis_only_if_it_is_to_be(void **state)
{
    (void)state;
    assert_string_equal(decided(METHOD_INDIVIDUAL, GENERATOR_ALL), "-p-----");
    assert_string_equal(decided(METHOD_INDIVIDUAL, GENERATOR_PROVED),
                        "pp-----");
    assert_string_equal(decided(METHOD_JOINT, GENERATOR_ALL), "-p----r");
    assert_int_equal(asked, 1);
    assert_string_equal(decided(METHOD_JOINT, GENERATOR_PROVED), "pp----r");
    assert_int_equal(asked, 3); /* until nothing more is proved */
}

/* First 4 is dropped, then 5, which needs it. */
static void formulas_are_dropped_until_the_rest_is_inductive(void **state)
{
    (void)state;
    assert_string_equal(decided(METHOD_MUTUAL, GENERATOR_ALL), "pppp--r");
    assert_int_equal(asked, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proved_is_a_hypothesis_only_if_it_is_to_be),
        cmocka_unit_test(formulas_are_dropped_until_the_rest_is_inductive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
