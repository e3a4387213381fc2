/* pdr.h - property-directed reachability: one sentence, by frames
 *
 * For a sentence that holds but is not inductive with anything that was thought
 * of: the search finds the clauses that it needs, or a play on which it fails.
 */
#ifndef ZERMELO_PROVE_PDR_H
#define ZERMELO_PROVE_PDR_H

#include "prove/deepen.h"

typedef struct {
    const Net *net;
    Sentences *sentences; /* clauses are added */
    const Sentence *sentence;
    const Sentence *const *facts; /* hold in every reachable position */
    size_t fact_count;
    const Budget *budget;
    double effort; /* in conflicts times clauses, at most */
} PdrTask;

typedef enum { PDR_UNKNOWN, PDR_PROVED, PDR_REFUTED } PdrVerdict;

typedef struct {
    PdrVerdict verdict;
    RefList clauses; /* if proved: inductive together with the facts, and the
                      * sentence follows from them; over features only */
    DeepPlay play;   /* if refuted */
    size_t frames;
    double effort; /* that was spent */
} PdrResult;

PdrResult pdr_prove(const PdrTask *task);
void pdr_free(PdrResult *result); /* but not the moves of the play */

#endif
