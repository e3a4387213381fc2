/* lane_batch.c - many positions of one game, each moved on by its own moves
 *
 * In:   a LanePlan, the moves of each position
 * Out:  legal moves, ends and goals as arrays
 *
 * The network is evaluated in lanes by the kernel; moves come in and answers go
 * out lane by lane, a bit at a time. Start reading at make_moves().
 */
#include "sim/lane_batch.h"

#include "base/bits.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

struct LaneBatch {
    const LanePlan *plan;
    size_t count, worker_count;
    size_t lanes, words; /* of a worker */
    LaneWorker **workers;
    uint64_t *running; /* a bit for each position: not terminal */
    bool is_evaluated; /* the values of workers, and RUNNING */
    /* Of each position, by role: how many legal moves, and the last of them. */
    bool has_turns;
    uint32_t *legal_counts, *last_moves;
    uint32_t *joint_moves; /* scratch, a row for each position */
};

LaneBatch *lane_batch_new(const LanePlan *plan, size_t count)
{
    assert(plan->registers == 1 && count > 0);
    LaneBatch *batch = memory_alloc(sizeof *batch);
    size_t lanes = plan->kernel->lanes, rows = count * plan->net->role_count;
    *batch = (LaneBatch){.plan = plan,
                         .count = count,
                         .worker_count = (count + lanes - 1) / lanes,
                         .lanes = lanes,
                         .words = lanes / 64};
    batch->workers = memory_array(batch->worker_count, sizeof(LaneWorker *));
    batch->running =
        memory_array(batch->worker_count * batch->words, sizeof(uint64_t));
    batch->legal_counts = memory_array(rows, sizeof(uint32_t));
    batch->last_moves = memory_array(rows, sizeof(uint32_t));
    batch->joint_moves = memory_array(rows, sizeof(uint32_t));
    for (size_t i = 0; i < batch->worker_count; i++)
        batch->workers[i] = plan->kernel->worker_new(plan);
    lane_batch_reset(batch, NULL);
    return batch;
}

void lane_batch_free(LaneBatch *batch)
{
    if (!batch)
        return;
    for (size_t i = 0; i < batch->worker_count; i++)
        lane_worker_free(batch->workers[i]);
    free_all(batch->workers, batch->running, batch->legal_counts,
             batch->last_moves, batch->joint_moves, batch);
}

/* ---- bits ---- */

/* The words of a slot in worker NUMBER. */
static uint64_t *slot_words(const LaneBatch *batch, size_t number,
                            uint32_t slot)
{
    return batch->workers[number]->values + slot * batch->words;
}

static bool has_value(const LaneBatch *batch, SlotRef ref, size_t position)
{
    size_t lane = position % batch->lanes;
    const uint64_t *words =
        slot_words(batch, position / batch->lanes, ref.slot);
    return (words[lane / 64] >> lane % 64 & 1) != ref.is_negated;
}

static bool is_running(const LaneBatch *batch, size_t position)
{
    assert(batch->is_evaluated && position < batch->count);
    return batch->running[position / 64] >> position % 64 & 1;
}

/* Writes the positions in which REF is true to POSITIONS, which has room for
 * all; returns how many they are. */
static size_t list_positions(const LaneBatch *batch, SlotRef ref,
                             uint32_t *positions)
{
    size_t count = 0;
    for (size_t first = 0; first < batch->count; first += 64) {
        size_t number = first / batch->lanes, word = first % batch->lanes / 64;
        uint64_t remaining = slot_words(batch, number, ref.slot)[word];
        remaining = ref.is_negated ? ~remaining : remaining;
        if (batch->count - first < 64)
            remaining &= ((uint64_t)1 << (batch->count - first)) - 1;
        for (; remaining; remaining &= remaining - 1)
            positions[count++] =
                (uint32_t)(first + (size_t)__builtin_ctzll(remaining));
    }
    return count;
}

/* ---- evaluating ---- */

void lane_batch_reset(LaneBatch *batch, const uint8_t *which)
{
    const LanePlan *plan = batch->plan;
    for (size_t i = 0; i < batch->count; i++) {
        size_t number = i / batch->lanes, lane = i % batch->lanes;
        uint64_t bit = (uint64_t)1 << lane % 64;
        for (size_t k = 0; k < plan->feature_count && (!which || which[i]);
             k++) {
            uint64_t *word =
                slot_words(batch, number, plan->feature_slot[k]) + lane / 64;
            *word &= ~bit;
            if (plan->net->initial[plan->features[k]])
                *word |= bit;
        }
    }
    batch->is_evaluated = false;
}

