/* lane_evaluator.h - incremental bit-parallel evaluation of ground rules
 *
 * Each atom has a word with a bit, or lane, for each of 64 cases. When words
 * are set, only what depends on them is recomputed.
 */
#ifndef ZERMELO_KNOW_LANE_EVALUATOR_H
#define ZERMELO_KNOW_LANE_EVALUATOR_H

#include "ground/instantiate.h"

typedef struct LaneEvaluator LaneEvaluator;

/* All atoms are false and every rule is to be evaluated. Lives in ARENA; the
 * ground rules are borrowed. */
LaneEvaluator *lane_evaluator_new(const Ground *ground, Arena *arena);

/* Sets an atom that is the head of no rule. */
void lane_evaluator_set(LaneEvaluator *lanes, AtomId atom, uint64_t word);

/* Evaluates all rules that depend on words that were set. */
void lane_evaluator_settle(LaneEvaluator *lanes);

uint64_t lane_evaluator_word(const LaneEvaluator *lanes, AtomId atom);

#endif
