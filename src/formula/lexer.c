/* lexer.c - the words and signs of formulas
 *
 * In:   a Source
 * Out:  signs, one at a time
 * Next: formula/formula_read.c makes formulas of them
 *
 * word     := [a-z0-9][a-zA-Z0-9_]* or '...' with '' for a quote inside
 * variable := [A-Z_][a-zA-Z0-9_]*
 */
#include "formula/lexer.h"

#include "lang/form.h"

#include <string.h>

static const struct {
    const char *text;
    FormulaTokenKind kind;
} table[] = {
    /* longer ones first */
    {"<->", SIGN_IFF},        {"->", SIGN_IMPLIES},
    {"!=", SIGN_DIFFERENT},   {"..", SIGN_DOTS},
    {"~", SIGN_NOT},          {"&", SIGN_AND},
    {"|", SIGN_OR},           {"^", SIGN_POWER},
    {"=", SIGN_EQUAL},        {"(", SIGN_OPEN},
    {")", SIGN_CLOSE},        {"[", SIGN_BRACKET},
    {"]", SIGN_UNBRACKET},    {"{", SIGN_BRACE},
    {"}", SIGN_UNBRACE},      {",", SIGN_COMMA},
    {".", SIGN_STOP},         {"/", SIGN_SLASH},
    {"\u00ac", SIGN_NOT},     {"\u2227", SIGN_AND},
    {"\u2228", SIGN_OR},      {"\u2283", SIGN_IMPLIES},
    {"\u2192", SIGN_IMPLIES}, {"\u2194", SIGN_IFF},
    {"\u25cb", SIGN_NEXT},    {"\u2200", SIGN_FORALL},
    {"\u2203", SIGN_EXISTS},  {"\u2260", SIGN_DIFFERENT},
};

static const struct {
    const char *word;
    FormulaTokenKind kind;
} words[] = {
    {"next", SIGN_NEXT},
    {"forall", SIGN_FORALL},
    {"exists", SIGN_EXISTS},
};

static char at(const FormulaLexer *signs, size_t offset)
{
    return offset < signs->source->length ? signs->source->text[offset] : '\0';
}

static bool is_inner(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static void bad(FormulaLexer *signs, FormulaToken *sign, const char *rule,
                const char *message)
{
    sign->kind = SIGN_BAD;
    diag_error(signs->diag, (Span){signs->source, sign->start, sign->end}, rule,
               "%s", message);
}

static void read_word(FormulaLexer *signs, FormulaToken *sign)
{
    const char *text = signs->source->text + sign->start;
    while (is_inner(at(signs, sign->end)))
        sign->end++;
    size_t length = sign->end - sign->start;
    bool variable = *text == '_' || (*text >= 'A' && *text <= 'Z');
    sign->kind = variable ? SIGN_VARIABLE : SIGN_WORD;
    if (length > WORD_MAX_BYTES) {
        bad(signs, sign, "too-long", "a word is too long");
        return;
    }
    sign->symbol = (variable ? term_variable_symbol
                             : term_symbol)(signs->terms, text, length);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length &&
            memcmp(words[i].word, text, length) == 0)
            sign->kind = words[i].kind;
}

static void read_quoted(FormulaLexer *signs, FormulaToken *sign)
{
    Text name = {0};
    bool closed = false;
    sign->end = sign->start + 1;
    while (!closed && sign->end < signs->source->length) {
        char c = at(signs, sign->end++);
        if (c == '\'' && at(signs, sign->end) != '\'')
            closed = true;
        else
            text_addc(&name, c);
        sign->end += c == '\'' && !closed;
    }
    sign->kind = SIGN_WORD;
    sign->quoted = true;
    if (!closed)
        bad(signs, sign, "unclosed", "this quote is never closed");
    else if (!name.length || name.length > WORD_MAX_BYTES ||
             memchr(name.bytes, '\0', name.length))
        bad(signs, sign, "bad-symbol", "this cannot be a symbol");
    else
        sign->symbol = term_symbol(signs->terms, name.bytes, name.length);
    text_free(&name);
}

static bool read_sign(FormulaLexer *signs, FormulaToken *sign)
{
    const char *text = signs->source->text + sign->start;
    size_t left = signs->source->length - sign->start;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t length = strlen(table[i].text);
        if (length <= left && memcmp(text, table[i].text, length) == 0) {
            sign->kind = table[i].kind;
            sign->end = sign->start + (uint32_t)length;
            return true;
        }
    }
    return false;
}

void formula_lexer_advance(FormulaLexer *signs)
{
    uint32_t start = signs->sign.end;
    signs->previous_end = start;
    while (start < signs->source->length && ascii_is_space(at(signs, start)))
        start++;
    FormulaToken sign = {.kind = SIGN_END, .start = start, .end = start};
    if (start < signs->source->length && !read_sign(signs, &sign)) {
        size_t length = utf8_length(signs->source->text + start,
                                    signs->source->length - start);
        sign.end = start + (length ? (uint32_t)length : 1);
        if (is_inner(at(signs, start)))
            read_word(signs, &sign);
        else if (at(signs, start) == '\'')
            read_quoted(signs, &sign);
        else
            bad(signs, &sign, "stray-character",
                "this character does not belong here");
    }
    signs->sign = sign;
}
