/* machine.c - play a grounded game: legal moves, next position, outcome
 *
 * In:   a Net
 * Out:  what holds at a position, and the position after a joint move
 *
 * Event-driven simulation: a cursor keeps the values of the nodes of a circuit
 * (circuit.h), and what changes from one position to the next propagates
 * through counters (counters.c). Legal moves and the end are kept as bits that
 * are flipped on the way. Nodes that only goals or percepts need have counters
 * of their own, brought up to date on demand: to count the pieces of a full
 * board takes thousands of nodes, of which few are true. So are nodes that
 * depend on the moves, if the effects of moves are known in advance
 * (ground/effects.c): a feature then has a value that it takes unless a move
 * touches it, and a move costs what it touches (lazy_effects.c).
 *
 * A game with turns has a network for each phase (ground/restrict.h), in which
 * it is known whose turn it is; they share their nodes in one circuit. A step
 * is cursor_moves(), then cursor_set() to cursor_next().
 */
#include "sim/machine.h"

#include "base/bits.h"
#include "base/vec.h"
#include "ground/restrict.h"
#include "sim/circuit.h"
#include "sim/playout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Features of a word that determine the phase, and their values in each. */
typedef struct {
    uint32_t word;
    uint64_t mask, values[MAX_PHASES];
} PhaseWord;

struct Machine {
    const Net *net;
    Arena *arena;
    Phases phases;
    Circuit *circuit;
    PhaseWord *phase_words;
    size_t phase_word_count;
};

struct Cursor {
    const Machine *machine;
    const Circuit *circuit;
    size_t phase;
    Counters *core;
    Counters *extra; /* for goals and percepts */
    bool extra_is_current;
    uint64_t *state, *next;
    uint64_t *outputs;         /* of the core */
    uint32_t *moves, *chosen;  /* as told to the core, and the joint move */
    uint8_t *initial_counts;   /* at the initial state, */
    uint64_t *initial_outputs; /* with the outputs */
};

/* ---- machines ---- */

/* Finds the features that are known in all phases. */
static void find_phase_words(Machine *machine)
{
    const Phases *phases = &machine->phases;
    VEC(PhaseWord) words = {0};
    for (uint32_t i = 0; i < machine->net->feature_count; i++) {
        uint64_t bit = (uint64_t)1 << i % 64;
        if (phases->known[0][i] == NOT_KNOWN)
            continue;
        if (!words.count || vec_last(&words).word != i / 64)
            vec_push(&words, (PhaseWord){.word = i / 64});
        PhaseWord *word = &vec_last(&words);
        word->mask |= bit;
        for (size_t phase = 0; phase < phases->count; phase++)
            if (phases->known[phase][i] == KNOWN_TRUE)
                word->values[phase] |= bit;
    }
    machine->phase_word_count = words.count;
    machine->phase_words = vec_finish(&words, machine->arena);
}

Machine *machine_new(const Net *net)
{
    Arena *arena = arena_new();
    Machine *machine = arena_alloc(arena, sizeof *machine);
    machine->arena = arena;
    machine->net = net;
    machine->phases = phases_of(net, arena);
    find_phase_words(machine);
    machine->circuit = circuit_new(machine->phases.nets, machine->phases.count);
    return machine;
}

void machine_free(Machine *machine)
{
    if (!machine)
        return;
    circuit_free(machine->circuit);
    net_free(machine->phases.nets[0]);
    arena_free(machine->arena);
}

const Net *machine_net(const Machine *machine)
{
    return machine->net;
}

/* Measured: what changes is a small part of the net. */
uint64_t machine_step_work(const Machine *machine)
{
    return machine->net->input_count / 20 + 100;
}

size_t machine_words(const Machine *machine)
{
    return machine->circuit->state_words;
}

const uint64_t *machine_initial(const Machine *machine)
{
    return machine->circuit->initial;
}

/* ---- cursors ---- */

static const Net *net_of_phase(const Cursor *cursor)
{
    return cursor->machine->phases.nets[cursor->phase];
}

static void *copy_of(const void *items, size_t count, size_t size)
{
    void *copy = memory_array(count, size);
    return count ? memcpy(copy, items, count * size) : copy;
}

