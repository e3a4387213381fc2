/* alpha_beta_line.c - best moves, once alpha-beta knows a value
 *
 * In:   a search whose value is certain
 * Out:  moves that keep it: for a line of play, and for a strategy
 *
 * A move is found by asking the search, whose table knows most answers, about
 * the positions that follow.
 */
#include "solve/alpha_beta_internal.h"

#include <string.h>

/* Whether the value of STATE is the one of the start: as far as whoever moves
 * there has to show it. */
static bool shows_value(AlphaBeta *search, const uint64_t *state, bool is_own,
                        size_t depth)
{
    int value = is_own ? search->result.least : MAX_PAYOFF + 1;
    for (size_t i = 0; !is_own && i < search->values.count; i++)
        if (search->values.items[i] > search->result.most) {
            value = search->values.items[i];
            break;
        }
    return value > MAX_PAYOFF || (is_own && !search->result.least_is_forced) ||
           alpha_beta_ask(search, state, value, depth) ==
               (is_own ? ANSWER_YES : ANSWER_NO);
}

/* The same after STEPS steps from the start, within the horizon of the proof.
 */
static bool keeps_value(AlphaBeta *search, const uint64_t *state, bool is_own,
                        size_t steps)
{
    size_t depth = is_own ? search->yes_depth : search->no_depth;
    return depth >= steps && shows_value(search, state, is_own, depth - steps);
}

/* Finds the move in STATE, the one after STEPS steps, which becomes the next
 * one; false if there is none. */
static bool follow_line(AlphaBeta *search, uint64_t *state, size_t steps,
                        uint32_t *moves)
{
    size_t mover, bytes = search->word_count * sizeof *state;
    bool is_found = false;
    engine_set(search->engine, (Bytes){state, bytes});
    if (cursor_is_terminal(search->cursor) ||
        alpha_beta_mover(search, &mover) != ANSWER_YES)
        return false;
    memcpy(moves, search->moves, search->role_count * sizeof *moves);
    uint32_t count = cursor_legal_count(search->cursor, mover);
    uint32_t *choices = memory_array(count, sizeof *choices);
    uint64_t *next = memory_array(search->word_count, sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        choices[i] = cursor_legal_move(search->cursor, mover, i);
    for (uint32_t i = 0; i < count && !is_found && !search->is_stopped; i++) {
        moves[mover] = choices[i];
        engine_set(search->engine, (Bytes){state, bytes});
        memcpy(next, engine_next_by_moves(search->engine, moves).bytes, bytes);
        is_found = count == 1 ||
                   keeps_value(search, next, mover == search->role, steps + 1);
    }
    memcpy(state, next, bytes);
    free_all(choices, next);
    return is_found;
}

bool alpha_beta_choice(AlphaBeta *search, Bytes position, bool is_own,
                       uint32_t *choice)
{
    size_t mover, roles = search->role_count;
    uint64_t *next = memory_array(search->word_count, sizeof *next);
    uint32_t *moves = memory_array(roles, sizeof *moves);
    bool is_found = false;
    search->node_limit = UINT64_MAX;
    search->is_stopped = false;
    engine_set(search->engine, position);
    if (alpha_beta_mover(search, &mover) == ANSWER_YES) {
        uint32_t count = cursor_legal_count(search->cursor, mover);
        memcpy(moves, search->moves, roles * sizeof *moves);
        for (*choice = 0; *choice < count && !search->is_stopped; ++*choice) {
            engine_set(search->engine, position);
            moves[mover] = cursor_legal_move(search->cursor, mover, *choice);
            memcpy(next, engine_next_by_moves(search->engine, moves).bytes,
                   search->word_count * sizeof *next);
            if ((is_found = shows_value(search, next, is_own, MAX_DEPTH)))
                break;
        }
    }
    free_all(next, moves);
    return is_found;
}

size_t alpha_beta_line(AlphaBeta *search, uint32_t *moves, size_t max,
                       uint64_t nodes, const Budget *budget, bool *is_whole)
{
    size_t count = 0, bytes = search->word_count * sizeof(uint64_t);
    uint64_t *state = memory_array(search->word_count, sizeof *state);
    memcpy(state, search->start, bytes);
    search->budget = budget;
    search->node_limit = search->result.nodes + nodes;
    search->is_stopped = false;
    while (count < max && follow_line(search, state, count,
                                      moves + count * search->role_count))
        count++;
    engine_set(search->engine, (Bytes){state, bytes});
    *is_whole = cursor_is_terminal(search->cursor);
    memory_free(state);
    return count;
}
