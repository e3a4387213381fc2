/* security.h - what a role can force, where turns are taken and nothing is left
 * to chance
 */
#ifndef ZERMELO_SOLVE_SECURITY_H
#define ZERMELO_SOLVE_SECURITY_H

#include "solve/position_graph.h"

/* Below every number: the role cannot force any end. */
enum { NO_END = -1, MAX_PAYOFF = 100 };

/* What is assumed of open positions and of ends without one value. */
typedef enum { BOUND_LEAST, BOUND_MOST } ValueBound;

/* Writes to VALUES, by position of GRAPH, which has neither chance nor joint
 * moves, the lower or upper bound of what ROLE can force play to end with, and
 * to CHOICES, unless it is NULL, the successor that it moves to. Of BOUND_LEAST
 * and wherever ROLE follows its choices, play ends with that value or more.
 * False if BUDGET was spent: then values of BOUND_LEAST are too low, which is
 * sound, and others void. */
bool security_values(const PositionGraph *graph, size_t role, ValueBound bound,
                     const Budget *budget, int8_t *values, uint32_t *choices);

#endif
