/* lexer.h - the words and signs of formulas
 *
 * Not those of rules: here "-" and "^" are signs of their own, so that a
 * symbol that has them is written in quotes.
 */
#ifndef ZERMELO_FORMULA_LEXER_H
#define ZERMELO_FORMULA_LEXER_H

#include "base/diag.h"
#include "lang/term.h"

typedef enum {
    SIGN_END,
    SIGN_WORD,
    SIGN_VARIABLE,
    SIGN_NOT,
    SIGN_AND,
    SIGN_OR,
    SIGN_IMPLIES,
    SIGN_IFF,
    SIGN_NEXT,   /* also the word */
    SIGN_FORALL, /* likewise */
    SIGN_EXISTS,
    SIGN_POWER,
    SIGN_EQUAL,
    SIGN_DIFFERENT,
    SIGN_OPEN,
    SIGN_CLOSE,
    SIGN_BRACKET,
    SIGN_UNBRACKET,
    SIGN_BRACE,
    SIGN_UNBRACE,
    SIGN_COMMA,
    SIGN_STOP,
    SIGN_DOTS,
    SIGN_SLASH,
    SIGN_BAD, /* reported when it was met */
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
    FormulaToken sign; /* the one looked at */
    uint32_t previous_end;
} FormulaLexer;

void formula_lexer_advance(
    FormulaLexer *signs); /* the first call finds the first sign */

#endif
