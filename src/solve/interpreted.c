/* interpreted.c - solving a game by its rules as they stand
 *
 * In:   an Interp and a position
 * Out:  the best plan found; if every position was seen, a proof
 *
 * Start reading at plain_solve(), at the end.
 */
#include "solve/interpreted.h"

#include "base/map.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Position *position;
    uint32_t parent, move, depth;
} Seen;

typedef struct {
    const PlainPuzzle *puzzle;
    Best *best;
    Arena *arena; /* positions */
    VEC(Seen) seen;
    Map by_hash;
    Map by_move; /* numbers of moves */
    size_t next;
    bool cut; /* some were at the horizon, and not at their end */
    Random random;
} Plain;

enum { BREADTH_TURN = 64, LONGEST_PLAY = 1000 };

static uint32_t number_of(Plain *plain, const Term *move)
{
    MoveTable *moves = plain->puzzle->moves;
    for (MapProbe probe = map_probe(&plain->by_move, move->hash);
         map_next(&plain->by_move, &probe);)
        if (moves->items[probe.index] == move)
            return probe.index;
    map_add(&plain->by_move, move->hash, (uint32_t)moves->count);
    vec_push(moves, move);
    return (uint32_t)moves->count - 1;
}

static bool is_same(const Position *left, const Position *right)
{
    return left->count == right->count &&
           (!left->count || memcmp(left->features, right->features,
                                   left->count * sizeof *left->features) == 0);
}

static bool is_seen(const Plain *plain, const Position *position)
{
    for (MapProbe probe = map_probe(&plain->by_hash, position->hash);
         map_next(&plain->by_hash, &probe);)
        if (is_same(plain->seen.items[probe.index].position, position))
            return true;
    return false;
}

static void see(Plain *plain, const Position *position, uint32_t parent,
                uint32_t move, uint32_t depth)
{
    if (is_seen(plain, position))
        return;
    Seen seen = {
        position_new(plain->arena, position->features, position->count), parent,
        move, depth};
    map_add(&plain->by_hash, position->hash, (uint32_t)plain->seen.count);
    vec_push(&plain->seen, seen);
}

/* Worth of the terminal position the interpreter stands at. */
static int worth(Plain *plain)
{
    size_t count;
    int value = NO_VALUE, goal = plain->puzzle->goal;
    const int *goals = interp_goals(plain->puzzle->interp, 0, &count);
    for (size_t i = 0; i < count; i++)
        if (goal == NO_VALUE || goal == goals[i])
            value = goals[i];
    return value;
}

static void found(Plain *plain, const char *finder, int value,
                  const uint32_t *moves, size_t count, bool shortest)
{
    const Puzzle puzzle = {.horizon = plain->puzzle->horizon,
                           .report = plain->puzzle->report,
                           .context = plain->puzzle->context};
    best_found(plain->best, &puzzle, finder, value, moves, count, shortest);
}

static void found_at(Plain *plain, size_t number, int value)
{
    Moves moves = {0};
    size_t depth = plain->seen.items[number].depth;
    for (size_t i = 0; i < depth; i++)
        vec_push(&moves, 0);
    for (size_t i = depth; i > 0; i--) {
        moves.items[i - 1] = plain->seen.items[number].move;
        number = plain->seen.items[number].parent;
    }
    found(plain, "breadth-first", value, moves.items, depth, true);
    vec_free(&moves);
}

/* The legal moves of the position the interpreter stands at, in ARENA. */
static const Term **legal_moves(Plain *plain, Arena *arena, size_t *count)
{
    const Term *const *moves = interp_legal(plain->puzzle->interp, 0, count);
    return arena_copy(arena, moves, *count * sizeof *moves);
}

static void look_at(Plain *plain, size_t number)
{
    Interp *interp = plain->puzzle->interp;
    Seen seen = plain->seen.items[number];
    interp_set(interp, seen.position);
    plain->best->positions++;
    plain->best->depth = seen.depth;
    if (interp_terminal(interp)) {
        int value = worth(plain);
        if (value > plain->best->value ||
            (value == plain->best->value && !plain->best->shortest))
            found_at(plain, number, value);
        return;
    }
    Arena *scratch = arena_new();
    size_t count;
    const Term **moves = legal_moves(plain, scratch, &count);
    if (seen.depth >= plain->puzzle->horizon) {
        plain->cut |= count > 0;
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        interp_set(interp, seen.position);
        see(plain, interp_next(interp, &moves[i], scratch), (uint32_t)number,
            number_of(plain, moves[i]), seen.depth + 1);
    }
    arena_free(scratch);
}

/* To the end, or for so many steps. */
static void play_at_random(Plain *plain)
{
    Interp *interp = plain->puzzle->interp;
    Moves made = {0};
    Arena *here = arena_new();
    interp_set(interp, plain->puzzle->start);
    while (made.count < LONGEST_PLAY && !interp_terminal(interp) &&
           !budget_spent(plain->puzzle->budget)) {
        size_t count;
        const Term **moves = legal_moves(plain, here, &count);
        if (!count)
            break;
        const Term *move = moves[random_below(&plain->random, (uint32_t)count)];
        vec_push(&made, number_of(plain, move));
        Arena *there = arena_new();
        interp_set(interp, interp_next(interp, &move, there));
        arena_free(here);
        here = there;
    }
    plain->best->positions += made.count;
    if (interp_terminal(interp) && !interp_failure(interp)) {
        int value = worth(plain);
        if (value > plain->best->value)
            found(plain, "random play", value, made.items, made.count, false);
    }
    vec_free(&made);
    arena_free(here);
}

static bool may_go_on(const Plain *plain)
{
    return !best_is_certain(plain->best) &&
           !budget_spent(plain->puzzle->budget) &&
           !interp_failure(plain->puzzle->interp);
}

Best plain_best(const PlainPuzzle *puzzle, int highest)
{
    Best best = {.value = NO_VALUE, .bound = highest, .unasked = NO_VALUE};
    if (puzzle->goal != NO_VALUE) {
        best.bound = puzzle->goal <= highest ? puzzle->goal : NO_VALUE;
        best.unasked = puzzle->goal < highest ? highest : NO_VALUE;
    }
    for (int i = 0; i <= best.bound; i++)
        best.values[i] = puzzle->goal == NO_VALUE || puzzle->goal == i;
    return best;
}

void plain_solve(const PlainPuzzle *puzzle, Best *best)
{
    Plain plain = {.puzzle = puzzle,
                   .best = best,
                   .arena = arena_new(),
                   .random = random_new(puzzle->seed, 1)};
    see(&plain, puzzle->start, 0, 0, 0);
    while (may_go_on(&plain)) {
        for (size_t i = 0; i < BREADTH_TURN && may_go_on(&plain); i++) {
            if (plain.next == plain.seen.count) {
                best_bounded(best, "breadth-first", best->value, plain.cut);
                break;
            }
            if (arena_bytes(plain.arena) < puzzle->bytes)
                look_at(&plain, plain.next++);
        }
        if (may_go_on(&plain))
            play_at_random(&plain);
        if (puzzle->report)
            puzzle->report(puzzle->context, best);
    }
    vec_free(&plain.seen);
    map_free(&plain.by_hash);
    map_free(&plain.by_move);
    arena_free(plain.arena);
}
