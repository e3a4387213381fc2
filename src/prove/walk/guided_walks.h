/* guided_walks.h - many plays at once, in search of what is rare
 *
 * Plays run in lanes, one bit each. The first position in which a feature was
 * seen is kept, and half of the plays that end begin again at positions with
 * features that were seldom seen. Every position that is kept, and every
 * property that fails, has a play that leads there.
 */
#ifndef ZERMELO_PROVE_WALK_GUIDED_WALKS_H
#define ZERMELO_PROVE_WALK_GUIDED_WALKS_H

#include "base/random.h"
#include "formula/property.h"

enum { LANE_WORDS = 4, LANES = 64 * LANE_WORDS };
typedef uint64_t Lanes __attribute__((vector_size(8 * LANE_WORDS)));

static inline bool lanes_any(const Lanes *lanes)
{
    return ((*lanes)[0] | (*lanes)[1] | (*lanes)[2] | (*lanes)[3]) != 0;
}

typedef struct GuidedWalks GuidedWalks;

GuidedWalks *walks_new(const Net *net, const PropertyTable *properties,
                       uint64_t seed);
void walks_free(GuidedWalks *walks);

/* From now on SENTENCE is looked at; returns its number. */
size_t walks_watch(GuidedWalks *walks, const GroundProperty *property);

/* Plays on for about STEPS steps of all lanes, or until the budget is spent. */
void walks_run(GuidedWalks *walks, size_t steps, const Budget *budget);

/* Walks from a position that need not be reachable, STEPS steps of all lanes;
 * VISIT sees each position after the first, in the lanes of RUNNING: VALUES by
 * node, then by feature, as the leaves of properties are numbered. */
typedef void WalkVisit(void *context, const Lanes *values,
                       const Lanes *running);
void walks_from_state(GuidedWalks *walks, const uint64_t *state, size_t steps,
                      WalkVisit *visit, void *context);

/* VISIT sees COUNT positions, at most LANES, one in each lane of RUNNING; WORDS
 * words each. */
void walks_evaluate_states(GuidedWalks *walks, const uint64_t *states,
                           size_t words, size_t count, WalkVisit *visit,
                           void *context);

/* VISIT sees a block of the sample (walks_sample), all lanes of it. */
void walks_evaluate_block(GuidedWalks *walks, size_t block, WalkVisit *visit,
                          void *context);

/* Evaluates GATES of degree 0, in order, on what a visit sees; VALUES by gate,
 * of which that of gate 0 is true. */
void gates_in_lanes(const PropertyTable *properties, const uint32_t *gates,
                    size_t count, const Lanes *nodes, Lanes *values);

/* A position that was reached. */
typedef struct {
    const uint64_t *state; /* a bit for each feature */
    size_t depth;
} WalkPosition;

/* The position that ends a sequence on which a property fails, or NO_INDEX; *AT
 * is the depth of the position that it fails in. */
uint32_t walks_refuted(const GuidedWalks *walks, size_t property, size_t *at);
/* A position in which some role cannot move though the game goes on; one where
 * the goals of ROLE are not one number; likewise. */
uint32_t walks_stuck(const GuidedWalks *walks);
/* A terminal position in which the goal of that number of a role holds. */
uint32_t walks_goal(const GuidedWalks *walks, size_t role, size_t number);

WalkPosition walks_position(const GuidedWalks *walks, uint32_t position);
/* The joint moves to it: depth times the number of roles, to be freed. */
uint32_t *walks_play(const GuidedWalks *walks, uint32_t position);

uint64_t walks_states(const GuidedWalks *walks); /* seen so far */

/* A sample of the positions seen, in blocks of LANES: in which of them a
 * feature holds. */
size_t walks_blocks(const GuidedWalks *walks);
const Lanes *walks_sample(const GuidedWalks *walks, uint32_t feature);
bool walks_seen_true(const GuidedWalks *walks, uint32_t feature);
bool walks_seen_false(const GuidedWalks *walks, uint32_t feature);

#endif
