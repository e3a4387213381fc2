/* evaluate.h - evaluate formulas along a play, by the rules as they stand
 *
 * A PlayEvaluator has a sequence of positions, each with the atoms of a table
 * of Props that hold there, as the interpreter finds them. It is how a
 * refutation is checked before anybody sees it.
 */
#ifndef ZERMELO_FORMULA_EVALUATE_H
#define ZERMELO_FORMULA_EVALUATE_H

#include "base/json.h"
#include "formula/prop.h"
#include "sim/interp.h"

typedef struct PlayEvaluator PlayEvaluator;

typedef enum {
    HOLDS_NO,
    HOLDS_YES,
    HOLDS_OPEN, /* the sequence is too short, or a limit was reached */
} Holds;

/* About the props that exist by now; they and INTERP outlive it,
 * and nobody else moves the interpreter while positions are added. */
PlayEvaluator *evaluator_new(const Props *props, Interp *interp);
void evaluator_free(PlayEvaluator *evaluator);

/* Adds POSITION, which stays where it is, to the end. What holds there is
 * derived when a prop asks for it, so that the interpreter may be anywhere;
 * evaluator_restore moves it to the last position. */
void evaluator_push(PlayEvaluator *evaluator, const Position *position);
void evaluator_pop(PlayEvaluator *evaluator);
void evaluator_clear(PlayEvaluator *evaluator);
void evaluator_restore(PlayEvaluator *evaluator);

bool evaluator_ended(PlayEvaluator *evaluator); /* the last one is terminal */

/* Whether PROP holds on the sequence from position AT on: cut off after its
 * degree, it must be that long or end in a terminal position. */
Holds evaluator_holds(PlayEvaluator *evaluator, PropId prop, size_t at);

/* A play: for each step the move of each role. */
typedef struct {
    const Term **moves; /* role after role, step after step */
    size_t steps;
} Play;

/* Whether POSITION satisfies PROPS: all sequences from it do (Thielscher and
 * Voigt 2010, Definition 4). VERDICTS[i] is about PROPS[i], and FAILING[i], in
 * ARENA, a sequence on which it fails. Only those are looked at whose verdict
 * is HOLDS_OPEN; what stays open was cut short. The sequence of EVALUATOR is
 * used and left empty. */
void position_satisfies(PlayEvaluator *evaluator, const Position *position,
                        const PropId *props, size_t count, const Budget *budget,
                        Arena *arena, Holds *verdicts, Play *failing);

/* Whether PLAY is a legal play from the initial position after which, at
 * position AT, PROP fails on the rest of it. */
bool play_refutes(PlayEvaluator *evaluator, const Play *play, PropId prop,
                  size_t at);

/* FORMULA and its subformulas on the sequence of COUNT positions, each before
 * its parts: [{"formula", "sign", "depth", "truth", "hidden"}]. "sign" is its
 * connective or quantifier, null of an atom. "truth" has a character for each
 * position: 1, 0, or . where that needs positions beyond the sequence. Parts of
 * a quantifier are those instances that decide it somewhere: the first few,
 * "hidden" more. NULL if the formula is too large, or a limit was reached. */
json_t *subformulas_json(const Universe *universe, Interp *interp,
                         const Formula *formula,
                         const Position *const *positions, size_t count,
                         const Budget *budget);

#endif
