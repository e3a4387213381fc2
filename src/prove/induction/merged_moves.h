/* merged_moves.h - moves that a question does not tell apart, as classes
 *
 * Only prove/induction/move_abstraction.c uses it.
 */
#ifndef ZERMELO_PROVE_INDUCTION_MERGED_MOVES_H
#define ZERMELO_PROVE_INDUCTION_MERGED_MOVES_H

#include "sat/implied_lits.h"
#include "sat/sat.h"

/* A class of moves of one role, those that are in the same move sets of the
 * question; those in none are class 0. */
typedef struct {
    bool ever_legal;       /* some move in it is */
    NetLits legality_lits; /* that the legality of all of these needs */
    SatLit chosen_lit;
} MoveClass;

/* A literal that more than half of the moves of a role need. */
typedef struct {
    Lit lit;
    size_t move_count;    /* moves that need it */
    size_t in_sets_count; /* those in sets of the question */
} FrequentNeed;

/* The moves of a role that are ever legal. */
typedef struct {
    size_t legal_count;   /* moves that are ever legal */
    size_t in_sets_count; /* those in sets of the question */
    VEC(FrequentNeed) frequent;
    uint32_t *class_of;   /* by move */
    uint32_t *move_round; /* by move: its needs were added in this round */
    VEC(MoveClass) classes;
} RoleMoves;

typedef struct {
    const Net *net;
    RoleMoves *roles;
    VEC(uint32_t) sets; /* move sets that the question depends on */
    uint32_t round;     /* of the question */
} MergedMoves;

/* In ARENA, which has to outlive it. */
MergedMoves merged_moves_new(const Net *net, Arena *arena);
void merged_moves_free(MergedMoves *merged);

/* Makes the classes of the moves for SETS, and for each a literal of SAT, of
 * which exactly one holds. False if there are too many classes. */
bool merge_moves(MergedMoves *merged, Sat *sat);

/* Forgets the classes, before SETS changes. */
void merged_moves_reset(MergedMoves *merged);

/* The literal: the move is in SET, that is in one of the classes in it. */
SatLit merged_set_lit(const MergedMoves *merged, Sat *sat, const MoveSet *set);

#endif
