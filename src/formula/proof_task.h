/* proof_task.h - what is to be proved, and what was found
 *
 * A prover (ProofEngine) takes a ProofTask and fills one Finding for each
 * claim that is asked. It is a struct of functions, so that another one is one
 * file. All promise:
 *   - PROVED means true in every reachable position, REFUTED comes with a play
 *     that the interpreter has replayed (formula/evaluate.h);
 *   - out of time or memory is UNKNOWN, with a reason.
 *
 * Here and not in prove/, since asp/ writes programs for a ProofTask.
 */
#ifndef ZERMELO_FORMULA_PROOF_TASK_H
#define ZERMELO_FORMULA_PROOF_TASK_H

#include "formula/prove_limits.h"
#include "base/budget.h"
#include "base/json.h"
#include "formula/evaluate.h"
#include "formula/family.h"
#include "formula/proof_log.h"

typedef enum { METHOD_INDIVIDUAL, METHOD_JOINT, METHOD_MUTUAL } PublishedMethod;

typedef enum { GENERATOR_ALL, GENERATOR_CONTROL, GENERATOR_PROVED } Generator;

typedef enum { VERDICT_UNKNOWN, VERDICT_PROVED, VERDICT_REFUTED } Verdict;

/* Also the answer to "does it hold initially", "is it inductive". */
typedef enum { ANSWER_UNKNOWN, ANSWER_YES, ANSWER_NO } Answer;

/* How an induction step fails: two positions and the joint move between them.
 * The first need not be reachable. */
typedef struct {
    const Term **before, **after; /* features, sorted */
    size_t before_count, after_count;
    const Term **moves; /* by role */
} FailedStep;

typedef struct {
    Verdict verdict;
    Answer base, step;
    const char *how;       /* "induction", "play", ...; NULL if unknown */
    EvidenceKind evidence; /* of a proof */
    const GroundProperty *property; /* about the net of the record; or NULL */
    const char *reason; /* why it is unknown, if a limit is the reason */
    const Play *trace;  /* of a refutation: from the initial position on */
    size_t at;          /* the position of it at which the claim fails */
    const FailedStep *failed; /* NULL if it is not known */
} Finding;

/* Called now and then: how many claims are decided by now. */
typedef void ProveProgress(void *context, size_t done, size_t total);

typedef struct {
    const Game *game;
    Universe *universe;
    Props *props;
    const Claim *claims;
    const PropId *meanings; /* of each claim, in PROPS */
    size_t count;
    const bool *is_asked; /* by claim: the others need no finding, but help in
                           * induction. NULL: all are */
    const PropId *givens; /* proved before: hypotheses at the first position */
    size_t given_count;
    const json_t *facts; /* of earlier runs (formula/facts.h), or NULL */
    PublishedMethod method;
    Generator generator; /* the engine sets it to the one it used */
    Interp *interp;
    const Budget *budget;
    size_t megabytes; /* for a child process, or 0 */
    uint64_t seed;
    const ProveLimits *limits;    /* NULL: the defaults */
    MethodStatistics *statistics; /* by method, added to; or NULL */
    size_t threads;
    ProofLog *log;              /* for what is proved, or NULL */
    struct ProofRecord *record; /* it is in (prove/evidence.h), or NULL */
    bool assumes_playable;      /* set by the engine: a proof rests on it */
    Arena *arena;               /* for what is found */
    ProveProgress *progress;    /* may be NULL */
    void *context;
} ProofTask;

typedef struct {
    const char *name;
    /* False, with the reason in *WHY, if nothing can be tried at all. */
    bool (*prove)(ProofTask *task, Finding *findings, const char **why);
} ProofEngine;

static inline bool task_asks(const ProofTask *task, size_t claim)
{
    return !task->is_asked || task->is_asked[claim];
}

extern const ProofEngine engine_native, engine_clingo;

#endif
