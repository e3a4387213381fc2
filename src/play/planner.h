/* planner.h - a plan for a game of one role, better as time goes on */
#ifndef ZERMELO_PLAY_PLANNER_H
#define ZERMELO_PLAY_PLANNER_H

#include "base/text.h"
#include "zermelo.h"

typedef struct Puzzle Puzzle;

/* At the beginning of the game, whose handles are borrowed. */
Puzzle *puzzle_new(ZermeloGame *game, const ZermeloNet *net, uint64_t seed,
                   size_t megabytes);
void puzzle_free(Puzzle *puzzle);

/* The role made MOVE (infix). */
void puzzle_step(Puzzle *puzzle, const char *move);

/* Looks for a better plan within LIMITS. True if there is certainly none. */
bool puzzle_think(Puzzle *puzzle, const ZermeloLimits *limits);

/* The next move of the best plan, or NULL if there is none. */
const char *puzzle_move(const Puzzle *puzzle);

void puzzle_describe(const Puzzle *puzzle, Text *out); /* in a few words */

#endif
