/* certify.h - proofs that somebody else can check
 *
 * Into the directory task->save: the programs as they were run, and the proof:
 * two programs, proof-base.lp and proof-step.lp, that clingo alone finds
 * UNSATISFIABLE. They say that no formula of the proved set fails initially,
 * and that none fails after a step from any position in which all hold.
 */
#ifndef ZERMELO_PROVE_CERTIFY_H
#define ZERMELO_PROVE_CERTIFY_H

#include "prove/program.h"

/* Writes PROGRAM to NAME.lp; nothing if nothing is to be saved. False, with
 * task->save_failure set, if it cannot be written. */
bool certify_program(Task *task, const char *name, const Program *program);

/* The proof of PROPS, which are inductive together, and a README. CLAIMS are
 * the numbers of those that are claims; other numbers are beyond them. */
bool certify_proof(Task *task, const PropId *props, const size_t *claims,
                   size_t count);

#endif
