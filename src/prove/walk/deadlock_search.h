/* deadlock_search.h - plays that leave a role without a move, in search of one
 *
 * Where random play hardly ever gets, as all pieces of a player would have to
 * be taken. Finding none says nothing.
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
