/* verify.h - is a game well-formed: proved, not sampled
 *
 * Every refutation and every witness is a play that the interpreter has
 * replayed.
 */
#ifndef ZERMELO_PROVE_VERIFY_H
#define ZERMELO_PROVE_VERIFY_H

#include "prove/evidence.h"
#include "prove/termination/termination.h"
#include "prove/verify_questions.h"

typedef struct {
    Check check;
    uint32_t role; /* NO_INDEX if it is about none */
    Verdict verdict;
    const char *how, *reason;
    EvidenceKind evidence;          /* of a proof without a play */
    const GroundProperty *property; /* that always holds, or is refuted; NULL
                                     * if it is that plays end */
    bool is_vacuous;                /* proved, because no play ends */
    bool has_bound, has_loop;
    uint64_t bound;        /* steps of a play */
    size_t loop_from;      /* the play returns to this position */
    const Play *play;      /* a refutation, or the witness of CHECK_WINNABLE */
    const Play *other;     /* as long, and the same to the role; or NULL */
    Fault fault;           /* if it is refuted */
    const Term **features; /* of the position at the end of the play */
    size_t feature_count;
} Verified;

typedef VEC(Verified) VerifiedList;

typedef struct {
    const Game *game;
    Interp *interp;
    uint64_t seed;
    const Budget *budget;
    const ProveLimits *limits;
    const json_t *facts; /* of earlier runs (formula/facts.h); or NULL */
    MethodStatistics *statistics; /* by method, added to; or NULL */
    ProofRecord *record;          /* for evidence, or NULL */
    Arena *arena;                 /* for what is in the list */
} VerifyTask;

/* The proofs that decide QUESTIONS, and how plays end unless TERMINATION is
 * NULL, in rounds of the plan PLAN_VERIFY. */
PropertyTask verify_proofs(const VerifyTask *task, const Questions *questions,
                           Termination *termination);

/* Adds one item for each property that makes sense for the game. Where it
 * cannot be grounded within the limits, only plays can tell something. */
void verify(const VerifyTask *task, VerifiedList *list);

#endif
