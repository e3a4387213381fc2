/* implied_lits.h - literals of a net that follow from a literal */
#ifndef ZERMELO_SAT_IMPLIED_LITS_H
#define ZERMELO_SAT_IMPLIED_LITS_H

#include "base/vec.h"
#include "ground/net.h"

typedef VEC(Lit) NetLits;

typedef struct {
    unsigned depth;    /* of the nodes looked at */
    uint32_t max_arms; /* of an OR that is looked through */
    size_t max_lits;
    bool small_only; /* only literals with small cones, and none that follows
                      * from another of the list */
} ImpliedLimits;

/* Adds to IMPLIED literals that follow from LIT: what all inputs of an AND
 * imply, and what each arm of an OR implies. */
void add_implied_lits(const Net *net, Lit lit, ImpliedLimits limits,
                      NetLits *implied);

bool lits_contain(const NetLits *lits, Lit lit);
void lits_keep_common(NetLits *lits, const NetLits *others);

#endif
