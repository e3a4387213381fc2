/* position_graph.c - the graph of all positions that can follow a position
 *
 * In:   an Engine and a position
 * Out:  for each position who moves, and what follows; the payoffs of ends
 * Next: graph_value.c goes through it backwards
 */
#include "solve/position_graph.h"

#include <assert.h>

enum { POSITIONS_PER_POLL = 64, MAX_JOINT_MOVES = 1 << 20 };

PositionGraph *position_graph_new(Engine *engine, Bytes start, size_t max_bytes)
{
    PositionGraph *graph = memory_alloc(sizeof *graph);
    *graph = (PositionGraph){.engine = engine,
                             .role_count = engine_roles(engine),
                             .max_bytes = max_bytes};
    byte_table_put(&graph->positions, start);
    vec_push(&graph->nodes, (GraphNode){.mover = MOVER_OPEN});
    return graph;
}

void position_graph_free(PositionGraph *graph)
{
    if (!graph)
        return;
    byte_table_free(&graph->positions);
    vec_free_all(&graph->nodes, &graph->successors, &graph->payoffs,
                 &graph->chosen);
    memory_free(graph);
}

Payoff end_payoff(Engine *engine, size_t role)
{
    TermList goals = engine_goals(engine, role);
    if (goals.count != 1)
        return (Payoff){0, 100};
    int8_t value = (int8_t)goal_value(goals.items[0]);
    return (Payoff){value, value};
}

static void add_end(PositionGraph *graph, GraphNode *node)
{
    node->mover = MOVER_END;
    node->first = (uint32_t)graph->payoffs.count;
    for (size_t i = 0; i < graph->role_count; i++) {
        Payoff payoff = end_payoff(graph->engine, i);
        if (payoff.least != payoff.most && !engine_is_random(graph->engine, i))
            graph->has_ill_ends = true;
        vec_push(&graph->payoffs, payoff);
    }
}

/* Says who moves, by the numbers of moves; false if there are too many joint
 * moves. */
static bool set_mover(PositionGraph *graph, GraphNode *node,
                      const uint32_t *counts)
{
    size_t choosers = 0, players = 0;
    uint64_t product = 1;
    node->mover = 0;
    for (size_t i = 0; i < graph->role_count; i++) {
        product *= counts[i];
        if (product > MAX_JOINT_MOVES)
            return false;
        if (counts[i] < 2)
            continue;
        choosers++;
        node->mover = (uint32_t)i;
        if (engine_is_random(graph->engine, i))
            graph->has_chance = true;
        else
            players++;
    }
    if (choosers > 1)
        node->mover = MOVER_MANY;
    if (players > 1)
        graph->has_joint = true;
    node->count = (uint32_t)product;
    return true;
}

static uint32_t number_of(PositionGraph *graph, Bytes position)
{
    uint32_t number = byte_table_put(&graph->positions, position);
    if (number == graph->nodes.count)
        vec_push(&graph->nodes, (GraphNode){.mover = MOVER_OPEN});
    assert(graph->nodes.count == graph->positions.strings.count);
    return number;
}

static void add_successors(PositionGraph *graph, GraphNode *node,
                           const uint32_t *first, const uint32_t *end,
                           uint32_t *choices)
{
    node->first = (uint32_t)graph->successors.count;
    if (node->mover == MOVER_MANY)
        vec_append(&graph->successors, end, graph->role_count);
    memcpy(choices, first, graph->role_count * sizeof *choices);
    do
        vec_push(&graph->successors,
                 number_of(graph, engine_next(graph->engine, choices)));
    while (next_joint_move(first, end, choices, graph->role_count));
    assert(node_successors(graph, node) + node->count ==
           graph->successors.items + graph->successors.count);
}

/* The move of the strategy; false if there is none. */
static bool choose_move(PositionGraph *graph, Bytes position, uint32_t *choice)
{
    const MoveChooser *strategy = graph->strategy;
    bool is_found = strategy->choose(strategy->context, graph->strategy_role,
                                     position, ANY_STEP, choice);
    engine_set(graph->engine, position); /* choosing moved it */
    return is_found;
}

