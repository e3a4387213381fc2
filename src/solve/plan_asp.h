/* plan_asp.h - plans as answer sets (Thielscher, ICLP 2009) */
#ifndef ZERMELO_SOLVE_PLAN_ASP_H
#define ZERMELO_SOLVE_PLAN_ASP_H

#include "sim/interp.h"

/* ext(G) and P^legal of the paper: the answer sets are the plays from START of
 * HORIZON steps, and the shorter ones that end. */
void plays_program(Text *out, const Game *game, const Position *start,
                   size_t horizon);

/* ext(G) and clauses (2) of the paper: the answer sets are the plays from START
 * of at most HORIZON steps that end with VALUE for ROLE. Only the moves are
 * shown. */
void plan_program(Text *out, const Game *game, const Position *start,
                  const Term *role, int value, size_t horizon);

/* The same for multi-shot solving: plans of 0, 1, ... MAX_LENGTH moves. */
void multi_shot_program(Text *out, const Game *game, const Position *start,
                        const Term *role, int value, size_t max_length);

#endif
