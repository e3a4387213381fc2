/* interpreted.c - breadth-first search and random plays by the interpreter
 *
 * In:   an Interp and a position
 * Out:  the best plan found; if every position was expanded, a proof
 *
 * Start reading at interpreted_solve(), at the end.
 */
#include "solve/interpreted.h"

#include "base/random.h"
#include "sim/engine.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    uint32_t parent, move, depth;
} SearchNode;

typedef struct {
    const Puzzle *puzzle;
    Best *best;
    Engine *engine;
    ByteTable positions;
    VEC(SearchNode) nodes; /* by position */
    Map by_move;           /* by hash of a move: its number */
    size_t next;           /* next position to expand */
    bool cut_at_horizon;   /* a position at the horizon is not terminal */
    Random random;
} InterpretedSearch;

enum { NODES_PER_TURN = 64, MAX_PLAY_LENGTH = 1000 };

static uint32_t move_number(InterpretedSearch *search, const Term *move)
{
    TermVec *moves = search->puzzle->moves;
    map_each (probe, &search->by_move, move->hash)
        if (moves->items[probe.index] == move)
            return probe.index;
    map_add(&search->by_move, move->hash, (uint32_t)moves->count);
    vec_push(moves, move);
    return (uint32_t)moves->count - 1;
}

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
    int value = NO_VALUE, goal = search->puzzle->goal;
    TermList goals = engine_goals(search->engine, 0);
    for (size_t i = 0; i < goals.count; i++)
        if (goal == NO_VALUE || goal == goal_value(goals.items[i]))
            value = goal_value(goals.items[i]);
    return value;
}

static void report_node(InterpretedSearch *search, size_t number, int value)
{
    MoveVec moves = {0};
    size_t depth = search->nodes.items[number].depth;
    for (size_t i = 0; i < depth; i++)
        vec_push(&moves, 0);
    for (size_t i = depth; i > 0; i--) {
        moves.items[i - 1] = search->nodes.items[number].move;
        number = search->nodes.items[number].parent;
    }
    assert(number == 0); /* the start */
    best_found(search->best, search->puzzle, "breadth-first", value, &moves,
               true);
    vec_free(&moves);
}

static void expand(InterpretedSearch *search, uint32_t number)
{
    Engine *engine = search->engine;
    SearchNode node = search->nodes.items[number];
    engine_set(engine, search->positions.strings.items[number]);
    search->best->positions++;
    search->best->depth = node.depth;
    if (engine_is_terminal(engine)) {
        int value = terminal_value(search);
        if (value > search->best->value ||
            (value == search->best->value && !search->best->shortest))
            report_node(search, number, value);
        return;
    }
    TermList moves = engine_legal(engine, 0);
    if (node.depth >= search->puzzle->horizon) {
        search->cut_at_horizon |= moves.count > 0;
        return;
    }
    for (uint32_t i = 0; i < moves.count; i++) {
        SearchNode child = {number, move_number(search, moves.items[i]),
                            node.depth + 1};
        add_position(search, engine_next(engine, &i), child);
    }
}

/* Plays to the end, or MAX_PLAY_LENGTH steps. */
static void random_play(InterpretedSearch *search)
{
    Engine *engine = search->engine;
    MoveVec made = {0};
    engine_set(engine, search->positions.strings.items[0]);
    while (made.count < MAX_PLAY_LENGTH && !engine_is_terminal(engine) &&
           !budget_spent(search->puzzle->budget)) {
        TermList moves = engine_legal(engine, 0);
        if (!moves.count)
            break;
        uint32_t choice = random_below(&search->random, (uint32_t)moves.count);
        vec_push(&made, move_number(search, moves.items[choice]));
        engine_set(engine, engine_next(engine, &choice));
    }
    search->best->positions += made.count;
    if (engine_is_terminal(engine) && !engine_failure(engine)) {
        int value = terminal_value(search);
        if (value > search->best->value)
            best_found(search->best, search->puzzle, "random play", value,
                       &made, false);
    }
    vec_free(&made);
}

static bool must_continue(const InterpretedSearch *search)
{
    return !best_is_certain(search->best) &&
           !budget_spent(search->puzzle->budget) &&
           !engine_failure(search->engine);
}

/* Expands some positions; if none is left, the best plan is final. */
static void expand_some(InterpretedSearch *search)
{
    for (size_t i = 0; i < NODES_PER_TURN && must_continue(search); i++) {
        assert(search->nodes.count == search->positions.strings.count);
        if (search->next == search->nodes.count)
            best_bounded(search->best, "breadth-first", search->best->value,
                         search->cut_at_horizon);
        else if (arena_bytes(search->positions.arena) < search->puzzle->bytes)
            expand(search, (uint32_t)search->next++);
    }
}

void interpreted_solve(const Puzzle *puzzle, Interp *interp, Best *best)
{
    InterpretedSearch search = {.puzzle = puzzle,
                                .best = best,
                                .engine = engine_by_interp(interp),
                                .random = random_new(puzzle->seed, 1)};
    Bytes start = {puzzle->from->features,
                   puzzle->from->count * sizeof *puzzle->from->features};
    add_position(&search, start, (SearchNode){0, 0, 0});
    while (must_continue(&search)) {
        expand_some(&search);
        if (must_continue(&search))
            random_play(&search);
        if (puzzle->report)
            puzzle->report(puzzle->context, best);
    }
    vec_free(&search.nodes);
    byte_table_free(&search.positions);
    map_free(&search.by_move);
    engine_free(search.engine);
}
