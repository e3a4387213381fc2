/* houdini.h - what holds together: the largest set that is inductive
 *
 * Candidates are properties that hold initially. All that remain are assumed of
 * a position; what can fail after a legal step from it is dropped; what is left
 * in the end holds in every reachable position (Houdini). Then it is proved,
 * and known to every later question.
 */
#ifndef ZERMELO_PROVE_INDUCTION_HOUDINI_H
#define ZERMELO_PROVE_INDUCTION_HOUDINI_H

#include "prove/walk/guided_walks.h"

typedef struct Houdini Houdini;

/* Borrows all; EXPLORE is used to see where a counterexample leads. START is
 * UNROLL_ANY, or UNROLL_RELAXED: then questions are easier, and less is proved.
 */
Houdini *houdini_new(const Net *net, const PropertyTable *properties,
                     GuidedWalks *walks, UnrollStart start,
                     const Budget *budget);
void houdini_free(Houdini *houdini);

/* SENTENCE, which holds initially, is a candidate; returns its number. */
size_t houdini_add(Houdini *houdini, const GroundProperty *property);

/* SENTENCE is known to hold in every reachable position. */
void houdini_given(Houdini *houdini, const GroundProperty *property);

/* Drops candidates until those left are inductive together: they are proved
 * then. A candidate that takes more than CONFLICTS conflicts is dropped. If
 * time or EFFORT, in conflicts times clauses, is used up, none of the
 * candidates that are open is proved, and all are dropped: false. */
bool houdini_run(Houdini *houdini, int64_t conflicts, double effort);

size_t houdini_facts(const Houdini *houdini); /* how many are given or proved */

const GroundProperty *const *houdini_fact_list(const Houdini *houdini);

bool houdini_proved(const Houdini *houdini, size_t candidate);
/* It was dropped because the solver gave up on it. */
bool houdini_too_hard(const Houdini *houdini, size_t candidate);

/* Which of SENTENCES hold in every position that satisfies what is proved:
 * sets PROVED of them, leaves the others as they are. Looks only at those that
 * are not PROVED yet. */
void houdini_check(Houdini *houdini, const GroundProperty *const *properties,
                   bool *proved, size_t count, int64_t conflicts,
                   double effort);

typedef struct {
    size_t rounds, questions; /* counterexamples; calls of the solver */
    double work;              /* clauses in all these calls */
    double effort;            /* conflicts times clauses */
} HoudiniCost;
HoudiniCost houdini_cost(const Houdini *houdini);

#endif
