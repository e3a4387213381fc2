/* simplex.h - numbers that satisfy linear inequalities
 *
 * Finds the least sum of n numbers that are not negative and for which all
 * inequalities hold that were added so far. Floating point: whoever needs to be
 * sure rounds, and checks.
 */
#ifndef ZERMELO_PROVE_LINEAR_SIMPLEX_H
#define ZERMELO_PROVE_LINEAR_SIMPLEX_H

#include "base/budget.h"

typedef struct Linear Linear;

Linear *linear_new(size_t count);
void linear_free(Linear *linear);

/* Adds: the sum of FACTORS[i] times number i is at least LEAST. */
void linear_add(Linear *linear, const double *factors, double least);

/* The numbers in VALUES; false if there are none, or none were found. */
bool linear_solve(Linear *linear, const Budget *budget, double *values);

#endif
