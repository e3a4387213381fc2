/* equilibria.h - what roles get in pure subgame-perfect equilibria */
#ifndef ZERMELO_SOLVE_EQUILIBRIA_H
#define ZERMELO_SOLVE_EQUILIBRIA_H

#include "solve/position_graph.h"

/* Writes to RANGE, by role, the least and the most that it gets in any pure
 * subgame-perfect equilibrium of GRAPH, which is complete and well-formed:
 * turns are taken, nothing is left to chance, and every play ends. ORDER is
 * that of position_graph_order(). False if there are too many outcomes, or
 * BUDGET was spent. */
bool equilibrium_range(const PositionGraph *graph, const uint32_t *order,
                       const Budget *budget, Payoff *range);

#endif
