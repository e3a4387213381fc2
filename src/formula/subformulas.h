/* subformulas.h - the truth of every part of a formula along a play */
#ifndef ZERMELO_FORMULA_SUBFORMULAS_H
#define ZERMELO_FORMULA_SUBFORMULAS_H

#include "formula/evaluate.h"

#include <jansson.h>

/* FORMULA and its subformulas on the sequence of COUNT positions, each before
 * its parts: [{"formula", "sign", "depth", "truth", "hidden"}]. "sign" is its
 * connective or quantifier, null of an atom. "truth" has a character for each
 * position: 1, 0, or . where that needs positions beyond the sequence. Parts of
 * a quantifier are those instances that decide it somewhere: the first few,
 * "hidden" more. NULL if the formula is too large, or a limit was reached. */
json_t *subformulas_json(const Universe *universe, Interp *interp,
                         const Formula *formula,
                         const Position *const *positions, size_t count,
                         const Budget *budget);

#endif
