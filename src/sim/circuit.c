/* circuit.c - who reads which node of a network
 *
 * In:   a restricted Net (ground/restrict.h)
 * Out:  who reads whom, which output bits a node decides, and in what order
 * Next: sim/machine.c propagates changes through it
 *
 * Start reading at circuit_new(), at the end.
 */
#include "sim/circuit.h"

#include "base/vec.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

typedef VEC(OutputBit) OutputBits;

enum { MAX_CHEAP_EXTRA = 16 }; /* nodes for goals alone that are in the core */

static bool has_effects(const Circuit *circuit)
{
    for (size_t p = 0; p < circuit->phase_count; p++)
        if (!circuit->nets[p]->effects)
            return false;
    return true;
}

const Lit *next_lits(const Circuit *circuit, size_t phase)
{
    const Net *net = circuit->nets[phase];
    return circuit->sets_are_events ? net->next : net->default_next;
}

/* ---- the core ---- */

/* Marks in CORE what the outputs of PHASE need, goals and percepts aside. */
static void mark_phase_cones(const Circuit *circuit, size_t phase, bool *core)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = next_lits(circuit, phase);
    net_mark_cone(net, net->terminal, core);
    for (size_t i = 0; i < net->feature_count; i++)
        net_mark_cone(net, next[i], core);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            net_mark_cone(net, net->roles[i].legal[k], core);
}

/* Whether the value of a node comes from its inputs. */
static bool is_computed(const Node *node)
{
    return node->kind == NODE_AND || node->kind == NODE_LOOP;
}

/* Chooses whether SETS_ARE_EVENTS, marks in CORE what is then kept up to date,
 * and returns how many ANDs that is. */
static size_t mark_core(Circuit *circuit, bool sets_are_events, bool *core)
{
    const Net *net = circuit->net;
    size_t count = 0;
    circuit->sets_are_events = sets_are_events;
    for (size_t p = 0; p < circuit->phase_count; p++)
        mark_phase_cones(circuit, p, core);
    for (uint32_t i = 0; i < net->node_count; i++)
        count += core[i] && net->nodes[i].kind == NODE_AND;
    return count;
}

/* Without effects known in advance, sets of moves are like features: nodes
 * that change. */
