/* state_set.h - set of states with tree compression
 *
 * A state is cut into slots of 32 bits. Two neighbouring slots are a pair, two
 * neighbouring pairs are a pair of their numbers, and so on: a binary tree
 * whose subtrees are stored once, however many states share them. A new state
 * most often costs one new pair, 8 bytes, regardless of its length, and the set
 * is exact. (Laarman, van de Pol and Weber 2011: Parallel Recursive State
 * Compression for Free.)
 *
 * States are numbered from 0 in the order in which they were added.
 */
#ifndef ZERMELO_SOLVE_STATE_SET_H
#define ZERMELO_SOLVE_STATE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StateSet StateSet;

#define NO_STATE UINT32_MAX

/* A set of states of WORD_COUNT words, in at most BYTES. */
StateSet *state_set_new(size_t word_count, size_t bytes);
void state_set_free(StateSet *set);

/* The number of STATE, which is added if it is new: *IS_NEW says so. NO_STATE
 * if there is no room. States similar to the last one cost less time. */
uint32_t state_set_put(StateSet *set, const uint64_t *state, bool *is_new);
void state_set_get(StateSet *set, uint32_t number, uint64_t *state);

#endif
