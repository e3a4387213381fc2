/* propagation.c - one network, one position at a time, only what changes
 *
 * In:   a Circuit
 * Out:  what holds at a position, and the position after a joint move
 *
 * Changes of the position run through counters (sim/counters.h). What outputs
 * need to be known (legal moves, the end) is kept as bits that are flipped on
 * the way. Nodes that only goals or percepts need are left out of that and
 * computed when somebody asks (sim/lazy_goals.h).
 *
 * So are nodes that depend on the moves, if the effects of moves are known in
 * advance (ground/effects.h): a feature then has a value that it takes unless
 * a move touches it, kept as a bit too, and a move costs what it touches.
 */
#include "sim/propagation.h"

#include "base/memory.h"
#include "sim/lazy_goals.h"

#include <stdlib.h>
#include <string.h>

struct Propagation {
    const Circuit *circuit;
    Counters *core;
    LazyGoals *lazy;
    uint64_t *state, *next, *outputs;
    uint32_t *moves;         /* the joint move that is made */
    uint16_t *first_counts;  /* as they were at first, */
    uint64_t *first_outputs; /* with the outputs */
};

static bool get_bit(const uint64_t *words, size_t bit)
{
    return words[bit / 64] >> bit % 64 & 1;
}

/* ---- standing somewhere ---- */

void propagation_set(Propagation *propagation, const uint64_t *state)
{
    const Circuit *circuit = propagation->circuit;
    for (size_t i = 0; i < circuit->words; i++) {
        uint64_t changed = state[i] ^ propagation->state[i];
        propagation->state[i] = state[i];
        for (; changed; changed &= changed - 1) {
            size_t bit = i * 64 + (size_t)__builtin_ctzll(changed);
            uint32_t node = circuit->feature_node[bit];
            if (node)
                counters_set(propagation->core, node, state[i] >> bit % 64 & 1);
        }
    }
    counters_settle(propagation->core);
    lazy_goals_forget(propagation->lazy);
}

const uint64_t *propagation_state(const Propagation *propagation)
{
    return propagation->state;
}

bool propagation_terminal(const Propagation *propagation, size_t phase)
{
    return get_bit(propagation->outputs,
                   propagation->circuit->outputs[phase].terminal);
}

const uint64_t *propagation_legal(const Propagation *propagation, size_t phase,
                                  size_t role)
{
    return propagation->outputs +
           propagation->circuit->outputs[phase].legal[role];
}

/* ---- moves ---- */

/* Before any move touches it. */
static void begin_next(Propagation *propagation, size_t phase)
{
    const Outputs *outputs = &propagation->circuit->outputs[phase];
    const uint64_t *next = propagation->outputs + outputs->next;
    for (size_t i = 0; i < propagation->circuit->words; i++)
        propagation->next[i] =
            (propagation->state[i] & outputs->frame[i]) | next[i];
}

/* Roles that can only make one move in this phase are not looked at. */
static void change_moves(Propagation *propagation, size_t phase,
                         const uint32_t *moves)
{
    const Circuit *circuit = propagation->circuit;
    const uint32_t *made = circuit->nets[phase]->made;
    for (size_t i = 0; i < circuit->net->role_count; i++)
        if (propagation->moves[i] != moves[i] && made[i] == NO_INDEX) {
            counters_change_move(propagation->core, &circuit->sets[i],
                                 propagation->moves[i], moves[i]);
            propagation->moves[i] = moves[i];
        }
    counters_settle(propagation->core);
    begin_next(propagation, phase);
}

/* What is computed late, then the effects: see sim/lazy_effects.h. */
static void do_deeds(Propagation *propagation, size_t phase, uint32_t move)
{
    const LazyEffects *deeds = &propagation->circuit->deeds[phase];
    const uint32_t *code = deeds->code + deeds->first[move];
    const uint32_t *end = deeds->code + deeds->first[move + 1];
    Counters *core = propagation->core;
    uint64_t *next = propagation->next;
    uint32_t slot = (uint32_t)propagation->circuit->net->node_count;
    begin_next(propagation, phase);
    for (uint32_t left = *code++; left; left--) {
        counters_compute(core, slot++, code + 1, *code);
        code += 1 + *code;
    }
    for (; code < end; code += 3) {
        uint64_t bit = (uint64_t)1 << code[0] % 64, *word = &next[code[0] / 64];
        *word |= counters_value(core, code[1]) ? bit : 0;
        *word &= ~(counters_value(core, code[2]) ? bit : 0);
    }
}

