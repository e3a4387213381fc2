/* sliced.c - many random playouts at once: compiling a network for vectors
 *
 * In:   a Net
 * Out:  totals of playouts
 * Next: sliced_lanes.h is the step loop, compiled once for each vector width
 *
 * Bit-slicing: bit i of every vector belongs to playout i, so one pass over the
 * network evaluates as many positions as a vector has bits. Vectors are as wide
 * as the registers of the processor, chosen at run time: compilers make poor
 * code for wider ones. A playout depends on its seed and number only, so the
 * width changes no answer.
 */
#include "base/memory.h"
#include "sim/sliced_plan.h"

#include <assert.h>
#include <stdlib.h>

/* ---- vector widths ---- */

const LaneEngine *sliced_best_engine(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        bool is_wide = __builtin_cpu_supports("avx512f") &&
                       __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq");
        return is_wide ? &sliced_512 : &sliced_256;
    }
#endif
    return &sliced_128;
}

/* ---- making it ---- */

static void find_features(Sliced *sliced)
{
    const Net *net = sliced->net;
    const Program *program = &sliced->program;
    sliced->features = arena_array(sliced->arena, uint32_t, net->node_count);
    sliced->feature_slot =
        arena_array(sliced->arena, uint32_t, net->node_count);
    sliced->set_slots = arena_array(sliced->arena, uint32_t, net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind == NODE_FEATURE) {
            sliced->features[sliced->feature_count] = net->nodes[i].first;
            sliced->feature_slot[sliced->feature_count++] = program->slot_of[i];
        } else if (net->nodes[i].kind == NODE_MOVES) {
            sliced->set_slots[sliced->set_count++] = program->slot_of[i];
        }
    }
    sliced->next = arena_array(sliced->arena, SlotRef, sliced->feature_count);
    for (size_t i = 0; i < sliced->feature_count; i++)
        sliced->next[i] = slot_ref(program, net->next[sliced->features[i]]);
}

static void find_candidates(Sliced *sliced, size_t role)
{
    const Role *from = &sliced->net->roles[role];
    RolePlan *plan = &sliced->roles[role];
    plan->candidates = arena_array(sliced->arena, Candidate, from->move_count);
    for (uint32_t i = 0; i < from->move_count; i++)
        if (from->legal[i] != LIT_FALSE)
            plan->candidates[plan->count++] =
                (Candidate){i, slot_ref(&sliced->program, from->legal[i])};
    plan->goals = arena_array(sliced->arena, SlotRef, from->goal_count);
    for (size_t i = 0; i < from->goal_count; i++)
        plan->goals[i] = slot_ref(&sliced->program, from->goals[i].lit);
    if (plan->count > sliced->max_moves)
        sliced->max_moves = plan->count;
}

static void find_sets(Sliced *sliced, size_t role)
{
    const Net *net = sliced->net;
    RolePlan *plan = &sliced->roles[role];
    size_t moves = net->roles[role].move_count, total = 0;
    plan->first_set = arena_array(sliced->arena, uint32_t, moves + 2);
    for (size_t i = 0; i < net->set_count; i++)
        for (size_t k = 0; net->sets[i].role == role && k < net->sets[i].count;
             k++, total++)
            plan->first_set[net->sets[i].moves[k] + 2]++;
    for (size_t i = 2; i < moves + 2; i++)
        plan->first_set[i] += plan->first_set[i - 1];
    plan->sets = arena_array(sliced->arena, uint32_t, total);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind != NODE_MOVES)
            continue;
        const MoveSet *set = &net->sets[net->nodes[i].first];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            plan->sets[plan->first_set[set->moves[k] + 1]++] =
                sliced->program.slot_of[i];
    }
}

Sliced *sliced_new_on(const Net *net, const LaneEngine *engine)
{
    Arena *arena = arena_new();
    Sliced *sliced = arena_alloc(arena, sizeof *sliced);
    sliced->arena = arena;
    sliced->net = net;
    sliced->engine = engine;
    sliced->program = program_new(net, arena);
    sliced->terminal = slot_ref(&sliced->program, net->terminal);
    sliced->roles = arena_array(arena, RolePlan, net->role_count);
    find_features(sliced);
    for (size_t i = 0; i < net->role_count; i++) {
        find_candidates(sliced, i);
        find_sets(sliced, i);
    }
    return sliced;
}

Sliced *sliced_new(const Net *net)
{
    return sliced_new_on(net, sliced_best_engine());
}

void sliced_free(Sliced *sliced)
{
    if (sliced)
        arena_free(sliced->arena);
}

/* ---- running it ---- */

void sliced_run(const Sliced *sliced, PlayoutTask *task, Tally *tally)
{
    Worker *worker = sliced->engine->worker_new(sliced);
    sliced->engine->run(worker, task, tally);
    sliced->engine->worker_free(worker);
}

struct SlicedBatch {
    const Sliced *sliced;
    Worker *worker;
};

SlicedBatch *sliced_batch_new(const Sliced *sliced)
{
    SlicedBatch *batch = memory_alloc(sizeof *batch);
    *batch = (SlicedBatch){sliced, sliced->engine->worker_new(sliced)};
    return batch;
}

void sliced_batch_free(SlicedBatch *batch)
{
    if (!batch)
        return;
    batch->sliced->engine->worker_free(batch->worker);
    free(batch);
}

uint64_t sliced_batch_run(SlicedBatch *batch, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals)
{
    const LaneEngine *engine = batch->sliced->engine;
    size_t roles = batch->sliced->net->role_count;
    uint64_t made = 0;
    assert(count <= SLICED_LANES);
    for (size_t i = 0; i < count * roles; i++)
        goals[i] = NO_GOAL;
    for (size_t at = 0; at < count; at += engine->lanes) {
        size_t here = count - at < engine->lanes ? count - at : engine->lanes;
        made +=
            engine->run_batch(batch->worker, states + at, here, seed,
                              first + at, steps, budget, goals + at * roles);
    }
    return made;
}
