/* machine.c - play a grounded game: legal moves, next position, outcome
 *
 * In:   a Net
 * Out:  states, one at a time
 *
 * A game with turns has a network for each phase (ground/phases.h), in which it
 * is known whose turn it is; they share their nodes in one circuit.
 */
#include "sim/machine.h"

#include "base/memory.h"
#include "ground/phases.h"
#include "base/bits.h"
#include "sim/propagation.h"

#include <stdlib.h>
#include <string.h>

struct Machine {
    const Net *net;
    Arena *arena;
    size_t words;
    uint64_t *initial;
    size_t phases;
    const Net *nets[MAX_PHASES];
    Circuit *circuit;
    uint64_t *masks;                /* features that tell the phase, */
    uint64_t *patterns[MAX_PHASES]; /* their values, */
    uint32_t *telling;              /* and the words that have any */
    size_t telling_count;
};

struct Cursor {
    const Machine *machine;
    size_t phase;
    Propagation *propagation;
};

static void note_patterns(Machine *machine, const Phases *phases)
{
    const Net *net = machine->net;
    machine->masks = arena_array(machine->arena, uint64_t, machine->words);
    for (size_t p = 0; p < phases->count; p++) {
        machine->patterns[p] =
            arena_array(machine->arena, uint64_t, machine->words);
        for (size_t i = 0; i < net->feature_count; i++) {
            if (phases->known[p][i] == NOT_KNOWN)
                continue;
            set_bit(machine->masks, i);
            if (phases->known[p][i] == KNOWN_TRUE)
                set_bit(machine->patterns[p], i);
        }
    }
    machine->telling = arena_array(machine->arena, uint32_t, machine->words);
    for (uint32_t i = 0; i < machine->words; i++)
        if (machine->masks[i])
            machine->telling[machine->telling_count++] = i;
}

Machine *machine_new(const Net *net)
{
    Arena *arena = arena_new();
    Machine *machine = arena_alloc(arena, sizeof *machine);
    machine->arena = arena;
    machine->net = net;
    machine->words = (net->feature_count + 63) / 64;
    machine->initial = arena_array(arena, uint64_t, machine->words);
    for (size_t i = 0; i < net->feature_count; i++)
        if (net->initial[i])
            set_bit(machine->initial, i);
    Phases phases = phases_of(net, arena);
    machine->phases = phases.count;
    note_patterns(machine, &phases);
    net_restrict(net, phases.known, phases.count, machine->nets);
    machine->circuit = circuit_new(machine->nets, machine->phases);
    return machine;
}

void machine_free(Machine *machine)
{
    if (!machine)
        return;
    circuit_free(machine->circuit);
    net_free(machine->nets[0]);
    arena_free(machine->arena);
}

const Net *machine_net(const Machine *machine)
{
    return machine->net;
}

size_t machine_words(const Machine *machine)
{
    return machine->words;
}

const uint64_t *machine_initial(const Machine *machine)
{
    return machine->initial;
}

/* ---- cursors ---- */

Cursor *cursor_new(const Machine *machine)
{
    Cursor *cursor = memory_alloc(sizeof *cursor);
    *cursor = (Cursor){.machine = machine,
                       .propagation = propagation_new(machine->circuit)};
    return cursor;
}

void cursor_free(Cursor *cursor)
{
    if (!cursor)
        return;
    propagation_free(cursor->propagation);
    free(cursor);
}

const Machine *cursor_machine(const Cursor *cursor)
{
    return cursor->machine;
}

static bool is_in_phase(const Machine *machine, const uint64_t *state,
                        size_t phase)
{
    for (size_t i = 0; i < machine->telling_count; i++) {
        uint32_t word = machine->telling[i];
        if ((state[word] & machine->masks[word]) !=
            machine->patterns[phase][word])
            return false;
    }
    return true;
}

/* Most often the phase after the last one. Every state that can be reached is
 * in some phase. */
void cursor_set(Cursor *cursor, const uint64_t *state)
{
    const Machine *machine = cursor->machine;
    size_t phase = machine->phases == 1 ? 0 : cursor->phase;
    for (size_t i = 0; machine->phases > 1 && i < machine->phases; i++) {
        phase = (cursor->phase + 1 + i) % machine->phases;
        if (is_in_phase(machine, state, phase))
            break;
    }
    cursor->phase = phase;
    propagation_set(cursor->propagation, state);
}

void cursor_reset(Cursor *cursor)
{
    propagation_reset(cursor->propagation);
    cursor->phase = 0;
}

const uint64_t *cursor_state(const Cursor *cursor)
{
    return propagation_state(cursor->propagation);
}

bool cursor_terminal(const Cursor *cursor)
{
    return propagation_terminal(cursor->propagation, cursor->phase);
}

const uint64_t *cursor_legal(const Cursor *cursor, size_t role)
{
    return propagation_legal(cursor->propagation, cursor->phase, role);
}

/* In games with turns most roles can do one thing only. */
static uint32_t only_move(const Cursor *cursor, size_t role)
{
    return cursor->machine->nets[cursor->phase]->made[role];
}

uint32_t cursor_legal_count(const Cursor *cursor, size_t role)
{
    if (only_move(cursor, role) != NO_INDEX)
        return 1;
    const uint64_t *legal = cursor_legal(cursor, role);
    size_t moves = cursor->machine->net->roles[role].move_count;
    uint32_t count = 0;
    for (size_t i = 0; i < (moves + 63) / 64; i++)
        count += bits_count(legal[i]);
    return count;
}

uint32_t cursor_legal_move(const Cursor *cursor, size_t role, uint32_t choice)
{
    if (only_move(cursor, role) != NO_INDEX)
        return only_move(cursor, role);
    const uint64_t *legal = cursor_legal(cursor, role);
    uint32_t word = 0;
    for (;; word++) {
        uint32_t here = bits_count(legal[word]);
        if (choice < here)
            break;
        choice -= here;
    }
    uint64_t left = legal[word];
    while (choice--)
        left &= left - 1;
    return word * 64 + (uint32_t)__builtin_ctzll(left);
}

void cursor_moves(Cursor *cursor, const uint32_t *moves)
{
    propagation_moves(cursor->propagation, cursor->phase, moves);
}

const uint64_t *cursor_next(const Cursor *cursor)
{
    return propagation_next(cursor->propagation);
}

bool cursor_goal(Cursor *cursor, size_t role, size_t number)
{
    return propagation_goal(cursor->propagation, cursor->phase, role, number);
}

bool cursor_percept(Cursor *cursor, size_t role, size_t number)
{
    return propagation_percept(cursor->propagation, cursor->phase, role,
                               number);
}
