/* over_at_start.h - whether a game is over before it begins */
#ifndef ZERMELO_LOGIC_OVER_AT_START_H
#define ZERMELO_LOGIC_OVER_AT_START_H

#include "game/game.h"

/* Warns if the first position is terminal. Takes little time, whatever the
 * rules are: where it would take more, nothing is said. */
void judge_start(const Game *game, Diag *diag);

#endif
