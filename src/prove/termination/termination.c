/* termination.c - does every play come to an end
 *
 * In:   a Net and its Machine
 * Out:  a bound on the length of plays, or a play that can go on for ever
 *
 * Proofs: autonomous features, such as a step counter, that end the game
 * whatever is played (prove/candidates/autonomous_features.c); all reachable
 * states, if they are few (prove/walk/reachable_states.c); or a ranking
 * function, which every step lowers: a linear one
 * (prove/linear/linear_invariants.c), irreversible changes one of which happens
 * every few steps (prove/termination/irreversible.c), or a sum of weighted
 * literals (prove/termination/literal_ranking.c). Refutation: a play with a
 * loop, which returns to an earlier position. Start reading at
 * find_termination(), at the end.
 */
#include "prove/termination/termination.h"

#include "base/memory.h"
#include "base/random.h"
#include "prove/candidates/autonomous_features.h"
#include "prove/termination/irreversible.h"
#include "prove/termination/literal_ranking.h"
#include "prove/linear/linear_invariants.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- plays with a loop ---- */

static bool random_joint(const Cursor *cursor, Random *random, size_t roles,
                         uint32_t *joint)
{
    for (size_t i = 0; i < roles; i++) {
        uint32_t count = cursor_legal_count(cursor, i);
        if (!count)
            return false;
        joint[i] = cursor_legal_move(cursor, i, random_below(random, count));
    }
    return true;
}

/* Whether a random play returns to an earlier position within MAX_STEPS. */
static bool play_repeats(const Machine *machine, Random *random,
                         size_t max_steps, const Budget *budget,
                         Termination *termination)
{
    size_t words = machine_words(machine);
    size_t roles = machine_net(machine)->role_count;
    Cursor *cursor = cursor_new(machine);
    VEC(uint64_t) states = {0};
    VEC(uint32_t) moves = {0};
    Map map = {0};
    uint32_t *joint = memory_array(roles + 1, sizeof *joint);
    uint64_t *state = memory_array(words + 1, sizeof *state);
    bool found = false;
    memcpy(state, machine_initial(machine), words * sizeof *state);
    for (size_t step = 0; step <= max_steps && !found; step++) {
        uint32_t hash = hash_bytes(state, words * sizeof *state);
        for (MapProbe probe = map_probe(&map, hash);
             map_next(&map, &probe) && !found;)
            if (memcmp(states.items + probe.index * words, state,
                       words * sizeof *state) == 0) {
                found = true;
                termination->loop_from = probe.index;
                termination->steps = step;
            }
        if (found || (step % 16 == 0 && budget_spent(budget)))
            break;
        map_add(&map, hash, (uint32_t)step);
        for (size_t i = 0; i < words; i++)
            vec_push(&states, state[i]);
        cursor_set(cursor, state);
        if (cursor_terminal(cursor) ||
            !random_joint(cursor, random, roles, joint))
            break;
        for (size_t i = 0; i < roles; i++)
            vec_push(&moves, joint[i]);
        cursor_moves(cursor, joint);
        memcpy(state, cursor_next(cursor), words * sizeof *state);
    }
    assert(!found || termination->loop_from < termination->steps);
    if (found)
        termination->moves = moves.items;
    else
        vec_free(&moves);
    vec_free(&states);
    map_free(&map);
    free(joint);
    free(state);
    cursor_free(cursor);
    return found;
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

/* ---- ranking functions ---- */

/* Tries the ranking functions one after the other. Lemmas that an earlier one
 * proves on the way serve the later ones. */
static bool find_ranking(const TerminationTask *task, Termination *termination)
{
    const Net *net = machine_net(task->machine);
    const Budget *budget = task->budget;
    RefList lemmas = {0}, not_reached = {0};
    Budget share = budget_part(budget, 0.2);
    for (size_t i = 0; i < task->lemma_count; i++)
        vec_push(&lemmas, task->lemmas[i]);
    termination->how = "sum";
    bool proved =
        find_linear_ranking(net, task->properties, lemmas.items, lemmas.count,
                            &share, &termination->bound);
    if (!proved) {
        share = budget_part(budget, 0.6);
        termination->how = "lasting changes";
        proved = find_irreversible_bound(net, task->machine, task->seed, &share,
                                         task->prove, task->properties, &lemmas,
                                         &not_reached, &termination->bound,
                                         &termination->out_of_time);
    }
    if (!proved && lemmas.count > task->lemma_count) {
        share = budget_part(budget, 0.4);
        termination->how = "sum";
        proved = find_linear_ranking(net, task->properties, lemmas.items,
                                     lemmas.count, &share, &termination->bound);
    }
    RankGivens givens = {.lemmas = lemmas.items, .lemma_count = lemmas.count};
    if (!proved) {
        share = budget_part(budget, 0.5);
        proved = find_literal_ranking(net, task->properties, &givens, &share,
                                      &termination->bound);
        termination->how = "rank";
    }
    if (!proved && not_reached.count) {
        share = budget_part(budget, 0.9);
        givens.step_conditions = not_reached.items;
        givens.step_condition_count = not_reached.count;
        proved = find_literal_ranking(net, task->properties, &givens, &share,
                                      &termination->bound);
        termination->out_of_time =
            termination->out_of_time || budget_spent(&share);
        termination->how = "lasting changes and rank";
    }
    if (!proved)
        termination->how = NULL;
    vec_free(&not_reached);
    vec_free(&lemmas);
    return proved;
}

/* ---- all methods ---- */

/* Decides termination if all reachable states can be listed; or false. */
static bool check_reachable_states(const Machine *machine, const Budget *budget,
                                   Termination *termination)
{
    enum { MAX_STATES = 200000 };
    Budget share = budget_part(budget, 0.3);
    ReachableStates *reachable = reachable_new(machine, MAX_STATES, &share);
    bool complete = reachable_complete(reachable);
    if (complete) {
        PlayLength length = reachable_length(reachable);
        termination->verdict =
            length.endless ? VERDICT_REFUTED : VERDICT_PROVED;
        termination->bound = length.bound;
        termination->moves = length.moves;
        termination->steps = length.steps;
        termination->loop_from = length.loop_from;
    }
    reachable_free(reachable);
    return complete;
}

Termination find_termination(const TerminationTask *task)
{
    const Machine *machine = task->machine;
    const Budget *budget = task->budget;
    Termination termination = {0};
    if (autonomous_end(machine_net(machine), budget, &termination.bound)) {
        termination.verdict = VERDICT_PROVED;
        termination.how = "clock";
    } else if (budget_spent(budget)) {
        termination.out_of_time = true;
    } else if (find_repeating_play(machine, task->seed, budget, &termination)) {
        termination.verdict = VERDICT_REFUTED;
        termination.how = "play";
    } else if (check_reachable_states(machine, budget, &termination)) {
        termination.how = "all positions";
    } else if (find_ranking(task, &termination)) {
        termination.verdict = VERDICT_PROVED;
    }
    assert((termination.verdict == VERDICT_UNKNOWN) == !termination.how);
    assert(termination.verdict != VERDICT_REFUTED ||
           termination.loop_from < termination.steps);
    return termination;
}
