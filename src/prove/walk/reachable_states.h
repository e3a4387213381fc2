/* reachable_states.h - the explicit reachability graph, if it is small
 *
 * All reachable positions and the steps between them, by breadth-first search.
 * On the complete graph it is decided whether a play can be infinite, and if
 * not, how long the longest is.
 */
#ifndef ZERMELO_PROVE_WALK_REACHABLE_STATES_H
#define ZERMELO_PROVE_WALK_REACHABLE_STATES_H

#include "formula/proof_log.h"
#include "sim/machine.h"

typedef struct ReachableStates ReachableStates;

/* Stops at more than MAX_STATES positions, ten times as many steps, or when the
 * budget is spent; then the graph is not complete. */
ReachableStates *reachable_new(const Machine *machine, size_t max_states,
                               const Budget *budget);
/* The same from the state START on. */
ReachableStates *reachable_new_from(const Machine *machine,
                                    const uint64_t *start, size_t max_states,
                                    const Budget *budget);
void reachable_free(ReachableStates *reachable);

/* Whether these are all reachable positions. */
bool reachable_complete(const ReachableStates *reachable);
size_t reachable_count(const ReachableStates *reachable);
const uint64_t *reachable_state(const ReachableStates *reachable,
                                size_t position);
size_t reachable_state_words(const ReachableStates *reachable); /* of a state */

/* The successors of a position, one for each joint move. */
size_t reachable_target_count(const ReachableStates *reachable,
                              size_t position);
uint32_t reachable_target(const ReachableStates *reachable, size_t position,
                          size_t index);

/* The joint moves from the initial position to the first of COUNT positions by
 * a shortest play, and then from each to the next; to be freed. Their number is
 * written to *STEPS. */
uint32_t *reachable_play_along(const ReachableStates *reachable,
                               const uint32_t *positions, size_t count,
                               size_t *steps);

typedef struct {
    bool endless; /* a play can return to one of its positions */
    size_t bound; /* otherwise: steps of the longest play */
    /* If endless: STEPS joint moves, to be freed, that end in the position
     * after LOOP_FROM steps */
    uint32_t *moves;
    size_t steps, loop_from;
} PlayLength;

/* The length of the longest play; the graph must be complete. */
PlayLength reachable_length(const ReachableStates *reachable);

/* Of how many positions, from the first on, all successors are there. */
size_t reachable_expanded(const ReachableStates *reachable);

/* By position, how many steps lead to it at least; to be freed. */
uint32_t *reachable_depths(const ReachableStates *reachable);

/* Records the positions in LOG, which may be NULL; the graph must be complete.
 */
void reachable_log(const ReachableStates *reachable, ProofLog *log);

#endif