Cursor *cursor_new(const Machine *machine)
{
    const Circuit *circuit = machine->circuit;
    const Net *net = circuit->net;
    Cursor *cursor = memory_alloc(sizeof *cursor);
    *cursor =
        (Cursor){.machine = machine,
                 .circuit = circuit,
                 .state = memory_zeroed(circuit->state_words, sizeof(uint64_t)),
                 .next = memory_zeroed(circuit->state_words, sizeof(uint64_t)),
                 .moves = memory_zeroed(net->role_count, sizeof(uint32_t)),
                 .chosen = memory_zeroed(net->role_count, sizeof(uint32_t))};
    cursor->core = counters_new(&circuit->core);
    cursor->extra = counters_new(&circuit->extra);
    cursor->outputs = cursor->core->outputs;
    for (size_t i = 0; i < net->role_count; i++) {
        const Graph *sets = &circuit->sets_of[i];
        for (uint32_t k = 0; net->roles[i].move_count && k < sets->first[1];
             k++)
            counters_set(cursor->core, sets->targets[k], true);
    }
    cursor_set(cursor, circuit->initial);
    assert(cursor->phase == 0);
    cursor->initial_counts =
        copy_of(cursor->core->counts, circuit->core.id_count,
                sizeof *cursor->initial_counts);
    cursor->initial_outputs = copy_of(cursor->outputs, circuit->output_words,
                                      sizeof *cursor->initial_outputs);
    return cursor;
}

void cursor_free(Cursor *cursor)
{
    if (!cursor)
        return;
    counters_free(cursor->core);
    counters_free(cursor->extra);
    free_all(cursor->state, cursor->next, cursor->moves, cursor->chosen,
             cursor->initial_counts, cursor->initial_outputs, cursor);
}

const Machine *cursor_machine(const Cursor *cursor)
{
    return cursor->machine;
}

/* ---- positions ---- */

static bool is_in_phase(const Machine *machine, const uint64_t *state,
                        size_t phase)
{
    for (size_t i = 0; i < machine->phase_word_count; i++) {
        const PhaseWord *word = &machine->phase_words[i];
        if ((state[word->word] & word->mask) != word->values[phase])
            return false;
    }
    return true;
}

/* Most often the phase after the last one. Every state that can be reached is
 * in some phase. */
static size_t find_phase(const Cursor *cursor, const uint64_t *state)
{
    const Machine *machine = cursor->machine;
    size_t phase = cursor->phase, tried = 0;
    if (machine->phases.count == 1)
        return 0;
    do {
        phase = phase + 1 < machine->phases.count ? phase + 1 : 0;
    } while (!is_in_phase(machine, state, phase) &&
             ++tried < machine->phases.count);
    return phase;
}

void cursor_set(Cursor *cursor, const uint64_t *state)
{
    const Circuit *circuit = cursor->circuit;
    cursor->phase = find_phase(cursor, state);
    counters_set_features(cursor->core, cursor->state, state,
                          circuit->state_words);
    cursor->extra_is_current = false;
}

/* Copying the initial values is cheaper than propagating what differs. */
void cursor_reset(Cursor *cursor)
{
    const Circuit *circuit = cursor->circuit;
    memcpy(cursor->core->counts, cursor->initial_counts,
           circuit->core.id_count * sizeof *cursor->initial_counts);
    memcpy(cursor->outputs, cursor->initial_outputs,
           circuit->output_words * sizeof *cursor->outputs);
    memcpy(cursor->state, circuit->initial,
           circuit->state_words * sizeof *cursor->state);
    memset(cursor->moves, 0, circuit->net->role_count * sizeof *cursor->moves);
    cursor->extra_is_current = false;
    cursor->phase = 0;
}

const uint64_t *cursor_state(const Cursor *cursor)
{
    return cursor->state;
}

bool cursor_is_terminal(const Cursor *cursor)
{
    return get_bit(cursor->outputs,
                   cursor->circuit->outputs[cursor->phase].terminal_bit);
}

const uint64_t *cursor_legal(const Cursor *cursor, size_t role)
{
    assert(role < cursor->circuit->net->role_count);
    return cursor->outputs +
           cursor->circuit->outputs[cursor->phase].legal_word[role];
}

/* In games with turns most roles have one legal move only. */
static uint32_t only_move(const Cursor *cursor, size_t role)
{
    return net_of_phase(cursor)->only_move[role];
}

