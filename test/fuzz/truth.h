/* truth.h - the truth about a small game: every position that can be reached
 *
 * Formulas are evaluated as they were read, quantifier by quantifier, on every
 * sequence of positions: nothing is shared with encode/prop, encode/trail or
 * what the provers make of them.
 */
#ifndef ZERMELO_TEST_FUZZ_TRUTH_H
#define ZERMELO_TEST_FUZZ_TRUTH_H

#include "formula/formula.h"
#include "sim/interp.h"

typedef struct Truths Truths;

/* NULL if there are more than MOST positions, or more joint moves than are
 * worth looking at. All arguments outlive it. */
Truths *truth_new(const Universe *universe, Interp *interp, size_t most);
void truth_free(Truths *truths);

size_t truth_size(const Truths *truths);
/* Every role has a move wherever the game is not over. */
bool truth_playable(const Truths *truths);

typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_OPEN } Truth;

/* A formula, and how far ahead it looks once trivial parts are left out: it
 * matters where a role has no move, since no sequence goes on from there. */
typedef struct {
    const Formula *formula;
    size_t degree;
} Claimed;

/* Whether FORMULA holds in the initial position; in every position. OPEN if
 * there are too many sequences. */
Truth truth_initially(Truths *truths, Claimed claimed);
Truth truth_always(Truths *truths, Claimed claimed);

/* Whether a step never breaks FORMULA: on every sequence from a position that
 * is not terminal, if it holds now it holds after one step. */
Truth truth_inductive(Truths *truths, Claimed claimed);

/* Whether MOVES, role after role, are legal from the initial position on, and
 * FORMULA fails on what comes from position AT on. */
bool truth_refutes(Truths *truths, Claimed claimed, const Term *const *moves,
                   size_t steps, size_t at);

/* Whether the step from BEFORE, any set of features, with MOVES is legal and
 * leads to AFTER. */
bool is_step(Interp *interp, const Position *before, const Term *const *moves,
             const Position *after);

/* Whether FORMULA, of degree 0, holds in POSITION. */
bool holds_in(const Universe *universe, Interp *interp,
              const Position *position, const Formula *formula);

#endif
