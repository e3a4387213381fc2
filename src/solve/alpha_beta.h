/* alpha_beta.h - what a role can force, by alpha-beta search
 *
 * Where turns are taken and nothing is left to chance. What it proves is sound
 * whether plays end or not.
 */
#ifndef ZERMELO_SOLVE_ALPHA_BETA_H
#define ZERMELO_SOLVE_ALPHA_BETA_H

#include "base/budget.h"
#include "sim/engine.h"

typedef struct AlphaBeta AlphaBeta;

/* What is proved so far of what the role can force from the start. */
typedef struct {
    int least, most; /* as solve/position_graph.h has them */
    /* Horizons of the search that proved them; 0: it did not have to. */
    size_t yes_depth, no_depth;
    uint64_t nodes;    /* positions that were searched */
    size_t depth;      /* the horizon, in steps */
    bool is_unsuited;  /* chance, or several roles with a choice, was met */
    bool sums_to_100;  /* at every end that was met, of two roles; and no role
                        * was without a move */
    bool has_ill_ends; /* an end without one value was met */
} AlphaBetaResult;

/* ENGINE, by a machine, is borrowed and moved about. MOST is the highest value
 * that an end can have. IS_FINITE: every play is proved to end. */
AlphaBeta *alpha_beta_new(Engine *engine, Bytes start, size_t role, int most,
                          bool is_finite, size_t table_bytes);
void alpha_beta_free(AlphaBeta *search);

/* Goes on until the value is certain, or for NODES positions. If GOAL is not
 * NO_END, only whether this value can be reached is asked. False if nothing
 * more can be found. */
bool alpha_beta_run(AlphaBeta *search, int goal, uint64_t nodes,
                    const Budget *budget);

const AlphaBetaResult *alpha_beta_result(const AlphaBeta *search);

/* ---- once the value is certain ---- */

/* The search may look at NODES more positions. */
void alpha_beta_extend(AlphaBeta *search, uint64_t nodes);

/* Whether MOVER, by the move that led to POSITION, keeps the value of the
 * start: the role what it forces, another one what it holds the role down to.
 * The move was the last of so many STEPS from the start, and is asked for
 * within the horizon of the proof; in a game in which every play ends it may be
 * ANY_STEP (solve/position_graph.h). False, too, if it is not found. */
bool alpha_beta_keeps_value(AlphaBeta *search, Bytes position, size_t mover,
                            size_t steps);

#endif