uint32_t cursor_legal_count(const Cursor *cursor, size_t role)
{
    if (only_move(cursor, role) != NO_INDEX)
        return 1;
    const uint64_t *legal = cursor_legal(cursor, role);
    size_t word_count = words_for(cursor->machine->net->roles[role].move_count);
    uint32_t count = 0;
    for (size_t i = 0; i < word_count; i++)
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
        uint32_t legal_in_word = bits_count(legal[word]);
        if (choice < legal_in_word)
            break;
        choice -= legal_in_word;
    }
    return word * 64 + bits_select(legal[word], bits_sums(legal[word]), choice);
}

/* ---- moves ---- */

/* Sets NEXT to the next state as it is for features no move touches. */
static inline void init_next_state(Cursor *cursor)
{
    const Outputs *outputs = &cursor->circuit->outputs[cursor->phase];
    const uint64_t *next = cursor->outputs + outputs->next_word;
    for (size_t i = 0; i < cursor->circuit->state_words; i++)
        cursor->next[i] =
            outputs->all_stay
                ? cursor->state[i]
                : (cursor->state[i] & outputs->frame[i]) | next[i];
}

/* From the sets of one move to those of another; those that have both stay as
 * they are. The lists are in order. */
static void change_sets(Counters *core, const Graph *sets, uint32_t from,
                        uint32_t to)
{
    uint32_t i = sets->first[from], k = sets->first[to];
    uint32_t i_end = sets->first[from + 1], k_end = sets->first[to + 1];
    while (i < i_end || k < k_end) {
        uint32_t old = i < i_end ? sets->targets[i] : UINT32_MAX;
        uint32_t new = k < k_end ? sets->targets[k] : UINT32_MAX;
        if (old < new)
            counters_set(core, old, false);
        else if (new < old)
            counters_set(core, new, true);
        i += old <= new;
        k += new <= old;
    }
}

/* Tells the core which move sets the joint move is in. Roles that have only one
 * move in this phase are left out. */
static void set_moves(Cursor *cursor)
{
    const Circuit *circuit = cursor->circuit;
    for (size_t i = 0; i < circuit->net->role_count; i++)
        if (cursor->moves[i] != cursor->chosen[i] &&
            only_move(cursor, i) == NO_INDEX) {
            change_sets(cursor->core, &circuit->sets_of[i], cursor->moves[i],
                        cursor->chosen[i]);
            cursor->moves[i] = cursor->chosen[i];
        }
}

/* Computes the ANDs of CODE, each of which is the number of its inputs and
 * these, into COUNT slots from SLOT on, behind the ids: nothing is propagated.
 * Returns the end of the code. */
static inline const uint32_t *compute_ands(Counters *counters,
                                           const uint32_t *code, uint32_t count,
                                           uint32_t slot)
{
    for (; count; count--, slot++) {
        const Lit *end = code + 1 + *code;
        for (code++; code < end && counters_value(counters, *code);)
            code++;
        counters->counts[slot] = code < end;
        code = end;
    }
    return code;
}

/* Computes the nodes that MOVE needs, then its effects (lazy_effects.c). */
static void apply_effects(Cursor *cursor, uint32_t move)
{
    const LazyEffects *effects = &cursor->circuit->effects[cursor->phase];
    const uint32_t *at = effects->code + effects->first[move];
    const uint32_t *end = effects->code + effects->first[move + 1];
    Counters *core = cursor->core;
    uint64_t *next = cursor->next;
    init_next_state(cursor);
    const uint32_t *code =
        compute_ands(core, at + 1, *at, cursor->circuit->core.id_count);
    while (code < end) { /* feature, SET, CLEAR: see Effect; one word */
        uint32_t word = code[0] / 64;
        uint64_t set = 0, clear = 0;
        for (; code < end && code[0] / 64 == word; code += 3) {
            set |= (uint64_t)counters_value(core, code[1]) << code[0] % 64;
            clear |= (uint64_t)counters_value(core, code[2]) << code[0] % 64;
        }
        next[word] = (next[word] | set) & ~clear;
    }
    for (uint32_t i = effects->first_word[move];
         i < effects->first_word[move + 1]; i++) {
        const WordEffect *effect = &effects->words[i];
        next[effect->word] =
            (next[effect->word] & ~effect->clear) | effect->set;
    }
}

