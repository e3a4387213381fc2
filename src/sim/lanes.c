/* lanes.c - one network on many positions at once: compiling it for vectors
 *
 * In:   a Net
 * Out:  a LanePlan
 * Next: lanes_kernel.h evaluates it, compiled once for each register width
 *
 * Vectors are as wide as the registers of the processor, chosen at run time:
 * compilers make poor code for wider ones. Nodes are sorted into three stages
 * by which outputs need them; the nodes of a component stay together. Start
 * reading at lane_plan_new().
 */
#include "sim/lanes.h"

#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>

/* ---- register widths ---- */

const LaneKernel *lanes_kernel(size_t max_lanes)
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

typedef enum { STAGE_POSITION, STAGE_GOALS, STAGE_NEXT, STAGE_NONE } Stage;

typedef struct {
    const Net *net;
    Arena *arena;
    Bytecode *bytecode;
    uint8_t *stage; /* by node */
    VEC(uint32_t) code;
} Compiler;

/* ---- stages of the bytecode ---- */

/* Marks the cones of all loops of each component that has a marked loop: a
 * component is computed as a whole. */
static void close_components(const Net *net, bool *is_marked)
{
    for (size_t c = net->component_count; c-- > 0;) {
        const Component *component = &net->components[c];
        bool is_needed = false;
        for (uint32_t i = component->first_loop; i < component->end_loop; i++)
            is_needed = is_needed || is_marked[net->loops[i].node];
        for (uint32_t i = component->first_loop; i < component->end_loop; i++)
            if (is_needed)
                net_mark_cone(net, 2 * net->loops[i].node, is_marked);
    }
}

/* A node is computed in the stage whose outputs need it; what two later stages
 * need is computed in the first. */
static void find_stages(Compiler *compiler, BytecodeScope scope)
{
    const Net *net = compiler->net;
    Arena *scratch = arena_new();
    bool *needed[STAGE_NONE], *by_moves;
    for (size_t i = 0; i < STAGE_NONE; i++)
        needed[i] = arena_array(scratch, bool, net->node_count);
    by_moves = arena_array(scratch, bool, net->node_count);
    net_mark_move_dependent(net, by_moves);
    for (uint32_t i = 0; i < net->node_count; i++)
        needed[STAGE_POSITION][i] = scope == BYTECODE_LEAVES && !by_moves[i];
    net_mark_cone(net, net->terminal, needed[STAGE_POSITION]);
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        for (size_t k = 0; k < role->move_count; k++)
            net_mark_cone(net, role->legal[k], needed[STAGE_POSITION]);
        for (size_t k = 0; k < role->goal_count; k++)
            net_mark_cone(net, role->goals[k].lit, needed[STAGE_GOALS]);
    }
    for (size_t i = 0; i < net->feature_count; i++)
        net_mark_cone(net, net->next[i], needed[STAGE_NEXT]);
    for (size_t i = 0; i < STAGE_NONE; i++)
        close_components(net, needed[i]);
    compiler->stage = arena_array(compiler->arena, uint8_t, net->node_count);
    for (size_t i = 0; i < net->node_count; i++) {
        bool goals = needed[STAGE_GOALS][i], next = needed[STAGE_NEXT][i];
        compiler->stage[i] = needed[STAGE_POSITION][i] || (goals && next)
                                 ? STAGE_POSITION
                             : goals ? STAGE_GOALS
                             : next  ? STAGE_NEXT
                                     : STAGE_NONE;
    }
    arena_free(scratch);
}

/* ---- its code ---- */

/* Takes the slots of the next vector. */
static uint32_t next_slot(Bytecode *bytecode)
{
    uint32_t slot = bytecode->slots;
    assert(slot <= UINT32_MAX - bytecode->stride);
    bytecode->slots += bytecode->stride;
    return slot;
}

static void number_leaves(Compiler *compiler)
{
    const Net *net = compiler->net;
    Bytecode *bytecode = compiler->bytecode;
    bytecode->slot_of = arena_array(compiler->arena, uint32_t,
                                    net->node_count + net->feature_count);
    bytecode->is_read = arena_array(compiler->arena, bool, net->feature_count);
    uint32_t *feature_slot = bytecode->slot_of + net->node_count;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        bytecode->slot_of[i] =
            node->kind == NODE_AND ? NO_INDEX : next_slot(bytecode);
        if (node->kind == NODE_FEATURE) {
            bytecode->is_read[node->feature] = true;
            feature_slot[node->feature] = bytecode->slot_of[i];
        }
    }
    for (size_t i = 0; i < net->feature_count; i++)
        if (!bytecode->is_read[i])
            feature_slot[i] = next_slot(bytecode);
}

