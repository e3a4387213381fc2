/* asp_cone.h - which rules are needed at which level
 *
 * A program over the levels 0..n needs, at each of them, the relations and the
 * features that were asked for, and those which these depend on: through the
 * rules at the same level, and through `next` at the level before. Features
 * are told apart by symbol and arity, no further.
 */
#ifndef ZERMELO_ASP_ASP_CONE_H
#define ZERMELO_ASP_ASP_CONE_H

#include "game/game.h"

typedef struct Cone Cone;

#define CONE_ENDLESS SIZE_MAX

/* Of GAME, over the levels 0..HORIZON; in ARENA. CONE_ENDLESS: all levels are
 * one, 0, and none is the last. */
Cone *cone_new(Arena *arena, const Game *game, size_t horizon);

/* Asks for RELATION at LEVEL; of features for those like FEATURE, or all of
 * them if it is a variable. */
void cone_need(Cone *cone, RelationId relation, size_t level);
void cone_need_feature(Cone *cone, const Term *feature, size_t level);
void cone_need_all(Cone *cone); /* whatever there is */

/* Adds what depends on what; to be called before it is asked: */
void cone_close(Cone *cone);

/* A relation at a level; a static one at any. */
bool cone_has(const Cone *cone, RelationId relation, size_t level);
bool cone_has_feature(const Cone *cone, const Term *feature, size_t level);
/* Whether the clause belongs into the program at LEVEL. */
bool cone_has_clause(const Cone *cone, const Clause *clause, size_t level);

#endif
