/* houdini.h - largest subset of candidate invariants that is inductive
 *
 * Candidates that fail initially are dropped. All other open ones are assumed
 * of a position; those that can fail after a legal step from it are dropped;
 * what is left in the end holds in every reachable position (Houdini, Flanagan
 * and Leino 2001). It is a lemma then, assumed in every later question.
 */
#ifndef ZERMELO_PROVE_INDUCTION_HOUDINI_H
#define ZERMELO_PROVE_INDUCTION_HOUDINI_H

#include "prove/walk/guided_walks.h"

typedef struct Houdini Houdini;

/* Borrows all; WALKS continues plays from counterexamples. */
Houdini *houdini_new(const PropertyTable *properties, GuidedWalks *walks,
                     const Budget *budget);
void houdini_free(Houdini *houdini);

/* Adds PROPERTY as a candidate; returns its number. */
size_t houdini_add(Houdini *houdini, const GroundProperty *property);

/* Adds a lemma: PROPERTY holds in every reachable position. */
void houdini_add_lemma(Houdini *houdini, const GroundProperty *property);

/* Drops candidates until those left are inductive together, and so proved. A
 * candidate that takes more than MAX_CONFLICTS conflicts is dropped. If the
 * budget is spent, all open candidates are dropped and none is proved: false.
 */
bool houdini_run(Houdini *houdini, int64_t max_conflicts);

size_t houdini_lemma_count(const Houdini *houdini); /* given or proved */

const GroundProperty *const *houdini_lemmas(const Houdini *houdini);

bool houdini_proved(const Houdini *houdini, size_t candidate);
/* It was dropped because it took more than MAX_CONFLICTS. */
bool houdini_too_hard(const Houdini *houdini, size_t candidate);

/* Sets IS_PROVED of those PROPERTIES that hold in every position that satisfies
 * the lemmas: they need no induction of their own. Asks only about those that
 * are not IS_PROVED yet. */
void houdini_check(Houdini *houdini, const GroundProperty *const *properties,
                   bool *is_proved, size_t count, int64_t max_conflicts);

/* For debug builds (ZERMELO_DEBUG), checked by a second solver; what is wrong
 * ends in assert(): the lemmas from number FIRST on hold initially, and after
 * each step from a position that satisfies all COUNT of them. Nothing is said
 * of a large net, or if it takes too many conflicts. */
void inductive_check(const PropertyTable *properties,
                     const GroundProperty *const *lemmas, size_t count,
                     size_t first);

#endif
