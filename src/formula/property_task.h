/* property_task.h - properties of a net to be decided, and what came of them
 *
 * The interface between the methods of proof and whoever asks: a prover fills
 * one result for each property of a task.
 */
#ifndef ZERMELO_FORMULA_PROPERTY_TASK_H
#define ZERMELO_FORMULA_PROPERTY_TASK_H

#include "formula/proof_log.h"
#include "formula/proof_task.h"
#include "formula/prove_limits.h"

/* A play, to be freed; MOVES is NULL if there is none. */
typedef struct {
    uint32_t *moves;
    size_t steps, at; /* the property fails at position AT of it */
} Counterexample;

typedef struct {
    Verdict verdict;
    const char *how;
    EvidenceKind evidence; /* of a proof */
    uint32_t *moves;       /* of a refutation: STEPS joint moves, to be freed */
    size_t steps, at;
} PropertyResult;

/* Which methods are tried in which order (prove/schedule.c). */
typedef enum {
    PLAN_PROVE,  /* many formulas of all kinds */
    PLAN_VERIFY, /* a few, which say that something always exists */
    PLAN_RULES,  /* what the rules say without plays and induction */
    PLAN_COUNT
} SchedulePlan;

typedef struct {
    const Net *net;
    PropertyTable *properties;  /* more are added */
    const GroundProperty *list; /* to be decided */
    size_t count;
    const bool *is_asked;         /* by property: the others are only tried in
                                   * induction, for the sake of these. NULL: all are */
    const GroundProperty *givens; /* hold in every reachable position */
    size_t given_count;
    const Ref *facts; /* that earlier runs have proved, or so a file says:
                       * candidates for induction */
    size_t fact_count;
    uint64_t seed;
    const Budget *budget;
    const ProveLimits *limits;    /* NULL: the defaults */
    MethodStatistics *statistics; /* by method, added to; or NULL */
    SchedulePlan plan;
    bool wants_lemmas; /* goes on when all properties are decided */
    /* Whether every play ends is asked, too, and set here; or NULL */
    struct Termination *termination;
    ProofLog *log; /* for all that is proved, or NULL */
    void (*progress)(void *context, size_t decided); /* may be NULL */
    void (*replay)(void *context); /* what is refuted; between turns, after
                                    * the published methods; may be NULL */
    void *context;
    bool tried_facts; /* set: induction with all facts came to its end */
    bool cut_short;   /* set: a larger quota might decide more */
    RefList lemmas;   /* set: properties that were proved on the way */
} PropertyTask;

#endif
