/* token.h - the words and signs of infix text
 *
 * Of rules, and of formulas (formula/formula_read.c), which have signs of their
 * own: there "-" and "^" are signs, so that a symbol that has them is written
 * in quotes.
 *
 * A Lexer always looks at one token. What is no token is reported when it is
 * met and then comes as TOKEN_BAD, so that a parser need not report it again.
 */
#ifndef ZERMELO_LANG_TOKEN_H
#define ZERMELO_LANG_TOKEN_H

#include "lang/form.h"

typedef enum {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_VARIABLE,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_STOP,
    TOKEN_IF,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_EQUAL,
    TOKEN_DIFFERENT,
    TOKEN_FOREIGN, /* "::", "==>" and ".." of other dialects */
    /* "&&", "||" and "!" of C, which come as TOKEN_AND and so on after a report
     */
    TOKEN_C_AND,
    TOKEN_C_OR,
    TOKEN_C_NOT,
    /* of formulas only */
    TOKEN_IMPLIES,
    TOKEN_IFF,
    TOKEN_NEXT,   /* also the word */
    TOKEN_FORALL, /* likewise */
    TOKEN_EXISTS,
    TOKEN_POWER,
    TOKEN_LBRACKET,
    TOKEN_RBRACKET,
    TOKEN_LBRACE,
    TOKEN_RBRACE,
    TOKEN_DOTS,
    TOKEN_SLASH,
    TOKEN_BAD,
} TokenKind;

typedef struct {
    const char *text;
    TokenKind kind;
} Sign;

extern const Sign formula_signs[]; /* up to one without text */

typedef struct {
    TokenKind kind;
    size_t start, end;
    bool quoted, anonymous;
    const Symbol *symbol; /* of a word or variable */
} Token;

typedef struct {
    Terms *terms;
    const Source *source;
    Diag *diag;
    size_t at;           /* where the next token is looked for */
    Token token;         /* the one looked at */
    size_t previous_end; /* where the one before ended */
    bool quiet;          /* report nothing: somebody is recovering */
    Collector *comments; /* NULL: there are no comments in this text */
    const Sign *signs;   /* formula_signs; NULL: those of rules */
} Lexer;

/* Moves on; the first call finds the first token. */
void lexer_advance(Lexer *lexer);

/* Reports TOKEN, which other languages have for what is OURS here. */
void lexer_foreign(const Lexer *lexer, const Token *token, const char *ours);

/* Where somebody seems to calculate or compare. */
#define NO_ARITHMETIC                                                          \
    "there is no arithmetic in GDL; list by facts what follows what, and "     \
    "what is less"

Span lexer_span(const Lexer *lexer); /* of the token looked at */

static inline bool lexer_is(const Lexer *lexer, TokenKind kind)
{
    return lexer->token.kind == kind;
}

/* Whether it is WORD, and not in quotes. */
bool lexer_is_word(const Lexer *lexer, const char *word);

#endif
