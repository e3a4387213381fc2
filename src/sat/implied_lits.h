/* implied_lits.h - literals of a net that follow from a literal */
#ifndef ZERMELO_SAT_IMPLIED_LITS_H
#define ZERMELO_SAT_IMPLIED_LITS_H

#include "base/vec.h"
#include "ground/net.h"

typedef VEC(Lit) NetLits;

/* Adds to IMPLIED literals with small cones that follow from LIT: what all
 * inputs of an AND imply, and what each arm of an OR implies. */
void add_implied_lits(const Net *net, Lit lit, NetLits *implied);

#endif
