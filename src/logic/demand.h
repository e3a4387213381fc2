/* demand.h - rules that derive only what somebody asks for
 *
 * Bottom-up evaluation derives every instance of a relation, of which some
 * have astronomically many while playing asks for a few. Where the rules tell
 * in advance which ones can ever be asked for (without looking at the
 * position), these are made a static relation, and the rules of the relation
 * get a literal for it: magic sets, as far as they do not change.
 */
#ifndef ZERMELO_LOGIC_DEMAND_H
#define ZERMELO_LOGIC_DEMAND_H

#include "base/budget.h"
#include "game/game.h"

/* A game in which role, init, next, legal, terminal, goal and sees mean what
 * they mean in GAME; other relations may lack what these do not need. It lives
 * in ARENA and uses the terms of GAME. GAME itself, if nothing is gained. */
const Game *demand_game(const Game *game, Arena *arena, const Budget *budget);

#endif
