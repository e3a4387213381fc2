/* support.h - minimal supports: sets of base literals from which an atom
 * follows
 *
 * A support of an atom of an open logic program is a consistent set of base
 * literals from which the atom follows (Bonatti 2001; Thielscher, Filtering
 * with Logic Programs, AAAI 2013). Only minimal supports are kept: the others
 * add nothing to what all supports have in common, nor to countersupports.
 *
 * There can be exponentially many. If there are more than MAX_SUPPORTS, the set
 * is too_many and says nothing: know/open_program.c then asks a SAT solver.
 */
#ifndef ZERMELO_KNOW_SUPPORT_H
#define ZERMELO_KNOW_SUPPORT_H

#include "base/vec.h"
#include "ground/instantiate.h"

enum { MAX_SUPPORTS = 20 };

typedef struct {
    const AtomLiteral *literals; /* sorted */
    uint32_t count;
} Support;

/* In the order in which they were found. Without any, the atom cannot be true;
 * with the empty set, it must be. */
typedef struct {
    const Support *items;
    uint32_t count;
    bool too_many;
} Supports;

/* Under construction; the supports are in ARENA. */
typedef struct {
    Arena *arena;
    VEC(Support) items;
    bool too_many;
} SupportVec;

/* Adds SUPPORT unless a subset of it is there; drops its supersets. Whether it
 * was added. */
bool supports_add(SupportVec *supports, Support support);
Supports supports_finish(SupportVec *supports);

Supports supports_unconditional(Arena *arena);                   /* {{}} */
Supports supports_of_literal(Arena *arena, AtomLiteral literal); /* {{l}} */

/* The consistent unions of one support of LEFT and one of RIGHT: supports of a
 * conjunction. */
Supports supports_conjoin(Arena *arena, Supports left, Supports right);

/* Supports of the negation: consistent sets with the complement of some literal
 * of each support. */
Supports countersupports(Arena *arena, Supports supports);

/* The literals that are in all supports, in ARENA; none if there is no support.
 */
Support supports_intersection(Arena *arena, Supports supports);

#endif
