/* formula_check.h - does what a formula speaks of exist; private to formula/ */
#ifndef ZERMELO_FORMULA_FORMULA_CHECK_H
#define ZERMELO_FORMULA_FORMULA_CHECK_H

#include "base/diag.h"
#include "formula/universe.h"

/* Each reports to DIAG, and returns false or NULL, if it does not. */
bool check_symbol(const Universe *universe, const Symbol *symbol, Span span,
                  Diag *diag);
bool check_atom(const Universe *universe, const Term *atom, Span span,
                Diag *diag);
const FeatureSymbol *check_feature(const Universe *universe,
                                   const Symbol *symbol, size_t arity,
                                   Span span, Diag *diag);
const TermSet *check_argument(Universe *universe, const char *name, Span span,
                              Diag *diag);

#endif
