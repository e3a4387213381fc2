/* walk_lanes.c - plays in lanes: positions, and the moves that led to them
 *
 * In:   a Net
 * Out:  values of its nodes in LANES positions, and random steps from there
 * Next: guided_walks.c decides where plays restart
 */
#include "prove/walk/walk_lanes.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_PLAY_STEPS = 256,    /* of a play since its origin; then archived */
    MOVES_BYTES = 256 << 20, /* of all plays, unless a step needs more */
};

/* ---- construction ---- */

/* The net compiled for vectors of LANES, of as many registers as they take. */
static void compile_net(WalkLanes *lanes, Arena *arena)
{
    const Net *net = lanes->net;
    const LaneKernel *kernel = lanes_kernel(LANES);
    size_t register_count = LANES / kernel->lanes;
    assert(register_count * kernel->lanes == LANES);
    size_t leaf_count = net->node_count + net->feature_count;
    lanes->plan = lane_plan_new(net, BYTECODE_LEAVES, kernel, register_count);
    lanes->worker = kernel->worker_new(lanes->plan);
    lanes->values = (Lanes *)lanes->worker->values;
    lanes->leaf_index = arena_array(arena, uint32_t, leaf_count);
    for (size_t i = 0; i < leaf_count; i++) {
        uint32_t slot = lanes->plan->bytecode.slot_of[i];
        lanes->leaf_index[i] =
            slot == NO_INDEX ? NO_INDEX : slot / (uint32_t)register_count;
    }
}

WalkLanes *walk_lanes_new(const Net *net, Arena *arena)
{
    WalkLanes *lanes =
        (WalkLanes *)lanes_new(sizeof *lanes / sizeof(Lanes) + 1);
    size_t step_bytes = LANES * (net->role_count + 1) * sizeof(uint32_t);
    uint64_t *initial =
        arena_array(arena, uint64_t, net->feature_count / 64 + 1);
    for (size_t i = 0; i < net->feature_count; i++)
        initial[i / 64] |= (uint64_t)net->initial[i] << i % 64;
    lanes->net = net;
    lanes->initial = initial;
    lanes->max_steps = MOVES_BYTES / step_bytes;
    if (lanes->max_steps > MAX_PLAY_STEPS)
        lanes->max_steps = MAX_PLAY_STEPS;
    if (!lanes->max_steps)
        lanes->max_steps = 1;
    lanes->moves = memory_array(lanes->max_steps, step_bytes);
    lanes->seeds = arena_array(arena, uint64_t, net->role_count);
    lanes->chosen_moves = arena_array(arena, uint32_t, net->role_count * LANES);
    compile_net(lanes, arena);
    walk_lanes_restart_all(lanes);
    return lanes;
}

void walk_lanes_free(WalkLanes *lanes)
{
    lane_worker_free(lanes->worker);
    lane_plan_free(lanes->plan);
    free_all(lanes->moves, lanes);
}

/* ---- positions ---- */

size_t shallowest_lane(const WalkLanes *lanes, const Lanes *selected)
{
    size_t best = LANES;
    for (size_t i = 0; i < LANE_WORDS; i++)
        for (uint64_t remaining = (*selected)[i]; remaining;
             remaining &= remaining - 1) {
            size_t lane = i * 64 + (size_t)__builtin_ctzll(remaining);
            if (best == LANES ||
                play_depth(lanes, lane) < play_depth(lanes, best))
                best = lane;
        }
    assert(best < LANES);
    return best;
}

void walk_lanes_evaluate(WalkLanes *lanes)
{
    Lit terminal = lanes->net->terminal;
    lanes->plan->kernel->evaluate(lanes->worker,
                                  &lanes->plan->bytecode.legality);
    lanes->terminal = *leaf_lanes(lanes, lit_node(terminal));
    if (terminal & 1) /* negated */
        lanes->terminal = ~lanes->terminal;
}

void walk_lanes_advance(WalkLanes *lanes, const Lanes *running, Random *random)
{
    for (size_t i = 0; i < lanes->net->role_count; i++)
        lanes->seeds[i] = random_next(random) | 1;
    lanes->plan->kernel->advance(lanes->worker, (const uint64_t *)running,
                                 lanes->seeds, lanes->chosen_moves,
                                 (uint64_t *)&lanes->stuck);
}

