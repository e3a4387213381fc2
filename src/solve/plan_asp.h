/* plan_asp.h - plans as answer sets: the paper on single-player games (002) */
#ifndef ZERMELO_SOLVE_PLAN_ASP_H
#define ZERMELO_SOLVE_PLAN_ASP_H

#include "sim/interp.h"

/* ext(G) and P^legal: the answer sets are the plays from START of HORIZON
 * steps, and the shorter ones that end. */
void plays_program(Text *out, const Game *game, const Position *start,
                   size_t horizon);

/* ext(G) and clauses (2): the answer sets are the plays from START of at most
 * HORIZON steps that end with VALUE for ROLE. Only the moves are shown. */
void plan_program(Text *out, const Game *game, const Position *start,
                  const Term *role, int value, size_t horizon);

/* The same for multi-shot solving: plans of no move, of one, up to MOST. */
void multi_shot_program(Text *out, const Game *game, const Position *start,
                        const Term *role, int value, size_t max_length);

/* The highest value that the rules have for a goal; -1 if they have none. */
int highest_goal(const Game *game);

#endif