static void evaluate(LaneBatch *batch)
{
    const LanePlan *plan = batch->plan;
    if (batch->is_evaluated)
        return;
    for (size_t i = 0; i < batch->worker_count; i++) {
        const uint64_t *terminal = slot_words(batch, i, plan->terminal.slot);
        plan->kernel->evaluate(batch->workers[i], &plan->bytecode.legality);
        for (size_t k = 0; k < batch->words; k++)
            batch->running[i * batch->words + k] =
                plan->terminal.is_negated ? terminal[k] : ~terminal[k];
    }
    batch->is_evaluated = true;
    batch->has_turns = false;
}

/* Counts the legal moves of ROLE in each position, and notes the last. */
static void find_legal_moves(LaneBatch *batch, size_t role)
{
    const RolePlan *plan = &batch->plan->roles[role];
    size_t role_count = batch->plan->net->role_count;
    uint32_t *positions = batch->joint_moves; /* free between steps */
    for (size_t i = 0; i < plan->legal_count; i++) {
        size_t count = list_positions(batch, plan->legal[i].legal, positions);
        for (size_t k = 0; k < count; k++) {
            size_t row = positions[k] * role_count + role;
            batch->legal_counts[row]++;
            batch->last_moves[row] = plan->legal[i].move;
        }
    }
}

static void find_turns(LaneBatch *batch)
{
    evaluate(batch);
    if (batch->has_turns)
        return;
    size_t role_count = batch->plan->net->role_count;
    memset(batch->legal_counts, 0,
           batch->count * role_count * sizeof *batch->legal_counts);
    for (size_t i = 0; i < role_count; i++)
        find_legal_moves(batch, i);
    batch->has_turns = true;
}

/* The first role that has a choice, or 0; *IS_ALONE: no other role has one. */
static size_t role_in_turn(const LaneBatch *batch, size_t position,
                           bool *is_alone)
{
    size_t role_count = batch->plan->net->role_count, turn = role_count;
    const uint32_t *counts = batch->legal_counts + position * role_count;
    *is_alone = true;
    for (size_t i = 0; i < role_count; i++) {
        *is_alone &= counts[i] < 2 || turn == role_count;
        if (counts[i] > 1 && turn == role_count)
            turn = i;
    }
    return turn < role_count ? turn : 0;
}

/* ---- answers ---- */

/* Marks the legal moves of ROLE; with TURNS, where it has the turn. */
static void mark_legal(LaneBatch *batch, size_t role, size_t width,
                       const uint32_t *turns, uint8_t *legal)
{
    const RolePlan *plan = &batch->plan->roles[role];
    uint32_t *positions = batch->joint_moves;
    for (size_t i = 0; i < plan->legal_count && plan->legal[i].move < width;
         i++) {
        size_t count = list_positions(batch, plan->legal[i].legal, positions);
        for (size_t k = 0; k < count; k++)
            if (!turns || turns[positions[k]] == role)
                legal[positions[k] * width + plan->legal[i].move] = 1;
    }
}

void lane_batch_legal(LaneBatch *batch, size_t role, size_t width,
                      uint8_t *legal)
{
    assert(role < batch->plan->net->role_count);
    evaluate(batch);
    memset(legal, 0, batch->count * width);
    mark_legal(batch, role, width, NULL, legal);
}

void lane_batch_turns(LaneBatch *batch, size_t width, uint32_t *roles,
                      uint8_t *legal)
{
    bool is_alone;
    find_turns(batch);
    for (size_t i = 0; i < batch->count; i++)
        roles[i] = (uint32_t)role_in_turn(batch, i, &is_alone);
    memset(legal, 0, batch->count * width);
    for (size_t role = 0; role < batch->plan->net->role_count; role++)
        mark_legal(batch, role, width, roles, legal);
}

void lane_batch_terminal(LaneBatch *batch, uint8_t *terminal)
{
    evaluate(batch);
    for (size_t i = 0; i < batch->count; i++)
        terminal[i] = !is_running(batch, i);
}

void lane_batch_goals(LaneBatch *batch, int32_t *goals)
{
    const LanePlan *plan = batch->plan;
    const Net *net = plan->net;
    enum { NONE = -1, SEVERAL = -2 };
    evaluate(batch);
    for (size_t i = 0; i < batch->worker_count; i++)
        plan->kernel->evaluate(batch->workers[i], &plan->bytecode.goals);
    for (size_t i = 0; i < batch->count; i++)
        for (size_t role = 0; role < net->role_count; role++) {
            int32_t *goal = &goals[i * net->role_count + role];
            *goal = NONE;
            for (size_t k = 0;
                 !is_running(batch, i) && k < net->roles[role].goal_count; k++)
                if (has_value(batch, plan->roles[role].goals[k], i))
                    *goal = *goal == NONE ? net->roles[role].goals[k].value
                                          : SEVERAL;
            *goal = *goal == SEVERAL ? NONE : *goal;
        }
}

