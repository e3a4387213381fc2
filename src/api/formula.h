/* formula.h - formulas given as text; private to api/ */
#ifndef ZERMELO_API_FORMULA_H
#define ZERMELO_API_FORMULA_H

#include "formula/formula.h"

/* TEXT as a formula; NULL with a message, to be freed, in *WHY. PLACE is the
 * name that the message gives it. */
const Formula *read_formula(Arena *arena, Universe *universe, const char *place,
                            const char *text, char **why);

#endif
