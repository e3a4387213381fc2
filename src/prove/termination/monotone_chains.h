/* monotone_chains.h - values that only ever move one way, as plays show them
 *
 * A heap gets smaller, a counter larger, a token goes from room to room and
 * never back. The features that differ in one argument only, if no play showed
 * two of them together, are put in an order that all plays kept to. What is
 * said here was seen, not proved.
 */
#ifndef ZERMELO_PROVE_TERMINATION_MONOTONE_CHAINS_H
#define ZERMELO_PROVE_TERMINATION_MONOTONE_CHAINS_H

#include "base/budget.h"
#include "base/vec.h"
#include "sim/machine.h"

/* FEATURES in the order in which they were left; ENDS where a level does:
 * within a level they were seen to change back and forth. */
typedef struct {
    uint32_t *features;
    bool *ends;
    size_t count;
} MonotoneChain;

typedef VEC(MonotoneChain) Chains;

/* Adds chains with more than one level, in ARENA. */
void find_monotone_chains(const Machine *machine, uint64_t seed,
                          const Budget *budget, Arena *arena, Chains *chains);

#endif
