/* cases_internal.h - the case that ways.c is in, and what its files share
 *
 * What is known in a case, and what becomes of features in it. The tree is
 * walked in one Ways: going back undoes what was found on the way. Nobody else
 * includes this.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_CASES_INTERNAL_H
#define ZERMELO_PROVE_CANDIDATES_CASES_INTERNAL_H

#include "prove/candidates/transition_cases.h"

/* Variables are the nodes of the net, features, and gates of properties; a
 * literal is twice the variable plus one if it is negated. */
typedef struct {
    uint32_t var, first, count;
    uint32_t trues, falses; /* inputs that are known */
} CaseAnd;

typedef struct {
    uint32_t first, count;
} CaseExtent;

typedef struct {
    uint32_t role, move;
} CaseMove;

typedef struct {
    const CaseTask *task;
    const Net *net;
    Arena *arena;
    uint32_t var_count, first_gate;
    uint32_t *feature_var;
    uint32_t *and_of; /* by variable, or NO_INDEX */
    VEC(CaseAnd) ands;
    VEC(uint32_t) inputs; /* of ands, literals */
    CaseExtent *fans;     /* by variable: where it is an input, */
    uint32_t *fan_list;   /* as twice the and plus one if it is negated */
    CaseExtent *legals;   /* by variable: moves that depend on it alone */
    CaseMove *legal_list;
    uint32_t *set_nodes; /* by role, one after the other */
    CaseExtent *role_sets;
    VEC(uint32_t) open_sets; /* nodes, of the ranges of moves tried now */
    uint32_t *candidates;    /* by role: moves that may be legal */
    uint32_t *made;          /* by role, or NO_INDEX */
    int8_t *values;          /* by variable: 0 open, 1 true, -1 false */
    VEC(uint32_t) evaluator; /* variables; beyond them, roles */
    size_t processed;        /* of the trail */
    bool conflict;
    /* What becomes of features */
    /* Features that may change, from FIRST_ACTIVE on, and the nodes that their
     * next values depend on, in order, from FIRST_NODE on; before them, those
     * of outer cases, of which what is settled is left out. */
    VEC(uint32_t) active, cone;
    size_t first_active, first_node;
    bool *needed; /* by node */
    Lit *reps;    /* by node: what it comes to, a literal of the net */
    bool *moved;
    CaseChanges changes;
    uint8_t *known;
    /* Cases */
    bool *loose;       /* by feature: nobody asks */
    uint32_t *splits;  /* by feature: how often cases were told apart by it */
    uint32_t *weights; /* by variable: in how many next values it is */
    uint32_t *stamp, *stack;
    uint32_t time;
    size_t leaves;
    bool failed;
} CaseSplit;

/* Where the features and nodes were that are looked at. */
typedef struct {
    size_t first_node, end_node, first_active, end_active;
} CaseCone;

/* ---- what is known (ways_known.c) ---- */

/* Makes the network, the lemmas and the roles variables, all of them open. */
void cases_make_variables(CaseSplit *split);
/* Of every step: the game is not over, the lemmas hold, and constants do. False
 * if there is none. */
bool cases_begin(CaseSplit *split);

/* What is supposed, until it is undone. */
void cases_assign(CaseSplit *split, uint32_t lit);
void cases_make_move(CaseSplit *split, uint32_t role, uint32_t move);
/* Finds what follows. False if that is a contradiction. */
bool cases_propagate(CaseSplit *split);
/* Back to when the trail was as long as MARK. */
void cases_undo(CaseSplit *split, size_t mark);

/* Whether the literal is known to be false. */
bool cases_fails(const CaseSplit *split, uint32_t lit);
/* How many moves of the set are from FIRST on and before END. */
uint32_t cases_count_in(const MoveSet *set, uint32_t first, uint32_t end);

static inline CaseValue cases_value_of(const CaseSplit *split, uint32_t feature)
{
    int8_t value = split->values[split->feature_var[feature]];
    return value == 1 ? CASE_TRUE : value ? CASE_FALSE : CASE_OPEN;
}

/* ---- what becomes of features (ways_changes.c) ---- */

/* What next values depend on, other than through loops: before anything is
 * known. */
void cases_find_cone(CaseSplit *split);
/* Simplifies next values, and lists the active features that may change. */
void cases_find_changes(CaseSplit *split);

/* What keeps its value here keeps it in all cases that follow. Returns what
 * was looked at before, to come back to. */
CaseCone cases_narrow(CaseSplit *split);
void cases_widen(CaseSplit *split, CaseCone outer);

/* What a literal of the net comes to. */
static inline Lit cases_rep_of(const CaseSplit *split, Lit lit)
{
    return split->reps[lit_node(lit)] ^ (lit & 1);
}

#endif
