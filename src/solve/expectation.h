/* expectation.h - what a role can secure on average, exactly
 *
 * Where there is chance, or several roles choose at once and may mix their
 * moves. Endless play counts as 0.
 */
#ifndef ZERMELO_SOLVE_EXPECTATION_H
#define ZERMELO_SOLVE_EXPECTATION_H

#include "solve/position_graph.h"

#include <gmp.h>

typedef struct Expectation Expectation;

/* On GRAPH, which is borrowed and does not change, with its positions in the
 * ORDER of position_graph_order(). */
Expectation *expectation_new(const PositionGraph *graph, const uint32_t *order,
                             bool has_cycle);
void expectation_free(Expectation *expectation);

/* Computes a bound of what ROLE can secure in each position; it may be rounded
 * away from the value, which is so at most where there is a cycle, or where
 * numbers get very long. False if BUDGET was spent. */
bool expectation_compute(Expectation *expectation, size_t role,
                         ValueBound bound, const Budget *budget);

/* Of the last bound that was computed. */
mpq_srcptr expectation_value(const Expectation *expectation, uint32_t position);
/* With which probability the role plays each of its moves, in their order, in
 * a position that is not the end, for that value. */
mpq_t *expectation_mix(Expectation *expectation, uint32_t position,
                       size_t *count);

#endif
