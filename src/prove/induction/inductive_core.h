/* inductive_core.h - which of many properties a proof needs */
#ifndef ZERMELO_PROVE_INDUCTION_INDUCTIVE_CORE_H
#define ZERMELO_PROVE_INDUCTION_INDUCTIVE_CORE_H

#include "formula/property.h"

/* LIST is inductive together: those of degree 0 with each other, the others
 * follow from these. NEEDED is set for more of them until what is needed is
 * inductive by itself. False if a limit is reached first; then more may be
 * needed. */
bool find_inductive_core(const PropertyTable *properties,
                         const GroundProperty *list, size_t count, bool *needed,
                         const Budget *budget);

#endif
