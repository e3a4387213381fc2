/* simplex.h - linear programming by the dual simplex method
 *
 * Minimises the sum of n nonnegative numbers subject to the inequalities added
 * so far. In floating point: a caller that needs certainty rounds the solution
 * and checks it.
 */
#ifndef ZERMELO_PROVE_LINEAR_SIMPLEX_H
#define ZERMELO_PROVE_LINEAR_SIMPLEX_H

#include "base/budget.h"

typedef struct Simplex Simplex;

Simplex *simplex_new(size_t column_count);
void simplex_free(Simplex *simplex);

/* Adds: the sum of COEFFICIENTS[i] times number i is at least BOUND. */
void simplex_add(Simplex *simplex, const double *coefficients, double bound);

/* Sets VALUES to a solution; false if there is none, or none was found. */
bool simplex_solve(Simplex *simplex, const Budget *budget, double *values);

#endif
