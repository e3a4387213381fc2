/* pdr_internal.h - frames, blocked cubes and the solver of PDR
 *
 * Only pdr.c, pdr_cubes.c and pdr_solver.c include this.
 */
#ifndef ZERMELO_PROVE_INDUCTION_PDR_INTERNAL_H
#define ZERMELO_PROVE_INDUCTION_PDR_INTERNAL_H

#include "prove/induction/pdr.h"
#include "prove/induction/step_solver.h"

enum {
    PDR_MAX_CONFLICTS = 20000,       /* of a question the search depends on */
    PDR_MAX_OPTIONAL_CONFLICTS = 300 /* of one that only strengthens clauses */
};

/* Literals over features: twice the feature, plus one if it is negated. */
typedef VEC(uint32_t) PdrLits;

typedef struct {
    const uint32_t *lits;
    uint32_t count;
    uint64_t
        mask; /* a bit for each literal, modulo 64: rules out subsumption */
} PdrCube;

/* A cube that is blocked in the frames from 1 to FRAME. FRAME is 0 if another
 * blocked cube subsumes it. */
typedef struct {
    PdrCube cube;
    size_t frame;
} PdrBlocked;

/* A proof obligation: from all positions of CUBE these moves lead to NEXT, or,
 * if that is NULL, to a failure. */
typedef struct PdrObligation PdrObligation;
struct PdrObligation {
    PdrCube cube;
    const PdrObligation *next;
    const uint32_t *moves;
    size_t steps; /* 1 if there is a next */
};

typedef VEC(const PdrObligation *) PdrObligations;

typedef struct {
    SatLit activation; /* of the clauses that are kept at this frame */
    PdrObligations obligations;
} PdrFrame;

/* How a property fails after a number of steps. */
typedef struct {
    SatLit fails; /* the steps are taken, ENDS, and not HOLDS */
    SatLit ends;  /* the position after the steps is terminal; or true */
    SatLit holds; /* what the property says of that position */
} PdrFailure;

/* A property to be decided, and how far that has come. */
typedef struct {
    const GroundProperty *property;
    PdrFailure failures[MAX_DEGREE + 1]; /* by number of steps */
    SatLit bad; /* one of FAILURES: it fails in position 0 */
    uint64_t work;
    bool too_hard;             /* used up its share of the quota */
    const PdrObligation *play; /* from the initial position to a failure */
} PdrClaim;

typedef struct {
    const PdrTask *task;
    const Net *net;
    Arena *arena;
    StepSolver *solver;
    PdrClaim *claims;
    VEC(PdrFrame) frames;
    VEC(PdrBlocked) blocked;
    uint64_t *model_state; /* of a model */
    VEC(uint32_t) model_moves;
    PdrLits scratch, trial;
    Budget budget;          /* of the task, or the share of the present claim */
    WorkMeter meter;        /* of that share */
    uint64_t work_share;    /* of a claim */
    size_t retired_clauses; /* satisfied for good */
    const PdrObligation *play; /* that refutes the present claim */
} Pdr;

/* ---- cubes (pdr_cubes.c) ---- */

void pdr_copy_lits(PdrLits *to, const PdrLits *from);
/* Whether the initial position is in the cube of LITS. */
bool pdr_contains_initial(const Pdr *pdr, const uint32_t *lits, size_t count);
/* Adds a literal of FULL to CUBE if the initial position is in CUBE. It
 * must not be in FULL. */
void pdr_exclude_initial(const Pdr *pdr, PdrLits *cube, const PdrLits *full);
/* REMAINING is LITS without LIT; false if LIT is not in it, or if the initial
 * position is in REMAINING. */
bool pdr_drop_literal(const Pdr *pdr, const PdrLits *lits, uint32_t lit,
                      PdrLits *remaining);

/* A cube in the arena of PDR. Sorts LITS. */
PdrCube pdr_new_cube(Pdr *pdr, PdrLits *lits);
/* Blocks the cube of LITS in the frames from 1 to FRAME. */
void pdr_block(Pdr *pdr, PdrLits *lits, size_t frame);
bool pdr_is_blocked(const Pdr *pdr, const PdrCube *cube, size_t frame);

/* ---- the solver (pdr_solver.c) ---- */

/* A solver with all lemmas, claims, and clauses of the frames so far. */
void pdr_new_solver(Pdr *pdr);
/* Adds a new last frame. */
void pdr_add_frame(Pdr *pdr);
/* Adds the clause that no position of FRAME is in CUBE. */
void pdr_add_clause(Pdr *pdr, const PdrCube *cube, size_t frame);
/* Whether the quota, memory or time is used up. */
bool pdr_is_spent(const Pdr *pdr);

/* Whether a step leads from a position of FRAME outside of the cube of LITS
 * into it. SAT_NO: the cube's negation is inductive relative to FRAME, and LITS
 * is reduced to the literals needed for that. SAT_YES: a model was read. */
SatAnswer pdr_solve_relative(Pdr *pdr, size_t frame, PdrLits *lits,
                             int64_t max_conflicts);
/* After SAT_YES: LITS is a cube whose positions all lead to NEXT by the moves
 * of the model. */
void pdr_lift_predecessor(Pdr *pdr, const PdrCube *next, PdrLits *lits);
/* Whether the property of CLAIM fails in a position of FRAME. */
SatAnswer pdr_find_failure(Pdr *pdr, const PdrClaim *claim, size_t frame);
/* After SAT_YES: LITS is a cube whose positions all lead to a failure by the
 * moves of the model. */
void pdr_lift_failure(Pdr *pdr, const PdrClaim *claim, PdrLits *lits);

/* Whether CLAUSES, of two equal frames, are inductive together with the lemmas,
 * says a fresh solver. */
bool pdr_confirm(const Pdr *pdr, const RefList *clauses);

#endif
