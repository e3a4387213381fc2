/* interp.h - play a game by its rules as they stand
 *
 * The plain meaning of GDL-II (Definition 1 of the papers), computed bottom-up
 * from the clauses. Slow and obvious, it is the judge of every faster engine.
 *
 * An Interp adds terms to the table of its game: one thread at a time.
 */
#ifndef ZERMELO_SIM_INTERP_H
#define ZERMELO_SIM_INTERP_H

#include "base/budget.h"
#include "game/game.h"

/* A set of features, sorted by id: equal positions have equal arrays. */
typedef struct {
    const Term **features;
    size_t count;
} Position;

typedef struct Interp Interp;

/* NULL, with the reason in *FAILURE, if the rules have no finite model within
 * the limits, or no role. */
Interp *interp_new(const Game *game, const Budget *budget,
                   const char **failure);
void interp_free(Interp *interp);

size_t interp_role_count(const Interp *interp);
const Term *interp_role(const Interp *interp, size_t role);
Terms *interp_terms(const Interp *interp); /* the term table of the game */
bool interp_is_random(const Interp *interp, size_t role); /* plays at random */

const Position *interp_initial(const Interp *interp); /* borrowed */

/* Makes POSITION the one the questions below are about. */
void interp_set(Interp *interp, const Position *position);

bool interp_is_terminal(Interp *interp);

/* The legal moves of ROLE, sorted; borrowed until the next call about it. */
const Term *const *interp_legal(Interp *interp, size_t role, size_t *count);
bool interp_is_legal(Interp *interp, size_t role, const Term *move);

/* All that holds of RELATION, which does not depend on moves; borrowed until
 * the position changes. */
const Term *const *interp_facts(Interp *interp, RelationId relation,
                                size_t *count);

/* Its goal values, sorted: one, if the game is well-formed. */
const int *interp_goals(Interp *interp, size_t role, size_t *count);

/* What the rules give it, sorted, whether that is a value or not. */
const Term *const *interp_goal_terms(Interp *interp, size_t role,
                                     size_t *count);

/* The position after a joint move, in ARENA; the moves are not checked. */
const Position *interp_next(Interp *interp, const Term *const *moves,
                            Arena *arena);

/* Makes STEP_COUNT joint MOVES from the position FROM, as long as they are
 * legal. The position reached, in ARENA or FROM itself, becomes the current
 * one; NULL if a move is not legal or the interpreter fails. */
const Position *interp_play(Interp *interp, const Position *from,
                            const Term *const *moves, size_t step_count,
                            Arena *arena);

/* What ROLE perceives after the last joint move given to interp_next. */
const Term *const *interp_percepts(Interp *interp, size_t role, size_t *count);

/* NULL, or why an answer could not be computed: from then on all are void,
 * until interp_recover is called and a position is set that was computed before
 * the failure. */
const char *interp_failure(const Interp *interp);
void interp_recover(Interp *interp);

Position *position_new(Arena *arena, const Term *const *features,
                       size_t count); /* sorts them, and drops repetitions */

/* Its features in the order in which answers name them, in ARENA. */
const Term **position_in_order(Arena *arena, const Position *position);

#endif
