/* fuzzy_goal.h - how nearly a literal of the network holds in a state
 *
 * Between 0 and 1. A conjunction holds to the degree to which its parts do on
 * average, a disjunction as much as the best of its parts: so a goal that needs
 * many things is approached one thing at a time. (After the fuzzy evaluation
 * of goals in Schiffel and Thielscher's Fluxplayer.)
 */
#ifndef ZERMELO_SOLVE_FUZZY_GOAL_H
#define ZERMELO_SOLVE_FUZZY_GOAL_H

#include "ground/net.h"

typedef struct FuzzyGoal FuzzyGoal;

/* For the conjunction of two literals; borrows the net. */
FuzzyGoal *fuzzy_goal_new(const Net *net, Lit left, Lit right);
void fuzzy_goal_free(FuzzyGoal *goal);

float fuzzy_goal_of(FuzzyGoal *goal, const uint64_t *state);

/* How many inputs of nodes it looks at: what asking once costs. */
size_t fuzzy_goal_cost(const FuzzyGoal *goal);

#endif