static void find_core(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *event_core = arena_array(circuit->arena, bool, net->node_count);
    bool *core = arena_array(circuit->arena, bool, net->node_count);
    size_t event_count = mark_core(circuit, true, event_core);
    uint32_t lazy_counter_count = 0;
    if (has_effects(circuit)) {
        mark_core(circuit, false, core);
        circuit->effects =
            lazy_effects_new(circuit->nets, circuit->phase_count, core,
                             event_count, &lazy_counter_count, circuit->arena);
    }
    circuit->sets_are_events = !circuit->effects;
    if (circuit->sets_are_events) {
        memset(circuit->depends_on_moves, 0, net->node_count);
        core = event_core;
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        core[i] = core[i] && is_computed(&net->nodes[i]) &&
                  !circuit->depends_on_moves[i];
    circuit->core = (Wiring){.net = net,
                             .is_member = core,
                             .lazy_counter_count = lazy_counter_count};
}

/* What only goals and percepts need. A few nodes are cheaper in the core than
 * brought up to date on demand. */
static void find_extra(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *core = circuit->core.is_member;
    bool *extra = arena_array(circuit->arena, bool, net->node_count);
    size_t extra_count = 0, percept_count = 0;
    for (size_t i = 0; i < circuit->phase_count * net->role_count; i++) {
        const Role *role =
            &circuit->nets[i / net->role_count]->roles[i % net->role_count];
        for (size_t k = 0; k < role->goal_count; k++)
            net_mark_cone(net, role->goals[k].lit, extra);
        for (size_t k = 0; k < role->percept_count; k++)
            net_mark_cone(net, role->percepts[k].lit, extra);
        percept_count += role->percept_count;
    }
    for (uint32_t i = 0; i < net->node_count; i++) {
        extra[i] = extra[i] && is_computed(&net->nodes[i]) && !core[i];
        extra_count += extra[i];
    }
    circuit->has_extra = extra_count || percept_count;
    if (!percept_count && extra_count <= MAX_CHEAP_EXTRA) {
        for (uint32_t i = 0; i < net->node_count; i++)
            core[i] = core[i] || extra[i];
        memset(extra, 0, net->node_count);
        circuit->has_extra = false;
    }
    circuit->extra = (Wiring){.net = net, .is_member = extra};
}

/* Lists what the extra nodes read and that is none of them. Move sets are set
 * by the moves, unless they are nodes that change like features. */
static void find_extra_inputs(Circuit *circuit)
{
    const Net *net = circuit->net;
    const uint32_t *core = circuit->core.id_of, *extra = circuit->extra.id_of;
    VEC(Edge) inputs = {0};
    for (uint32_t i = 1; i < net->node_count; i++) {
        if (extra[i] == NO_INDEX || circuit->extra.is_member[i] ||
            !circuit->extra.is_read[extra[i]] ||
            (!circuit->sets_are_events && net->nodes[i].kind == NODE_MOVES))
            continue;
        assert(core[i] != NO_INDEX);
        vec_push(&inputs, (Edge){core[i], extra[i]});
        wiring_need(&circuit->core, core[i]);
    }
    circuit->extra_input_count = inputs.count;
    circuit->extra_inputs = vec_finish(&inputs, circuit->arena);
}

/* Goals and percepts that are features. */
static void keep_answers(Circuit *circuit)
{
    const uint32_t *id_of = circuit->core.id_of;
    for (size_t i = 0; i < circuit->phase_count * circuit->net->role_count;
         i++) {
        const Role *role = &circuit->nets[i / circuit->net->role_count]
                                ->roles[i % circuit->net->role_count];
        for (size_t k = 0; k < role->goal_count; k++)
            wiring_need(&circuit->core, id_of[lit_node(role->goals[k].lit)]);
        for (size_t k = 0; k < role->percept_count; k++)
            wiring_need(&circuit->core, id_of[lit_node(role->percepts[k].lit)]);
    }
}

/* ---- output bits ---- */

/* Features that no move changes keep their value: they have no output bit. */
static void assign_next_bits(Circuit *circuit, size_t phase, size_t word,
                             OutputBits *bits)
{
    const Net *net = circuit->nets[phase];
    const Lit *next = next_lits(circuit, phase);
    Outputs *outputs = &circuit->outputs[phase];
    outputs->next_word = word;
    outputs->all_stay = true;
    outputs->frame =
        arena_array(circuit->arena, uint64_t, circuit->state_words);
    for (size_t i = 0; i < net->feature_count; i++) {
        const Node *node = &net->nodes[lit_node(next[i])];
        if (node->kind == NODE_FEATURE && node->feature == i &&
            !lit_is_negated(next[i])) {
            set_bit(outputs->frame, i);
            continue;
        }
        vec_push(bits, (OutputBit){next[i], (uint32_t)(word * 64 + i)});
        outputs->all_stay = false;
    }
}

static void assign_phase_bits(Circuit *circuit, size_t phase, OutputBits *bits)
{
    const Net *net = circuit->nets[phase];
    Outputs *outputs = &circuit->outputs[phase];
    size_t word = circuit->output_words;
    outputs->legal_word = arena_array(circuit->arena, size_t, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        outputs->legal_word[i] = word;
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            vec_push(bits, (OutputBit){net->roles[i].legal[k],
                                       (uint32_t)(word * 64 + k)});
        word += words_for(net->roles[i].move_count);
    }
    assign_next_bits(circuit, phase, word, bits);
    word += circuit->state_words;
    outputs->terminal_bit = word * 64;
    vec_push(bits, (OutputBit){net->terminal, (uint32_t)(word * 64)});
    circuit->output_words = word + 1;
}

static void lay_wirings(Circuit *circuit)
{
    OutputBits bits = {0};
    circuit->outputs =
        arena_array(circuit->arena, Outputs, circuit->phase_count);
    for (size_t p = 0; p < circuit->phase_count; p++)
        assign_phase_bits(circuit, p, &bits);
    wiring_lay(&circuit->core, bits.items, bits.count, circuit->output_words,
               circuit->arena);
    wiring_lay(&circuit->extra, NULL, 0, 0, circuit->arena);
    vec_free(&bits);
}

/* By move of ROLE: the ids of the move sets that contain it, in order. */
static Graph sets_in_wiring(const Circuit *circuit, size_t role,
                            const Wiring *wiring)
{
    Graph sets = net_sets_of_moves(circuit->net, role, circuit->arena);
    for (size_t i = 0; i < sets.first[sets.nodes]; i++)
        sets.targets[i] = wiring->id_of[sets.targets[i]];
    return sets;
}

Circuit *circuit_new(const Net *const *nets, size_t phase_count)
{
    const Net *net = nets[0];
    Arena *arena = arena_new();
    Circuit *circuit = arena_alloc(arena, sizeof *circuit);
    circuit->arena = arena;
    circuit->net = net;
    circuit->nets = nets;
    for (size_t i = 1; i < phase_count; i++)
        assert(nets[i]->nodes == net->nodes); /* they share their nodes */
    circuit->phase_count = phase_count;
    circuit->state_words = words_for(net->feature_count);
    circuit->initial = arena_array(arena, uint64_t, circuit->state_words);
    for (size_t i = 0; i < net->feature_count; i++)
        if (net->initial[i])
            set_bit(circuit->initial, i);
    circuit->depends_on_moves = arena_array(arena, bool, net->node_count);
    net_mark_move_dependent(net, circuit->depends_on_moves);
    find_core(circuit);
    find_extra(circuit);
    lay_wirings(circuit);
    find_extra_inputs(circuit);
    keep_answers(circuit);
    for (size_t i = 0; circuit->effects && i < phase_count; i++)
        lazy_effects_finish(&circuit->effects[i],
                            nets[i]->roles[nets[i]->mover].move_count,
                            &circuit->core, arena);
    circuit->core_sets = arena_array(arena, Graph, net->role_count);
    circuit->extra_sets = arena_array(arena, Graph, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        circuit->core_sets[i] = sets_in_wiring(circuit, i, &circuit->core);
        circuit->extra_sets[i] = sets_in_wiring(circuit, i, &circuit->extra);
    }
    return circuit;
}

void circuit_free(Circuit *circuit)
{
    if (circuit)
        arena_free(circuit->arena);
}
