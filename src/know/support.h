/* support.h - what makes an atom true: sets of literals, none within another
 *
 * A support of an atom of an open logic program is a consistent set of base
 * literals under which the atom follows (Bonatti; Thielscher, Filtering with
 * Logic Programs). Only minimal ones are kept: a larger one adds nothing to
 * what all supports have in common, nor to what excludes them all.
 *
 * There can be exponentially many. When there are more than MAX_SUPPORTS, the
 * set is MANY and says nothing: who needs to know asks know/open_program.c,
 * which then asks a solver.
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

/* Sets in the order in which they were found. Without any, the atom cannot be
 * true; with the empty one, it must be. */
typedef struct {
    const Support *items;
    uint32_t count;
    bool too_many;
} Supports;

/* Being made; the supports are in ARENA. */
typedef struct {
    Arena *arena;
    VEC(Support) items;
    bool too_many;
} SupportVec;

/* Adds a set unless one within it is there; drops those it is within. Whether
 * it was added. */
bool supports_add(SupportVec *supports, Support support);
Supports supports_finish(SupportVec *supports);

Supports supports_unconditional(Arena *arena);                   /* {{}} */
Supports supports_of_literal(Arena *arena, AtomLiteral literal); /* {{l}} */

/* Consistent unions of a set of LEFT and one of RIGHT. */
Supports supports_conjoin(Arena *arena, Supports left, Supports right);

/* The countersupports: consistent sets that have the complement of some literal
 * of each support. */
Supports countersupports(Arena *arena, Supports supports);

/* The literals that are in all of them, in ARENA; of no supports, none. */
Support supports_intersection(Arena *arena, Supports supports);

#endif
