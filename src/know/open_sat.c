/* open_sat.c - a solver for what has too many supports
 *
 * In:   an open program with values: never, maybe, must
 * Out:  whether a literal can be true; what it entails
 *
 * Only atoms that may be true or false become gates, and only those that a
 * question needs. An atom that depends on itself is unrolled: after as many
 * levels as its component has atoms nothing new can follow. Start reading at
 * gate_of().
 */
#include "know/open_sat.h"

#include "base/map.h"
#include "base/sort.h"

#include <stdlib.h>

enum {
    MAX_CONFLICTS = 20000, /* in one question */
    MAX_LEVELS = 200000,   /* literals in an unrolled component */
};

struct OpenSat {
    const Program *program;
    const uint8_t *base;
    AtomState *states;
    Sat *sat;
    VEC(AtomId) stack;
    VEC(AtomId) made; /* atoms with gates, to be forgotten at the end */
    VEC(SatLit) body, arms;
    bool limited;
};

OpenSat *open_sat_new(const Program *program, const uint8_t *base,
                      AtomState *states, const Budget *budget)
{
    OpenSat *doubt = fatal_malloc(sizeof *doubt);
    *doubt = (OpenSat){.program = program,
                       .base = base,
                       .states = states,
                       .sat = sat_new(budget)};
    return doubt;
}

void open_sat_free(OpenSat *doubt)
{
    if (!doubt)
        return;
    for (size_t i = 0; i < doubt->made.count; i++)
        doubt->states[doubt->made.items[i]].gate = 0;
    sat_free(doubt->sat);
    vec_free(&doubt->stack);
    vec_free(&doubt->made);
    vec_free(&doubt->body);
    vec_free(&doubt->arms);
    free(doubt);
}

bool open_sat_limited(const OpenSat *doubt)
{
    return doubt->limited;
}

/* ---- gates ---- */

static void set_gate(OpenSat *doubt, AtomId atom, SatLit gate)
{
    doubt->states[atom].gate = gate;
    vec_push(&doubt->made, atom);
}

/* 0 if it has to be made first. */
static SatLit known_gate(const OpenSat *doubt, AtomId atom)
{
    const AtomState *state = &doubt->states[atom];
    if (state->value == VALUE_MAYBE)
        return state->gate;
    return state->value == VALUE_MUST ? sat_true(doubt->sat)
                                      : -sat_true(doubt->sat);
}

static bool is_same_loop(const OpenSat *doubt, AtomId one, AtomId two)
{
    const Program *program = doubt->program;
    return program->component[one] == program->component[two] &&
           program->looping[program->component[one]];
}

/* Pushes the atoms that the gate of ATOM needs; false if there are some. */
static bool has_inputs(OpenSat *doubt, AtomId atom)
{
    const Program *program = doubt->program;
    bool ready = true;
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1]; i++) {
        const GroundRule *rule = &program->rules[program->by_head[i]];
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomId input = program->literals[rule->first + k] / 2;
            if (known_gate(doubt, input) || is_same_loop(doubt, atom, input))
                continue;
            vec_push(&doubt->stack, input);
            ready = false;
        }
    }
    return ready;
}

/* What the rules for ATOM say, the atoms of its own loop being as LEVEL says,
 * which begins with that of LEAST. */
static SatLit definition(OpenSat *doubt, AtomId atom, const SatLit *level,
                         AtomId least)
{
    const Program *program = doubt->program;
    vec_clear(&doubt->arms);
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1]; i++) {
        const GroundRule *rule = &program->rules[program->by_head[i]];
        vec_clear(&doubt->body);
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomLiteral literal = program->literals[rule->first + k];
            SatLit gate = is_same_loop(doubt, atom, literal / 2)
                              ? level[literal / 2 - least]
                              : known_gate(doubt, literal / 2);
            vec_push(&doubt->body, literal & 1 ? -gate : gate);
        }
        vec_push(&doubt->arms,
                 sat_and(doubt->sat, doubt->body.items, doubt->body.count));
    }
    return sat_or(doubt->sat, doubt->arms.items, doubt->arms.count);
}

