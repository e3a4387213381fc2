/* playout.h - random playouts that every engine plays alike
 *
 * Which move is chosen depends on the seed, the number of the playout, the
 * step and the role alone: not on the engine, the thread or the lane. So all
 * engines, on any number of threads, give the same totals.
 */
#ifndef ZERMELO_SIM_PLAYOUT_H
#define ZERMELO_SIM_PLAYOUT_H

#include "sim/interp.h"
#include "sim/machine.h"

static inline uint64_t playout_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline uint64_t playout_key(uint64_t seed, uint64_t playout)
{
    return playout_mix(playout_mix(seed + 0x9e3779b97f4a7c15u) + playout);
}

__extension__ typedef unsigned __int128 PlayoutWide;

/* The number of the legal move, in sorted order, that is chosen out of COUNT.
 * The bias of the multiplication is below COUNT / 2^64. */
static inline uint32_t playout_choice(uint64_t key, uint64_t step,
                                      uint64_t role, uint32_t count)
{
    uint64_t number = step << 16 | role;
    uint64_t random = playout_mix(key + number * 0x9e3779b97f4a7c15u);
    return (uint32_t)(((PlayoutWide)random * count) >> 64);
}

/* Play on from where the engine stands, to the end of the game unless a role
 * has no move, MAX_STEPS are made (0: no limit) or BUDGET is spent, and stay
 * there. Return the number of steps. MOVES is room for a joint move. */
uint64_t playout_by_machine(Cursor *cursor, uint64_t key, uint64_t max_steps,
                            const Budget *budget, uint32_t *moves);
uint64_t playout_by_interp(Interp *interp, uint64_t key, uint64_t max_steps,
                           const Budget *budget, const Term **moves);

#endif
