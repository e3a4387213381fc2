/* deadlock_search.h - beam search for a position in which a role has no move
 *
 * It finds deadlocks that random plays hardly ever reach, for instance those in
 * which all pieces of a player have been captured. If it finds none, there may
 * still be one.
 */
#ifndef ZERMELO_PROVE_WALK_DEADLOCK_SEARCH_H
#define ZERMELO_PROVE_WALK_DEADLOCK_SEARCH_H

#include "base/budget.h"
#include "sim/machine.h"

/* A play to a position that is not terminal, where some role has no legal move:
 * *STEPS joint moves, to be freed; or NULL. */
uint32_t *find_deadlock(const Machine *machine, uint64_t seed,
                        const Budget *budget, size_t *steps);

#endif
