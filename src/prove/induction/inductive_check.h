/* inductive_check.h - is a set of lemmas inductive, says a second solver
 *
 * For debug builds (ZERMELO_DEBUG): what is wrong ends in assert().
 */
#ifndef ZERMELO_PROVE_INDUCTION_INDUCTIVE_CHECK_H
#define ZERMELO_PROVE_INDUCTION_INDUCTIVE_CHECK_H

#include "formula/property.h"

/* The lemmas from number FIRST on hold initially, and after each step from a
 * position that satisfies all COUNT of them. Nothing is said of a large net, or
 * if it takes too many conflicts. */
void inductive_check(const PropertyTable *properties, UnrollStart start,
                     const GroundProperty *const *lemmas, size_t count,
                     size_t first);

#endif
