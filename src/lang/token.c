/* token.c - the words and signs of infix text
 *
 * In:   a Source
 * Out:  tokens, one at a time
 * Next: lang/infix.c makes lists of them, formula/formula_read.c formulas
 *
 * word     := [a-z0-9] and what may stand inside one, or '...' in quotes
 * variable := a word that begins with a capital letter or "_", or ?word, or
 *             ?'...'
 * comment  := "%" to the end of the line, or ";" where no "or" can be meant
 */
#include "lang/token.h"

#include <string.h>

static const Sign rule_signs[] = {
    /* longer ones first */
    {"&&", TOKEN_C_AND},      {"||", TOKEN_C_OR},
    {"==>", TOKEN_FOREIGN},   {"..", TOKEN_FOREIGN},
    {":-", TOKEN_IF},         {"<=", TOKEN_IF},
    {"::", TOKEN_FOREIGN},    {"\\==", TOKEN_DIFFERENT},
    {"\\=", TOKEN_DIFFERENT}, {"!=", TOKEN_DIFFERENT},
    {"\\+", TOKEN_NOT},       {"==", TOKEN_EQUAL},
    {"(", TOKEN_OPEN},        {")", TOKEN_CLOSE},
    {",", TOKEN_COMMA},       {".", TOKEN_STOP},
    {"&", TOKEN_AND},         {"|", TOKEN_OR},
    {";", TOKEN_OR},          {"~", TOKEN_NOT},
    {"!", TOKEN_C_NOT},       {"#", TOKEN_DIFFERENT},
    {"=", TOKEN_EQUAL},       {"\u2190", TOKEN_IF},
    {"\u2227", TOKEN_AND},    {"\u2228", TOKEN_OR},
    {"\u00ac", TOKEN_NOT},    {NULL, TOKEN_END},
};

const Sign formula_signs[] = {
    /* likewise */
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
    {NULL, TOKEN_END},
};

static char byte_at(const Lexer *lexer, size_t offset)
{
    return offset < lexer->source->length ? lexer->source->text[offset] : '\0';
}

static Span span_of(const Lexer *lexer, Token token)
{
    return source_span(lexer->source, token.start, token.end);
}

Span lexer_span(const Lexer *lexer)
{
    return span_of(lexer, lexer->token);
}