/* False if the position has more joint moves than can be listed. */
static bool expand(PositionGraph *graph, uint32_t *counts, uint32_t *first,
                   uint32_t *choices)
{
    GraphNode node = {0};
    Bytes position = graph->positions.strings.items[graph->expanded];
    size_t role = graph->strategy_role;
    uint32_t choice = 0;
    engine_set(graph->engine, position);
    if (engine_is_terminal(graph->engine)) {
        add_end(graph, &node);
    } else if (!engine_legal_counts(graph->engine, counts)) {
        node.mover = MOVER_STUCK;
        graph->has_stuck = true;
    } else {
        if (graph->strategy) {
            if (counts[role] > 1 && !choose_move(graph, position, &choice))
                return false;
            counts[role] = 1;
        }
        if (!set_mover(graph, &node, counts))
            return false;
        first[role] += choice;
        counts[role] += choice;
        add_successors(graph, &node, first, counts, choices);
        first[role] = 0;
    }
    if (engine_failure(graph->engine))
        return false;
    graph->nodes.items[graph->expanded++] = node;
    if (graph->strategy)
        vec_push(&graph->chosen, choice);
    return true;
}

static bool has_room(const PositionGraph *graph)
{
    size_t position_bytes = graph->positions.strings.items[0].length +
                            sizeof(Bytes) + 2 * sizeof(MapSlot) +
                            sizeof(GraphNode);
    size_t bytes = graph->nodes.count * position_bytes +
                   graph->successors.count * sizeof(uint32_t);
    return (!graph->max_bytes || 2 * bytes < graph->max_bytes) &&
           graph->nodes.count < UINT32_MAX / 4 &&
           graph->successors.count < UINT32_MAX / 4;
}

void position_graph_grow(PositionGraph *graph, size_t count,
                         const Budget *budget)
{
    size_t roles = graph->role_count;
    uint32_t *counts = memory_zeroed(3 * roles, sizeof *counts);
    while (!position_graph_is_complete(graph) && graph->nodes.count < count) {
        if (graph->expanded % POSITIONS_PER_POLL == 0 && budget_spent(budget))
            break;
        graph->is_full =
            graph->is_full || !has_room(graph) ||
            !expand(graph, counts, counts + roles, counts + 2 * roles);
        if (graph->is_full)
            break;
    }
    memory_free(counts);
}

/* ---- order ---- */

typedef enum { UNSEEN, ON_STACK, FINISHED } NodeState;

typedef struct {
    uint32_t node, next; /* the successor to be looked at next */
} StackEntry;

bool position_graph_order(const PositionGraph *graph, uint32_t *order)
{
    VEC(StackEntry) stack = {0};
    uint8_t *states = memory_zeroed(graph->nodes.count, sizeof *states);
    size_t count = 0;
    bool has_cycle = false;
    vec_push(&stack, (StackEntry){0, 0});
    while (stack.count) {
        StackEntry *top = &vec_last(&stack);
        const GraphNode *node = &graph->nodes.items[top->node];
        states[top->node] = ON_STACK;
        if (top->next == node->count) {
            states[top->node] = FINISHED;
            order[count++] = top->node;
            stack.count--;
            continue;
        }
        uint32_t successor = node_successors(graph, node)[top->next++];
        has_cycle = has_cycle || states[successor] == ON_STACK;
        if (states[successor] == UNSEEN)
            vec_push(&stack, (StackEntry){successor, 0});
    }
    assert(count == graph->nodes.count); /* all follow from the first */
    vec_free(&stack);
    memory_free(states);
    return !has_cycle;
}

void position_graph_ranks(const PositionGraph *graph, const uint32_t *order,
                          uint32_t *ranks)
{
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const GraphNode *node = &graph->nodes.items[order[i]];
        ranks[order[i]] = 0;
        for (size_t k = 0; k < node->count; k++) {
            uint32_t rank = ranks[node_successors(graph, node)[k]] + 1;
            if (rank > ranks[order[i]])
                ranks[order[i]] = rank;
        }
    }
}
