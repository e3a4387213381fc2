/* ground_rounds.h - ground rules evaluated for 64 cases at once
 *
 * Each atom is a word, with a bit for each case. When words are set, only what
 * depends on them is computed anew.
 */
#ifndef ZERMELO_KNOW_GROUND_ROUNDS_H
#define ZERMELO_KNOW_GROUND_ROUNDS_H

#include "ground/instantiate.h"

typedef struct Flow Flow;

/* Everything is false and not yet settled. It lives in ARENA; the ground rules
 * are borrowed. */
Flow *flow_new(const Ground *ground, Arena *arena);

/* For atoms that are the head of no rule. */
void flow_set(Flow *flow, AtomId atom, uint64_t word);

/* Computes what follows from the words that were set. */
void flow_settle(Flow *flow);

uint64_t flow_word(const Flow *flow, AtomId atom);

#endif
