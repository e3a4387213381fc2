/* playout.c - one random playout, by machine or interpreter
 *
 * In:   an engine at a position, and the key of the playout (playout.h)
 * Out:  the engine where the playout ended
 * Next: sim/simulate.c plays many of them, play/rollouts.c those of a search
 */
#include "sim/playout.h"

enum { STEPS_PER_POLL = 256 }; /* of the machine, between two budget checks */

static bool may_step(uint64_t step, uint64_t max_steps, unsigned poll,
                     const Budget *budget)
{
    return (!max_steps || step < max_steps) &&
           ((step + 1) % poll || !budget_spent(budget));
}

/* Chooses for every role; false if one has no move. */
static bool choose_by_machine(const Cursor *cursor, size_t roles, uint64_t key,
                              uint64_t step, uint32_t *moves)
{
    for (size_t i = 0; i < roles; i++) {
        uint32_t count = cursor_legal_count(cursor, i);
        if (!count)
            return false;
        moves[i] =
            cursor_legal_move(cursor, i, playout_choice(key, step, i, count));
    }
    return true;
}

uint64_t playout_by_machine(Cursor *cursor, uint64_t key, uint64_t max_steps,
                            const Budget *budget, uint32_t *moves)
{
    size_t roles = machine_net(cursor_machine(cursor))->role_count;
    uint64_t step = 0;
    while (!cursor_is_terminal(cursor) &&
           may_step(step, max_steps, STEPS_PER_POLL, budget) &&
           choose_by_machine(cursor, roles, key, step, moves)) {
        cursor_moves(cursor, moves);
        cursor_set(cursor, cursor_next(cursor));
        step++;
    }
    return step;
}

static bool choose_by_interp(Interp *interp, uint64_t key, uint64_t step,
                             const Term **moves)
{
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const Term *const *legal = interp_legal(interp, i, &count);
        if (!count)
            return false;
        moves[i] = legal[playout_choice(key, step, i, (uint32_t)count)];
    }
    return true;
}

/* After a failure no role has a move. */
uint64_t playout_by_interp(Interp *interp, uint64_t key, uint64_t max_steps,
                           const Budget *budget, const Term **moves)
{
    uint64_t step = 0;
    while (!interp_is_terminal(interp) &&
           may_step(step, max_steps, 1, budget) &&
           choose_by_interp(interp, key, step, moves)) {
        Arena *arena = arena_new();
        interp_set(interp, interp_next(interp, moves, arena));
        arena_free(arena);
        step++;
    }
    return step;
}
