/* print.h - terms as text */
#ifndef ZERMELO_LANG_PRINT_H
#define ZERMELO_LANG_PRINT_H

#include "base/text.h"
#include "lang/form.h"

/* Infix is the language of our answers: lower case, quoted where need be. */
void term_print(Text *out, const Term *term, Syntax syntax);
char *term_string(Arena *arena, const Term *term); /* infix */
char *term_text(Arena *arena, const Term *term, Syntax syntax);
const char **term_strings(Arena *arena, const Term *const *terms, size_t count);

/* A symbol as the author of SYNTAX writes it. */
void symbol_print(Text *out, const Symbol *symbol, Syntax syntax);

/* A variable as the author of a text in SYNTAX wrote it first: ?x, X, N+1. */
char *variable_text(Arena *arena, const Symbol *symbol, Syntax syntax);

#endif
