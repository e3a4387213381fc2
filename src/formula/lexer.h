/* lexer.h - the tokens of formulas
 *
 * Not those of rules: here "-" and "^" are tokens of their own, so that a
 * symbol that has them is written in quotes.
 */
#ifndef ZERMELO_FORMULA_LEXER_H
#define ZERMELO_FORMULA_LEXER_H

#include "base/diag.h"
#include "lang/term.h"

typedef enum {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_VARIABLE,
    TOKEN_NOT,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_IMPLIES,
    TOKEN_IFF,
    TOKEN_NEXT,   /* also the word */
    TOKEN_FORALL, /* likewise */
    TOKEN_EXISTS,
    TOKEN_POWER,
    TOKEN_EQUAL,
    TOKEN_DIFFERENT,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_LBRACKET,
    TOKEN_RBRACKET,
    TOKEN_LBRACE,
    TOKEN_RBRACE,
    TOKEN_COMMA,
    TOKEN_STOP,
    TOKEN_DOTS,
    TOKEN_SLASH,
    TOKEN_BAD, /* which was reported */
} FormulaTokenKind;

typedef struct {
    FormulaTokenKind kind;
    uint32_t start, end;
    bool quoted;
    const Symbol *symbol; /* of a word or variable */
} FormulaToken;

typedef struct {
    const Source *source;
    Terms *terms;
    Diag *diag;
    FormulaToken token; /* the one looked at */
    uint32_t previous_end;
} FormulaLexer;

/* Reads the next token; the first call reads the first. None comes behind
 * TOKEN_BAD. */
void formula_lexer_advance(FormulaLexer *lexer);

#endif
