/* lane_batch.h - many positions of one game, each moved on by its own moves
 *
 * What a learning program steps through: the legal moves, ends and goals of all
 * positions are written into arrays, and a joint move is made in each. Position
 * i is lane i of the workers, one after the other.
 *
 * Where at most one role has a choice, that role has the turn, and the moves of
 * the others, who have one each, need not be given. Where none has a choice,
 * the first role has the turn.
 */
#ifndef ZERMELO_SIM_LANE_BATCH_H
#define ZERMELO_SIM_LANE_BATCH_H

#include "sim/lanes.h"

typedef struct LaneBatch LaneBatch;

/* COUNT positions, all initial; PLAN, with vectors of one register, is
 * borrowed. */
LaneBatch *lane_batch_new(const LanePlan *plan, size_t count);
void lane_batch_free(LaneBatch *batch);

/* Makes the positions initial for which WHICH is not 0; NULL: all. */
void lane_batch_reset(LaneBatch *batch, const uint8_t *which);

/* Each function writes a row for each position; in a row of moves there is a
 * byte for each of the first WIDTH moves of the role, 1: legal. */
void lane_batch_legal(LaneBatch *batch, size_t role, size_t width,
                      uint8_t *legal);
void lane_batch_turns(LaneBatch *batch, size_t width, uint32_t *roles,
                      uint8_t *legal);
void lane_batch_terminal(LaneBatch *batch, uint8_t *terminal);
/* A row has the goal value of each role at the end of a play; -1 elsewhere, and
 * where a role has none or several. */
void lane_batch_goals(LaneBatch *batch, int32_t *goals);
/* A byte for each feature of the net; 0 for one that no rule reads. */
void lane_batch_features(LaneBatch *batch, uint8_t *features);

/* Makes a joint move in each position that is not terminal: MOVES has a row for
 * each, by role. False, with nothing changed, if one is not legal. */
bool lane_batch_step(LaneBatch *batch, const uint32_t *moves);
/* The same with one move a position, of the role that has the turn; false, too,
 * if a second role has a choice. */
bool lane_batch_step_turns(LaneBatch *batch, const uint32_t *moves);

#endif
