/* autonomous_features.h - features that no move changes: bounds, invariants
 *
 * Step counters and control features of strictly alternating games: their
 * sequence of values is the same in every play.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_AUTONOMOUS_FEATURES_H
#define ZERMELO_PROVE_CANDIDATES_AUTONOMOUS_FEATURES_H

#include "formula/proof_log.h"

/* Whether autonomous features alone make a position terminal; then no play has
 * more than *BOUND steps. What shows that goes into LOG, or NULL. */
bool autonomous_end(PropertyTable *properties, const Budget *budget,
                    ProofLog *log, uint64_t *bound);

/* Adds to FOUND, for each independent component of the autonomous features,
 * that it is in one of its states, if these are at most MAX_STATES. */
void autonomous_states(PropertyTable *properties, size_t max_states,
                       RefList *found);

#endif
