/* learning.h - an evaluation for a search, if that makes it stronger
 *
 * A search can take the value of a leaf from playouts, or mostly from the
 * evaluation: which is stronger depends on the game.
 */
#ifndef ZERMELO_SEARCH_LEARNING_H
#define ZERMELO_SEARCH_LEARNING_H

#include "search/mcts.h"

/* Whether a search of NUMBERED with SETTINGS can learn: the game is grounded,
 * all is known of positions, and there are neither very many roles nor very
 * many features. */
bool can_learn(const LanePlan *lanes, const NumberedEngine *numbered,
               const ZermeloSearchSettings *settings);

/* For search_rely_on(), if it can learn; NULL if searches that rely on it do
 * not win. Time, if LIMITS has any, is shared between learning and trial games;
 * else both are proportional to a number of playouts, and the result depends on
 * that and the seed only. */
Evaluation *learn_evaluation(const LanePlan *lanes, NumberedEngine *numbered,
                             const ZermeloSearchSettings *settings,
                             const SearchLimits *limits);

#endif
