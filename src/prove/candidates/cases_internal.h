/* cases_internal.h - the state of the case analysis in transition_cases.c
 *
 * The current case: what is known in it, and what becomes of features. There is
 * one CaseSearch for the whole tree of cases; backtracking undoes assignments
 * by the trail. Only transition_cases.c, case_propagation.c and case_effects.c
 * include this.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_CASES_INTERNAL_H
#define ZERMELO_PROVE_CANDIDATES_CASES_INTERNAL_H

#include "base/graph.h"
#include "prove/candidates/transition_cases.h"

/* A conjunction: a node of the net or a gate of a lemma. Variables are the
 * nodes of the net, features, and gates of properties; a literal is twice the
 * variable plus one if it is negated. */
typedef struct {
    uint32_t var, first, count;         /* COUNT inputs, from FIRST on */
    uint32_t true_inputs, false_inputs; /* so many are known */
} CaseAnd;

typedef struct {
    uint32_t role, move;
} CaseMove;

typedef struct {
    const CaseTask *task;
    const Net *net;
    Arena *arena;
    /* The constraints (case_propagation.c) */
    uint32_t var_count, first_gate; /* first variable that is a gate */
    uint32_t *feature_var;          /* by feature */
    uint32_t *and_index; /* by variable: index into ANDS, or NO_INDEX */
    VEC(CaseAnd) ands;
    VEC(uint32_t) inputs; /* of ANDS, literals */
    Graph fanouts;    /* by variable: the ANDS that it is an input of, twice the
                         index plus one if it is negated there */
    Graph legal_uses; /* by variable: MOVES whose legal literal has it */
    CaseMove *moves;  /* of all roles */
    Graph role_sets;  /* by role: nodes of its move sets */
    /* The assignment */
    uint32_t *open_move_count; /* by role: moves not known to be illegal */
    uint32_t *chosen_move;     /* by role, or NO_INDEX */
    int8_t *values;            /* by variable: 0 open, 1 true, -1 false */
    VEC(uint32_t) trail; /* assigned variables; VAR_COUNT + r for role r */
    size_t processed;    /* entries of the trail that are propagated */
    bool conflict;
    /* The effects (case_effects.c). ACTIVE has the features that may change,
     * from FIRST_ACTIVE on, and CONE the nodes that their next values depend
     * on, in topological order, from FIRST_NODE on. Before these are those of
     * the enclosing cases. */
    VEC(uint32_t) active, cone;
    size_t first_active, first_node;
    bool *is_needed; /* by node, scratch */
    Lit *simplified; /* by node: an equal literal of the net in this case */
    bool *is_source; /* by feature: another one takes its old value */
    CaseChanges changes;
    uint8_t *known_values; /* by feature: CaseValue before the step */
    /* The tree of cases (transition_cases.c) */
    /* Nodes of the move sets with some but not all moves of a range */
    VEC(uint32_t) undecided_sets;
    bool *ignored;         /* by feature: its next value may stay unknown */
    uint32_t *split_count; /* by feature: number of case splits on it */
    /* Scratch of choose_split_node(): by node, the number of open next values
     * that depend on it; when it was visited; the queue of nodes */
    uint32_t *weights, *visited_at, *queue;
    uint32_t visit_number;
    size_t case_count; /* cases of the current joint move */
    uint64_t work;     /* not charged yet */
    bool gave_up;      /* a limit was reached */
} CaseSearch;

/* The extent of ACTIVE and CONE in an enclosing case. */
typedef struct {
    size_t first_node, end_node, first_active, end_active;
} CaseCone;

/* ---- assignment and unit propagation (case_propagation.c) ---- */

/* Makes variables and constraints of the net, the lemmas and the roles; all
 * variables are open. */
void cases_make_variables(CaseSearch *search);
/* Assigns what is true before every step: the position is not terminal, the
 * lemmas hold, constant features have their value. False if that is a
 * contradiction: then there is no step. */
bool cases_begin(CaseSearch *search);

/* Assigns a literal, or the move of a role, until cases_undo(). */
void cases_assign(CaseSearch *search, uint32_t lit);
void cases_make_move(CaseSearch *search, uint32_t role, uint32_t move);
/* Unit propagation. False on a conflict. */
bool cases_propagate(CaseSearch *search);
/* Undoes all assignments after the first MARK of the trail. */
void cases_undo(CaseSearch *search, size_t mark);

/* Whether a literal is known to be false. */
bool cases_fails(const CaseSearch *search, uint32_t lit);
/* The number of moves of a set in [FIRST, END). */
uint32_t cases_count_in(const MoveSet *set, uint32_t first, uint32_t end);

static inline CaseValue cases_value_of(const CaseSearch *search,
                                       uint32_t feature)
{
    int8_t value = search->values[search->feature_var[feature]];
    return value == 1 ? CASE_TRUE : value ? CASE_FALSE : CASE_OPEN;
}

/* ---- effects of the step on features (case_effects.c) ---- */

/* Computes the cone of influence of all next values, not through loops. To be
 * called before anything is assigned. */
void cases_find_cone(CaseSearch *search);
/* Simplifies next values under the assignment, and writes to CHANGES the active
 * features that may change. */
void cases_find_changes(CaseSearch *search);

/* Restricts ACTIVE and CONE to what may change in the current case: the others
 * keep their values in all cases within it. Returns the extent before, for
 * cases_widen(). */
CaseCone cases_narrow(CaseSearch *search);
void cases_widen(CaseSearch *search, CaseCone outer);

/* An equal literal of the net in this case: constant if it is known. */
static inline Lit cases_simplified(const CaseSearch *search, Lit lit)
{
    return search->simplified[lit_node(lit)] ^ (lit & 1);
}

#endif
