/* position.h - what can stand at an argument position
 *
 * The domain graph of IJCAI-09: argument positions of relations and functions
 * are joined where a variable stands at both; the constants met anywhere in a
 * component are the domain of all its positions. true, init, next and base
 * share their position, and so do legal, does and input.
 */
#ifndef ZERMELO_GAME_POSITION_H
#define ZERMELO_GAME_POSITION_H

#include "game/game.h"

typedef struct Positions Positions;

Positions *positions_new(Game *game); /* looks at the clauses */
void positions_free(Positions *positions);

/* The component of VARIABLE of clause CLAUSE; equal numbers, equal domains. */
uint32_t positions_component(const Positions *positions, size_t clause,
                             const Term *variable);

/* Whether roles stand in that component. */
bool positions_of_roles(const Positions *positions, uint32_t component);

/* Its ground terms, sorted, in the game's arena; NULL if they are too many.
 * A component without any constant has none. */
const Term **positions_domain(Positions *positions, uint32_t component,
                              size_t *count);

#endif
