/* asp_prop.h - formulas as clauses: Enc(phi, i)
 *
 * Made in two steps, because the rules of the game that a program needs depend
 * on its formulas: first an Encoding collects the clauses of all formulas and
 * tells ASP (asp_need) which atoms they speak of; then the rules are added to
 * the program, and then these clauses.
 */
#ifndef ZERMELO_ASP_ASP_PROP_H
#define ZERMELO_ASP_ASP_PROP_H

#include "asp/asp.h"
#include "formula/prop.h"

typedef struct Encoding Encoding;

Encoding *encoding_new(Asp *asp, const Props *props); /* borrows both */
void encoding_free(Encoding *encoding);

/* Makes sure that PROP at LEVEL has clauses, and adds to OUT a literal for it;
 * "not" before it if IS_NEGATED. */
void encoding_literal(Text *out, Encoding *encoding, PropId prop, size_t level,
                      bool is_negated);

/* The clauses of everything asked for by now. */
void encoding_clauses(Text *out, const Encoding *encoding);

#endif
