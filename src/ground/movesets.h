/* movesets.h - sets of moves of one role
 *
 * Most sets are small beside the number of moves: they are lists. What is
 * larger than half of the moves is the complement of a set: a SetLit stands for
 * a set or its complement. Private to ground/.
 */
#ifndef ZERMELO_GROUND_MOVESETS_H
#define ZERMELO_GROUND_MOVESETS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t SetLit; /* twice the set, plus one for its complement */

typedef struct {
    uint32_t role, count;
    size_t first; /* of its members */
} SetSpan;

typedef struct {
    const size_t *move_counts; /* by role */
    VEC(SetSpan) sets;
    VEC(uint32_t) members; /* of all sets, each in ascending order */
    VEC(uint32_t) made;    /* members of the set that is being made */
    uint32_t role;         /* and whose moves they are */
    VEC(uint64_t) marks;   /* a bit for each move; clear between two calls */
} MoveSets;

void movesets_free(MoveSets *sets);

/* Make a set that is not yet one of SETS; true if it is the complement of what
 * was made. What was made is never more than half of the moves, and of two
 * halves the one with the first move. MOVES are in ascending order. */
bool movesets_make(MoveSets *sets, uint32_t role, const uint32_t *moves,
                   size_t count);
/* The intersection of COUNT literals of sets of one role. */
bool movesets_intersect(MoveSets *sets, const SetLit *lits, size_t count);

uint32_t movesets_hash(const MoveSets *sets);            /* of what was made */
bool movesets_equal(const MoveSets *sets, uint32_t set); /* to what was made */
uint32_t movesets_add(MoveSets *sets); /* makes it one of them */

static inline const uint32_t *movesets_members(const MoveSets *sets,
                                               uint32_t set)
{
    return sets->members.items + sets->sets.items[set].first;
}

#endif
