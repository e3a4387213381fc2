/* evaluation.c - what makes a position look good
 *
 * In:   a cursor at a position
 * Out:  a number, higher is better
 */
#include "solve/evaluation.h"

#include <stdlib.h>
#include <string.h>

/* The score of a position after which there is nothing: few moves are good,
 * none is not. */
static const float DEAD = -1000;

Aim aim_new(const Puzzle *puzzle)
{
    size_t bytes = (machine_words(puzzle->machine) + 1) * sizeof(uint64_t);
    return (Aim){.value = NO_VALUE,
                 .here = fatal_malloc(bytes),
                 .there = fatal_malloc(bytes)};
}

void aim_at(Aim *aim, const Puzzle *puzzle, int value)
{
    const Net *net = puzzle->net;
    if (aim->measure && aim->value == value)
        return;
    fuzzy_goal_free(aim->measure);
    aim->measure = NULL;
    aim->value = value;
    for (size_t i = 0; i < net->roles[0].goal_count; i++)
        if (puzzle->values[i] == value)
            aim->measure =
                fuzzy_goal_new(net, net->roles[0].goals[i].lit, net->terminal);
}

void aim_free(Aim *aim)
{
    fuzzy_goal_free(aim->measure);
    free(aim->here);
    free(aim->there);
}

int next_value(const Puzzle *puzzle, const Best *best)
{
    const Role *role = &puzzle->net->roles[0];
    int next = best->bound;
    for (size_t i = 0; i < role->goal_count; i++)
        if (puzzle->values[i] > best->value && puzzle->values[i] < next)
            next = puzzle->values[i];
    return next;
}

/* Moves after which the game is not over. */
static uint32_t count_alive(const Aim *aim, Cursor *cursor)
{
    size_t bytes = machine_words(cursor_machine(cursor)) * sizeof(uint64_t);
    uint32_t alive = 0, count = cursor_legal_count(cursor, 0);
    memcpy(aim->here, cursor_state(cursor), bytes);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t move = cursor_legal_move(cursor, 0, i);
        cursor_moves(cursor, &move);
        memcpy(aim->there, cursor_next(cursor), bytes);
        cursor_set(cursor, aim->there);
        alive += !cursor_terminal(cursor);
        cursor_set(cursor, aim->here);
    }
    return alive;
}

float evaluation_of(const Evaluation *evaluation, const Aim *aim,
                    Cursor *cursor, Random *random, uint64_t *cost)
{
    float score = 0;
    if (evaluation->goal != 0 && aim->measure) {
        score += evaluation->goal *
                 fuzzy_goal_of(aim->measure, cursor_state(cursor));
        *cost += fuzzy_goal_cost(aim->measure) / 64;
    }
    if (evaluation->moves != 0) {
        uint32_t moves = cursor_legal_count(cursor, 0);
        score += moves ? evaluation->moves * (float)moves : DEAD;
    }
    if (evaluation->alive != 0) {
        *cost += 2 * cursor_legal_count(cursor, 0);
        uint32_t alive = count_alive(aim, cursor);
        score += alive ? evaluation->alive * (float)alive : DEAD;
    }
    float chance = (float)(random_next(random) >> 40) * 0x1p-24f;
    return score + evaluation->chance * chance;
}
