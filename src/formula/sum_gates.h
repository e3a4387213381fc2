/* sum_gates.h - weighted sums, and formulas about later positions, as gates */
#ifndef ZERMELO_FORMULA_SUM_GATES_H
#define ZERMELO_FORMULA_SUM_GATES_H

#include "formula/proof_log.h"

/* SUM as a gate in *REF; false if that would be too large. */
bool property_sum(PropertyTable *properties, const WeightedSum *sum, Ref *ref);

/* STEPS steps lower SUM, as the property *LOWERED; false if that would be too
 * large. */
bool property_lowered(PropertyTable *properties, const WeightedSum *sum,
                      unsigned steps, GroundProperty *lowered);

#endif
