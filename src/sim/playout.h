/* playout.h - random playouts that every engine plays alike, and their totals
 *
 * Which move is chosen depends on the seed, the number of the playout, the
 * step and the role alone: not on the engine, the thread or the lane. So all
 * engines, on any number of threads, give the same totals.
 *
 * Every playout that is handed out is counted when it ends, long or short: to
 * stop at the first so many that end would favour the short ones.
 */
#ifndef ZERMELO_SIM_PLAYOUT_H
#define ZERMELO_SIM_PLAYOUT_H

#include "sim/engine.h"

#include <stdatomic.h>

/* The finalizer of SplitMix64. */
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

/* Plays on from where the engine stands, to the end of the game unless a role
 * has no move, MAX_STEPS are made (0: no limit) or BUDGET is spent, and stays
 * there. Returns the number of steps. */
uint64_t playout(Engine *engine, uint64_t key, uint64_t max_steps,
                 const Budget *budget);

/* Which playouts to play. */
typedef struct {
    uint64_t seed;
    uint64_t playouts;       /* how many are wanted; 0: until the time is up */
    uint64_t max_steps;      /* a playout that is longer is given up */
    double no_new_after;     /* clock_now() when no more begin; 0: no end */
    const Budget *budget;    /* the ones under way are given up with it */
    _Atomic uint64_t next;   /* to be handed out */
    _Atomic bool has_failed; /* memory ran out in one of the threads */
} PlayoutTask;

/* The number of the next playout; false if there is none. */
bool task_take(PlayoutTask *task, uint64_t *playout);

/* What came of them. */
typedef struct {
    uint64_t playouts, states; /* finished ones, and their transitions */
    uint64_t given_up;         /* too long, stuck, or out of time */
    size_t role_count;
    uint64_t (*goals)[101]; /* by role, by value: how often it was the goal */
} Tally;

Tally tally_new(size_t role_count);
void tally_add(Tally *sum, const Tally *addend);
void tally_free(Tally *tally);

#endif
