/* fuzzy_goal.h - fuzzy truth degree of a goal in a state
 *
 * Between 0 and 1. A conjunction has the average degree of its conjuncts, a
 * disjunction the highest degree of its disjuncts: so a goal with many
 * conjuncts is approached one by one. (After the fuzzy evaluation of goals of
 * Fluxplayer: Schiffel and Thielscher 2007.)
 */
#ifndef ZERMELO_SOLVE_FUZZY_GOAL_H
#define ZERMELO_SOLVE_FUZZY_GOAL_H

#include "ground/net.h"

typedef struct FuzzyGoal FuzzyGoal;

/* For the conjunction of two literals; the net is borrowed. */
FuzzyGoal *fuzzy_goal_new(const Net *net, Lit left, Lit right);
void fuzzy_goal_free(FuzzyGoal *goal);

float fuzzy_goal_degree(FuzzyGoal *goal, const uint64_t *state);

/* The number of node inputs that one evaluation reads. */
size_t fuzzy_goal_cost(const FuzzyGoal *goal);

#endif
