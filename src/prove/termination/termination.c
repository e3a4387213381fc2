/* termination.c - does every play come to an end
 *
 * In:   a Net and its Machine
 * Out:  a bound, or a play that can go on for ever
 *
 * Proofs: a clock that runs whatever is played and ends the game; all positions
 * if they are few; changes once and for all, one of which every few steps bring
 * (prove/termination/irreversible.c); a sum that every step lowers
 * (prove/termination/literal_ranking.c). Refutations: a play that returns to a
 * position it was in before. Start reading at find_termination(), at the end.
 */
#include "prove/termination/termination.h"

#include "base/random.h"
#include "prove/candidates/autonomous_features.h"
#include "prove/termination/irreversible.h"
#include "prove/termination/literal_ranking.h"
#include "prove/linear/linear_invariants.h"

#include <stdlib.h>
#include <string.h>

/* ---- plays that return ---- */

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

static bool play_returns(const Machine *machine, Random *random, size_t most,
                         const Budget *budget, Termination *ending)
{
    size_t words = machine_words(machine);
    size_t roles = machine_net(machine)->role_count;
    Cursor *cursor = cursor_new(machine);
    VEC(uint64_t) states = {0};
    VEC(uint32_t) moves = {0};
    Map map = {0};
    uint32_t *joint = fatal_malloc((roles + 1) * sizeof *joint);
    uint64_t *state = fatal_malloc((words + 1) * sizeof *state);
    bool found = false;
    memcpy(state, machine_initial(machine), words * sizeof *state);
    for (size_t step = 0; step <= most && !found; step++) {
        uint32_t hash = hash_bytes(state, words * sizeof *state);
        for (MapProbe p = map_probe(&map, hash); map_next(&map, &p) && !found;)
            if (memcmp(states.items + p.index * words, state,
                       words * sizeof *state) == 0) {
                found = true;
                ending->loop_from = p.index;
                ending->steps = step;
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
    if (found)
        ending->moves = moves.items;
    else
        vec_free(&moves);
    vec_free(&states);
    map_free(&map);
    free(joint);
    free(state);
    cursor_free(cursor);
    return found;
}

static bool some_play_returns(const Machine *machine, uint64_t seed,
                              const Budget *budget, Termination *ending)
{
    enum { PLAYS = 60, STEPS = 400 };
    for (uint64_t i = 0; i < PLAYS && !budget_spent(budget); i++) {
        Random random = random_new(seed, 1000 + i);
        if (play_returns(machine, &random, STEPS, budget, ending))
            return true;
    }
    return false;
}

/* ---- what cannot go on for ever ---- */

static bool is_used_up(const TerminationTask *task, Termination *ending)
{
    const Net *net = machine_net(task->machine);
    const Budget *budget = task->budget;
    RefList lemmas = {0}, quiet = {0};
    Budget some = budget_part(budget, 0.2);
    for (size_t i = 0; i < task->lemma_count; i++)
        vec_push(&lemmas, task->lemmas[i]);
    ending->how = "sum";
    bool proved = find_linear_ranking(net, task->properties, lemmas.items,
                                      lemmas.count, &some, &ending->bound);
    if (!proved) {
        some = budget_part(budget, 0.6);
        ending->how = "lasting changes";
        proved =
            find_irreversible_bound(net, task->machine, task->seed, &some,
                                    task->prove, task->properties, &lemmas,
                                    &quiet, &ending->bound, &ending->hurried);
    }
    if (!proved && lemmas.count > task->lemma_count) {
        some = budget_part(budget, 0.4);
        ending->how = "sum";
        proved = find_linear_ranking(net, task->properties, lemmas.items,
                                     lemmas.count, &some, &ending->bound);
    }
    RankGivens givens = {.lemmas = lemmas.items, .lemma_count = lemmas.count};
    if (!proved) {
        some = budget_part(budget, 0.5);
        proved = find_literal_ranking(net, task->properties, &givens, &some,
                                      &ending->bound);
        ending->how = "rank";
    }
    if (!proved && quiet.count) {
        some = budget_part(budget, 0.9);
        givens.quiet = quiet.items;
        givens.quiet_count = quiet.count;
        proved = find_literal_ranking(net, task->properties, &givens, &some,
                                      &ending->bound);
        ending->hurried = ending->hurried || budget_spent(&some);
        ending->how = "lasting changes and rank";
    }
    if (!proved)
        ending->how = NULL;
    vec_free(&quiet);
    vec_free(&lemmas);
    return proved;
}

/* ---- all ---- */

static bool exhausted(const Machine *machine, const Budget *budget,
                      Termination *ending)
{
    enum { MAX_POSITIONS = 200000 };
    Budget some = budget_part(budget, 0.3);
    ReachableStates *reachable = reachable_new(machine, MAX_POSITIONS, &some);
    bool complete = reachable_complete(reachable);
    if (complete) {
        PlayLength length = reachable_length(reachable);
        ending->verdict = length.endless ? VERDICT_REFUTED : VERDICT_PROVED;
        ending->bound = length.bound;
        ending->moves = length.moves;
        ending->steps = length.steps;
        ending->loop_from = length.loop_from;
    }
    reachable_free(reachable);
    return complete;
}

Termination find_termination(const TerminationTask *task)
{
    const Machine *machine = task->machine;
    const Budget *budget = task->budget;
    Termination ending = {0};
    if (autonomous_end(machine_net(machine), budget, &ending.bound)) {
        ending.verdict = VERDICT_PROVED;
        ending.how = "clock";
    } else if (budget_spent(budget)) {
        ending.hurried = true;
    } else if (some_play_returns(machine, task->seed, budget, &ending)) {
        ending.verdict = VERDICT_REFUTED;
        ending.how = "play";
    } else if (exhausted(machine, budget, &ending)) {
        ending.how = "all positions";
    } else if (is_used_up(task, &ending)) {
        ending.verdict = VERDICT_PROVED;
    }
    return ending;
}
