/* termination.c - does every play come to an end
 *
 * In:   a Net and its Machine
 * Out:  a bound on the length of plays, or a play that can go on for ever
 *
 * Proofs: autonomous features, such as a step counter, that end the game
 * whatever is played (prove/candidates/autonomous_features.c); all reachable
 * states, if they are few (prove/walk/reachable_states.c); or a ranking
 * function, which every step lowers: a linear one
 * (prove/linear/linear_invariants.c), or irreversible changes one of which
 * happens every few steps (prove/termination/irreversible.c). Refutation: a
 * play with a loop, which returns to an earlier position. Start reading at
 * find_termination(), at the end.
 */
#include "prove/termination/termination.h"

#include "base/memory.h"
#include "base/random.h"
#include "prove/candidates/autonomous_features.h"
#include "prove/termination/bound_check.h"
#include "prove/termination/irreversible.h"
#include "prove/linear/linear_invariants.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- plays with a loop ---- */

/* Whether a random play returns to an earlier position within MAX_STEPS. */
static bool play_repeats(const Machine *machine, Random *random,
                         size_t max_steps, const Budget *budget,
                         Termination *termination)
{
    size_t word_count = machine_words(machine);
    size_t roles = machine_net(machine)->role_count;
    Cursor *cursor = cursor_new(machine);
    VEC(uint64_t) states = {0};
    VEC(uint32_t) moves = {0};
    Map map = {0};
    uint32_t *joint = memory_array(roles + 1, sizeof *joint);
    uint64_t *state = memory_array(word_count + 1, sizeof *state);
    bool is_found = false;
    memcpy(state, machine_initial(machine), word_count * sizeof *state);
    for (size_t step = 0; step <= max_steps && !is_found; step++) {
        uint32_t hash = hash_bytes(state, word_count * sizeof *state);
        for (MapProbe probe = map_probe(&map, hash);
             map_next(&map, &probe) && !is_found;)
            if (!word_count || memcmp(states.items + probe.index * word_count,
                                      state, word_count * sizeof *state) == 0) {
                is_found = true;
                termination->loop_from = probe.index;
                termination->steps = step;
            }
        if (is_found || (step % 16 == 0 && budget_spent(budget)))
            break;
        map_add(&map, hash, (uint32_t)step);
        vec_append(&states, state, word_count);
        cursor_set(cursor, state);
        if (!cursor_random_moves(cursor, random, joint))
            break;
        vec_append(&moves, joint, roles);
        budget_charge(budget, machine_step_work(machine));
        cursor_moves(cursor, joint);
        memcpy(state, cursor_next(cursor), word_count * sizeof *state);
    }
    assert(!is_found || termination->loop_from < termination->steps);
    if (is_found)
        termination->moves = moves.items;
    else
        vec_free(&moves);
    vec_free(&states);
    map_free(&map);
    free_all(joint, state);
    cursor_free(cursor);
    return is_found;
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

/* ---- the methods ---- */

/* Decides termination within BUDGET, or returns false. */
typedef bool DecideEnd(TerminationTask *task, unsigned round,
                       const Budget *budget, Termination *termination);

static bool by_autonomous_end(TerminationTask *task, unsigned round,
                              const Budget *budget, Termination *termination)
{
    (void)round;
    termination->verdict = VERDICT_PROVED;
    return autonomous_end(machine_net(task->machine), budget,
                          &termination->bound);
}

static bool by_repeating_play(TerminationTask *task, unsigned round,
                              const Budget *budget, Termination *termination)
{
    (void)round;
    termination->verdict = VERDICT_REFUTED;
    return find_repeating_play(task->machine, task->seed, budget, termination);
}

static bool by_reachable_states(TerminationTask *task, unsigned round,
                                const Budget *budget, Termination *termination)
{
    size_t max_states =
        (size_t)
            task->limits->values[round ? LIMIT_MAX_STATES : LIMIT_SMALL_STATES];
    ReachableStates *reachable =
        reachable_new(task->machine, max_states, budget);
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

static bool by_linear_ranking(TerminationTask *task, unsigned round,
                              const Budget *budget, Termination *termination)
{
    (void)round;
    termination->verdict = VERDICT_PROVED;
    return find_linear_ranking(machine_net(task->machine), task->properties,
                               task->lemmas->items, task->lemmas->count, budget,
                               &termination->bound);
}

/* Lemmas that are proved on the way serve the later methods. */
static bool by_irreversible(TerminationTask *task, unsigned round,
                            const Budget *budget, Termination *termination)
{
    const IrreversibleTask irreversible = {.machine = task->machine,
                                           .properties = task->properties,
                                           .prove = task->prove,
                                           .limits = task->limits,
                                           .seed = task->seed,
                                           .round = round,
                                           .budget = budget,
                                           .lemmas = task->lemmas};
    termination->verdict = VERDICT_PROVED;
    return find_irreversible_bound(&irreversible, &termination->bound);
}

static const struct {
    ProofMethod method;
    DecideEnd *decide;
    const char *how;
} steps[TERMINATION_STEPS] = {
    {PROOF_AUTONOMOUS, by_autonomous_end, "autonomous features"},
    {PROOF_REPEATING, by_repeating_play, "play"},
    {PROOF_REACHABLE, by_reachable_states, "reachable states"},
    {PROOF_LINEAR_RANKING, by_linear_ranking, "linear ranking"},
    {PROOF_IRREVERSIBLE, by_irreversible, "irreversible changes"},
    {PROOF_LINEAR_RANKING, by_linear_ranking,
     "linear ranking"}, /* with more lemmas */
};

/* ---- a round ---- */

/* The quota of the method, unless it ran to its end with the same lemmas. */
static uint64_t quota_of(const TerminationTask *task, size_t i, unsigned round)
{
    bool anything_new = task->last_turn[i].cut_short ||
                        task->last_turn[i].lemmas != task->lemmas->count + 1;
    return anything_new ? prove_quota(task->limits, steps[i].method, round) : 0;
}

static Termination take_turn(TerminationTask *task, size_t i, unsigned round)
{
    WorkMeter meter;
    Budget turn = budget_quota(task->budget, &meter, quota_of(task, i, round));
    double begun = clock_now();
    Termination termination = {0};
    bool is_decided = steps[i].decide(task, round, &turn, &termination);
    if (is_decided)
        termination.how = steps[i].how;
    else
        termination.verdict = VERDICT_UNKNOWN;
    task->last_turn[i].lemmas = task->lemmas->count + 1;
    task->last_turn[i].cut_short = budget_spent(&turn);
    task->cut_short = task->cut_short || task->last_turn[i].cut_short;
    if (task->statistics) {
        MethodStatistics *statistics = &task->statistics[steps[i].method];
        statistics->turns++;
        statistics->decided += is_decided;
        statistics->seconds += clock_now() - begun;
        statistics->work += meter.used;
    }
    return termination;
}

Termination find_termination(TerminationTask *task, unsigned round)
{
    Termination termination = {0};
    task->cut_short = false;
    for (size_t i = 0;
         i < TERMINATION_STEPS && termination.verdict == VERDICT_UNKNOWN; i++)
        if (quota_of(task, i, round) && !budget_spent(task->budget))
            termination = take_turn(task, i, round);
    assert((termination.verdict == VERDICT_UNKNOWN) == !termination.how);
    assert(termination.verdict != VERDICT_REFUTED ||
           termination.loop_from < termination.steps);
#ifdef ZERMELO_DEBUG
    if (termination.verdict == VERDICT_PROVED)
        bound_check(task->machine, termination.bound, task->seed);
#endif
    return termination;
}
