/* inductive_core.h - a small inductive subset that contains given properties */
#ifndef ZERMELO_PROVE_INDUCTION_INDUCTIVE_CORE_H
#define ZERMELO_PROVE_INDUCTION_INDUCTIVE_CORE_H

#include "formula/property.h"

/* LIST is inductive: those of degree 0 together, and the others follow from
 * them. Sets IS_NEEDED of more of them until the needed ones are inductive by
 * themselves. False if a limit was reached first: then more may be needed. */
bool find_inductive_core(const PropertyTable *properties,
                         const GroundProperty *list, size_t count,
                         bool *is_needed, const Budget *budget);

#endif
