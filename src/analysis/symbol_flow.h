/* symbol_flow.h - which symbols can come to which argument place
 *
 * A node is a path of argument places: features are argument 1 of true, their
 * contents argument 3 of cell inside that, and so on. It holds symbols:
 * constants and functions. A link is a variable of a clause: what all its
 * sources, the places in the body, have in common goes to all its targets, the
 * places in the head. When a function goes through a link, its arguments are
 * linked in the same way. Private to analysis/.
 */
#ifndef ZERMELO_ANALYSIS_SYMBOL_FLOW_H
#define ZERMELO_ANALYSIS_SYMBOL_FLOW_H

#include "base/map.h"
#include "game/game.h"

#define NO_SLOT UINT32_MAX /* nor node, nor rank */

/* The first nodes: all that is beyond a limit; the argument of true; the two
 * arguments of legal. */
enum { ANYTHING = 0, FEATURES = 1, PLAYERS = 2, MOVES = 3 };

typedef VEC(uint32_t) IdVec;

typedef struct {
    uint32_t slot, depth; /* the function whose argument it is, or NO_SLOT */
    uint32_t processed;   /* how many of its symbols went through the links */
    bool endless, waiting;
    IdVec slots;   /* all, present or only asked for */
    IdVec symbols; /* slots that are present */
    IdVec links;   /* it is a source of */
} FlowNode;

/* A symbol at a node: it may be there, and its arguments are nodes. */
typedef struct {
    uint32_t node;
    uint32_t arity;
    const Symbol *symbol;
    uint32_t children; /* the first of the nodes of its arguments, or NO_SLOT */
    uint32_t rank;     /* in the node's symbols, or NO_SLOT */
} FlowSlot;

typedef struct {
    const uint32_t *sources, *targets;
    size_t source_count, target_count;
    IdVec passed; /* functions that went through: slots of the first target */
} FlowLink;

typedef struct {
    const Symbol *symbol;
    uint32_t node;
} WrittenSymbol;

typedef struct {
    const Term *variable;
    uint32_t node;
} FlowOccurrence;

typedef VEC(FlowOccurrence) FlowOccurrences;

typedef struct {
    const Game *game;
    Arena *arena;
    Map map; /* of slots */
    VEC(FlowNode) nodes;
    VEC(FlowSlot) slots;
    VEC(FlowLink) links;
    VEC(WrittenSymbol) written; /* symbols that stand in heads */
    IdVec queue;
    FlowOccurrences heads, bodies; /* of the clause at hand */
    uint32_t *roots;               /* of each relation: its first argument */
    size_t symbols, steps;
} SymbolFlow;

/* The flow of all clauses of GAME, run to its fixpoint. */
SymbolFlow *flow_new(const Game *game);
void flow_free(SymbolFlow *flow);

/* Whether the work so far is within its limit. */
bool flow_has_time(const SymbolFlow *flow);

/* A new node at which the moves of ROLE arrive, and those of nobody else; to
 * be followed by flow_run. */
uint32_t flow_add_moves(SymbolFlow *flow, const Term *role);

/* Runs to the fixpoint. If that takes too long, nothing is certain about the
 * nodes from FIRST on, which are all that can still change. */
void flow_run(SymbolFlow *flow, size_t first);

#endif
