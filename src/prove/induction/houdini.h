/* houdini.h - what holds together: the largest set that is inductive
 *
 * Candidates are sentences that hold initially. All that remain are assumed of
 * a position; what can fail after a legal step from it is dropped; what is left
 * in the end holds in every reachable position (Houdini). Then it is proved,
 * and known to every later question.
 */
#ifndef ZERMELO_PROVE_INDUCTION_HOUDINI_H
#define ZERMELO_PROVE_INDUCTION_HOUDINI_H

#include "prove/walk/guided_walks.h"

typedef struct Induct Induct;

/* Borrows all; EXPLORE is used to see where a counterexample leads. START is
 * UNROLL_ANY, or UNROLL_LOOSE: then questions are easier, and less is proved.
 */
Induct *induct_new(const Net *net, const Sentences *sentences, Explore *explore,
                   UnrollStart start, const Budget *budget);
void induct_free(Induct *induct);

/* SENTENCE, which holds initially, is a candidate; returns its number. */
size_t induct_add(Induct *induct, const Sentence *sentence);

/* SENTENCE is known to hold in every reachable position. */
void induct_given(Induct *induct, const Sentence *sentence);

/* Drops candidates until those left are inductive together: they are proved
 * then. A candidate that takes more than CONFLICTS conflicts is dropped. If
 * time or EFFORT, in conflicts times clauses, is used up, none of the
 * candidates that are open is proved, and all are dropped: false. */
bool induct_run(Induct *induct, int64_t conflicts, double effort);

size_t induct_facts(const Induct *induct); /* how many are given or proved */

const Sentence *const *induct_fact_list(const Induct *induct);

bool induct_proved(const Induct *induct, size_t candidate);
/* It was dropped because the solver gave up on it. */
bool induct_too_hard(const Induct *induct, size_t candidate);

/* Which of SENTENCES hold in every position that satisfies what is proved:
 * sets PROVED of them, leaves the others as they are. Looks only at those that
 * are not PROVED yet. */
void induct_check(Induct *induct, const Sentence *const *sentences,
                  bool *proved, size_t count, int64_t conflicts, double effort);

typedef struct {
    size_t rounds, questions; /* counterexamples; calls of the solver */
    double work;              /* clauses in all these calls */
    double effort;            /* conflicts times clauses */
} InductCost;
InductCost induct_cost(const Induct *induct);

#endif
