/* net.h - a game without variables: a network of and and not
 *
 * Nodes are numbered so that inputs come first. A node is a feature of the
 * position, a set of moves of one role, or an AND of literals; what is an OR
 * elsewhere is a negated AND of negations here. A role makes exactly one move,
 * so that whatever depends on the move of one role only is a set of moves.
 *
 * Positive recursion through the position makes loops: a LOOP node stands for
 * an atom of a component that depends on itself, whose value is its definition
 * in the least fixpoint. The nodes of a component stand together.
 *
 * A Net never changes once it is made. It owns its arena, and is freed with
 * net_free by whoever made it; its terms belong to the game, which outlives it.
 * Who is given a Net (a Machine, an Unroll, a PropertyTable) borrows it.
 * Restricted nets share one arena (ground/restrict.h).
 */
#ifndef ZERMELO_GROUND_NET_H
#define ZERMELO_GROUND_NET_H

#include "base/budget.h"
#include "game/game.h"

typedef uint32_t Lit; /* twice the node, plus one if it is negated */

enum { LIT_TRUE = 0, LIT_FALSE = 1 };

static inline uint32_t lit_node(Lit lit)
{
    return lit >> 1;
}

static inline bool lit_is_negated(Lit lit)
{
    return lit & 1;
}

static inline Lit lit_not(Lit lit)
{
    return lit ^ 1;
}

typedef enum {
    NODE_TRUE, /* node 0 */
    NODE_FEATURE,
    NODE_MOVES,
    NODE_LOOP,
    NODE_AND,
} NodeKind;

enum { MAX_INPUTS = 32768 }; /* of a node; larger ANDs are taken apart */

typedef struct {
    NodeKind kind;
    union { /* one number, called by what it is for each kind */
        uint32_t index;
        uint32_t feature;     /* NODE_FEATURE */
        uint32_t set;         /* NODE_MOVES: of Net.sets */
        uint32_t loop;        /* NODE_LOOP: of Net.loops */
        uint32_t first_input; /* NODE_AND: of Net.inputs */
    };
    uint32_t input_count; /* 0 but for NODE_AND */
} Node;

/* The moves of ROLE for which the node is true, in ascending order. */
typedef struct {
    uint32_t role;
    const uint32_t *moves;
    size_t count;
} MoveSet;

typedef struct {
    uint32_t node;
    Lit definition;
} Loop;

/* Loops FIRST_LOOP to END_LOOP with the nodes that define them. */
typedef struct {
    uint32_t first_loop, end_loop;
    uint32_t first_node, end_node; /* the ANDs between them */
} Component;

typedef struct {
    const Term *term; /* a percept, or an atom */
    Lit lit;
} Output;

typedef struct {
    int value;        /* from 0 to 100 */
    const Term *term; /* in its usual spelling */
    Lit lit;          /* holds if a rule gives the value, in any spelling */
} Goal;

/* The feature becomes true if SET, false if CLEAR, and takes its default
 * value (default_next) if neither holds. */
typedef struct {
    uint32_t feature;
    Lit set, clear;
} Effect;

typedef struct {
    const Term *name;
    bool is_random;
    const Term **moves; /* sorted */
    Lit *legal;
    size_t move_count;
    Goal *goals; /* each value once, sorted */
    size_t goal_count;
    Output *percepts; /* sorted */
    size_t percept_count;
} Role;

typedef struct {
    Arena *arena;
    Role *roles;
    size_t role_count;
    const Term **features; /* sorted */
    bool *initial;
    Lit *next;
    /* Of a restricted net (ground/restrict.h): the next value of a feature
     * unless the move touches it, and what each move of MOVER makes of those
     * that it touches: effects FIRST_EFFECT[move] to FIRST_EFFECT[move + 1].
     * All are NULL if several roles move, or if it would be too much. */
    Lit *default_next;
    uint32_t *only_move; /* by role: the only move it can make, or NO_INDEX */
    uint32_t mover, *first_effect;
    Effect *effects;
    size_t effect_count;
    size_t feature_count;
    Lit terminal;
    Output *atoms; /* of the relations asked for (NetOptions), sorted */
    size_t atom_count;
    bool anywhere; /* any set of features is a position */
    Node *nodes;
    size_t node_count;
    Lit *inputs;
    size_t input_count;
    MoveSet *sets;
    size_t set_count;
    Loop *loops;
    size_t loop_count;
    Component *components;
    size_t component_count;
    size_t ground_rules, ground_atoms; /* before it was simplified */
} Net;

/* Grounds GAME; NULL, with the reason in *FAILURE, if a limit is reached. The
 * net uses the terms of the game; a failure leaves no terms there. */
const Net *net_new(const Game *game, const Budget *budget,
                   const char **failure);
void net_free(const Net *net);

/* What a net may have beyond what playing needs. */
typedef struct {
    const RelationId *relations; /* literals for their atoms, too; none of */
    size_t relation_count;       /* them depends on does */
    /* If not NULL: any set of these features is a position, reachable or not,
     * and nothing is simplified that is not so in all of them. */
    const Term *const *features;
    size_t feature_count;
    /* For ground rules only (ground/instantiate.h): of these positions and the
     * step that begins there, not of what can follow. */
    bool one_step;
    /* If not 0: it fails if there are more facts, or eight times as many
     * ground rules. */
    size_t max_facts;
} NetOptions;

const Net *net_new_with(const Game *game, const NetOptions *options,
                        const Budget *budget, const char **failure);

/* The literal of an atom of a relation asked for; LIT_FALSE if it has none, as
 * it can never hold. */
Lit net_atom(const Net *net, const Term *atom);

/* The number of a feature or a move in its sorted list, or NO_INDEX. */
#define NO_INDEX UINT32_MAX
uint32_t net_feature(const Net *net, const Term *feature);
uint32_t net_move(const Net *net, size_t role, const Term *move);

#endif
