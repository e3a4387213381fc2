/* core_solver.h - questions about induction steps; private to proof_core.c */
#ifndef ZERMELO_PROVE_CORE_SOLVER_H
#define ZERMELO_PROVE_CORE_SOLVER_H

#include "base/map.h"
#include "prove/proof_core.h"

typedef VEC(uint32_t) CoreNumbers;

typedef struct {
    LoggedLemma lemma;
    GroundProperty property; /* the same, also of a sum */
    size_t level;
    bool is_claim;
    bool is_barred;       /* from the present core */
    bool is_needed;       /* in the present set */
    CoreNumbers rests_on; /* candidates, of the last proof of its step */
} CoreCandidate;

/* A solver for the lemmas of one level: entries of the log, one after the
 * other, that are proved by induction over equally many steps. It may assume
 * those of its own level before the last position, and those of lower levels
 * there, too. A level of 0 steps is for what follows: lemmas hold in all
 * positions that a claim looks at. */
typedef struct {
    size_t number;
    unsigned steps, position_count;
    Sat *sat;
    Unroll *unroll;
    PropertyClauses *clauses; /* by position */
    /* By candidate: it holds, it fails somewhere; 0 if not made yet */
    SatLits supposed, violated;
} CoreLevel;

struct ProofCores {
    ProofRecord *record;
    Budget budget; /* of the present core */
    VEC(CoreCandidate)
    candidates; /* the log; then claims, of which the last counts */
    VEC(CoreLevel *) levels;
    CoreLevel *goal_levels[MAX_DEGREE + 1]; /* by degree of the goal; or NULL */
    size_t log_count;                       /* of candidates */
    Map map;                                /* from properties to candidates */
    GroundProperty goals[2];                /* that have to follow */
    CoreNumbers goals_rest_on[2];
    size_t goal_count;
    bool is_too_hard; /* a question was not answered */
};

CoreLevel *core_level_new(ProofCores *cores, size_t number, unsigned steps,
                          unsigned position_count);
void core_level_free(CoreLevel *level); /* which may be NULL */

/* Whether PROPERTY holds in the last position, or of a goal in the first, if
 * the needed candidates do, or all of them. If so, RESTS_ON is set. */
bool core_follows(ProofCores *cores, CoreLevel *level,
                  const GroundProperty *property, bool from_all,
                  CoreNumbers *rests_on);

#endif
