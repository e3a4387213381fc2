/* simplex.h - numbers that satisfy linear inequalities
 *
 * Finds the least sum of n numbers that are not negative and for which all
 * inequalities hold that were added so far. Floating point: whoever needs to be
 * sure rounds, and checks.
 */
#ifndef ZERMELO_PROVE_LINEAR_SIMPLEX_H
#define ZERMELO_PROVE_LINEAR_SIMPLEX_H

#include "base/budget.h"

typedef struct Simplex Simplex;

Simplex *simplex_new(size_t count);
void simplex_free(Simplex *simplex);

/* Adds: the sum of FACTORS[i] times number i is at least LEAST. */
void simplex_add(Simplex *simplex, const double *factors, double least);

/* The numbers in VALUES; false if there are none, or none were found. */
bool simplex_solve(Simplex *simplex, const Budget *budget, double *values);

#endif