void lane_batch_features(LaneBatch *batch, uint8_t *features)
{
    const LanePlan *plan = batch->plan;
    size_t width = plan->net->feature_count;
    uint32_t *positions = batch->joint_moves;
    memset(features, 0, batch->count * width);
    for (size_t i = 0; i < plan->feature_count; i++) {
        size_t count = list_positions(
            batch, (SlotRef){plan->feature_slot[i], false}, positions);
        for (size_t k = 0; k < count; k++)
            features[positions[k] * width + plan->features[i]] = 1;
    }
}

/* ---- steps ---- */

static bool is_legal(const LaneBatch *batch, size_t position, size_t role,
                     uint32_t move)
{
    const Role *rules = &batch->plan->net->roles[role];
    return move < rules->move_count && rules->legal[move] != LIT_FALSE &&
           has_value(batch,
                     slot_ref(&batch->plan->bytecode, rules->legal[move]),
                     position);
}

/* Makes the move sets true that contain the moves of position NUMBER. */
static void set_move_sets(LaneBatch *batch, size_t number,
                          const uint32_t *moves)
{
    const LanePlan *plan = batch->plan;
    size_t lane = number % batch->lanes;
    for (size_t role = 0; role < plan->net->role_count; role++) {
        const Graph *sets = &plan->roles[role].sets;
        assert(moves[role] < plan->net->roles[role].move_count);
        for (uint32_t k = sets->first[moves[role]];
             k < sets->first[moves[role] + 1]; k++)
            slot_words(batch, number / batch->lanes,
                       sets->targets[k])[lane / 64] |= (uint64_t)1 << lane % 64;
    }
}

/* The features of worker NUMBER become their next values where the play goes
 * on; all of these are read before the first is written. */
static void advance(LaneBatch *batch, size_t number)
{
    const LanePlan *plan = batch->plan;
    LaneWorker *worker = batch->workers[number];
    const uint64_t *running = batch->running + number * batch->words;
    plan->kernel->evaluate(worker, &plan->bytecode.next);
    for (size_t k = 0; k < plan->feature_count; k++) {
        const uint64_t *value = slot_words(batch, number, plan->next[k].slot);
        for (size_t i = 0; i < batch->words; i++)
            worker->next[k * batch->words + i] =
                plan->next[k].is_negated ? ~value[i] : value[i];
    }
    for (size_t k = 0; k < plan->feature_count; k++) {
        uint64_t *value = slot_words(batch, number, plan->feature_slot[k]);
        for (size_t i = 0; i < batch->words; i++)
            value[i] = (value[i] & ~running[i]) |
                       (worker->next[k * batch->words + i] & running[i]);
    }
}

/* Makes joint moves that are legal; rows of terminal positions are not read. */
static void make_moves(LaneBatch *batch, const uint32_t *moves)
{
    const LanePlan *plan = batch->plan;
    for (size_t i = 0; i < batch->worker_count; i++)
        for (size_t k = 0; k < plan->set_count; k++)
            memset(slot_words(batch, i, plan->set_slots[k]), 0,
                   batch->words * sizeof(uint64_t));
    for (size_t i = 0; i < batch->count; i++)
        if (is_running(batch, i))
            set_move_sets(batch, i, moves + i * plan->net->role_count);
    for (size_t i = 0; i < batch->worker_count; i++)
        advance(batch, i);
    batch->is_evaluated = false;
}

bool lane_batch_step(LaneBatch *batch, const uint32_t *moves)
{
    size_t role_count = batch->plan->net->role_count;
    evaluate(batch);
    for (size_t i = 0; i < batch->count; i++)
        for (size_t role = 0; role < role_count && is_running(batch, i); role++)
            if (!is_legal(batch, i, role, moves[i * role_count + role]))
                return false;
    make_moves(batch, moves);
    return true;
}

bool lane_batch_step_turns(LaneBatch *batch, const uint32_t *moves)
{
    size_t role_count = batch->plan->net->role_count;
    find_turns(batch);
    for (size_t i = 0; i < batch->count; i++) {
        bool is_alone;
        size_t turn = role_in_turn(batch, i, &is_alone);
        uint32_t *row = batch->joint_moves + i * role_count;
        if (!is_running(batch, i))
            continue;
        for (size_t role = 0; role < role_count; role++) {
            if (!batch->legal_counts[i * role_count + role])
                return false;
            row[role] = batch->last_moves[i * role_count + role];
        }
        row[turn] = moves[i];
        if (!is_alone || !is_legal(batch, i, turn, moves[i]))
            return false;
    }
    make_moves(batch, batch->joint_moves);
    return true;
}
