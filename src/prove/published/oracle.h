/* oracle.h - who answers whether formulas hold initially and are inductive
 *
 * The published methods (prove/published/published.h) ask such questions in
 * some order; clingo answers them, or a SAT solver. What is asked is defined by
 * the programs of asp/induction_program.h, whoever answers: a step of LEVELS
 * begins in any position over the features of the universe that START allows,
 * reachable or not, and is followed by LEVELS more, or by the end of the game.
 */
#ifndef ZERMELO_PROVE_PUBLISHED_ORACLE_H
#define ZERMELO_PROVE_PUBLISHED_ORACLE_H

#include "asp/induction_program.h"

typedef struct Oracle Oracle;
struct Oracle {
    Task *task;
    const char *name; /* what is asked is saved under it; NULL: it is not */
    bool runs_programs;

    /* Sets base, and a reason where that is not known; PROP is refuted if it
     * does not hold. */
    void (*base)(Oracle *oracle, PropId prop, Finding *finding);
    /* Sets step, likewise, and how it fails. */
    void (*step)(Oracle *oracle, const Start *start, PropId prop,
                 unsigned levels, Finding *finding);
    /* The same for a set; FINDINGS by claim. What does not hold initially may
     * be refuted, or is asked about again alone. */
    void (*bases)(Oracle *oracle, const FormulaSet *set, Finding *findings);
    /* MUTUAL: all of them are assumed. False if it was stopped before all was
     * known. */
    bool (*steps)(Oracle *oracle, const Start *start, const FormulaSet *set,
                  bool mutual, Finding *findings);
};

/* The step from the position of FEATURES by MOVES, as the rules make it, in the
 * arena of TASK; NULL if it is none. Sorts FEATURES. */
const FailedStep *failed_step(const Task *task, const Term **features,
                              size_t count, const Term **moves);

/* Looks, with the interpreter, for plays from the initial position on which
 * the claims fail whose base is ANSWER_NO and which have no verdict yet. Those
 * found are REFUTED. Ends after SECONDS, or when the task's budget does. */
void refute_initially(const Task *task, Finding *findings, double seconds);

/* Accepts PLAY as refutation of a claim if the interpreter does. */
bool refute_by(const Task *task, Finding *finding, PropId prop,
               const Play *play, size_t at);

#endif
