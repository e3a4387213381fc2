/* batch.h - one round from a few positions, 64 joint moves at a time
 *
 * For games that are too large to be grounded as a whole: grounded is what can
 * be said of the positions at hand and of the step that begins there.
 */
#ifndef ZERMELO_KNOW_BATCH_H
#define ZERMELO_KNOW_BATCH_H

#include "ground/instantiate.h"
#include "know/belief_state.h"

/* Like belief_state_update, for positions that are arrays of features
 * (observed_by_interp). A move that the percepts give away weighs as if it had
 * been the only one. Also false if the rules cannot be grounded even so; AFTER
 * may then have nothing. */
bool batch_update(StepGrounder *grounder, const Game *game,
                  const BeliefState *before, const Observation *observation,
                  size_t max_steps, const Budget *budget, BeliefState *after,
                  Arena *history_arena);

#endif
