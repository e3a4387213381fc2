/* property_parts.h - a conjunction as conjunctions that share no features */
#ifndef ZERMELO_FORMULA_PROPERTY_PARTS_H
#define ZERMELO_FORMULA_PROPERTY_PARTS_H

#include "formula/property.h"

/* Adds to PARTS refs whose conjunction is REF, and which have no leaf in
 * common; REF itself if it is no conjunction. */
void property_parts(PropertyTable *properties, Ref ref, RefList *parts);

#endif