static size_t loop_size(const Program *program, uint32_t component)
{
    size_t size = 0;
    for (uint32_t i = program->first_atom[component];
         i < program->first_atom[component + 1]; i++) {
        AtomId atom = program->order[i];
        for (uint32_t k = program->first_rule[atom];
             k < program->first_rule[atom + 1]; k++)
            size += program->rules[program->by_head[k]].count;
    }
    return size;
}

/* Where the levels begin: what may hold is not derived yet. If there are too
 * many levels, it is anything. */
static SatLit bottom(const OpenSat *doubt, AtomId atom, bool anything)
{
    if (doubt->states[atom].value != VALUE_MAYBE)
        return known_gate(doubt, atom);
    return anything ? sat_variable(doubt->sat) : -sat_true(doubt->sat);
}

static void make_loop(OpenSat *doubt, uint32_t component)
{
    const Program *program = doubt->program;
    const AtomId *atoms = program->order + program->first_atom[component];
    size_t count =
        program->first_atom[component + 1] - program->first_atom[component];
    bool free_atoms = loop_size(program, component) * count > MAX_LEVELS;
    AtomId least = atoms[0], most = atoms[0];
    for (size_t i = 0; i < count; i++) {
        least = atoms[i] < least ? atoms[i] : least;
        most = atoms[i] > most ? atoms[i] : most;
    }
    size_t span = (size_t)(most - least) + 1;
    SatLit *level = fatal_malloc(2 * span * sizeof *level);
    SatLit *above = level + span;
    for (size_t i = 0; i < count; i++)
        level[atoms[i] - least] = bottom(doubt, atoms[i], free_atoms);
    for (size_t round = 0; round < count && !free_atoms; round++) {
        for (size_t i = 0; i < count; i++)
            above[atoms[i] - least] =
                doubt->states[atoms[i]].value == VALUE_MAYBE
                    ? definition(doubt, atoms[i], level, least)
                    : known_gate(doubt, atoms[i]);
        for (size_t i = 0; i < count; i++)
            level[atoms[i] - least] = above[atoms[i] - least];
    }
    doubt->limited = doubt->limited || free_atoms;
    for (size_t i = 0; i < count; i++)
        if (doubt->states[atoms[i]].value == VALUE_MAYBE)
            set_gate(doubt, atoms[i], level[atoms[i] - least]);
    free(level);
}

/* Whether all that the loop needs from outside is there. */
static bool loop_has_inputs(OpenSat *doubt, uint32_t component)
{
    const Program *program = doubt->program;
    bool ready = true;
    for (uint32_t i = program->first_atom[component];
         i < program->first_atom[component + 1]; i++)
        ready = has_inputs(doubt, program->order[i]) && ready;
    return ready;
}

static void make_gate(OpenSat *doubt, AtomId atom)
{
    uint32_t component = doubt->program->component[atom];
    if (doubt->base[atom] == BASE_OPEN) {
        set_gate(doubt, atom, sat_variable(doubt->sat));
    } else if (doubt->program->looping[component]) {
        if (loop_has_inputs(doubt, component))
            make_loop(doubt, component);
    } else if (has_inputs(doubt, atom)) {
        set_gate(doubt, atom, definition(doubt, atom, NULL, 0));
    }
}

static SatLit gate_of(OpenSat *doubt, AtomLiteral literal)
{
    if (!known_gate(doubt, literal / 2))
        vec_push(&doubt->stack, literal / 2);
    while (doubt->stack.count) {
        AtomId atom = vec_last(&doubt->stack);
        if (known_gate(doubt, atom))
            (void)vec_pop(&doubt->stack);
        else
            make_gate(doubt, atom);
    }
    SatLit gate = known_gate(doubt, literal / 2);
    return literal & 1 ? -gate : gate;
}

/* ---- questions ---- */

static SatAnswer solve(OpenSat *doubt, SatLit one, SatLit two)
{
    sat_assume(doubt->sat, one);
    sat_assume(doubt->sat, two);
    SatAnswer answer = sat_solve(doubt->sat, MAX_CONFLICTS);
    doubt->limited = doubt->limited || answer == SAT_UNKNOWN;
    return answer;
}

