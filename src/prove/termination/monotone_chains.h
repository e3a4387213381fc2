/* monotone_chains.h - values that only ever move one way, in sampled plays
 *
 * A heap gets smaller, a counter larger, a token goes from room to room and
 * never back. Features that differ in one argument only, and of which no
 * sampled position had two, are put in an order that all sampled plays obey.
 * Chains are conjectures: nothing of this is proved here.
 */
#ifndef ZERMELO_PROVE_TERMINATION_MONOTONE_CHAINS_H
#define ZERMELO_PROVE_TERMINATION_MONOTONE_CHAINS_H

#include "base/budget.h"
#include "base/vec.h"
#include "sim/machine.h"

/* FEATURES in the order in which plays left them; ENDS_LEVEL[i] if a level ends
 * after feature i. Within a level they were seen to change back and forth. */
typedef struct {
    uint32_t *features;
    bool *ends_level;
    size_t count;
} MonotoneChain;

typedef VEC(MonotoneChain) Chains;

/* Adds chains with more than one level, in ARENA. */
void find_monotone_chains(const Machine *machine, uint64_t seed,
                          const Budget *budget, Arena *arena, Chains *chains);

#endif
