/* batch.h - belief update for 64 joint moves at a time, by ground rules
 *
 * For games that are too large to be grounded as a whole: only the rules that
 * apply to the current positions and the step from them are grounded.
 */
#ifndef ZERMELO_KNOW_BATCH_H
#define ZERMELO_KNOW_BATCH_H

#include "ground/step_grounder.h"
#include "know/belief_state.h"

/* Like belief_state_update, for positions that are arrays of features
 * (observed_by_interp). A move that the percepts reveal gets the weight of an
 * only legal move. Also false if even these rules cannot be grounded; AFTER may
 * then be empty. */
bool batch_update(StepGrounder *grounder, const Game *game,
                  const BeliefState *before, const Observation *observation,
                  size_t max_steps, const Budget *budget, BeliefState *after,
                  Arena *history_arena);

#endif