void propagation_moves(Propagation *propagation, size_t phase,
                       const uint32_t *moves)
{
    const Net *net = propagation->circuit->nets[phase];
    lazy_goals_forget(propagation->lazy);
    if (propagation->circuit->by_events) {
        change_moves(propagation, phase, moves);
        return;
    }
    do_deeds(propagation, phase, moves[net->mover]);
    memcpy(propagation->moves, moves, net->role_count * sizeof *moves);
}

const uint64_t *propagation_next(const Propagation *propagation)
{
    return propagation->next;
}

bool propagation_goal(Propagation *propagation, size_t phase, size_t role,
                      size_t number)
{
    const Net *net = propagation->circuit->nets[phase];
    return lazy_goals_value(propagation->lazy,
                            net->roles[role].goals[number].lit,
                            propagation->core, propagation->moves);
}

bool propagation_percept(Propagation *propagation, size_t phase, size_t role,
                         size_t number)
{
    const Net *net = propagation->circuit->nets[phase];
    return lazy_goals_value(propagation->lazy,
                            net->roles[role].percepts[number].lit,
                            propagation->core, propagation->moves);
}

/* ---- beginning and end ---- */

static void note_output(Propagation *propagation, Lit lit, size_t bit)
{
    if (counters_value(propagation->core, lit))
        set_bit(propagation->outputs, bit);
}

static void note_outputs(Propagation *propagation, size_t phase)
{
    const Circuit *circuit = propagation->circuit;
    const Net *net = circuit->nets[phase];
    const Outputs *outputs = &circuit->outputs[phase];
    const Lit *next = kept_next(circuit, phase);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            note_output(propagation, net->roles[i].legal[k],
                        outputs->legal[i] * 64 + k);
    for (size_t i = 0; i < net->feature_count; i++)
        if (!get_bit(outputs->frame, i))
            note_output(propagation, next[i], outputs->next * 64 + i);
    note_output(propagation, net->terminal, outputs->terminal);
}

Propagation *propagation_new(const Circuit *circuit)
{
    const Net *net = circuit->net;
    Propagation *propagation = memory_alloc(sizeof *propagation);
    *propagation =
        (Propagation){.circuit = circuit, .lazy = lazy_goals_new(circuit)};
    propagation->state =
        memory_zeroed(circuit->words, sizeof *propagation->state);
    propagation->next =
        memory_zeroed(circuit->words, sizeof *propagation->next);
    propagation->outputs =
        memory_zeroed(circuit->output_words, sizeof *propagation->outputs);
    propagation->moves =
        memory_zeroed(net->role_count, sizeof *propagation->moves);
    propagation->core = counters_new(&circuit->core, propagation->outputs);
    for (size_t p = 0; p < circuit->phases; p++)
        note_outputs(propagation, p);
    for (size_t i = 0; circuit->by_events && i < net->role_count; i++)
        if (net->roles[i].move_count)
            counters_begin_move(propagation->core, &circuit->sets[i], 0);
    propagation_set(propagation, circuit->initial);
    propagation->first_counts =
        memory_array(net->node_count, sizeof *propagation->first_counts);
    propagation->first_outputs =
        memory_array(circuit->output_words, sizeof *propagation->first_outputs);
    memcpy(propagation->first_counts, propagation->core->counts,
           net->node_count * sizeof *propagation->first_counts);
    memcpy(propagation->first_outputs, propagation->outputs,
           circuit->output_words * sizeof *propagation->outputs);
    return propagation;
}

void propagation_reset(Propagation *propagation)
{
    const Circuit *circuit = propagation->circuit;
    memcpy(propagation->core->counts, propagation->first_counts,
           circuit->net->node_count * sizeof *propagation->first_counts);
    memcpy(propagation->outputs, propagation->first_outputs,
           circuit->output_words * sizeof *propagation->outputs);
    memcpy(propagation->state, circuit->initial,
           circuit->words * sizeof *propagation->state);
    memset(propagation->moves, 0,
           circuit->net->role_count * sizeof *propagation->moves);
    lazy_goals_forget(propagation->lazy);
}

void propagation_free(Propagation *propagation)
{
    if (!propagation)
        return;
    counters_free(propagation->core);
    lazy_goals_free(propagation->lazy);
    free(propagation->state);
    free(propagation->next);
    free(propagation->outputs);
    free(propagation->moves);
    free(propagation->first_counts);
    free(propagation->first_outputs);
    free(propagation);
}
