/* lanes.c - one network on many positions at once: compiling it for vectors
 *
 * In:   a Net
 * Out:  a LanePlan
 * Next: lanes_kernel.h evaluates it, compiled once for each register width
 *
 * Vectors are as wide as the registers of the processor, chosen at run time:
 * compilers make poor code for wider ones. Start reading at lane_plan_new().
 */
#include "sim/lanes.h"

#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>

/* ---- register widths ---- */

const LaneEngine *lanes_engine(size_t max_lanes)
{
#ifdef __x86_64__
    bool has_avx2 = __builtin_cpu_supports("avx2") &&
                    __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("popcnt");
    bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq");
    if (has_avx512 && lanes_512.lanes <= max_lanes)
        return &lanes_512;
    if (has_avx2 && lanes_256.lanes <= max_lanes)
        return &lanes_256;
#endif
    assert(lanes_128.lanes <= max_lanes);
    return &lanes_128;
}

/* ---- plans ---- */

static void find_features(LanePlan *plan, BytecodeScope scope)
{
    const Net *net = plan->net;
    const Bytecode *bytecode = &plan->bytecode;
    const uint32_t *slot_of = bytecode->slot_of + net->node_count;
    plan->features = arena_array(plan->arena, uint32_t, net->feature_count);
    plan->feature_slot = arena_array(plan->arena, uint32_t, net->feature_count);
    plan->next = arena_array(plan->arena, SlotRef, net->feature_count);
    for (uint32_t i = 0; i < net->feature_count; i++) {
        if (scope == BYTECODE_PLAY && !bytecode->is_read[i])
            continue;
        assert(slot_of[i] < bytecode->slots);
        plan->features[plan->feature_count] = i;
        plan->feature_slot[plan->feature_count] = slot_of[i];
        plan->next[plan->feature_count++] = slot_ref(bytecode, net->next[i]);
    }
}

static void find_legal_slots(LanePlan *plan, size_t number)
{
    const Role *role = &plan->net->roles[number];
    RolePlan *to = &plan->roles[number];
    to->legal = arena_array(plan->arena, LegalSlot, role->move_count);
    for (uint32_t i = 0; i < role->move_count; i++)
        if (role->legal[i] != LIT_FALSE)
            to->legal[to->legal_count++] =
                (LegalSlot){i, slot_ref(&plan->bytecode, role->legal[i])};
    if (to->legal_count > plan->max_legal)
        plan->max_legal = to->legal_count;
}

/* The slots of move sets, of all and by move of a role. */
static void find_move_sets(LanePlan *plan)
{
    const Net *net = plan->net;
    const uint32_t *slot_of = plan->bytecode.slot_of;
    plan->set_slots = arena_array(plan->arena, uint32_t, net->set_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_MOVES)
            plan->set_slots[plan->set_count++] = slot_of[i];
    assert(plan->set_count == net->set_count);
    for (size_t i = 0; i < net->role_count; i++) {
        Graph sets = net_sets_of_moves(net, i, plan->arena);
        for (uint32_t k = 0; k < sets.first[sets.nodes]; k++)
            sets.targets[k] = slot_of[sets.targets[k]];
        plan->roles[i].sets = sets;
    }
}

LanePlan *lane_plan_new(const Net *net, BytecodeScope scope,
                        const LaneEngine *engine, size_t register_count)
{
    assert(0 < register_count && register_count <= 8);
    Arena *arena = arena_new();
    LanePlan *plan = arena_alloc(arena, sizeof *plan);
    *plan =
        (LanePlan){.engine = engine,
                   .registers = register_count,
                   .net = net,
                   .arena = arena,
                   .bytecode = bytecode_new(net, scope, register_count, arena)};
    plan->terminal = slot_ref(&plan->bytecode, net->terminal);
    plan->roles = arena_array(arena, RolePlan, net->role_count);
    find_features(plan, scope);
    find_move_sets(plan);
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        find_legal_slots(plan, i);
        plan->roles[i].goals = arena_array(arena, SlotRef, role->goal_count);
        for (size_t k = 0; k < role->goal_count; k++)
            plan->roles[i].goals[k] =
                slot_ref(&plan->bytecode, role->goals[k].lit);
    }
    return plan;
}

void lane_plan_free(LanePlan *plan)
{
    if (plan)
        arena_free(plan->arena);
}

/* ---- workers ---- */

void lane_worker_free(LaneWorker *worker)
{
    if (!worker)
        return;
    free_all(worker->values, worker->next, worker->rows, worker->does,
             worker->masks, worker->moves, worker);
}
