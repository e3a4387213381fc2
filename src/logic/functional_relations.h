/* functional_relations.h - relations that are functions
 *
 * (++ 1 2) (++ 2 3) ... is one: either argument follows from the other. Rules
 * need not be cut where a variable has only one value anyway.
 */
#ifndef ZERMELO_LOGIC_FUNCTIONAL_RELATIONS_H
#define ZERMELO_LOGIC_FUNCTIONAL_RELATIONS_H

#include "game/game.h"

typedef struct Functions Functions;

Functions *functions_new(const Game *game);
void functions_free(Functions *functions);

/* Whether RELATION is given by facts of which no two differ in ARGUMENT only.
 * False for relations with rules: these are not looked into. */
bool is_function(Functions *functions, RelationId relation, size_t argument);

#endif
