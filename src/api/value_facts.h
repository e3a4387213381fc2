/* value_facts.h - what is proved for the values of a game; private to api/ */
#ifndef ZERMELO_API_VALUE_FACTS_H
#define ZERMELO_API_VALUE_FACTS_H

#include "formula/proof_task.h"
#include "solve/game_value.h"

/* Proves what it can of GAME on NET in little time. INTERP is moved about. */
GameFacts value_facts(const Game *game, const Net *net, Interp *interp,
                      uint64_t seed, const Budget *budget);

/* Whether every role can tell from its percepts what all others have done, in
 * each position: then a game with `sees` has perfect information. */
bool all_moves_are_seen(const Net *net);

#endif
