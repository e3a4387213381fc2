/* oracle.h - who answers whether formulas hold initially and are inductive
 *
 * The published methods (prove/published/published.c) ask such questions in
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
    ProofTask *task;
    /* Whether the formulas of SET hold initially or, from START if that is not
     * NULL, are inductive: sets base or step of their findings, and a reason
     * where that is not known. ASK_ALONE is about a single formula, and tells
     * how it fails: by a play that refutes it, or at which step. Of a set, what
     * does not hold initially may be refuted, or is asked about again alone.
     * False if it was stopped before all was known. */
    bool (*ask)(Oracle *oracle, Ask ask, const Start *start,
                const FormulaSet *set, Finding *findings);
};

/* Decides the claims of the oracle's task (published.c). */
void prove_published(Oracle *oracle, Finding *findings);

/* The finding about formula I of SET. */
static inline Finding *finding_of(const FormulaSet *set, Finding *findings,
                                  size_t i)
{
    return &findings[set->numbers ? set->numbers[i] : i];
}

/* What was asked from START, or of the initial position if that is NULL. */
static inline void set_answer(Finding *finding, const Start *start,
                              Answer answer)
{
    *(start ? &finding->step : &finding->base) = answer;
}

/* The step from the position of FEATURES by MOVES, as the rules make it, in the
 * arena of TASK; NULL if it is none. Sorts FEATURES. */
const FailedStep *failed_step(const ProofTask *task, const Term **features,
                              size_t count, const Term **moves);

/* Looks, with the interpreter, for plays from the initial position on which
 * the claims fail whose base is ANSWER_NO and which have no verdict yet. Those
 * found are refuted. Ends after SECONDS, or when the task's budget does. */
void refute_initially(const ProofTask *task, Finding *findings, double seconds);

/* Accepts PLAY as refutation of a claim if the interpreter does. */
bool refute_by(const ProofTask *task, Finding *finding, PropId prop,
               const Play *play, size_t at);

/* An oracle that asks a SAT solver (oracle_sat.c). Grounds the game over all
 * features of the universe; NULL, with the reason in *WHY, if a limit is
 * reached. Borrows TASK. */
Oracle *oracle_sat_new(ProofTask *task, const char **why);
void oracle_sat_free(Oracle *oracle);

#endif
