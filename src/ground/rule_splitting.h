/* rule_splitting.h - rules cut into parts that share as few variables as
 * possible
 *
 * A rule with many variables has as many instances as there are ways to give
 * them values. Where a variable is not needed in the head, a part of the body
 * can become a relation of its own without it: the instances add up instead of
 * multiplying.
 */
#ifndef ZERMELO_GROUND_RULE_SPLITTING_H
#define ZERMELO_GROUND_RULE_SPLITTING_H

#include "game/game.h"

/* A game with the same meaning whose clauses that depend on the position are
 * split. It lives in ARENA, and uses the terms of GAME. A literal of it with
 * a NULL form and kind LITERAL_POSITIVE may be there to bind variables only:
 * then it is in BINDERS of its clause. */
typedef struct {
    Game *game;
    const Term ***binders; /* by clause: atoms, ending in NULL; or NULL */
} Split;

/* Relations from FIRST_GUARD on are guards (logic/demand.c). */
Split split_clauses(const Game *game, size_t first_guard, Arena *arena);

#endif
