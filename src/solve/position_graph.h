/* position_graph.h - the graph of all positions that can follow a position
 *
 * Positions are numbered in the order in which they were found, breadth first;
 * the first is where play begins. Those that were not looked at yet, as memory
 * or time ran out, are open. For games of any number of roles.
 */
#ifndef ZERMELO_SOLVE_POSITION_GRAPH_H
#define ZERMELO_SOLVE_POSITION_GRAPH_H

#include "base/budget.h"
#include "base/vec.h"
#include "sim/engine.h"

/* Who moves in a position; otherwise the one role that has a choice, or role 0
 * where nobody has one. */
#define MOVER_OPEN  UINT32_MAX       /* not looked at yet */
#define MOVER_END   (UINT32_MAX - 1) /* terminal */
#define MOVER_STUCK (UINT32_MAX - 2) /* a role has no move: play never ends */
#define MOVER_MANY  (UINT32_MAX - 3) /* several roles have a choice */

typedef struct {
    uint32_t first; /* in SUCCESSORS, or of the payoffs of an end */
    uint32_t count; /* successors: choices of the mover, or joint moves */
    uint32_t mover;
} GraphNode;

/* The value of a role at an end. Ill-formed games have none, or several: then
 * anything between 0 and 100. */
typedef struct {
    int8_t least, most;
} Payoff;

/* Below every number: the role cannot force any end. */
enum { NO_END = -1, MAX_PAYOFF = 100 };

/* A way to choose moves. Sets the number of the legal move of ROLE, which has
 * several, in POSITION, STEPS steps after the start or ANY_STEP; false if there
 * is none to be chosen. It may move the engine. */
typedef struct {
    bool (*choose)(void *context, size_t role, Bytes position, size_t steps,
                   uint32_t *choice);
    void *context;
} MoveChooser;

#define ANY_STEP SIZE_MAX

/* What is assumed of open positions and of ends without one value. */
typedef enum { BOUND_LEAST, BOUND_MOST } ValueBound;

typedef struct {
    Engine *engine;
    size_t role_count;
    ByteTable positions;
    VEC(GraphNode) nodes; /* by position */
    /* Of a node with MOVER_MANY: the number of moves of each role, then COUNT
     * positions in the order of next_joint_move(). */
    VEC(uint32_t) successors;
    VEC(Payoff) payoffs;
    /* Of a strategy, otherwise NULL: chooses the moves of STRATEGY_ROLE.
     * Positions after other moves of it are not in the graph. */
    const MoveChooser *strategy;
    size_t strategy_role;
    VEC(uint32_t) chosen; /* by position: the choice */
    size_t expanded;      /* nodes before this one are not open */
    size_t max_bytes;     /* of memory; 0: any */
    bool has_chance;      /* `random` has a choice somewhere */
    bool has_joint;       /* several other roles have, in one position */
    bool has_stuck;       /* a role has no move, in a position that is no end */
    bool has_ill_ends;    /* an end gives a role no value, or several */
    bool is_full;         /* no memory for more */
} PositionGraph;

/* Of ENGINE, which is borrowed, from START on. */
PositionGraph *position_graph_new(Engine *engine, Bytes start,
                                  size_t max_bytes);
void position_graph_free(PositionGraph *graph);

/* Looks at open positions until there are none, COUNT positions are found,
 * memory is full or BUDGET is spent. */
void position_graph_grow(PositionGraph *graph, size_t count,
                         const Budget *budget);

static inline bool position_graph_is_complete(const PositionGraph *graph)
{
    return graph->expanded == graph->nodes.count;
}

/* Writes the positions to ORDER such that successors come first. False if there
 * is a cycle: then this holds where it can. */
bool position_graph_order(const PositionGraph *graph, uint32_t *order);

/* Writes to RANKS the longest play from each position of a graph without
 * cycles, in steps. ORDER is that of position_graph_order(). */
void position_graph_ranks(const PositionGraph *graph, const uint32_t *order,
                          uint32_t *ranks);

/* The values of ROLE at an end, where ENGINE stands. */
Payoff end_payoff(Engine *engine, size_t role);

static inline const uint32_t *node_successors(const PositionGraph *graph,
                                              const GraphNode *node)
{
    return graph->successors.items + node->first +
           (node->mover == MOVER_MANY ? graph->role_count : 0);
}

/* The numbers of moves, by role, of a node with MOVER_MANY. */
static inline const uint32_t *node_move_counts(const PositionGraph *graph,
                                               const GraphNode *node)
{
    return graph->successors.items + node->first;
}

#endif
