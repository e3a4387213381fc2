/* asp_cone.h - which rules are needed at which level
 *
 * A program over the levels 0..n needs, at each of them, the relations and the
 * features that were asked for, and those which these depend on: through the
 * rules at the same level, and through `next` at the level before. Features
 * are told apart by their symbol, no further.
 */
#ifndef ZERMELO_ASP_ASP_CONE_H
#define ZERMELO_ASP_ASP_CONE_H

#include "game/game.h"

typedef struct AspCone AspCone;

#define ASP_CONE_ENDLESS SIZE_MAX

/* Of GAME, over the levels 0..HORIZON; in ARENA. ASP_CONE_ENDLESS: all levels
 * are one, 0, and none is the last. */
AspCone *asp_cone_new(Arena *arena, const Game *game, size_t horizon);

/* Asks for RELATION at LEVEL; of features for those like FEATURE, or all of
 * them if it is a variable. */
void asp_cone_need(AspCone *cone, RelationId relation, size_t level);
void asp_cone_need_feature(AspCone *cone, const Term *feature, size_t level);
void asp_cone_need_all(AspCone *cone); /* whatever there is */

/* Adds what depends on what; to be called before it is asked: */
void asp_cone_close(AspCone *cone);

bool asp_cone_has_feature(const AspCone *cone, const Term *feature,
                          size_t level);
/* Whether the clause belongs into the program at LEVEL. */
bool asp_cone_has_clause(const AspCone *cone, const Clause *clause,
                         size_t level);

#endif
