/* termination.c - does every play come to an end
 *
 * In:   a Net and its Machine
 * Out:  a bound on the length of plays, or a play that can go on for ever
 *
 * Proofs: autonomous features, such as a step counter, that end the game
 * whatever is played (prove/candidates/autonomous_features.c); or a ranking
 * function, which every step lowers: a linear one
 * (prove/linear/linear_invariants.c), or irreversible changes one of which
 * happens every few steps (prove/termination/irreversible.c). Refutation: a
 * play with a loop, which returns to an earlier position. Where all reachable
 * states are known (prove/stage_plays.c), they tell. Start reading at
 * find_termination(), at the end.
 */
#include "prove/termination/termination.h"

#include "base/byte_table.h"
#include "base/memory.h"
#include "base/random.h"
#include "prove/candidates/autonomous_features.h"
#include "prove/linear/linear_invariants.h"

#include <assert.h>
#include <stdlib.h>

/* ---- plays with a loop ---- */

/* Whether a random play returns to an earlier position within MAX_STEPS. */
static bool play_repeats(const Machine *machine, Random *random,
                         size_t max_steps, const Budget *budget,
                         Termination *termination)
{
    size_t bytes = machine_words(machine) * sizeof(uint64_t);
    size_t role_count = machine_net(machine)->role_count;
    Cursor *cursor = cursor_new(machine);
    ByteTable visited = {0};
    VEC(uint32_t) moves = {0};
    uint32_t *joint_move = memory_array(role_count + 1, sizeof *joint_move);
    bool has_repeated = false;
    for (size_t step = 0; step <= max_steps; step++) {
        uint32_t first_visit =
            byte_table_put(&visited, (Bytes){cursor_state(cursor), bytes});
        has_repeated = first_visit < step;
        if (has_repeated) {
            termination->loop_from = first_visit;
            termination->steps = step;
        }
        if (has_repeated || (step % 16 == 0 && budget_spent(budget)) ||
            !cursor_random_step(cursor, random, joint_move))
            break;
        vec_append(&moves, joint_move, role_count);
        budget_charge(budget, machine_step_work(machine));
    }
    assert(!has_repeated || termination->loop_from < termination->steps);
    if (has_repeated)
        termination->moves = moves.items;
    else
        vec_free(&moves);
    byte_table_free(&visited);
    memory_free(joint_move);
    cursor_free(cursor);
    return has_repeated;
}

static bool find_repeating_play(const Machine *machine, uint64_t seed,
                                const Budget *budget, Termination *termination)
{
    enum { SAMPLED_PLAYS = 60, MAX_PLAY_STEPS = 400 };
    for (uint64_t i = 0; i < SAMPLED_PLAYS && !budget_spent(budget); i++) {
        Random random = random_new(seed, 1000 + i);
        if (play_repeats(machine, &random, MAX_PLAY_STEPS, budget, termination))
            return true;
    }
    return false;
}

/* ---- a check of bounds ---- */

/* Random plays, whatever method found the bound. As a ranking function is
 * lowered by every step, one that is not a ranking function is often found out
 * by its bound. */
void bound_check(const Machine *machine, uint64_t bound, uint64_t seed)
{
    enum { SAMPLED_PLAYS = 50, MAX_STEPS_OF_ALL_PLAYS = 5000 };
    size_t role_count = machine_net(machine)->role_count, step_count = 0;
    uint32_t *joint_move = memory_array(role_count + 1, sizeof *joint_move);
    Cursor *cursor = cursor_new(machine);
    for (uint64_t i = 0;
         i < SAMPLED_PLAYS && step_count < MAX_STEPS_OF_ALL_PLAYS; i++) {
        Random random = random_new(~seed, i);
        uint64_t play_length = 0;
        cursor_set(cursor, machine_initial(machine));
        while (step_count++ < MAX_STEPS_OF_ALL_PLAYS &&
               cursor_random_step(cursor, &random, joint_move))
            play_length++;
        assert(play_length <= bound);
    }
    cursor_free(cursor);
    memory_free(joint_move);
}

/* ---- a turn ---- */

Termination find_termination(const TerminationTask *task, ProofMethod method)
{
    Termination termination = {.verdict = VERDICT_PROVED};
    bool is_decided = false;
    switch (method) {
    case PROOF_AUTONOMOUS:
        termination.how = "autonomous features";
        is_decided = autonomous_end(task->properties, task->budget, task->log,
                                    &termination.bound);
        break;
    case PROOF_REPEATING:
        termination.how = "play";
        termination.verdict = VERDICT_REFUTED;
        is_decided = find_repeating_play(task->machine, task->seed,
                                         task->budget, &termination);
        break;
    case PROOF_LINEAR_RANKING:
        termination.how = "linear ranking";
        is_decided = find_linear_ranking(
            machine_net(task->machine), task->properties, task->lemmas->items,
            task->lemmas->count, task->budget, task->log, &termination.bound);
        break;
    case PROOF_IRREVERSIBLE:
        termination.how = "irreversible changes";
        is_decided = find_irreversible_bound(task, &termination.bound);
        break;
    default:
        assert(!"a method for the end of plays");
    }
    if (!is_decided)
        termination = (Termination){0};
    termination.evidence = proof_log_kind(task->log, EVIDENCE_MEASURE);
    assert(termination.verdict != VERDICT_REFUTED ||
           termination.loop_from < termination.steps);
#ifdef ZERMELO_DEBUG
    if (termination.verdict == VERDICT_PROVED)
        bound_check(task->machine, termination.bound, task->seed);
#endif
    return termination;
}
