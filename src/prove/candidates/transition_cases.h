/* transition_cases.h - the step relation, split into cases with known effects
 *
 * A case is a set of steps, given by moves and by what is true before the step,
 * in which the effect on each feature is known: its next value is a constant,
 * or the old value of the same or of another feature, as where a board is
 * rotated.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_TRANSITION_CASES_H
#define ZERMELO_PROVE_CANDIDATES_TRANSITION_CASES_H

#include "formula/property.h"

typedef enum { CASE_FALSE, CASE_TRUE, CASE_OPEN } CaseValue;

/* FEATURE may change. Its next value is AFTER, or, if that is open, the old
 * value of FROM; it is unknown if FROM is NO_INDEX. */
typedef struct {
    uint32_t feature, from;
    CaseValue before, after;
} CaseChange;

typedef VEC(CaseChange) CaseChanges;

/* VALUES has the CaseValue before the step, by feature; features without a
 * change keep their value. */
typedef struct {
    const CaseChange *changes;
    size_t count;
    const uint8_t *values;
} TransitionCase;

typedef struct {
    const Net *net;
    const PropertyTable *properties;
    const Ref *lemmas; /* properties of every reachable position */
    size_t lemma_count;
    const Budget *budget;
    /* The old value of a feature with a constant next value may stay open. */
    bool may_omit_old;
    const bool *ignored; /* by feature, or NULL: next value may be unknown */
    /* Split on features, not on derived nodes: more cases, with more known. */
    bool by_features;
    void (*on_case)(void *context, const TransitionCase *transition_case);
    void *context;
} CaseTask;

/* Calls ON_CASE with cases such that every step from a reachable position is in
 * one of them. False if a limit was reached: then they may not cover all. */
bool find_transition_cases(const CaseTask *task);

#endif
