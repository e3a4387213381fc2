/* demand.h - rules that derive only what somebody asks for
 *
 * Bottom-up evaluation derives every instance of a relation, of which some
 * have astronomically many while playing asks for a few. Where the rules tell
 * which ones can be asked for, these are made a relation of their own, and the
 * rules get a literal for it: magic sets.
 */
#ifndef ZERMELO_LOGIC_DEMAND_H
#define ZERMELO_LOGIC_DEMAND_H

#include "base/budget.h"
#include "game/game.h"

/* A game in which role, init, next, legal, terminal, goal and sees mean what
 * they mean in GAME; other relations may lack what these do not need. What is
 * asked for depends on nothing later than LATEST. The game lives in ARENA and
 * uses the terms of GAME; it is GAME itself, if nothing is gained. */
const Game *demand_game(const Game *game, Arena *arena, ChangesWith latest,
                        const Budget *budget);

/* The same for rules of which only what is positive is evaluated, all that
 * changes in one go: what is asked of IS_OVERFULL relations (by relation) may
 * depend on anything. Relations that GAME has not are guards: they say what is
 * worth deriving, and are no part of what the rules mean. */
const Game *demand_relaxed(const Game *game, const bool *is_overfull,
                           Arena *arena);

#endif
