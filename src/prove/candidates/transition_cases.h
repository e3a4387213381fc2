/* transition_cases.h - in which ways a step can change the position
 *
 * A step by a certain move, in one case of all that can be true before it: what
 * becomes of each feature is known there, a constant or the old value of the
 * same or of another feature, as where a board is turned.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_TRANSITION_CASES_H
#define ZERMELO_PROVE_CANDIDATES_TRANSITION_CASES_H

#include "formula/property.h"

typedef enum { CASE_FALSE, CASE_TRUE, CASE_OPEN } CaseValue;

/* FEATURE may not keep its value. AFTER: a constant, or, if that is open, the
 * old value of FROM; NO_INDEX: nobody knows. */
typedef struct {
    uint32_t feature, from;
    CaseValue before, after;
} CaseChange;

typedef VEC(CaseChange) CaseChanges;

/* VALUES has what is known before the step, by feature. */
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
    /* What was before need not be known of a feature that is overwritten. */
    bool only_after;
    const bool *ignored; /* by feature, or NULL: nor what becomes of it */
    /* Cases are told apart by features, not by what is made of them: they are
     * more, and tell more. */
    bool by_features;
    void (*found)(void *context, const TransitionCase *way);
    void *context;
} CaseTask;

/* Tells FOUND ways such that every step from a reachable position is in one of
 * them. False if that was too much: then they mean nothing. */
bool find_transition_cases(const CaseTask *task);

#endif
