/* property_task.h - properties of a net to be decided, and what came of them
 *
 * The interface between the methods of proof and whoever asks: a prover fills
 * one result for each property of a task.
 */
#ifndef ZERMELO_FORMULA_PROPERTY_TASK_H
#define ZERMELO_FORMULA_PROPERTY_TASK_H

#include "formula/property.h"
#include "formula/proof_task.h"

/* A play, to be freed; MOVES is NULL if there is none. */
typedef struct {
    uint32_t *moves;
    size_t steps, at; /* the property fails at position AT of it */
} BoundedPlay;

typedef struct {
    Verdict verdict;
    const char *how;
    bool by_exhaustion; /* proved by looking at all positions */
    bool by_sums;       /* if evidence was wanted: proved with sums
                         * (prove/linear/linear_invariants.h) that are not among the
                         * lemmas */
    uint32_t *moves;    /* of a refutation: STEPS joint moves, to be freed */
    size_t steps, at;
} ScheduleResult;

typedef struct {
    const Net *net;
    PropertyTable *properties;  /* more are added */
    const GroundProperty *list; /* to be decided */
    size_t count;
    const GroundProperty *givens; /* hold in every reachable position */
    size_t given_count;
    uint64_t seed;
    const Budget *budget;
    void (*progress)(void *context, size_t decided); /* may be NULL */
    void *context;
    bool quick;      /* only with properties that are cheap */
    bool needs_some; /* that something always holds helps: try it early */
    /* For tests: never looks at all positions, however few; nor at plays and
     * inductions of several steps; nor at sums; nor by frames, or only so. */
    bool no_positions, no_depth, no_sums, no_frames, only_frames;
    bool wants_lemmas; /* goes on when all properties are decided */
    bool evidence;     /* what looking at all positions decides should be
                        * inductive with the lemmas, too */
    VEC(Ref) lemmas;   /* set: properties that were proved on the way */
    unsigned deepest;  /* set: steps of the longest induction, if above 1 */
    /* Set, if evidence was wanted and something was proved by looking at all
     * positions: how many they are, and that a position is one of them, which
     * is inductive; REF_TRUE if that would be too large a formula. */
    size_t position_count;
    Ref positions;
} ScheduleTask;

/* RESULTS[i] is about LIST[i]. */
typedef void PropertyProver(ScheduleTask *task, ScheduleResult *results);

#endif
