/* unroll_internal.h - what the files of an Unroll share
 *
 * unroll.c makes the nodes that are asked for, unroll_moves.c variables for
 * moves, and unroll_loops.c what depends on itself. Nobody else includes this.
 */
#ifndef ZERMELO_SAT_UNROLL_INTERNAL_H
#define ZERMELO_SAT_UNROLL_INTERNAL_H

#include "base/vec.h"
#include "sat/unroll.h"

/* What is known of one position and of the step that begins there. */
typedef struct {
    SatLit *node_lits;  /* by node: 0 if it was never needed */
    SatLit **move_lits; /* by role, NULL or by move */
    uint32_t *
        *possible_moves; /* by role: those that are not known to be false, */
    size_t *possible_count;
    SatLit taken; /* 0, or the literal of unroll_taken */
} Level;

typedef struct {
    size_t level;
    uint32_t number;
} LevelItem; /* a node, or a component, at a level */

/* What a component needs from outside. */
typedef struct {
    uint32_t *nodes;
    size_t count;
} ComponentInputs;

typedef struct {
    bool low, high; /* what it is at least, at most */
} Interval;

struct Unroll {
    const Net *net;
    Sat *sat;
    UnrollStart start;
    Arena *arena;
    VEC(Level) levels;
    uint32_t *feature_node;  /* 0 if the network does not look at it */
    bool *always_holds;      /* features that always hold */
    bool keeps_features;     /* unroll_keep_feature was called */
    SatLit *unread_lits;     /* by feature, at position 0, or NULL */
    uint32_t *component_of;  /* by node, or NO_INDEX */
    ComponentInputs *inputs; /* by component: nodes outside of it */
    unsigned model_count;    /* found so far */
    VEC(LevelItem)
    recursive_items; /* components with loops that are variables */
    VEC(LevelItem) pending;
    SatLits scratch;
    VEC(Interval) intervals; /* by node */
};

/* ---- nodes (unroll.c) ---- */

/* The level of a position and of its step, which is made if there was none. A
 * level stays where it is only until there is another. */
Level *unroll_level(Unroll *unroll, size_t number);

/* The literal of LIT, or 0 if its node was never needed. */
static inline SatLit level_literal(const Level *level, Lit lit)
{
    SatLit node = level->node_lits[lit_node(lit)];
    return lit_is_negated(lit) ? -node : node;
}

/* ---- moves (unroll_moves.c) ---- */

/* One of the moves in a set. */
SatLit unroll_set_literal(Unroll *unroll, size_t step, const MoveSet *set);

/* Clauses for the moves of a role in a step that is taken if TAKEN. */
void unroll_constrain_moves(Unroll *unroll, size_t step, size_t role_number,
                            SatLit taken);

/* ---- loops (unroll_loops.c) ---- */

/* Which nodes belong to a component, and what it needs from outside. */
void unroll_find_components(Unroll *unroll);

/* Literals for the loops of a component: constants where that is known, else
 * variables. What it needs from outside has literals already. */
void unroll_make_loops(Unroll *unroll, size_t step, uint32_t component_number);

/* ---- debug builds (unroll_check.c) ---- */

void unroll_check(const Unroll *unroll);
void unroll_check_model(const Unroll *unroll); /* after SAT_YES */

#endif