static void compile_and(Compiler *compiler, uint32_t number)
{
    const Net *net = compiler->net;
    const Node *node = &net->nodes[number];
    const Lit *inputs = net->inputs + node->first_input;
    uint32_t negated = 0;
    for (uint32_t i = 0; i < node->input_count; i++)
        negated += lit_is_negated(inputs[i]);
    vec_push(&compiler->code, node->input_count - negated);
    vec_push(&compiler->code, negated);
    for (uint32_t sign = 0; sign < 2; sign++)
        for (uint32_t i = 0; i < node->input_count; i++)
            if (lit_is_negated(inputs[i]) == sign) {
                uint32_t slot =
                    compiler->bytecode->slot_of[lit_node(inputs[i])];
                assert(slot < compiler->bytecode->slots); /* computed before */
                vec_push(&compiler->code, slot);
            }
    assert(compiler->bytecode->slot_of[number] == NO_INDEX); /* only once */
    compiler->bytecode->slot_of[number] = next_slot(compiler->bytecode);
}

typedef VEC(Run) RunVec;

/* Compiles the ANDs of STAGE among nodes FIRST to END into RUN, and adds it to
 * RUNS unless it is empty. */
static void compile_range(Compiler *compiler, Stage stage, uint32_t first,
                          uint32_t end, Run run, RunVec *runs)
{
    assert(first <= end);
    run.code_begin = (uint32_t)compiler->code.count;
    run.first_slot = compiler->bytecode->slots;
    for (uint32_t i = first; i < end; i++)
        if (compiler->net->nodes[i].kind == NODE_AND &&
            compiler->stage[i] == stage)
            compile_and(compiler, i);
    run.code_end = (uint32_t)compiler->code.count;
    if (run.code_end > run.code_begin || run.end_loop > run.first_loop)
        vec_push(runs, run);
}

static bool has_loops_in(const Compiler *compiler, const Component *component,
                         Stage stage)
{
    const Net *net = compiler->net;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        if (compiler->stage[net->loops[i].node] == stage)
            return true;
    return false;
}

static Runs compile_stage(Compiler *compiler, Stage stage)
{
    const Net *net = compiler->net;
    const Run plain = {0};
    RunVec runs = {0};
    uint32_t next_node = 0;
    for (size_t i = 0; i < net->component_count; i++) {
        const Component *component = &net->components[i];
        Run loops = {0};
        if (has_loops_in(compiler, component, stage)) {
            loops.first_loop = component->first_loop;
            loops.end_loop = component->end_loop;
        }
        compile_range(compiler, stage, next_node, component->first_node, plain,
                      &runs);
        compile_range(compiler, stage, component->first_node,
                      component->end_node, loops, &runs);
        next_node = component->end_node;
    }
    compile_range(compiler, stage, next_node, (uint32_t)net->node_count, plain,
                  &runs);
    Runs result = {.count = runs.count};
    result.items = vec_finish(&runs, compiler->arena);
    return result;
}

static Bytecode bytecode_new(const Net *net, BytecodeScope scope, size_t stride,
                             Arena *arena)
{
    Bytecode bytecode = {.stride = (uint32_t)stride};
    Compiler compiler = {.net = net, .arena = arena, .bytecode = &bytecode};
    find_stages(&compiler, scope);
    number_leaves(&compiler);
    bytecode.legality = compile_stage(&compiler, STAGE_POSITION);
    bytecode.goals = compile_stage(&compiler, STAGE_GOALS);
    bytecode.next = compile_stage(&compiler, STAGE_NEXT);
    bytecode.code = vec_finish(&compiler.code, arena);
    bytecode.loops = arena_array(arena, LoopRef, net->loop_count);
    for (size_t i = 0; i < net->loop_count; i++)
        bytecode.loops[i] =
            (LoopRef){bytecode.slot_of[net->loops[i].node],
                      slot_ref(&bytecode, net->loops[i].definition)};
    return bytecode;
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
    RolePlan *role_plan = &plan->roles[number];
    role_plan->legal = arena_array(plan->arena, LegalSlot, role->move_count);
    for (uint32_t i = 0; i < role->move_count; i++)
        if (role->legal[i] != LIT_FALSE)
            role_plan->legal[role_plan->legal_count++] =
                (LegalSlot){i, slot_ref(&plan->bytecode, role->legal[i])};
    if (role_plan->legal_count > plan->max_legal)
        plan->max_legal = role_plan->legal_count;
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
                        const LaneKernel *kernel, size_t register_count)
{
    assert(0 < register_count && register_count <= 8);
    Arena *arena = arena_new();
    LanePlan *plan = arena_alloc(arena, sizeof *plan);
    *plan =
        (LanePlan){.kernel = kernel,
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
    free_all(worker->values, worker->next, worker->legal_rows,
             worker->made_rows, worker->move_masks, worker->row_moves, worker);
}
