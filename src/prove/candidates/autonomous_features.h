/* autonomous_features.h - features that no move changes: bounds on plays
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

#endif
