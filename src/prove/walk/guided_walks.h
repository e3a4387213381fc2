/* guided_walks.h - bit-parallel random plays, restarted where features are rare
 *
 * Plays run in lanes, one bit each. The first position in which a feature holds
 * is archived, and half of the plays that end restart at archived positions
 * with rare features (Go-Explore, Ecoffet et al. 2021). For every archived
 * position, and for every refuted property, a play leads there.
 */
#ifndef ZERMELO_PROVE_WALK_GUIDED_WALKS_H
#define ZERMELO_PROVE_WALK_GUIDED_WALKS_H

#include "prove/walk/walk_lanes.h"

typedef struct GuidedWalks GuidedWalks;

GuidedWalks *walks_new(const Net *net, const PropertyTable *properties,
                       uint64_t seed);
void walks_free(GuidedWalks *walks);

/* From now on PROPERTY is tested in every position; returns its number. */
size_t walks_watch(GuidedWalks *walks, const GroundProperty *property);

/* The work of a step in all lanes, as budgets count it. */
uint64_t walks_step_work(const GuidedWalks *walks);
/* Makes STEP_COUNT steps in all lanes, fewer if the budget is spent. */
void walks_run(GuidedWalks *walks, size_t step_count, const Budget *budget);

/* Sets FAILS of those of LIST that fail on random plays of STEP_COUNT steps in
 * all lanes from STATE, which need not be reachable. Only those are tested
 * whose degree is DEGREE, 0 or 1. Restarts all plays. */
void walks_find_failing(GuidedWalks *walks, const uint64_t *state,
                        size_t step_count, unsigned degree,
                        const GroundProperty *const *list, bool *fails,
                        size_t count);
const uint64_t *walks_initial(const GuidedWalks *walks); /* position */

/* Calls VISIT once for COUNT states of WORD_COUNT words each, at most LANES:
 * state k is in lane k, which is RUNNING then. Restarts all plays. */
typedef void WalkVisit(void *context, const WalkLanes *lanes,
                       const Lanes *running);
void walks_evaluate_states(GuidedWalks *walks, const uint64_t *states,
                           size_t word_count, size_t count, WalkVisit *visit,
                           void *context);

/* A position of the archive. */
typedef struct {
    const uint64_t *state; /* a bit for each feature */
    size_t depth;
} WalkPosition;

/* The archived position that ends a counterexample of a property, or NO_INDEX;
 * *DEPTH is the depth of the position in which the property fails. */
uint32_t walks_counterexample_end(const GuidedWalks *walks, size_t property,
                                  size_t *depth);

WalkPosition walks_position(const GuidedWalks *walks, uint32_t position);
/* The joint moves that lead to it: depth times the number of roles, to be
 * freed. */
uint32_t *walks_play(const GuidedWalks *walks, uint32_t position);

/* A uniform sample of the positions visited, in blocks of LANES;
 * walks_sampled() has for each block the lanes in which FEATURE holds. */
size_t walks_block_count(const GuidedWalks *walks);
const Lanes *walks_sampled(const GuidedWalks *walks, uint32_t feature);
bool walks_seen_true(const GuidedWalks *walks, uint32_t feature);
bool walks_seen_false(const GuidedWalks *walks, uint32_t feature);

/* Whether at most one, or at least one, of FEATURES held in every position of
 * the sample, and in the initial one. */
bool walks_at_most_one(const GuidedWalks *walks, const uint32_t *features,
                       size_t count);
bool walks_at_least_one(const GuidedWalks *walks, const uint32_t *features,
                        size_t count);

#endif