bool open_sat_may(OpenSat *doubt, AtomLiteral literal)
{
    SatLit gate = gate_of(doubt, literal);
    return solve(doubt, gate, sat_true(doubt->sat)) != SAT_NO;
}

typedef VEC(AtomLiteral) LiteralVec;
typedef VEC(AtomId) AtomVec;

/* ATOM and what it depends on, as far as it is not decided; later the lowest
 * components come first. */
static void find_below(const OpenSat *doubt, AtomId atom, AtomVec *met)
{
    const Program *program = doubt->program;
    Map seen = {0};
    vec_push(met, atom);
    map_add(&seen, hash_mix(0, atom), atom);
    for (size_t next = 0; next < met->count; next++) {
        AtomId here = met->items[next];
        for (uint32_t i = program->first_rule[here];
             i < program->first_rule[here + 1]; i++) {
            const GroundRule *rule = &program->rules[program->by_head[i]];
            for (uint32_t k = 0; k < rule->count; k++) {
                AtomId input = program->literals[rule->first + k] / 2;
                MapProbe p = map_probe(&seen, hash_mix(0, input));
                bool known = doubt->states[input].value != VALUE_MAYBE;
                while (!known && map_next(&seen, &p))
                    known = p.index == input;
                if (known)
                    continue;
                map_add(&seen, hash_mix(0, input), input);
                vec_push(met, input);
            }
        }
    }
    map_free(&seen);
}

typedef struct {
    uint32_t component;
    AtomId atom;
} Placed;

static int by_place(const void *left, const void *right)
{
    const Placed *a = left, *b = right;
    if (a->component != b->component)
        return a->component < b->component ? -1 : 1;
    return (a->atom > b->atom) - (a->atom < b->atom);
}

static void sort_below(const OpenSat *doubt, AtomVec *atoms)
{
    VEC(Placed) placed = {0};
    for (size_t i = 0; i < atoms->count; i++) {
        Placed one = {doubt->program->component[atoms->items[i]],
                      atoms->items[i]};
        vec_push(&placed, one);
    }
    sort_items(placed.items, placed.count, sizeof *placed.items, by_place);
    for (size_t i = 0; i < atoms->count; i++)
        atoms->items[i] = placed.items[i].atom;
    vec_free(&placed);
}

/* ---- trying out what is near a model ---- */

static uint64_t trial_of(const OpenSat *doubt, AtomLiteral literal)
{
    const AtomState *state = &doubt->states[literal / 2];
    uint64_t worlds = state->value == VALUE_MAYBE  ? state->trial
                      : state->value == VALUE_MUST ? ~(uint64_t)0
                                                   : 0;
    return literal & 1 ? ~worlds : worlds;
}

static uint64_t trial_by_rules(const OpenSat *doubt, AtomId atom)
{
    const Program *program = doubt->program;
    uint64_t some = 0;
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1]; i++) {
        const GroundRule *rule = &program->rules[program->by_head[i]];
        uint64_t all = ~(uint64_t)0;
        for (uint32_t k = 0; k < rule->count && all; k++)
            all &= trial_of(doubt, program->literals[rule->first + k]);
        some |= all;
    }
    return some;
}

/* Base atoms have their values: now the others. Loops are gone through until
 * nothing changes. */
static void run_trial(OpenSat *doubt, const AtomVec *below)
{
    for (size_t i = 0; i < below->count; i++)
        if (doubt->base[below->items[i]] != BASE_OPEN)
            doubt->states[below->items[i]].trial = 0;
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < below->count; i++) {
            AtomId atom = below->items[i];
            if (doubt->base[atom] == BASE_OPEN)
                continue;
            uint64_t now = trial_by_rules(doubt, atom);
            if (now != doubt->states[atom].trial &&
                doubt->program->looping[doubt->program->component[atom]])
                again = true;
            doubt->states[atom].trial = now;
        }
    }
}

/* Takes the model that the solver just found. */
static void note_model(OpenSat *doubt, const AtomVec *below)
{
    for (size_t i = 0; i < below->count; i++) {
        AtomState *state = &doubt->states[below->items[i]];
        if (doubt->base[below->items[i]] == BASE_OPEN)
            state->model = state->gate && sat_value(doubt->sat, state->gate);
    }
}

