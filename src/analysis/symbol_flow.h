/* symbol_flow.h - which symbols can come to which argument place
 *
 * A node is a path of argument places: features are argument 1 of true, their
 * contents argument 3 of cell inside that, and so on. It holds symbols:
 * constants and functions. What all places of a variable in the body of a
 * clause have in common goes to all its places in the head; where that is a
 * function, its arguments go the same way. Private to analysis/.
 */
#ifndef ZERMELO_ANALYSIS_SYMBOL_FLOW_H
#define ZERMELO_ANALYSIS_SYMBOL_FLOW_H

#include "analysis/domain_internal.h"
#include "base/byte_table.h"

#define NO_SLOT UINT32_MAX /* nor node */

/* The first nodes: all that is beyond a limit; the argument of true; the two
 * arguments of legal. */
enum { ANYTHING = 0, FEATURES = 1, PLAYERS = 2, MOVES = 3 };

typedef struct {
    uint32_t slot, depth; /* the function whose argument it is, or NO_SLOT */
    bool endless;
    VEC(uint32_t) slots; /* all, present or only asked for */
} FlowNode;

/* A symbol at a node: it may be there, and its arguments are nodes. */
typedef struct {
    uint32_t node;
    uint32_t arity;
    const Symbol *symbol;
    uint32_t children; /* the first of the nodes of its arguments, or NO_SLOT */
    bool present;
} FlowSlot;

typedef struct {
    const Term *variable;
    uint32_t node;
} FlowOccurrence;

typedef VEC(FlowOccurrence) FlowOccurrences;

typedef struct {
    const Game *game;
    Arena *arena;
    ByteTable keys; /* of slots: node, symbol and arity */
    VEC(FlowNode) nodes;
    VEC(FlowSlot) slots;
    FlowOccurrences heads, bodies; /* of the clause at hand */
    uint32_t *roots;               /* of each relation: its first argument */
    uint32_t *changed_at;          /* by root: when something came to it */
    uint32_t *visited_at;          /* by clause: when it was looked at */
    uint32_t time;                 /* counts clauses that changed something */
    size_t changes, lookup_count;
    PlaceGraph *drawing; /* gets what clauses say; NULL: nobody asks */
} SymbolFlow;

/* The flow of all clauses of GAME, run to its fixpoint; what is written at
 * nodes and what goes between them is added to GRAPH. */
SymbolFlow *flow_new(const Game *game, PlaceGraph *graph);
void flow_free(SymbolFlow *flow);

/* Adds a node for each role, at which its moves arrive and those of nobody
 * else; or, if that is too much, takes the one of all moves. */
void flow_add_moves(SymbolFlow *flow, const Term *const *roles, size_t count,
                    uint32_t *nodes);

#endif