void walk_lanes_load(WalkLanes *lanes, const uint64_t *const *states,
                     const Lanes *selected)
{
    lanes->plan->kernel->load(lanes->worker, states,
                              (const uint64_t *)selected);
}

/* ---- plays ---- */

void walk_lanes_restart(WalkLanes *lanes, const Lanes *selected)
{
    const uint64_t *states[LANES];
    Lanes initial = {0}, archived_origin;
    for (size_t lane = 0; lane < LANES; lane++) {
        LanePlay *play = &lanes->plays[lane];
        states[lane] = play->state;
        if (!lanes_has(selected, lane))
            continue;
        assert(play->state);
        play->age = 0;
        play->archived = NO_INDEX;
        if (play->origin == NO_INDEX)
            lanes_add(&initial, lane);
    }
    lanes->counterexamples &= ~*selected;
    for (size_t k = 1; k <= MAX_DEGREE; k++)
        lanes->age_at_least[k] &= ~*selected;
    for (uint32_t i = 0; lanes_any(&initial) && i < lanes->net->feature_count;
         i++) {
        Lanes *feature = feature_lanes(lanes, i);
        *feature =
            lanes->net->initial[i] ? *feature | initial : *feature & ~initial;
    }
    archived_origin = *selected & ~initial;
    if (lanes_any(&archived_origin))
        walk_lanes_load(lanes, states, &archived_origin);
}

void walk_lanes_restart_all(WalkLanes *lanes)
{
    Lanes every_lane = ~(Lanes){0};
    for (size_t lane = 0; lane < LANES; lane++)
        lanes->plays[lane] =
            (LanePlay){NO_INDEX, lanes->initial, 0, 0, NO_INDEX};
    lanes->age_at_least[0] = every_lane;
    walk_lanes_restart(lanes, &every_lane);
}

/* ---- properties ---- */

/* Sets RESULT to the conjunction of the values of INPUTS. */
static void conjoin_inputs(const Ref *inputs, uint32_t count,
                           const Lanes *values, Lanes *result)
{
    /* A part of the lanes that fits into a register of every processor. */
    typedef uint64_t Pair __attribute__((vector_size(16)));
    for (size_t part = 0; part < LANE_WORDS / 2; part++) {
        Pair conjunction = {UINT64_MAX, UINT64_MAX};
        for (uint32_t i = 0; i < count; i++) {
            uint64_t negated = -(uint64_t)(inputs[i] & 1);
            conjunction &= ((const Pair *)&values[inputs[i] / 2])[part] ^
                           (Pair) { negated, negated };
        }
        ((Pair *)result)[part] = conjunction;
    }
}

void gate_lanes_free(GateLanes *gates)
{
    memory_free(gates->values);
    vec_free(&gates->planned);
}

void gate_lanes_plan(GateLanes *gates, const bool *is_needed)
{
    size_t count = 1;
    vec_clear(&gates->planned);
    for (uint32_t i = 1; i < gates->properties->gates.count; i++)
        if (is_needed[i]) {
            vec_push(&gates->planned, i);
            count = i + 1;
        }
    if (gates->capacity >= count)
        return;
    memory_free(gates->values);
    gates->values = lanes_new(count);
    gates->capacity = count;
    gates->values[0] = ~(Lanes){0};
}

void gate_lanes_read(GateLanes *gates, unsigned level, const WalkLanes *lanes)
{
    for (size_t i = 0; i < gates->planned.count; i++) {
        uint32_t number = gates->planned.items[i];
        const Gate *gate = &gates->properties->gates.items[number];
        if (gate->is_leaf && gate->level == level)
            gates->values[number] = *leaf_lanes(lanes, gate->node);
    }
}

void gate_lanes_evaluate(GateLanes *gates)
{
    for (size_t i = 0; i < gates->planned.count; i++) {
        uint32_t number = gates->planned.items[i];
        const Gate *gate = &gates->properties->gates.items[number];
        if (!gate->is_leaf)
            conjoin_inputs(gates->properties->inputs.items + gate->first,
                           gate->count, gates->values, &gates->values[number]);
    }
}