static bool is_plain_char(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* Whether the text is rules; formulas have signs of their own. */
static bool reads_rules(const Lexer *lexer)
{
    return !lexer->signs;
}

/* Inside a word of rules more is allowed than at its beginning: not-path, c++.
 */
static bool is_word_char(const Lexer *lexer, size_t offset)
{
    char c = byte_at(lexer, offset);
    return is_plain_char(c) ||
           (reads_rules(lexer) &&
            ((c && strchr("+-*?$@^/", c)) || (unsigned char)c >= 0x80));
}

/* 1.5 is one word of rules. */
static bool is_decimal_point(const Lexer *lexer, size_t start, size_t offset)
{
    return reads_rules(lexer) && byte_at(lexer, offset) == '.' &&
           ascii_is_digit(byte_at(lexer, offset - 1)) &&
           ascii_is_digit(byte_at(lexer, offset + 1)) &&
           ascii_is_digit(byte_at(lexer, start));
}

static bool starts_line(const Lexer *lexer, size_t offset)
{
    while (offset > 0 && (byte_at(lexer, offset - 1) == ' ' ||
                          byte_at(lexer, offset - 1) == '\t'))
        offset--;
    return offset == 0 || byte_at(lexer, offset - 1) == '\n' ||
           byte_at(lexer, offset - 1) == '\r';
}

static bool starts_comment(const Lexer *lexer)
{
    char c = byte_at(lexer, lexer->at), next = byte_at(lexer, lexer->at + 1);
    return c == '%' ||
           (c == ';' && (next == ';' || starts_line(lexer, lexer->at)));
}

static void skip_block_comment(Lexer *lexer)
{
    const char *text = lexer->source->text;
    size_t start = lexer->at, length = lexer->source->length;
    const char *end = memmem(text + start + 2, length - start - 2, "*/", 2);
    if (!end)
        diag_error(lexer->diag, source_span(lexer->source, start, start + 2),
                   "unclosed", "this comment is never closed");
    lexer->at = end ? (size_t)(end - text) + 2 : length;
}

static void skip_blanks_and_comments(Lexer *lexer)
{
    for (;;) {
        const char *text = lexer->source->text + lexer->at;
        size_t blank = blank_length(lexer->source, lexer->at);
        if (blank)
            lexer->at += blank;
        else if (lexer->comments && starts_comment(lexer))
            lexer->at =
                collect_comment(lexer->comments, lexer->source, lexer->at);
        else if (lexer->comments && begins_with(text, "/*"))
            skip_block_comment(lexer);
        else
            return;
    }
}

static void lex_error(Lexer *lexer, Token *token, const char *rule,
                      const char *message)
{
    token->kind = TOKEN_BAD;
    if (!lexer->quiet)
        diag_error(lexer->diag, span_of(lexer, *token), rule, "%s", message);
}

/* What the prefix form could not write is no symbol of GDL. */
static bool is_symbol(const Text *name, bool is_variable)
{
    const char *bytes = text_string(name);
    for (size_t i = 0; i < name->length; i++)
        if ((unsigned char)bytes[i] <= 0x20 || strchr("();\x7f", bytes[i]))
            return false;
    bool has_question_mark = bytes[0] == '?' && name->length > 1;
    if (begins_with(bytes, "\xef\xbb\xbf"))
        return false; /* a byte-order mark is white space */
    return name->length > 0 && (is_variable || !has_question_mark);
}

static void lex_quoted(Lexer *lexer, Token *token)
{
    Text name = {0};
    bool is_closed = false;
    size_t i = token->start + 1, length = lexer->source->length;
    i += byte_at(lexer, token->start) == '?';
    for (; i < length && !is_closed; i++) {
        char c = byte_at(lexer, i);
        if (c == '\n' || c == '\r')
            break;
        if (c == '\'' && byte_at(lexer, i + 1) != '\'')
            is_closed = true;
        else
            text_addc(&name, c);
        i += c == '\'' && !is_closed;
    }
    bool is_variable = byte_at(lexer, token->start) == '?';
    token->end = i;
    token->kind = is_variable ? TOKEN_VARIABLE : TOKEN_WORD;
    token->quoted = true;
    if (!is_closed)
        lex_error(lexer, token, "unclosed",
                  "this quote is never closed on its line");
    else if (name.length > MAX_WORD_BYTES)
        lex_error(lexer, token, "too-long", "a symbol is too long");
    else if (!is_symbol(&name, is_variable))
        lex_error(lexer, token, "bad-symbol",
                  "a symbol has no white space, parentheses or semicolons, "
                  "is not empty, and does not begin with '?'");
    else
        token->symbol = (is_variable ? term_variable_symbol : term_symbol)(
            lexer->terms, name.bytes, name.length);
    text_free(&name);
}

static void lex_word(Lexer *lexer, Token *token)
{
    const char *text = lexer->source->text;
    char first = text[token->start];
    bool has_question_mark = first == '?';
    size_t i = token->start + 1, start = token->start + has_question_mark;
    while (is_word_char(lexer, i) || is_decimal_point(lexer, token->start, i))
        i++;
    token->end = i;
    bool is_variable =
        has_question_mark || first == '_' || (first >= 'A' && first <= 'Z');
    token->kind = is_variable ? TOKEN_VARIABLE : TOKEN_WORD;
    token->anonymous = first == '_' && i == token->start + 1;
    if (i - start > MAX_WORD_BYTES)
        lex_error(lexer, token, "too-long", "a word is too long");
    else
        token->symbol = (is_variable ? term_variable_symbol : term_symbol)(
            lexer->terms, text + start, i - start);
}

void lexer_foreign(const Lexer *lexer, const Token *token, const char *ours)
{
    if (lexer->quiet)
        return;
    Text assumed = {0};
    size_t length = token->end - token->start;
    text_addf(&assumed, "it means %s", ours);
    diag_assume(lexer->diag, span_of(lexer, *token), "foreign-sign",
                text_string(&assumed), "%.*s is no sign of GDL; write %s",
                (int)length, lexer->source->text + token->start, ours);
    diag_fix(lexer->diag, span_of(lexer, *token), ours);
    text_free(&assumed);
}

static void accept_c_sign(const Lexer *lexer, Token *token)
{
    static const char *const ours[] = {"&", "|", "~"};
    size_t number = token->kind - TOKEN_C_AND;
    token->kind = TOKEN_AND + number;
    lexer_foreign(lexer, token, ours[number]);
}

static bool lex_sign(const Lexer *lexer, Token *token)
{
    const Sign *sign = lexer->signs ? lexer->signs : rule_signs;
    const char *text = lexer->source->text + token->start;
    size_t available = lexer->source->length - token->start;
    for (; sign->text; sign++) {
        size_t length = *text == *sign->text ? strlen(sign->text) : 0;
        if (!length || length > available ||
            memcmp(text, sign->text, length) != 0)
            continue;
        token->kind = sign->kind;
        token->end = token->start + length;
        if (sign->kind >= TOKEN_C_AND && sign->kind <= TOKEN_C_NOT)
            accept_c_sign(lexer, token);
        return true;
    }
    return false;
}

void lexer_advance(Lexer *lexer)
{
    lexer->previous_end = lexer->token.end;
    skip_blanks_and_comments(lexer);
    Token token = {TOKEN_END, lexer->at, lexer->at, false, false, NULL};
    char c = byte_at(lexer, token.start);
    if (token.start < lexer->source->length && !lex_sign(lexer, &token)) {
        size_t length = utf8_length(lexer->source->text + token.start,
                                    lexer->source->length - token.start);
        token.end = token.start + (length ? length : 1);
        bool has_question_mark = c == '?' && reads_rules(lexer);
        if (c == '\'' ||
            (has_question_mark && byte_at(lexer, token.end) == '\''))
            lex_quoted(lexer, &token);
        else if (is_word_char(lexer, token.start) &&
                 (!has_question_mark || is_word_char(lexer, token.end)))
            lex_word(lexer, &token);
        else
            lex_error(lexer, &token, "stray-character",
                      reads_rules(lexer) && (c == '<' || c == '>')
                          ? NO_ARITHMETIC
                          : "this character does not belong here");
    }
    lexer->at = token.end;
    lexer->token = token;
}

bool lexer_is_word(const Lexer *lexer, const char *word)
{
    return lexer_is(lexer, TOKEN_WORD) && !lexer->token.quoted &&
           strcmp(lexer->token.symbol->name, word) == 0;
}
