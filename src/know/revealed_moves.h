/* revealed_moves.h - moves of other roles that percepts reveal */
#ifndef ZERMELO_KNOW_REVEALED_MOVES_H
#define ZERMELO_KNOW_REVEALED_MOVES_H

#include "know/belief_state.h"

/* By role of ENGINE: the move that it must have made for the observation, as
 * the rules for sees imply in every position; NULL if unknown. In ARENA. */
const Term *const *revealed_moves(const Game *game, const Engine *engine,
                                  const Observation *observation, Arena *arena);

#endif
