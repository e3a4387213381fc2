/* ground_rounds.h - ground rules evaluated for 64 cases at once
 *
 * Each atom is a word, with a bit for each case. When words are set, only what
 * depends on them is computed anew.
 */
#ifndef ZERMELO_KNOW_GROUND_ROUNDS_H
#define ZERMELO_KNOW_GROUND_ROUNDS_H

#include "ground/instantiate.h"

typedef struct LaneEvaluator LaneEvaluator;

/* Everything is false and not yet settled. It lives in ARENA; the ground rules
 * are borrowed. */
LaneEvaluator *lane_evaluator_new(const Ground *ground, Arena *arena);

/* For atoms that are the head of no rule. */
void lane_evaluator_set(LaneEvaluator *lanes, AtomId atom, uint64_t word);

/* Computes what follows from the words that were set. */
void lane_evaluator_settle(LaneEvaluator *lanes);

uint64_t lane_evaluator_word(const LaneEvaluator *lanes, AtomId atom);

#endif
