/* autonomous_features.h - what changes by itself, whatever is played */
#ifndef ZERMELO_PROVE_CANDIDATES_AUTONOMOUS_FEATURES_H
#define ZERMELO_PROVE_CANDIDATES_AUTONOMOUS_FEATURES_H

#include "formula/property.h"

/* Whether that alone ends the game; then after *BOUND steps at the latest. */
bool autonomous_end(const Net *net, const Budget *budget, uint64_t *bound);

/* Adds, for each part of it that depends on no other, that it is in one of its
 * states, if these are no more than MOST. */
void autonomous_states(PropertyTable *properties, size_t most, RefList *found);

#endif