void cursor_moves(Cursor *cursor, const uint32_t *moves)
{
    const Net *net = net_of_phase(cursor);
    cursor->extra_is_current = false;
    for (size_t i = 0; i < net->role_count; i++)
        cursor->chosen[i] = moves[i];
    if (cursor->circuit->sets_are_events) {
        set_moves(cursor);
        counters_settle(cursor->core);
        init_next_state(cursor);
    } else {
        assert(moves[net->mover] < net->roles[net->mover].move_count);
        apply_effects(cursor, moves[net->mover]);
    }
}

const uint64_t *cursor_next(const Cursor *cursor)
{
    return cursor->next;
}

bool cursor_random_step(Cursor *cursor, Random *random, uint32_t *moves)
{
    if (cursor_is_terminal(cursor))
        return false;
    for (size_t i = 0; i < cursor->machine->net->role_count; i++) {
        uint32_t count = cursor_legal_count(cursor, i);
        if (!count)
            return false;
        moves[i] = cursor_legal_move(cursor, i, random_below(random, count));
    }
    cursor_moves(cursor, moves);
    cursor_set(cursor, cursor->next);
    return true;
}

/* The number of the legal move of ROLE that a playout makes; NO_INDEX if there
 * is none. */
static inline uint32_t playout_move(const Cursor *cursor, size_t role,
                                    uint64_t key, uint64_t step)
{
    uint64_t word = *cursor_legal(cursor, role), sums = bits_sums(word);
    bool is_one_word = cursor->circuit->net->roles[role].move_count <= 64;
    uint32_t count =
        is_one_word ? (uint32_t)(sums >> 56) : cursor_legal_count(cursor, role);
    if (!count || !cursor->circuit->net->roles[role].move_count)
        return NO_INDEX;
    uint32_t choice = playout_choice(key, step, role, count);
    return is_one_word ? bits_select(word, sums, choice)
                       : cursor_legal_move(cursor, role, choice);
}

bool cursor_playout_step(Cursor *cursor, uint64_t key, uint64_t step)
{
    const Net *net = net_of_phase(cursor);
    uint32_t *moves = cursor->chosen;
    if (cursor_is_terminal(cursor))
        return false;
    for (size_t i = 0; i < net->role_count; i++) {
        moves[i] = net->only_move[i];
        if (moves[i] == NO_INDEX)
            moves[i] = playout_move(cursor, i, key, step);
        if (moves[i] == NO_INDEX)
            return false;
    }
    cursor_moves(cursor, moves);
    cursor_set(cursor, cursor->next);
    return true;
}

/* ---- goals and percepts ---- */

/* Propagates through EXTRA what has changed since the last question. */
static void update_extra(Cursor *cursor)
{
    const Circuit *circuit = cursor->circuit;
    if (!circuit->sets_are_events) /* otherwise they were set at once */
        set_moves(cursor);
    for (size_t i = 0; i < circuit->extra_input_count; i++)
        counters_set(cursor->extra, circuit->extra_inputs[i].to,
                     !cursor->core->counts[circuit->extra_inputs[i].from]);
    counters_settle(cursor->extra);
    cursor->extra_is_current = true;
}

static bool value_on_demand(Cursor *cursor, Lit lit)
{
    const Circuit *circuit = cursor->circuit;
    uint32_t node = lit_node(lit), sign = lit_is_negated(lit);
    if (!cursor->extra_is_current)
        update_extra(cursor);
    return circuit->extra.is_member[node]
               ? counters_value(cursor->extra,
                                2 * circuit->extra.id_of[node] + sign)
               : counters_value(cursor->core,
                                2 * circuit->core.id_of[node] + sign);
}

bool cursor_goal(Cursor *cursor, size_t role, size_t number)
{
    const Role *role_info = &net_of_phase(cursor)->roles[role];
    assert(number < role_info->goal_count);
    return value_on_demand(cursor, role_info->goals[number].lit);
}

bool cursor_percept(Cursor *cursor, size_t role, size_t number)
{
    const Role *role_info = &net_of_phase(cursor)->roles[role];
    assert(number < role_info->percept_count);
    return value_on_demand(cursor, role_info->percepts[number].lit);
}
