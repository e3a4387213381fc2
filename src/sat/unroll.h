/* unroll.h - a game over several steps, as clauses
 *
 * Position 0 is the initial one, or any; step k leads from position k to k + 1.
 * Only what is asked for becomes clauses, with what it depends on: the cone. A
 * literal asked for stays valid as long as the Unroll.
 *
 *     Unroll *unroll = unroll_new(net, sat, UNROLL_INITIAL);
 *     for (size_t k = 0; k < horizon; k++) unroll_step(unroll, k);
 *     sat_assume(sat, unroll_lit(unroll, horizon, goal));
 *     if (unroll_solve(unroll, -1) == SAT_YES)
 *         for (size_t k = 0; k < horizon; k++)
 *             printf("%u\n", unroll_model_move(unroll, k, role));
 *
 * What is known is folded: from the initial position, features and moves that
 * are impossible at a step, or certain, are constants (sat_true and its
 * negation), provided that unroll_step was called for the steps before, lowest
 * first. So the first levels cost little.
 *
 * Relations that depend on themselves have their least fixpoint, exactly, in
 * the models that unroll_solve finds; not in those of a bare sat_solve.
 *
 * An Unroll borrows its Net and its Sat, and adds clauses to the Sat and
 * nothing else; several may share one. unroll_free leaves the clauses there.
 */
#ifndef ZERMELO_SAT_UNROLL_H
#define ZERMELO_SAT_UNROLL_H

#include "sat/sat.h"
#include "ground/net.h"

typedef enum {
    UNROLL_INITIAL, /* from the initial position */
    UNROLL_ANY,     /* from any set of features, reachable or not */
} UnrollStart;

typedef struct Unroll Unroll;

Unroll *unroll_new(const Net *net, Sat *sat, UnrollStart start); /* borrows */
void unroll_free(Unroll *unroll);

/* A feature at a position. One of which the net knows that it always holds is
 * true in any position. */
SatLit unroll_feature(Unroll *unroll, size_t position, uint32_t feature);

/* Any literal of the net: legal, terminal or goal at a position, percept or
 * next of the step that begins there. */
SatLit unroll_lit(Unroll *unroll, size_t position, Lit lit);

/* ROLE makes MOVE in a step. A role makes at most one move in a step, always;
 * that it makes one and that it is legal is up to unroll_step. */
SatLit unroll_move(Unroll *unroll, size_t step, size_t role, uint32_t move);

/* What is known beforehand is folded like what the net knows. Position 0,
 * before anything is asked of it: LIT for a feature. A step, before it takes
 * place: the move of a role. A position: features whose literals the solver has
 * found to be fixed, before anything else is asked of it. */
void unroll_set_initial(Unroll *unroll, uint32_t feature, SatLit lit);
void unroll_fix_move(Unroll *unroll, size_t step, size_t role, uint32_t move);
void unroll_fold_fixed(Unroll *unroll, size_t position);
/* The step to POSITION is one that leaves FEATURE as it is, which has the same
 * literal there then, as has what follows from such features. Before anything
 * else is asked of the position. */
void unroll_keep_feature(Unroll *unroll, size_t position, uint32_t feature);

/* The step takes place: position STEP is not terminal, and every role makes
 * exactly one move, a legal one. */
void unroll_step(Unroll *unroll, size_t step);

/* A literal that implies all of that, for steps that need not take place. If
 * it is false, nothing later means anything. True after unroll_step. */
SatLit unroll_taken(Unroll *unroll, size_t step);

/* Solves with the assumptions made on the Sat (sat_assume). */
SatAnswer unroll_solve(Unroll *unroll, int64_t max_conflicts);

/* ---- after SAT_YES, until the next clause or assumption ---- */

/* The move of ROLE, or NO_INDEX if it makes none. */
uint32_t unroll_model_move(const Unroll *unroll, size_t step, size_t role);

/* A position as a bit for each feature, as the Machine has it. What no clause
 * speaks of is false; from UNROLL_ANY it could be true as well. */
void unroll_state(const Unroll *unroll, size_t position, uint64_t *state);

#endif
