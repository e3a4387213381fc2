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

#include "base/fatal.h"
#include "sim/lazy_goals.h"

#include <stdlib.h>
#include <string.h>

struct Signals {
    const Circuit *circuit;
    Counters *core;
    Asked *asked;
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

void signals_set(Signals *signals, const uint64_t *state)
{
    const Circuit *circuit = signals->circuit;
    for (size_t i = 0; i < circuit->words; i++) {
        uint64_t changed = state[i] ^ signals->state[i];
        signals->state[i] = state[i];
        for (; changed; changed &= changed - 1) {
            size_t bit = i * 64 + (size_t)__builtin_ctzll(changed);
            uint32_t node = circuit->feature_node[bit];
            if (node)
                counters_set(signals->core, node, state[i] >> bit % 64 & 1);
        }
    }
    counters_settle(signals->core);
    asked_forget(signals->asked);
}

const uint64_t *signals_state(const Signals *signals)
{
    return signals->state;
}

bool signals_terminal(const Signals *signals, size_t phase)
{
    return get_bit(signals->outputs, signals->circuit->outputs[phase].terminal);
}

const uint64_t *signals_legal(const Signals *signals, size_t phase, size_t role)
{
    return signals->outputs + signals->circuit->outputs[phase].legal[role];
}

/* ---- moves ---- */

/* Before any move touches it. */
static void begin_next(Signals *signals, size_t phase)
{
    const Outputs *outputs = &signals->circuit->outputs[phase];
    const uint64_t *next = signals->outputs + outputs->next;
    for (size_t i = 0; i < signals->circuit->words; i++)
        signals->next[i] = (signals->state[i] & outputs->frame[i]) | next[i];
}

/* Roles that can only make one move in this phase are not looked at. */
static void change_moves(Signals *signals, size_t phase, const uint32_t *moves)
{
    const Circuit *circuit = signals->circuit;
    const uint32_t *made = circuit->nets[phase]->made;
    for (size_t i = 0; i < circuit->net->role_count; i++)
        if (signals->moves[i] != moves[i] && made[i] == NO_INDEX) {
            counters_change_move(signals->core, &circuit->sets[i],
                                 signals->moves[i], moves[i]);
            signals->moves[i] = moves[i];
        }
    counters_settle(signals->core);
    begin_next(signals, phase);
}

/* What is computed late, then the effects: see sim/lazy_effects.h. */
static void do_deeds(Signals *signals, size_t phase, uint32_t move)
{
    const Deeds *deeds = &signals->circuit->deeds[phase];
    const uint32_t *code = deeds->code + deeds->first[move];
    const uint32_t *end = deeds->code + deeds->first[move + 1];
    Counters *core = signals->core;
    uint64_t *next = signals->next;
    uint32_t slot = (uint32_t)signals->circuit->net->node_count;
    begin_next(signals, phase);
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

void signals_moves(Signals *signals, size_t phase, const uint32_t *moves)
{
    const Net *net = signals->circuit->nets[phase];
    asked_forget(signals->asked);
    if (signals->circuit->by_events) {
        change_moves(signals, phase, moves);
        return;
    }
    do_deeds(signals, phase, moves[net->mover]);
    memcpy(signals->moves, moves, net->role_count * sizeof *moves);
}

const uint64_t *signals_next(const Signals *signals)
{
    return signals->next;
}

bool signals_goal(Signals *signals, size_t phase, size_t role, size_t number)
{
    const Net *net = signals->circuit->nets[phase];
    return asked_value(signals->asked, net->roles[role].goals[number].lit,
                       signals->core, signals->moves);
}

bool signals_percept(Signals *signals, size_t phase, size_t role, size_t number)
{
    const Net *net = signals->circuit->nets[phase];
    return asked_value(signals->asked, net->roles[role].percepts[number].lit,
                       signals->core, signals->moves);
}

/* ---- beginning and end ---- */

static void note_output(Signals *signals, Lit lit, size_t bit)
{
    if (counters_value(signals->core, lit))
        set_bit(signals->outputs, bit);
}

static void note_outputs(Signals *signals, size_t phase)
{
    const Circuit *circuit = signals->circuit;
    const Net *net = circuit->nets[phase];
    const Outputs *outputs = &circuit->outputs[phase];
    const Lit *next = kept_next(circuit, phase);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            note_output(signals, net->roles[i].legal[k],
                        outputs->legal[i] * 64 + k);
    for (size_t i = 0; i < net->feature_count; i++)
        if (!get_bit(outputs->frame, i))
            note_output(signals, next[i], outputs->next * 64 + i);
    note_output(signals, net->terminal, outputs->terminal);
}

Signals *signals_new(const Circuit *circuit)
{
    const Net *net = circuit->net;
    Signals *signals = fatal_malloc(sizeof *signals);
    *signals = (Signals){.circuit = circuit, .asked = asked_new(circuit)};
    signals->state = fatal_calloc(circuit->words, sizeof *signals->state);
    signals->next = fatal_calloc(circuit->words, sizeof *signals->next);
    signals->outputs =
        fatal_calloc(circuit->output_words, sizeof *signals->outputs);
    signals->moves = fatal_calloc(net->role_count, sizeof *signals->moves);
    signals->core = counters_new(&circuit->core, signals->outputs);
    for (size_t p = 0; p < circuit->phases; p++)
        note_outputs(signals, p);
    for (size_t i = 0; circuit->by_events && i < net->role_count; i++)
        if (net->roles[i].move_count)
            counters_begin_move(signals->core, &circuit->sets[i], 0);
    signals_set(signals, circuit->initial);
    signals->first_counts =
        fatal_malloc(net->node_count * sizeof *signals->first_counts);
    signals->first_outputs =
        fatal_malloc(circuit->output_words * sizeof *signals->first_outputs);
    memcpy(signals->first_counts, signals->core->counts,
           net->node_count * sizeof *signals->first_counts);
    memcpy(signals->first_outputs, signals->outputs,
           circuit->output_words * sizeof *signals->outputs);
    return signals;
}

void signals_reset(Signals *signals)
{
    const Circuit *circuit = signals->circuit;
    memcpy(signals->core->counts, signals->first_counts,
           circuit->net->node_count * sizeof *signals->first_counts);
    memcpy(signals->outputs, signals->first_outputs,
           circuit->output_words * sizeof *signals->outputs);
    memcpy(signals->state, circuit->initial,
           circuit->words * sizeof *signals->state);
    memset(signals->moves, 0,
           circuit->net->role_count * sizeof *signals->moves);
    asked_forget(signals->asked);
}

void signals_free(Signals *signals)
{
    if (!signals)
        return;
    counters_free(signals->core);
    asked_free(signals->asked);
    free(signals->state);
    free(signals->next);
    free(signals->outputs);
    free(signals->moves);
    free(signals->first_counts);
    free(signals->first_outputs);
    free(signals);
}
