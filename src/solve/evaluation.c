/* evaluation.c - heuristic evaluation of positions of a puzzle
 *
 * In:   a cursor at a position
 * Out:  a number, higher is better
 */
#include "solve/evaluation.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The score of a dead end: low mobility may be good, none is not. */
static const float DEAD_END_SCORE = -1000;

Target target_new(const Puzzle *puzzle)
{
    size_t word_count = machine_words(puzzle->machine);
    return (Target){.value = NO_VALUE,
                    .state_buffer = memory_array(word_count, sizeof(uint64_t))};
}

void target_set(Target *target, const Puzzle *puzzle, int value)
{
    const Net *net = puzzle->net;
    if (target->goal && target->value == value)
        return;
    fuzzy_goal_free(target->goal);
    target->goal = NULL;
    target->value = value;
    for (size_t i = 0; i < net->roles[0].goal_count; i++)
        if (puzzle_value(puzzle, i) == value)
            target->goal =
                fuzzy_goal_new(net, net->roles[0].goals[i].lit, net->terminal);
}

void target_free(Target *target)
{
    fuzzy_goal_free(target->goal);
    free(target->state_buffer);
}

int next_target_value(const Puzzle *puzzle, const Best *best)
{
    const Role *role = &puzzle->net->roles[0];
    int next = best->bound;
    for (size_t i = 0; i < role->goal_count; i++)
        if (puzzle_value(puzzle, i) > best->value &&
            puzzle_value(puzzle, i) < next)
            next = puzzle_value(puzzle, i);
    assert(next <= best->bound);
    return next;
}

/* The number of moves after which the game is not over. */
static uint32_t count_safe_moves(const Target *target, Cursor *cursor)
{
    size_t bytes = machine_words(cursor_machine(cursor)) * sizeof(uint64_t);
    uint32_t safe_moves = 0, count = cursor_legal_count(cursor, 0);
    memcpy(target->state_buffer, cursor_state(cursor), bytes);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t move = cursor_legal_move(cursor, 0, i);
        cursor_moves(cursor, &move);
        cursor_set(cursor, cursor_next(cursor));
        safe_moves += !cursor_is_terminal(cursor);
        cursor_set(cursor, target->state_buffer);
    }
    return safe_moves;
}

float evaluation_of(const Evaluation *evaluation, const Target *target,
                    Cursor *cursor, Random *random, uint64_t *cost)
{
    assert(!cursor_is_terminal(cursor));
    float score = 0;
    if (evaluation->goal != 0 && target->goal) {
        score += evaluation->goal *
                 fuzzy_goal_of(target->goal, cursor_state(cursor));
        *cost += fuzzy_goal_cost(target->goal) / 64;
    }
    if (evaluation->moves != 0) {
        uint32_t moves = cursor_legal_count(cursor, 0);
        score += moves ? evaluation->moves * (float)moves : DEAD_END_SCORE;
    }
    if (evaluation->safe_moves != 0) {
        *cost += 2 * cursor_legal_count(cursor, 0);
        uint32_t safe_moves = count_safe_moves(target, cursor);
        score += safe_moves ? evaluation->safe_moves * (float)safe_moves
                            : DEAD_END_SCORE;
    }
    float noise = (float)(random_next(random) >> 40) * 0x1p-24f;
    return score + evaluation->noise * noise;
}
