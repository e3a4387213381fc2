/* evaluation.h - expected goal values of positions, learned from play
 *
 * For each role a logistic function of a weighted sum of the features that
 * hold. The weights are learned from games in which every role makes, most of
 * the time, the move after which it expects most.
 */
#ifndef ZERMELO_SEARCH_EVALUATION_H
#define ZERMELO_SEARCH_EVALUATION_H

#include "base/budget.h"
#include "search/numbered_engine.h"

typedef struct Evaluation Evaluation;

/* Knows nothing yet: every value is 50. NUMBERED, by a machine, is borrowed and
 * set to other positions. */
Evaluation *evaluation_new(NumberedEngine *numbered, uint64_t seed);
void evaluation_free(Evaluation *evaluation);

/* Plays and learns until BUDGET is spent; its work is charged. */
void evaluation_learn(Evaluation *evaluation, const Budget *budget);

/* The goal value that ROLE expects at POSITION, from 0 to 100. */
double evaluation_value(const Evaluation *evaluation, const uint64_t *position,
                        size_t role);

#endif
