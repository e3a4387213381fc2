/* decision_diagram.h - a set of states as one formula
 *
 * The formula is an ordered binary decision diagram (Bryant 1986) in gates.
 */
#ifndef ZERMELO_PROVE_WALK_DECISION_DIAGRAM_H
#define ZERMELO_PROVE_WALK_DECISION_DIAGRAM_H

#include "formula/property.h"

/* A formula that holds exactly in COUNT different STATES of WORD_COUNT words
 * each, COUNT > 0. REF_TRUE if it would be too large. */
Ref state_set_formula(PropertyTable *properties, const uint64_t *states,
                      size_t count, size_t word_count);

#endif
