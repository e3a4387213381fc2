/* puzzle.c - a single-player game to be solved, and the best result so far
 *
 * In:   a Net, a state to begin from, a value asked for
 * Out:  the best plan and the lowest bound that the searches reported
 * Next: solve/portfolio.c lets the searches take turns
 */
#include "solve/puzzle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int *puzzle_values(Arena *arena, const Net *net, int goal)
{
    const Role *role = &net->roles[0];
    int *values = arena_array(arena, int, role->goal_count);
    for (size_t i = 0; i < role->goal_count; i++) {
        int value = role->goals[i].value;
        values[i] = goal == NO_VALUE || goal == value ? value : NO_VALUE;
    }
    return values;
}

Best best_new(const Puzzle *puzzle)
{
    const Role *role = &puzzle->net->roles[0];
    Best best = {
        .value = NO_VALUE, .bound = NO_VALUE, .highest_unasked = NO_VALUE};
    for (size_t i = 0; i < role->goal_count; i++) {
        int value = role->goals[i].value;
        if (role->goals[i].lit == LIT_FALSE)
            continue;
        if (puzzle->values[i] > best.bound)
            best.bound = puzzle->values[i];
        if (puzzle->values[i] != NO_VALUE)
            best.values[puzzle->values[i]] = true;
        if (puzzle->values[i] != value && value > best.highest_unasked)
            best.highest_unasked = value;
    }
    return best;
}

void best_free(Best *best)
{
    vec_free(&best->plan);
}

bool best_is_certain(const Best *best)
{
    return best->value >= best->bound;
}

uint32_t puzzle_moves(const Cursor *cursor, uint32_t *moves)
{
    uint32_t total = cursor_legal_count(cursor, 0), count = 0;
    if (total == 1) {
        moves[0] = cursor_legal_move(cursor, 0, 0);
        return 1;
    }
    const uint64_t *legal = cursor_legal(cursor, 0);
    for (uint32_t word = 0; count < total; word++)
        for (uint64_t left = legal[word]; left; left &= left - 1)
            moves[count++] = word * 64 + (uint32_t)__builtin_ctzll(left);
    assert(count == total);
    return count;
}

int puzzle_worth(const Puzzle *puzzle, Cursor *cursor)
{
    for (size_t i = puzzle->net->roles[0].goal_count; i-- > 0;)
        if (puzzle->values[i] != NO_VALUE && cursor_goal(cursor, 0, i))
            return puzzle->values[i];
    return NO_VALUE;
}

int puzzle_replay(const Puzzle *puzzle, const MoveVec *moves)
{
    Cursor *cursor = cursor_new(puzzle->machine);
    cursor_set(cursor, puzzle->start);
    bool legal = true;
    for (size_t i = 0; i < moves->count && legal; i++) {
        uint32_t move = moves->items[i];
        assert(move < puzzle->net->roles[0].move_count);
        legal = !cursor_terminal(cursor) &&
                (cursor_legal(cursor, 0)[move / 64] >> move % 64 & 1);
        cursor_moves(cursor, &move);
        cursor_set(cursor, cursor_next(cursor));
    }
    int value = legal && cursor_terminal(cursor) ? puzzle_worth(puzzle, cursor)
                                                 : NO_VALUE;
    cursor_free(cursor);
    return value;
}

void best_found(Best *best, const Puzzle *puzzle, const char *finder, int value,
                const uint32_t *moves, size_t count, bool shortest)
{
    assert(NO_VALUE <= value && value <= 100);
    if (count > puzzle->horizon || value < best->value || value == NO_VALUE)
        return;
    if (value == best->value && count >= best->plan.count) {
        best->shortest |= shortest && count == best->plan.count;
        return;
    }
    vec_clear(&best->plan);
    for (size_t i = 0; i < count; i++)
        vec_push(&best->plan, moves[i]);
    best->value = value;
    best->shortest = shortest;
    best->finder = finder;
    if (puzzle->report)
        puzzle->report(puzzle->context, best);
}

void best_bounded(Best *best, const char *prover, int value,
                  bool within_horizon)
{
    while (value >= 0 && !best->values[value])
        value--;
    if (value > best->bound || (value == best->bound && !best->within_horizon))
        return;
    best->bound = value;
    best->within_horizon = within_horizon;
    best->prover = prover;
}
