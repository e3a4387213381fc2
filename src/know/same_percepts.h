/* same_percepts.h - are two plays really the same to a role */
#ifndef ZERMELO_KNOW_SAME_PERCEPTS_H
#define ZERMELO_KNOW_SAME_PERCEPTS_H

#include "know/belief_state.h"

/* Plays both by the rules, in WORLD. True if all moves are legal, no position
 * before the last is terminal, ROLE makes the same moves and perceives the
 * same in each step. NULL is the play of no steps. */
bool plays_look_same(ObservedGame *observed, size_t role, const History *left,
                     const History *right);

/* Whether two such plays show that ROLE need not know: at their ends the
 * answers differ, or there is no value. Asked about a move, it knows that
 * neither play has ended; otherwise LEFT has. */
bool plays_show_ignorance(ObservedGame *observed, size_t role, About about,
                          const History *left, const History *right);

#endif
