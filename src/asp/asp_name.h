/* asp_name.h - GDL's symbols and terms as clingo writes them, and back
 *
 * A symbol that is a name for clingo, too, stays as it is: [a-z][a-z0-9_]*, but
 * for `not`. So does a constant that is a whole number of up to nine digits.
 * Any other symbol becomes qX and its bytes, where all but [a-z0-9_] are
 * written as X and two digits: `++` is qXX2bX2b, `007` is qX007. No two symbols
 * have the same name, and none begins with an underscore: such names are for
 * what we add. Variables begin with a capital, as usual.
 */
#ifndef ZERMELO_ASP_ASP_NAME_H
#define ZERMELO_ASP_ASP_NAME_H

#include "lang/term.h"

void asp_name(Text *out, const Symbol *symbol); /* of a relation or function */

/* A ground term. */
void asp_term(Text *out, const Term *term);

/* Any term, whose variables are printed by VARIABLE. */
typedef void AspVariable(Text *out, void *context, const Term *variable);
void asp_open_term(Text *out, const Term *term, AspVariable *print_variable,
                   void *context);

/* The ground term at *TEXT as clingo prints it, and moves *TEXT behind it;
 * NULL if there is none, or none that could have been printed here. */
const Term *asp_read_term(Terms *terms, const char **text);

#endif
