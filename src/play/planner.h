/* planner.h - an anytime planner for games of one role */
#ifndef ZERMELO_PLAY_PLANNER_H
#define ZERMELO_PLAY_PLANNER_H

#include "base/text.h"
#include "zermelo.h"

typedef struct Planner Planner;

/* At the beginning of the game, whose handles are borrowed. */
Planner *planner_new(ZermeloGame *game, const ZermeloNet *net, uint64_t seed,
                     size_t megabytes);
void planner_free(Planner *planner);

/* The role made MOVE (infix). */
void planner_step(Planner *planner, const char *move);

/* Looks for a better plan within LIMITS. True if there is certainly none. */
bool planner_think(Planner *planner, const ZermeloLimits *limits);

/* The next move of the best plan, or NULL if there is none. */
const char *planner_move(const Planner *planner);

void planner_describe(const Planner *planner, Text *out); /* in a few words */

#endif
