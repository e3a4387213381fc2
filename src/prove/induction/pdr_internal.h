/* pdr_internal.h - the search of pdr.c, and what its files share
 *
 * Frames, the cubes that are blocked in them, and the solver that knows both.
 * Nobody else includes this.
 */
#ifndef ZERMELO_PROVE_INDUCTION_PDR_INTERNAL_H
#define ZERMELO_PROVE_INDUCTION_PDR_INTERNAL_H

#include "prove/induction/pdr.h"

enum {
    PDR_HARD = 20000, /* conflicts of a question that must be answered */
    PDR_EASY = 300    /* of one that need not */
};

/* Twice the feature, plus one if it is false there; in order. */
typedef VEC(uint32_t) PdrLits;

typedef struct {
    const uint32_t *lits;
    uint32_t count;
    uint64_t mask; /* a bit for each literal, modulo 64 */
} PdrCube;

/* A cube no position of which is in frames up to FRAME; 0: there is a better
 * one. */
typedef struct {
    PdrCube cube;
    size_t frame;
} PdrBlocked;

/* From all positions of a cube these moves lead to NEXT, or to a failure. */
typedef struct PdrObligation PdrObligation;
struct PdrObligation {
    PdrCube cube;
    const PdrObligation *next;
    const uint32_t *moves;
    size_t steps; /* 1 if there is a next */
};

typedef VEC(const PdrObligation *) PdrObligations;

typedef struct {
    SatLit switched; /* on: the clauses that are kept here */
    PdrObligations queue;
} PdrFrame;

/* A property can fail after as many steps. */
typedef struct {
    SatLit fails, ends; /* ends: with a terminal position, or true */
    SatLit holds;
} PdrArm;

/* One of the properties. */
typedef struct {
    const GroundProperty *property;
    PdrArm arms[MAX_DEGREE + 1];
    SatLit bad; /* it fails in position 0 */
    double effort;
    bool too_hard;
    /* Leads from the initial position to a failure. */
    const PdrObligation *play;
} PdrClaim;

typedef struct {
    const PdrTask *task;
    const Net *net;
    Arena *arena;
    Sat *sat;
    Unroll *unroll;
    PropertyClauses here, there;
    SatLit *at[2]; /* features of the two positions, 0 if not asked for yet */
    SatLit taken;
    PdrClaim *claims;
    VEC(PdrFrame) frames;
    VEC(PdrBlocked) blocked;
    uint64_t *state; /* of a model */
    VEC(uint32_t) moves;
    PdrLits scratch, trial;
    double effort, limit;
    size_t retired;            /* clauses that are true for good */
    const PdrObligation *play; /* of the property in question */
} Pdr;

/* ---- cubes (pdr_cubes.c) ---- */

void pdr_copy_lits(PdrLits *to, const PdrLits *from);
/* Whether the initial position is among those of the literals. */
bool pdr_is_initial(const Pdr *pdr, const uint32_t *lits, size_t count);
/* A part of WHOLE must not have the initial position in it. */
void pdr_keep_out_initial(const Pdr *pdr, PdrLits *part, const PdrLits *whole);
/* All of LITS but ONE; false if it is not among them, or none may be left out
 * because of the initial position. */
bool pdr_leave_out(const Pdr *pdr, const PdrLits *lits, uint32_t one,
                   PdrLits *rest);

/* Sorts LITS. */
PdrCube pdr_keep_cube(Pdr *pdr, PdrLits *lits);
/* In frames up to this one. */
void pdr_block(Pdr *pdr, PdrLits *lits, size_t frame);
bool pdr_is_blocked(const Pdr *pdr, const PdrCube *cube, size_t frame);

/* ---- the solver (pdr_solver.c) ---- */

/* With what the frames have so far. */
void pdr_build(Pdr *pdr);
void pdr_demolish(Pdr *pdr);
/* A new last frame. */
void pdr_open_frame(Pdr *pdr);
/* No position of FRAME is in the cube. */
void pdr_add_clause(Pdr *pdr, const PdrCube *cube, size_t frame);
/* Whether effort, memory or time is used up. */
bool pdr_is_spent(const Pdr *pdr);

/* Whether LITS can be reached from positions outside of it in a frame: NO, and
 * LITS is what is needed for that; or YES, and a model was read. */
SatAnswer pdr_reach(Pdr *pdr, size_t frame, PdrLits *lits, int64_t conflicts);
/* Then: the positions from which the moves of the model lead to NEXT. */
void pdr_lift_before(Pdr *pdr, const PdrCube *next, PdrLits *lits);
/* Whether the property fails in a position of the frame. */
SatAnswer pdr_fails(Pdr *pdr, const PdrClaim *claim, size_t frame);
/* Then: the positions from which the moves of the model lead to a failure. */
void pdr_lift_failure(Pdr *pdr, const PdrClaim *claim, PdrLits *lits);

/* Whether the clauses are inductive with the facts, and which properties
 * follow: by another solver. */
bool pdr_confirm(Pdr *pdr, const RefList *clauses, PdrAnswer *answers);

#endif
