/* explicit_check.c - explicit-state model checking of bounded properties
 *
 * In:   all reachable positions (reachable_states.h), and properties
 * Out:  a counterexample of each property that fails; the others hold
 * Next: prove/stage_plays.c; trace_replay.c confirms them for prove, fault.c
 *       for verify
 *
 * Enumerates the sequences of 0 steps, then of 1 step, and so on, that begin in
 * a reachable position (cf. Clarke, Emerson and Sistla 1986). LANES of them are
 * a batch, evaluated bit-parallel: for each step, the positions of all
 * sequences of the batch give the values of the leaves about that step. Lengths
 * of which there are too many sequences are left out, with those beyond. Start
 * reading at explicit_check(), at the end.
 */
#include "prove/walk/explicit_check.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Vectors are passed between functions of this file only. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef struct {
    const ExplicitCheck *check;
    Counterexample *plays;
    size_t word_count;     /* of a state */
    unsigned length;       /* of the sequences that are enumerated now */
    size_t sequence_count; /* of these, in the batches so far */
    bool is_cut_short;     /* they are too many, or the budget is spent */
    GateLanes gates;       /* needed for them */
    uint32_t paths[MAX_DEGREE + 1][LANES]; /* position, by step and lane */
    size_t lane_count;                     /* sequences in the batch */
    uint64_t *states;     /* of one step, by lane, WORD_COUNT each */
    Lanes running;        /* lanes with a sequence, */
    Lanes terminal_lanes; /* and those whose last position is terminal */
    unsigned step;        /* the step whose leaves are recorded */
} SequenceBatch;

/* ---- evaluation of a batch ---- */

/* Whether a property has no counterexample yet and has to hold for sequences of
 * the present length. */
static bool is_open(const SequenceBatch *batch, size_t number)
{
    const GroundProperty *property = batch->check->list[number];
    return !batch->plays[number].moves && property->degree >= batch->length &&
           property->ends[batch->length] != REF_TRUE;
}

static void find_needed_gates(SequenceBatch *batch)
{
    const PropertyTable *properties = batch->check->properties;
    bool *is_needed =
        memory_zeroed(properties->gates.count + 1, sizeof *is_needed);
    for (size_t i = 0; i < batch->check->count; i++)
        if (is_open(batch, i))
            property_mark(properties,
                          batch->check->list[i]->ends[batch->length],
                          is_needed);
    gate_lanes_plan(&batch->gates, is_needed);
    memory_free(is_needed);
}

/* Records the values of the leaves about one step; a WalkVisit. */
static void record_leaves(void *context, const WalkLanes *lanes,
                          const Lanes *running)
{
    SequenceBatch *batch = context;
    gate_lanes_read(&batch->gates, batch->step, lanes);
    batch->running = *running;
    batch->terminal_lanes = lanes->terminal & *running;
}

/* The sequence of LANE refutes property NUMBER. */
static void write_counterexample(SequenceBatch *batch, size_t number,
                                 size_t lane)
{
    assert(lane < batch->lane_count);
    Counterexample *play = &batch->plays[number];
    uint32_t path[MAX_DEGREE + 1];
    for (unsigned i = 0; i <= batch->length; i++)
        path[i] = batch->paths[i][lane];
    play->moves = reachable_play_along(batch->check->reachable, path,
                                       batch->length + 1, &play->steps);
    assert(play->steps >= batch->length);
    play->at = play->steps - batch->length;
}

/* Writes counterexamples of the properties that fail in the batch, each by its
 * first lane: positions are in breadth-first order, so the play is short. */
static void check_properties(SequenceBatch *batch)
{
    for (size_t i = 0; i < batch->check->count; i++) {
        const GroundProperty *property = batch->check->list[i];
        if (!is_open(batch, i))
            continue;
        Lanes fails =
            ~ref_lanes(batch->gates.values, property->ends[batch->length]) &
            (property->degree > batch->length ? batch->terminal_lanes
                                              : batch->running);
        for (size_t word = 0; word < LANE_WORDS && !batch->plays[i].moves;
             word++)
            if (fails[word])
                write_counterexample(
                    batch, i, word * 64 + (size_t)__builtin_ctzll(fails[word]));
    }
}

