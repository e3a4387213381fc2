/* interpreted.c - breadth-first search and random plays by the interpreter
 *
 * In:   an Interp and a position
 * Out:  the best plan found; if every position was expanded, a proof
 *
 * Start reading at interpreted_solve(), at the end.
 */
#include "solve/interpreted.h"

#include "base/map.h"
#include "base/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const Position *position;
    uint32_t parent, move, depth;
} SearchNode;

typedef struct {
    const InterpretedPuzzle *puzzle;
    Best *best;
    Arena *arena; /* holds the positions */
    VEC(SearchNode) nodes;
    Map by_hash;
    Map by_move; /* by hash of a move: its number */
    size_t next;
    bool cut_at_horizon; /* a position at the horizon is not terminal */
    Random random;
} InterpretedSearch;

enum { NODES_PER_TURN = 64, MAX_PLAY_LENGTH = 1000 };

static uint32_t move_number(InterpretedSearch *search, const Term *move)
{
    MoveTable *moves = search->puzzle->moves;
    map_each (probe, &search->by_move, move->hash)
        if (moves->items[probe.index] == move)
            return probe.index;
    map_add(&search->by_move, move->hash, (uint32_t)moves->count);
    vec_push(moves, move);
    return (uint32_t)moves->count - 1;
}

static bool same_position(const Position *left, const Position *right)
{
    return left->count == right->count &&
           (!left->count || memcmp(left->features, right->features,
                                   left->count * sizeof *left->features) == 0);
}

static bool is_known(const InterpretedSearch *search, const Position *position)
{
    map_each (probe, &search->by_hash, position->hash)
        if (same_position(search->nodes.items[probe.index].position, position))
            return true;
    return false;
}

static void add_position(InterpretedSearch *search, const Position *position,
                         uint32_t parent, uint32_t move, uint32_t depth)
{
    if (is_known(search, position))
        return;
    SearchNode node = {
        position_new(search->arena, position->features, position->count),
        parent, move, depth};
    map_add(&search->by_hash, position->hash, (uint32_t)search->nodes.count);
    vec_push(&search->nodes, node);
}

/* The value of the interpreter's position, which is terminal. */
static int terminal_value(InterpretedSearch *search)
{
    size_t count;
    int value = NO_VALUE, goal = search->puzzle->goal;
    const int *goals = interp_goals(search->puzzle->interp, 0, &count);
    for (size_t i = 0; i < count; i++)
        if (goal == NO_VALUE || goal == goals[i])
            value = goals[i];
    return value;
}

static void report_plan(InterpretedSearch *search, const char *finder,
                        int value, const uint32_t *moves, size_t count,
                        bool shortest)
{
    const Puzzle puzzle = {.horizon = search->puzzle->horizon,
                           .report = search->puzzle->report,
                           .context = search->puzzle->context};
    best_found(search->best, &puzzle, finder, value, moves, count, shortest);
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
    report_plan(search, "breadth-first", value, moves.items, depth, true);
    vec_free(&moves);
}

/* The legal moves of the interpreter's position, in ARENA. */
static const Term **legal_moves(InterpretedSearch *search, Arena *arena,
                                size_t *count)
{
    const Term *const *moves = interp_legal(search->puzzle->interp, 0, count);
    return arena_copy(arena, moves, *count * sizeof *moves);
}

static void expand(InterpretedSearch *search, size_t number)
{
    Interp *interp = search->puzzle->interp;
    SearchNode node = search->nodes.items[number];
    interp_set(interp, node.position);
    search->best->positions++;
    search->best->depth = node.depth;
    if (interp_terminal(interp)) {
        int value = terminal_value(search);
        if (value > search->best->value ||
            (value == search->best->value && !search->best->shortest))
            report_node(search, number, value);
        return;
    }
    Arena *scratch = arena_new();
    size_t count;
    const Term **moves = legal_moves(search, scratch, &count);
    if (node.depth >= search->puzzle->horizon) {
        search->cut_at_horizon |= count > 0;
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        interp_set(interp, node.position);
        add_position(search, interp_next(interp, &moves[i], scratch),
                     (uint32_t)number, move_number(search, moves[i]),
                     node.depth + 1);
    }
    arena_free(scratch);
}

/* Plays to the end, or MAX_PLAY_LENGTH steps. */
static void random_play(InterpretedSearch *search)
{
    Interp *interp = search->puzzle->interp;
    MoveVec made = {0};
    Arena *position_arena = arena_new();
    interp_set(interp, search->puzzle->start);
    while (made.count < MAX_PLAY_LENGTH && !interp_terminal(interp) &&
           !budget_spent(search->puzzle->budget)) {
        size_t count;
        const Term **moves = legal_moves(search, position_arena, &count);
        if (!count)
            break;
        const Term *move =
            moves[random_below(&search->random, (uint32_t)count)];
        vec_push(&made, move_number(search, move));
        Arena *next_arena = arena_new();
        interp_set(interp, interp_next(interp, &move, next_arena));
        arena_free(position_arena);
        position_arena = next_arena;
    }
    search->best->positions += made.count;
    if (interp_terminal(interp) && !interp_failure(interp)) {
        int value = terminal_value(search);
        if (value > search->best->value)
            report_plan(search, "random play", value, made.items, made.count,
                        false);
    }
    vec_free(&made);
    arena_free(position_arena);
}

static bool must_continue(const InterpretedSearch *search)
{
    return !best_is_certain(search->best) &&
           !budget_spent(search->puzzle->budget) &&
           !interp_failure(search->puzzle->interp);
}

Best interpreted_best(const InterpretedPuzzle *puzzle, int highest)
{
    Best best = {
        .value = NO_VALUE, .bound = highest, .highest_unasked = NO_VALUE};
    if (puzzle->goal != NO_VALUE) {
        best.bound = puzzle->goal <= highest ? puzzle->goal : NO_VALUE;
        best.highest_unasked = puzzle->goal < highest ? highest : NO_VALUE;
    }
    for (int i = 0; i <= best.bound; i++)
        best.values[i] = puzzle->goal == NO_VALUE || puzzle->goal == i;
    return best;
}

void interpreted_solve(const InterpretedPuzzle *puzzle, Best *best)
{
    InterpretedSearch search = {.puzzle = puzzle,
                                .best = best,
                                .arena = arena_new(),
                                .random = random_new(puzzle->seed, 1)};
    add_position(&search, puzzle->start, 0, 0, 0);
    while (must_continue(&search)) {
        for (size_t i = 0; i < NODES_PER_TURN && must_continue(&search); i++) {
            if (search.next == search.nodes.count) {
                best_bounded(best, "breadth-first", best->value,
                             search.cut_at_horizon);
                break;
            }
            if (arena_bytes(search.arena) < puzzle->bytes)
                expand(&search, search.next++);
        }
        if (must_continue(&search))
            random_play(&search);
        if (puzzle->report)
            puzzle->report(puzzle->context, best);
    }
    vec_free(&search.nodes);
    map_free(&search.by_hash);
    map_free(&search.by_move);
    arena_free(search.arena);
}
