/* circuit.c - the circuits of a game: core, extra, effects, outputs by phase
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

/* By feature: the literal whose value is kept up to date as its next bit in
 * PHASE; without lazy effects, its next value. */
static const Lit *next_lits(const Circuit *circuit, size_t phase)
{
    const Net *net = circuit->nets[phase];
    return circuit->sets_are_events ? net->next : net->default_next;
}

/* ---- the core ---- */

/* Marks what goals and percepts need. */
static void mark_answers(const Circuit *circuit, bool *is_marked)
{
    const Net *net = circuit->net;
    for (size_t i = 0; i < circuit->phase_count * net->role_count; i++) {
        const Role *role =
            &circuit->nets[i / net->role_count]->roles[i % net->role_count];
        for (size_t k = 0; k < role->goal_count; k++)
            net_mark_cone(net, role->goals[k].lit, is_marked);
        for (size_t k = 0; k < role->percept_count; k++)
            net_mark_cone(net, role->percepts[k].lit, is_marked);
    }
}

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

/* Chooses whether SETS_ARE_EVENTS, and returns what is then kept up to date. */
static bool *mark_core(Circuit *circuit, bool sets_are_events)
{
    bool *core = arena_array(circuit->arena, bool, circuit->net->node_count);
    circuit->sets_are_events = sets_are_events;
    for (size_t p = 0; p < circuit->phase_count; p++)
        mark_phase_cones(circuit, p, core);
    return core;
}

static size_t count_ands(const Net *net, const bool *is_member)
{
    size_t count = 0;
    for (uint32_t i = 0; i < net->node_count; i++)
        count += is_member[i] && net->nodes[i].kind == NODE_AND;
    return count;
}

/* Without effects known in advance, sets of moves are like features: nodes
 * that change. */
static void find_core(Circuit *circuit)
{
    const Net *net = circuit->net;
    bool *event_core = mark_core(circuit, true), *core = event_core;
    bool has_effects = true;
    for (size_t p = 0; p < circuit->phase_count; p++)
        has_effects = has_effects && circuit->nets[p]->effects;
    if (has_effects) {
        core = mark_core(circuit, false);
        if (!lazy_effects_pay(circuit->nets, circuit->phase_count, core,
                              count_ands(net, event_core))) {
            circuit->sets_are_events = true;
            core = event_core;
        }
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        core[i] = core[i] && is_computed(&net->nodes[i]);
    circuit->core = (Wiring){.net = net, .is_member = core};
}

/* What only goals and percepts need, and what it reads of the core. */
static void add_extra(Circuit *circuit)
{
    const Net *net = circuit->net;
    Wiring *core = &circuit->core, *extra = &circuit->extra;
    VEC(Edge) inputs = {0};
    bool *is_answer = arena_array(circuit->arena, bool, net->node_count);
    *extra = (Wiring){.net = net,
                      .is_member =
                          arena_array(circuit->arena, bool, net->node_count)};
    mark_answers(circuit, is_answer);
    for (uint32_t i = 0; i < net->node_count; i++)
        extra->is_member[i] =
            is_answer[i] && is_computed(&net->nodes[i]) && !core->is_member[i];
    wiring_lay(extra, NULL, 0, 0, circuit->arena);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (extra->is_member[i])
            continue;
        if (is_answer[i])
            wiring_need(core, core->id_of[i]);
        if (i && extra->id_of[i] != NO_INDEX &&
            wiring_is_read(extra, extra->id_of[i]))
            vec_push(&inputs, (Edge){core->id_of[i], extra->id_of[i]});
    }
    circuit->extra_input_count = inputs.count;
    circuit->extra_inputs = vec_finish(&inputs, circuit->arena);
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

static void lay_wiring(Circuit *circuit)
{
    OutputBits bits = {0};
    circuit->outputs =
        arena_array(circuit->arena, Outputs, circuit->phase_count);
    for (size_t p = 0; p < circuit->phase_count; p++)
        assign_phase_bits(circuit, p, &bits);
    wiring_lay(&circuit->core, bits.items, bits.count, circuit->output_words,
               circuit->arena);
    vec_free(&bits);
}

/* By move of ROLE: the ids of the move sets that contain it, in order. */
static Graph ids_of_sets(const Circuit *circuit, size_t role)
{
    Graph sets = net_sets_of_moves(circuit->net, role, circuit->arena);
    for (size_t i = 0; i < sets.first[sets.nodes]; i++)
        sets.targets[i] = circuit->core.id_of[sets.targets[i]];
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
    find_core(circuit);
    lay_wiring(circuit);
    if (!circuit->sets_are_events)
        circuit->effects = arena_array(arena, LazyEffects, phase_count);
    for (size_t i = 0; circuit->effects && i < phase_count; i++)
        circuit->effects[i] = lazy_effects_new(nets[i], &circuit->core, arena);
    add_extra(circuit);
    circuit->sets_of = arena_array(arena, Graph, net->role_count);
    for (size_t i = 0; i < net->role_count; i++)
        circuit->sets_of[i] = ids_of_sets(circuit, i);
    return circuit;
}

void circuit_free(Circuit *circuit)
{
    if (circuit)
        arena_free(circuit->arena);
}