/* Evaluates the properties on the sequences of the batch, and empties it. */
static void check_batch(SequenceBatch *batch)
{
    enum { MAX_SEQUENCES = 1000000 };
    const ExplicitCheck *check = batch->check;
    if (!batch->lane_count)
        return;
    for (batch->step = 0; batch->step <= batch->length; batch->step++) {
        for (size_t lane = 0; lane < batch->lane_count; lane++)
            memcpy(batch->states + lane * batch->word_count,
                   reachable_state(check->reachable,
                                   batch->paths[batch->step][lane]),
                   batch->word_count * sizeof *batch->states);
        walks_evaluate_states(check->walks, batch->states, batch->word_count,
                              batch->lane_count, record_leaves, batch);
    }
    gate_lanes_evaluate(&batch->gates);
    check_properties(batch);
    budget_charge(check->budget,
                  (batch->length + 1) * (2 * check->net->input_count + 2000));
    batch->sequence_count += batch->lane_count;
    batch->is_cut_short =
        batch->sequence_count > MAX_SEQUENCES || budget_spent(check->budget);
    batch->lane_count = 0;
}

/* ---- enumeration of sequences ---- */

static void add_sequence(SequenceBatch *batch, const uint32_t *path)
{
    for (unsigned i = 0; i <= batch->length; i++)
        batch->paths[i][batch->lane_count] = path[i];
    if (++batch->lane_count == LANES)
        check_batch(batch);
}

/* Adds all sequences of the present length that begin in a position, by a
 * depth-first search: PATH is the current one, and NEXT_TARGET has the number
 * of the successor to try next at each step of it. */
static void add_sequences_from(SequenceBatch *batch, uint32_t position)
{
    const ReachableStates *reachable = batch->check->reachable;
    uint32_t path[MAX_DEGREE + 1] = {position};
    size_t next_target[MAX_DEGREE + 1] = {0};
    for (unsigned depth = 0; !batch->is_cut_short;) {
        if (depth == batch->length)
            add_sequence(batch, path);
        if (depth < batch->length &&
            next_target[depth] <
                reachable_target_count(reachable, path[depth])) {
            uint32_t target =
                reachable_target(reachable, path[depth], next_target[depth]++);
            path[++depth] = target;
            next_target[depth] = 0;
        } else if (depth-- == 0) {
            return;
        }
    }
}

/* Checks all sequences of the present length; false if they are too many. */
static bool check_all_sequences(SequenceBatch *batch)
{
    batch->sequence_count = 0;
    find_needed_gates(batch);
    for (uint32_t i = 0;
         i < reachable_count(batch->check->reachable) && !batch->is_cut_short;
         i++)
        add_sequences_from(batch, i);
    check_batch(batch);
    return !batch->is_cut_short;
}

unsigned explicit_check(const ExplicitCheck *check, Counterexample *plays)
{
    assert(reachable_complete(check->reachable));
    size_t word_count = reachable_state_words(check->reachable);
    unsigned max_degree = 0;
    SequenceBatch batch = {.check = check,
                           .plays = plays,
                           .word_count = word_count,
                           .is_cut_short = budget_spent(check->budget),
                           .gates = {.properties = check->properties}};
    for (size_t i = 0; i < check->count; i++)
        if (check->list[i]->degree > max_degree)
            max_degree = check->list[i]->degree;
    batch.states = memory_array((word_count + 1) * LANES, sizeof *batch.states);
    memset(plays, 0, check->count * sizeof *plays);
    while (batch.length <= max_degree && check_all_sequences(&batch))
        batch.length++;
    gate_lanes_free(&batch.gates);
    memory_free(batch.states);
    return batch.length;
}
