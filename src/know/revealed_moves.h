/* revealed_moves.h - the moves that percepts give away */
#ifndef ZERMELO_KNOW_REVEALED_MOVES_H
#define ZERMELO_KNOW_REVEALED_MOVES_H

#include "know/belief_state.h"

/* For each of the ROLES: the move that it must have made for the round to be
 * perceived, as the rules for sees tell without a look at the position, or
 * NULL. In ARENA. */
const Term **revealed_moves(const Game *game, const Term *const *roles,
                            size_t count, const Observation *round,
                            Arena *arena);

#endif