/* Takes a sample as a model. */
static void note_sample(OpenSat *doubt, const AtomVec *below, int number)
{
    for (size_t i = 0; i < below->count; i++) {
        AtomState *state = &doubt->states[below->items[i]];
        state->model = state->worlds >> number & 1;
    }
}

/* Drops what the model contradicts. */
static void sift_by_model(const OpenSat *doubt, LiteralVec *left)
{
    size_t kept = 0;
    for (size_t i = 0; i < left->count; i++)
        if (doubt->states[left->items[i] / 2].model != (left->items[i] & 1))
            left->items[kept++] = left->items[i];
    left->count = kept;
}

/* Drops the literals, all true in the model, that are not needed there: each
 * world has another one of them changed. */
static void sift_by_changes(OpenSat *doubt, AtomLiteral literal,
                            const AtomVec *below, LiteralVec *left)
{
    size_t kept = 0;
    for (size_t first = 0; first < left->count; first += 64) {
        size_t end = first + 64 < left->count ? first + 64 : left->count;
        for (size_t i = 0; i < below->count; i++) {
            AtomState *state = &doubt->states[below->items[i]];
            state->trial = state->model ? ~(uint64_t)0 : 0;
        }
        for (size_t i = first; i < end; i++)
            doubt->states[left->items[i] / 2].trial ^= (uint64_t)1
                                                       << (i - first);
        run_trial(doubt, below);
        uint64_t still = trial_of(doubt, literal);
        for (size_t i = first; i < end; i++)
            if (!(still >> (i - first) & 1))
                left->items[kept++] = left->items[i];
    }
    left->count = kept;
}

/* The open base literals below, as they are in the model. */
static void adopt_model(const OpenSat *doubt, const AtomVec *below,
                        LiteralVec *left)
{
    for (size_t i = 0; i < below->count; i++) {
        AtomId atom = below->items[i];
        if (doubt->base[atom] == BASE_OPEN)
            vec_push(left, 2 * atom + !doubt->states[atom].model);
    }
}

/* The samples in which LITERAL is true: what they have in common may be what it
 * entails. False if there are none. */
static bool sift_by_samples(OpenSat *doubt, AtomLiteral literal,
                            const AtomVec *below, LiteralVec *left)
{
    uint64_t there = doubt->states[literal / 2].worlds;
    there = literal & 1 ? ~there : there;
    if (!there)
        return false;
    note_sample(doubt, below, __builtin_ctzll(there));
    adopt_model(doubt, below, left);
    size_t kept = 0;
    for (size_t i = 0; i < left->count; i++) {
        uint64_t worlds = doubt->states[left->items[i] / 2].worlds & there;
        if (worlds == there || !worlds)
            left->items[kept++] = left->items[i];
    }
    left->count = kept;
    sift_by_changes(doubt, literal, below, left);
    return true;
}

Support open_sat_common(OpenSat *doubt, AtomLiteral literal, Arena *arena)
{
    LiteralVec left = {0}, common = {0};
    AtomVec below = {0};
    find_below(doubt, literal / 2, &below);
    sort_below(doubt, &below);
    if (!sift_by_samples(doubt, literal, &below, &left) &&
        solve(doubt, gate_of(doubt, literal), sat_true(doubt->sat)) ==
            SAT_YES) {
        note_model(doubt, &below);
        adopt_model(doubt, &below, &left);
        sift_by_changes(doubt, literal, &below, &left);
    }
    while (left.count) {
        AtomLiteral next = vec_pop(&left);
        SatLit against = -gate_of(doubt, next);
        SatAnswer answer = solve(doubt, gate_of(doubt, literal), against);
        if (answer == SAT_NO) {
            vec_push(&common, next);
        } else if (answer == SAT_YES) {
            note_model(doubt, &below);
            sift_by_model(doubt, &left);
            sift_by_changes(doubt, literal, &below, &left);
        }
    }
    sort_numbers(common.items, common.count);
    Support support = {.count = (uint32_t)common.count};
    support.literals = vec_finish(&common, arena);
    vec_free(&left);
    vec_free(&below);
    return support;
}
