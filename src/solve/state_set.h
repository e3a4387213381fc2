/* state_set.h - a set of states in little memory
 *
 * A state is cut into slots of 32 bits. Two neighbouring slots are a pair, two
 * neighbouring pairs are a pair of their numbers, and so on: a binary tree
 * whose parts are kept once however many states have them. A state that is
 * new most often costs one new pair, 8 bytes, however long it is, and nothing
 * is lost: states are told apart exactly. (The trees of Laarman, van de Pol
 * and Weber's model checkers.)
 *
 * States are numbered from 0 in the order in which they were put in.
 */
#ifndef ZERMELO_SOLVE_STATE_SET_H
#define ZERMELO_SOLVE_STATE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StateSet StateSet;

#define NO_STATE UINT32_MAX

/* For states of WORDS words, in at most BYTES. */
StateSet *state_set_new(size_t words, size_t bytes);
void state_set_free(StateSet *set);

/* The number of STATE, which is put in if it was not there: *IS_NEW says so.
 * NO_STATE if there is no room. States like the last one cost less. */
uint32_t state_set_put(StateSet *set, const uint64_t *state, bool *is_new);
void state_set_get(StateSet *set, uint32_t number, uint64_t *state);

/* Its number, or NO_STATE if it is not there. */
uint32_t state_set_find(StateSet *set, const uint64_t *state);

size_t state_set_count(const StateSet *set);
size_t state_set_bytes(const StateSet *set);

#endif
