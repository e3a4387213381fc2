/* clingo_test.c - answers of clingo, and the many ways to get none */
#include "support.h"

#include "asp/clingo.h"

#include <stdio.h>

/* Everything that is certain about an answer, as text. */
static const char *told(const char *program, ClingoTask task)
{
    static Text kept;
    static const char *const verdicts[] = {"sat", "unsat", "unknown"};
    Text out = {0};
    Arena *arena = arena_new();
    ClingoAnswer answer = clingo_run(arena, program, strlen(program), &task);
    text_adds(&out, verdicts[answer.verdict]);
    if (!answer.complete)
        text_addf(&out, ", %s", answer.reason);
    for (size_t i = 0; i < answer.count; i++) {
        text_adds(&out, i ? " |" : ":");
        for (size_t k = 0; k < answer.models[i].count; k++)
            text_addf(&out, " %s", answer.models[i].atoms[k]);
    }
    arena_free(arena);
    return keep(&kept, out);
}

static void models_are_listed(void **state)
{
    (void)state;
    static const char two[] = "1 { a; b } 1.";
    assert_string_equal(told("b :- not c.", (ClingoTask){0}), "sat: b");
    assert_string_equal(told(two, (ClingoTask){0}), "sat: a | b");
    assert_string_equal(told(two, (ClingoTask){.max_models = 1}), "sat: a");
    assert_string_equal(told("b(\"x\",-1).", (ClingoTask){.max_models = 1}),
                        "sat: b(\"x\",-1)");
    assert_string_equal(told("a. :- a.", (ClingoTask){0}), "unsat");
}

static void consequences_are_what_all_models_have(void **state)
{
    (void)state;
    static const char text[] = "a. 1 { b; c } 1. d :- b. d :- c. #show a/0. "
                               "#show b/0. #show d/0.";
    assert_string_equal(told(text, (ClingoTask){.mode = CLINGO_CAUTIOUS}),
                        "sat: a d");
    assert_string_equal(
        told(":- not a. a :- b.", (ClingoTask){.mode = CLINGO_CAUTIOUS}),
        "unsat");
}

/* Twelve pigeons and eleven holes: no hope to end soon, but the first model
 * already shows that c is no consequence. */
static void an_interrupted_search_tells_what_was_dropped(void **state)
{
    (void)state;
    static const char text[] =
        "p(1..13). h(1..12). 1 { in(P,H) : h(H) } 1 :- p(P).\n"
        "crowd :- in(P,H), in(Q,H), P < Q.\n"
        "{ c }. :- c. #show crowd/0. #show c/0.";
    Budget budget = budget_new(0.5, NULL);
    assert_string_equal(
        told(text, (ClingoTask){.mode = CLINGO_CAUTIOUS, .budget = &budget}),
        "sat, clingo ran out of time: crowd");
}

static void no_answer_has_a_reason(void **state)
{
    (void)state;
    static const char large[] = "n(1..700). a(X,Y,Z) :- n(X), n(Y), n(Z).";
    Budget budget = budget_new(0.2, NULL);
    assert_non_null(strstr(told("a(", (ClingoTask){0}),
                           "unknown, clingo ended with status 65: syntax "
                           "error, unexpected"));
    assert_string_equal(told(large, (ClingoTask){.megabytes = 120}),
                        "unknown, clingo ran out of memory (120 MB)");
    assert_string_equal(told(large, (ClingoTask){.budget = &budget}),
                        "unknown, clingo ran out of time");
    setenv("ZERMELO_CLINGO", "/no/such/clingo", 1);
    assert_string_equal(told("a.", (ClingoTask){0}),
                        "unknown, there is no program /no/such/clingo");
    setenv("ZERMELO_CLINGO", "/bin/false", 1);
    assert_string_equal(told("a.", (ClingoTask){0}),
                        "unknown, clingo ended with status 1");
    unsetenv("ZERMELO_CLINGO");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_listed),
        cmocka_unit_test(consequences_are_what_all_models_have),
        cmocka_unit_test(an_interrupted_search_tells_what_was_dropped),
        cmocka_unit_test(no_answer_has_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
