/* certificate.h - prove --save: proofs as programs that clingo checks
 *
 * Into the directory task->save_directory: the programs as they were run, if
 * they were, and the proof: two programs, proof-base.lp and proof-step.lp, that
 * clingo alone finds UNSATISFIABLE. They say that no formula of the proved set
 * fails initially, and that none fails after a step from any position in which
 * all hold. If that needs a playable game, playable-base.lp and
 * playable-step.lp prove that it is one.
 */
#ifndef ZERMELO_ASP_CERTIFICATE_H
#define ZERMELO_ASP_CERTIFICATE_H

#include "asp/induction_program.h"

/* Makes DIRECTORY, or removes from it what an earlier run has saved: nobody is
 * to take that for the proof of this run. Returns what is wrong, or NULL. */
const char *certify_begin(Arena *arena, const char *directory);

/* Writes PROGRAM to NAME.lp; nothing if nothing is to be saved. False, with
 * task->save_failure set, if it cannot be written. */
bool certify_program(ProofTask *task, const char *name, const Text *program);

/* Formulas that are inductive together. The numbers of those that are no claims
 * are beyond the claims. */
typedef struct {
    FormulaSet set; /* its levels are not looked at */
    bool playable;  /* only if every sequence can be made longer (Haufe and
                     * Thielscher 2010); not by k-induction */
} Proof;

/* NAME-base.lp and NAME-step.lp; the result is as that of certify_program. */
bool certify_proof(ProofTask *task, const char *name, const Proof *proof);

/* The README, with THIRD_LINE. */
bool certify_readme(ProofTask *task, const char *third_line);

#endif
