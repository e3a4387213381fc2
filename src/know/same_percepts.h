/* same_percepts.h - whether two plays are indistinguishable for a role */
#ifndef ZERMELO_KNOW_SAME_PERCEPTS_H
#define ZERMELO_KNOW_SAME_PERCEPTS_H

#include "know/belief_state.h"

/* Replays both. True if all moves are legal, no position before the last is
 * terminal, and ROLE makes the same moves and has the same percepts in each
 * step. NULL is the empty play. */
bool plays_look_same(Engine *engine, size_t role, const History *left,
                     const History *right);

/* Whether two such plays show that ROLE need not know the answer: at their ends
 * the answers differ, or there is no goal value. For QUESTION_LEGAL neither end
 * is terminal, otherwise that of LEFT is. */
bool plays_show_ignorance(Engine *engine, size_t role,
                          KnowledgeQuestion question, const History *left,
                          const History *right);

#endif
