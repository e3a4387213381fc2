/* lexer_test.c - the tokens of formulas */
#include "loaded.h"

#include "formula/lexer.h"

/* The kinds of the tokens, words with their names. */
static const char *tokens(const char *input)
{
    static Text kept;
    Text text = {0};
    Arena *arena = arena_new();
    Terms *terms = terms_new();
    Diag diag;
    diag_init(&diag, arena);
    FormulaLexer lexer = {
        .source = source_new(arena, "formula", input, strlen(input)),
        .terms = terms,
        .diag = &diag};
    do {
        formula_lexer_advance(&lexer);
        if (lexer.token.kind == TOKEN_WORD)
            text_addf(&text, "%s%s ", lexer.token.symbol->name,
                      lexer.token.quoted ? "'" : "");
        else if (lexer.token.kind == TOKEN_VARIABLE)
            text_addf(&text, "%s ", lexer.token.symbol->name);
        else
            text_addf(&text, "%d ", (int)lexer.token.kind);
    } while (lexer.token.kind != TOKEN_END && lexer.token.kind != TOKEN_BAD);
    text_addf(&text, "%u-%u", lexer.token.start, lexer.token.end);
    diag_clear(&diag);
    terms_free(terms);
    arena_free(arena);
    return keep(&kept, text);
}

static void words_variables_and_operators_are_told_apart(void **state)
{
    (void)state;
    assert_int_equal(TOKEN_NOT, 3);
    assert_int_equal(TOKEN_BAD, 24);
    static const Case cases[] = {
        {"", "0 0-0"},
        {"cell X _y 3", "cell ?x ?_y 3 0 11-11"},
        {"~a&b|c", "3 a 4 b 5 c 0 6-6"},
        {"a->b<->c", "a 6 b 7 c 0 8-8"},
        {"next forall exists^", "8 9 10 11 0 19-19"},
        {"a=b!=c", "a 12 b 13 c 0 6-6"},
        {"([{}])", "14 16 18 19 17 15 0 6-6"},
        {"1..2.3/4,5", "1 22 2 21 3 23 4 20 5 0 10-10"},
        {"'it''s' 'next'", "it's' next' 0 14-14"},
        {"\u00aca\u2192b", "3 a 6 b 0 7-7"},
    };
    assert_cases(cases, tokens);
}

static void nothing_comes_behind_a_bad_token(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"a $ b", "a 24 2-3"}, {"'open", "24 0-5"}, {"a ''", "a 24 2-4"}};
    assert_cases(cases, tokens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_variables_and_operators_are_told_apart),
        cmocka_unit_test(nothing_comes_behind_a_bad_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
