/* interpreted.c - breadth-first search and random plays by the interpreter
 *
 * In:   an Interp and a position
 * Out:  the best plan found; if every position was expanded, a proof
 *
 * Start reading at interpreted_solve(), at the end.
 */
#include "solve/puzzle.h"

#include "base/random.h"
#include "sim/engine.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    uint32_t parent, depth;
    const Term *move;
} SearchNode;

typedef struct {
    const Puzzle *puzzle;
    Best *best;
    Engine *engine;
    ByteTable positions;
    VEC(SearchNode) nodes; /* by position */
    size_t next_node;      /* next position to expand */
    bool cut_at_horizon;   /* a position at the horizon is not terminal */
    Random random;
} InterpretedSearch;

enum { NODES_PER_TURN = 64, MAX_PLAY_LENGTH = 1000 };

static void add_position(InterpretedSearch *search, Bytes position,
                         SearchNode node)
{
    uint32_t number = byte_table_put(&search->positions, position);
    if (number == search->nodes.count)
        vec_push(&search->nodes, node);
}

/* The value of the engine's position, which is terminal. */
static int terminal_value(InterpretedSearch *search)
{
    int value = NO_VALUE, wanted_value = search->puzzle->wanted_value;
    TermList goals = engine_goals(search->engine, 0);
    for (size_t i = 0; i < goals.count; i++)
        if (wanted_value == NO_VALUE ||
            wanted_value == goal_value(goals.items[i]))
            value = goal_value(goals.items[i]);
    return value;
}

static void report_plan(InterpretedSearch *search, size_t node_number,
                        int value)
{
    size_t depth = search->nodes.items[node_number].depth;
    const Term **plan = memory_array(depth, sizeof *plan);
    for (size_t i = depth; i > 0; i--) {
        plan[i - 1] = search->nodes.items[node_number].move;
        node_number = search->nodes.items[node_number].parent;
    }
    assert(node_number == 0); /* the start */
    best_record_plan(search->best, search->puzzle, "breadth-first", value,
                     (TermList){plan, depth}, true);
    memory_free(plan);
}

static void expand_node(InterpretedSearch *search, uint32_t node_number)
{
    Engine *engine = search->engine;
    SearchNode node = search->nodes.items[node_number];
    engine_set(engine, search->positions.strings.items[node_number]);
    search->best->positions_examined++;
    search->best->examined_depth = node.depth;
    if (engine_is_terminal(engine)) {
        int value = terminal_value(search);
        if (value > search->best->value ||
            (value == search->best->value && !search->best->is_shortest))
            report_plan(search, node_number, value);
        return;
    }
    TermList legal_moves = engine_legal(engine, 0);
    if (node.depth >= search->puzzle->horizon) {
        search->cut_at_horizon |= legal_moves.count > 0;
        return;
    }
    for (uint32_t i = 0; i < legal_moves.count; i++) {
        SearchNode child = {node_number, node.depth + 1, legal_moves.items[i]};
        add_position(search, engine_next(engine, &i), child);
    }
}

/* Plays to the end, or MAX_PLAY_LENGTH steps. */
static void try_random_play(InterpretedSearch *search)
{
    Engine *engine = search->engine;
    TermVec moves_made = {0};
    engine_set(engine, search->positions.strings.items[0]);
    while (moves_made.count < MAX_PLAY_LENGTH && !engine_is_terminal(engine) &&
           !budget_spent(search->puzzle->budget)) {
        TermList legal_moves = engine_legal(engine, 0);
        if (!legal_moves.count)
            break;
        uint32_t choice =
            random_below(&search->random, (uint32_t)legal_moves.count);
        vec_push(&moves_made, legal_moves.items[choice]);
        engine_set(engine, engine_next(engine, &choice));
    }
    search->best->positions_examined += moves_made.count;
    if (engine_is_terminal(engine) && !engine_failure(engine)) {
        int value = terminal_value(search);
        if (value > search->best->value)
            best_record_plan(search->best, search->puzzle, "random play", value,
                             (TermList){moves_made.items, moves_made.count},
                             false);
    }
    vec_free(&moves_made);
}

static bool must_continue(const InterpretedSearch *search)
{
    return !best_is_certain(search->best) &&
           !budget_spent(search->puzzle->budget) &&
           !engine_failure(search->engine);
}

/* Expands some positions; if none is left, the best plan is final. */
static void expand_turn(InterpretedSearch *search)
{
    for (size_t i = 0; i < NODES_PER_TURN && must_continue(search); i++) {
        assert(search->nodes.count == search->positions.strings.count);
        if (search->next_node == search->nodes.count)
            best_record_bound(search->best, "breadth-first",
                              search->best->value, search->cut_at_horizon);
        else if (arena_bytes(search->positions.arena) <
                 search->puzzle->max_table_bytes)
            expand_node(search, (uint32_t)search->next_node++);
    }
}

void interpreted_solve(const Puzzle *puzzle, Interp *interp, Best *best)
{
    InterpretedSearch search = {.puzzle = puzzle,
                                .best = best,
                                .engine = engine_by_interp(interp),
                                .random = random_new(puzzle->seed, 1)};
    add_position(&search, position_bytes(puzzle->start_position),
                 (SearchNode){0});
    while (must_continue(&search)) {
        expand_turn(&search);
        if (must_continue(&search))
            try_random_play(&search);
        if (puzzle->report)
            puzzle->report(puzzle->context, best);
    }
    vec_free(&search.nodes);
    byte_table_free(&search.positions);
    engine_free(search.engine);
}
