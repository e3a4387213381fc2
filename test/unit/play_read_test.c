/* play_read_test.c - plays as users write them */
#include "support.h"

#include "lang/print.h"

/* "a, b; c, d" as it was understood, or the first complaint. */
static const char *understood(const char *text)
{
    static Text kept;
    Text out = {0};
    Arena *arena = arena_new();
    Terms *terms = terms_new();
    Diag diag;
    size_t count;
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "moves", text, strlen(text));
    JointMove *steps = play_read(arena, terms, source, &diag, &count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < steps[i].count; k++) {
            text_adds(&out, k ? ", " : i ? "; " : "");
            term_print(&out, steps[i].moves[k], SYNTAX_INFIX);
        }
    if (diag.problems.count) {
        const Problem *problem = &diag.problems.items[0];
        assert_int_equal(count, 0);
        assert_int_equal(diag.problems.count, 1);
        text_addf(&out, "%zu: %s [%s]",
                  line_column(source, problem->span.start).column,
                  problem->message, problem->rule);
    }
    diag_clear(&diag);
    terms_free(terms);
    arena_free(arena);
    return keep(&kept, out);
}

static void plays_are_read_as_they_are_written(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"", ""},
        {"  \n", ""},
        {"go", "go"},
        {"mark(1,1), noop; noop, mark(2,2)",
         "mark(1,1), noop; noop, mark(2,2)"},
        {" a,b ;\n c ,d;e,f", "a, b; c, d; e, f"},
        {"a; b;", "a; b"},
        {"f(g(a,b),h(c))", "f(g(a,b),h(c))"},
        {"Go", "1: a move without variables is expected here [syntax]"},
        {"'++', 'it''s', '0.8', 'White'", "'++', 'it''s', '0.8', white"},
        {"0.8", "'0.8'"},
        {"2-1", "'2-1'"},
    };
    assert_cases(cases, understood);
}

static void what_is_no_play_is_reported_once(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"mark(X,1)", "6: a move without variables is expected here [syntax]"},
        {"a,", "3: a term is expected here [syntax]"},
        {"a,,b", "3: a term is expected here [syntax]"},
        {"a;;b", "3: a term is expected here [syntax]"},
        {"; a", "1: a term is expected here [syntax]"},
        {"a b", "3: a comma or a semicolon is expected here [syntax]"},
        {"mark(1 2)",
         "8: a comma or a closing parenthesis is expected here [syntax]"},
        {"mark(1", "5: this parenthesis is never closed [unclosed]"},
        {"mark()", "1: a move without variables is expected here [syntax]"},
        {"(mark 1 1)", "1: a term is expected here [syntax]"},
        {"a)", "2: a comma or a semicolon is expected here [syntax]"},
        {"'a", "1: this quote is never closed on its line [unclosed]"},
        {"a & b", "3: a comma or a semicolon is expected here [syntax]"},
        {"a | b", "3: a comma or a semicolon is expected here [syntax]"},
        {"a.", "2: a comma or a semicolon is expected here [syntax]"},
    };
    assert_cases(cases, understood);
}

/* A comment sign could swallow the rest of a play without a word. */
static void nothing_of_a_play_is_a_comment(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"a; b % c", "6: this character does not belong here "
                     "[stray-character]"},
        {"a\n; b", "a; b"},
        {"a /* b */; c", "3: a comma or a semicolon is expected here "
                         "[syntax]"},
    };
    assert_cases(cases, understood);
}

static void nesting_without_end_is_refused(void **state)
{
    (void)state;
    char *text = repeated("", "f(", 1000000, "");
    assert_string_equal(understood(text),
                        "502: nested deeper than 250 [too-deep]");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_are_read_as_they_are_written),
        cmocka_unit_test(what_is_no_play_is_reported_once),
        cmocka_unit_test(nothing_of_a_play_is_a_comment),
        cmocka_unit_test(nesting_without_end_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
