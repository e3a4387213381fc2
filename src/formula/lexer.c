/* lexer.c - the tokens of formulas
 *
 * In:   a Source
 * Out:  tokens, one at a time
 * Next: formula/formula_read.c makes formulas of them
 *
 * word     := [a-z0-9][a-zA-Z0-9_]* or '...' with '' for a quote inside
 * variable := [A-Z_][a-zA-Z0-9_]*
 */
#include "formula/lexer.h"

#include "lang/form.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *text;
    FormulaTokenKind kind;
} operators[] = {
    /* longer ones first */
    {"<->", TOKEN_IFF},        {"->", TOKEN_IMPLIES},
    {"!=", TOKEN_DIFFERENT},   {"..", TOKEN_DOTS},
    {"~", TOKEN_NOT},          {"&", TOKEN_AND},
    {"|", TOKEN_OR},           {"^", TOKEN_POWER},
    {"=", TOKEN_EQUAL},        {"(", TOKEN_OPEN},
    {")", TOKEN_CLOSE},        {"[", TOKEN_LBRACKET},
    {"]", TOKEN_RBRACKET},     {"{", TOKEN_LBRACE},
    {"}", TOKEN_RBRACE},       {",", TOKEN_COMMA},
    {".", TOKEN_STOP},         {"/", TOKEN_SLASH},
    {"\u00ac", TOKEN_NOT},     {"\u2227", TOKEN_AND},
    {"\u2228", TOKEN_OR},      {"\u2283", TOKEN_IMPLIES},
    {"\u2192", TOKEN_IMPLIES}, {"\u2194", TOKEN_IFF},
    {"\u25cb", TOKEN_NEXT},    {"\u2200", TOKEN_FORALL},
    {"\u2203", TOKEN_EXISTS},  {"\u2260", TOKEN_DIFFERENT},
};

static const struct {
    const char *word;
    FormulaTokenKind kind;
} words[] = {
    {"next", TOKEN_NEXT},
    {"forall", TOKEN_FORALL},
    {"exists", TOKEN_EXISTS},
};

static char at(const FormulaLexer *lexer, size_t offset)
{
    return offset < lexer->source->length ? lexer->source->text[offset] : '\0';
}

static bool is_inner(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static void bad(FormulaLexer *lexer, FormulaToken *token, const char *rule,
                const char *message)
{
    token->kind = TOKEN_BAD;
    diag_error(lexer->diag, (Span){lexer->source, token->start, token->end},
               rule, "%s", message);
}

static void read_word(FormulaLexer *lexer, FormulaToken *token)
{
    const char *text = lexer->source->text + token->start;
    while (is_inner(at(lexer, token->end)))
        token->end++;
    size_t length = token->end - token->start;
    bool variable = *text == '_' || (*text >= 'A' && *text <= 'Z');
    token->kind = variable ? TOKEN_VARIABLE : TOKEN_WORD;
    if (length > WORD_MAX_BYTES) {
        bad(lexer, token, "too-long", "a word is too long");
        return;
    }
    token->symbol = (variable ? term_variable_symbol
                              : term_symbol)(lexer->terms, text, length);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length &&
            memcmp(words[i].word, text, length) == 0)
            token->kind = words[i].kind;
}

static void read_quoted(FormulaLexer *lexer, FormulaToken *token)
{
    Text name = {0};
    bool closed = false;
    token->end = token->start + 1;
    while (!closed && token->end < lexer->source->length) {
        char c = at(lexer, token->end++);
        if (c == '\'' && at(lexer, token->end) != '\'')
            closed = true;
        else
            text_addc(&name, c);
        token->end += c == '\'' && !closed;
    }
    token->kind = TOKEN_WORD;
    token->quoted = true;
    if (!closed)
        bad(lexer, token, "unclosed", "this quote is never closed");
    else if (!name.length || name.length > WORD_MAX_BYTES ||
             memchr(name.bytes, '\0', name.length))
        bad(lexer, token, "bad-symbol", "this cannot be a symbol");
    else
        token->symbol = term_symbol(lexer->terms, name.bytes, name.length);
    text_free(&name);
}

static bool read_operator(FormulaLexer *lexer, FormulaToken *token)
{
    const char *text = lexer->source->text + token->start;
    size_t left = lexer->source->length - token->start;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t length = strlen(operators[i].text);
        if (length <= left && memcmp(text, operators[i].text, length) == 0) {
            token->kind = operators[i].kind;
            token->end = token->start + (uint32_t)length;
            return true;
        }
    }
    return false;
}

void formula_lexer_advance(FormulaLexer *lexer)
{
    if (lexer->token.kind == TOKEN_BAD)
        return;
    uint32_t start = lexer->token.end;
    lexer->previous_end = start;
    while (start < lexer->source->length && ascii_is_space(at(lexer, start)))
        start++;
    FormulaToken token = {.kind = TOKEN_END, .start = start, .end = start};
    if (start < lexer->source->length && !read_operator(lexer, &token)) {
        size_t length = utf8_length(lexer->source->text + start,
                                    lexer->source->length - start);
        token.end = start + (length ? (uint32_t)length : 1);
        if (is_inner(at(lexer, start)))
            read_word(lexer, &token);
        else if (at(lexer, start) == '\'')
            read_quoted(lexer, &token);
        else
            bad(lexer, &token, "stray-character",
                "this character does not belong here");
    }
    assert(token.end <= lexer->source->length);
    lexer->token = token;
}
