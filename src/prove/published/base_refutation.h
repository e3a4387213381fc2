/* base_refutation.h - a play as evidence for what fails initially */
#ifndef ZERMELO_PROVE_PUBLISHED_BASE_REFUTATION_H
#define ZERMELO_PROVE_PUBLISHED_BASE_REFUTATION_H

#include "formula/proof_task.h"

/* Looks, with the interpreter, for plays from the initial position on which
 * the claims fail whose base is ANSWER_NO and which have no verdict yet. Those
 * found are REFUTED. Ends after SECONDS, or when the task's budget does. */
void refute_initially(const Task *task, Finding *findings, double seconds);

/* Accepts PLAY as refutation of a claim if the interpreter does. */
bool refute_by(const Task *task, Finding *finding, PropId prop,
               const Play *play, size_t at);

#endif
