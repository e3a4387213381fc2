/* asp_split.h - rules cut into joins that ground well
 *
 * gringo writes down a rule once for every way to give its variables values. A
 * part of the body that shares few variables with the rest is better a
 * relation of its own: then the ways add up instead of multiplying. Whether it
 * is better is estimated from the sizes of domains and relations; a cut that
 * does not pay is not made, since it only adds atoms.
 */
#ifndef ZERMELO_ASP_ASP_SPLIT_H
#define ZERMELO_ASP_ASP_SPLIT_H

#include "game/game.h"

/* A game with the same meaning, in ARENA; it uses the terms of GAME. Relations
 * are numbered as before, the new ones behind. */
Game *asp_split(const Game *game, Arena *arena);

#endif
