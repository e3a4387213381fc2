/* judge.h - the passes that make a Game, in the order in which they run
 *
 * Each takes the Game as far as it is made, adds its part and reports what it
 * finds. Private to game/.
 */
#ifndef ZERMELO_GAME_JUDGE_H
#define ZERMELO_GAME_JUDGE_H

#include "game/game.h"

/* keywords.c: which word means what, with how many arguments, and where */
Keyword keyword_of(const Symbol *symbol, size_t arity);
bool is_keyword(const Symbol *symbol); /* with whatever arity */
void judge_keywords(const Game *game, Diag *diag);
struct Hints;
void offer_keywords(struct Hints *hints, size_t arity); /* and connectives */

/* relations.c: the relations that occur */
void find_relations(Game *game);

/* clauses.c: rules with flat bodies */
void make_clauses(Game *game, Diag *diag);

/* depend.c: what depends on what; strata.c: in which order to evaluate */
void find_dependencies(Game *game);
void judge_dependencies(const Game *game, Diag *diag);
void make_groups(Game *game, Diag *diag);

/* safety.c: each variable is bound, or gets its natural meaning */
void judge_safety(Game *game, Diag *diag);

/* recursion.c: the recursion restriction */
void judge_recursion(const Game *game, Diag *diag);

/* presence.c: what every game has; goal values */
void judge_presence(const Game *game, Diag *diag);
void judge_goal_values(const Game *game, Diag *diag);

/* lonely.c: names that nothing else can match */
void judge_symbols(const Game *game, struct Hints *hints, Diag *diag);

/* features.c: features that are set and not read, read and not set, or lost */
void judge_features(const Game *game, struct Hints *hints, bool pedantic,
                    Diag *diag);

/* growth.c: terms that grow from step to step */
void judge_growth(const Game *game, Diag *diag);

/* lint.c: what is allowed and most often a mistake */
void judge_arithmetic(const Rules *rules, Diag *diag);
void judge_names(const Game *game, Diag *diag);
void judge_habits(const Game *game, Diag *diag);

#endif
