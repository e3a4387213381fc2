/* decision_diagram.h - a set of positions as one formula */
#ifndef ZERMELO_PROVE_WALK_DECISION_DIAGRAM_H
#define ZERMELO_PROVE_WALK_DECISION_DIAGRAM_H

#include "formula/property.h"

/* That a position is one of COUNT different STATES, of WORDS words each; at
 * least one. REF_TRUE if that would be too large. */
Ref state_set_formula(PropertyTable *properties, const uint64_t *states,
                      size_t count, size_t words);

#endif
