/* open_sat.c - what is possible in an open program, and what follows
 *
 * In:   an open program with values: never, maybe, must
 * Out:  whether a literal can be true; which base literals it entails
 *
 * Only atoms that may be true or false become gates, on demand. A recursive
 * component is unrolled: after as many levels as it has atoms the fixpoint is
 * reached. Entailed literals are computed as a backbone: models, and neighbours
 * of models with one literal flipped, refute candidates; the solver confirms
 * the rest. Start reading at gate_of() and open_sat_entailed().
 */
#include "know/open_sat.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_CONFLICTS_PER_QUESTION = 20000, /* per solver call */
    MAX_UNROLLED_LITERALS = 200000, /* of a recursive component, all levels */
};

struct OpenSat {
    const RuleIndex *index;
    const uint8_t *base_values;
    AtomState *states;
    const uint64_t *samples;
    uint64_t *neighbours; /* by atom: its values in 64 neighbours of a model;
                             decided atoms have those of SAMPLES */
    Sat *sat;
    VEC(AtomId) pending;
    VEC(AtomId) gated_atoms; /* atoms with gates, reset at the end */
    SatLits body, disjuncts;
    bool limited;
};

OpenSat *open_sat_new(const RuleIndex *index, const uint8_t *base,
                      AtomState *states, const uint64_t *samples,
                      const Budget *budget)
{
    OpenSat *solver = memory_alloc(sizeof *solver);
    *solver = (OpenSat){.index = index,
                        .base_values = base,
                        .states = states,
                        .samples = samples,
                        .neighbours =
                            memory_array(index->atom_count, sizeof(uint64_t)),
                        .sat = sat_new(budget)};
    return solver;
}

void open_sat_free(OpenSat *solver)
{
    if (!solver)
        return;
    for (size_t i = 0; i < solver->gated_atoms.count; i++)
        solver->states[solver->gated_atoms.items[i]].gate = 0;
    sat_free(solver->sat);
    memory_free(solver->neighbours);
    vec_free_all(&solver->pending, &solver->gated_atoms, &solver->body,
                 &solver->disjuncts);
    memory_free(solver);
}

bool open_sat_limited(const OpenSat *solver)
{
    return solver->limited;
}

/* ---- gates ---- */

static void set_gate(OpenSat *solver, AtomId atom, SatLit gate)
{
    assert(gate && !solver->states[atom].gate);
    solver->states[atom].gate = gate;
    vec_push(&solver->gated_atoms, atom);
}

/* The gate of an atom; 0 if it has to be made first. */
static SatLit gate_if_made(const OpenSat *solver, AtomId atom)
{
    const AtomState *state = &solver->states[atom];
    if (state->value == VALUE_MAYBE)
        return state->gate;
    return state->value == VALUE_MUST ? sat_true(solver->sat)
                                      : -sat_true(solver->sat);
}

/* Whether all inputs of ATOM from other components have gates; pushes those
 * that have none. */
static bool inputs_have_gates(OpenSat *solver, AtomId atom)
{
    const RuleIndex *index = solver->index;
    bool is_ready = true;
    each_rule (rule, index, atom) {
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomId input = rule_body(index, rule)[k] / 2;
            if (gate_if_made(solver, input) ||
                index->component[input] == index->component[atom])
                continue;
            vec_push(&solver->pending, input);
            is_ready = false;
        }
    }
    return is_ready;
}

/* The disjunction of the rules of ATOM. */
static SatLit make_definition(OpenSat *solver, AtomId atom)
{
    const RuleIndex *index = solver->index;
    vec_clear(&solver->disjuncts);
    each_rule (rule, index, atom) {
        vec_clear(&solver->body);
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomLiteral literal = rule_body(index, rule)[k];
            SatLit gate = gate_if_made(solver, literal / 2);
            assert(gate); /* inputs come first */
            vec_push(&solver->body, is_negative(literal) ? -gate : gate);
        }
        vec_push(&solver->disjuncts,
                 sat_and(solver->sat, solver->body.items, solver->body.count));
    }
    return sat_or(solver->sat, solver->disjuncts.items,
                  solver->disjuncts.count);
}

static size_t recursion_literals(const RuleIndex *index, uint32_t component)
{
    size_t literal_count = 0, count;
    const AtomId *atoms = component_atoms(index, component, &count);
    for (size_t i = 0; i < count; i++)
        each_rule (rule, index, atoms[i])
            literal_count += rule->count;
    return literal_count;
}

/* At level zero nothing is derived yet: gates are false. A free variable each
 * if there are too many levels. */
static void make_recursive_gates(OpenSat *solver, uint32_t component)
{
    const RuleIndex *index = solver->index;
    assert(index->is_recursive[component]);
    size_t count;
    const AtomId *atoms = component_atoms(index, component, &count);
    bool is_unconstrained =
        recursion_literals(index, component) * count > MAX_UNROLLED_LITERALS;
    SatLit *next_level = memory_array(count, sizeof *next_level);
    for (size_t i = 0; i < count; i++)
        if (solver->states[atoms[i]].value == VALUE_MAYBE)
            set_gate(solver, atoms[i],
                     is_unconstrained ? sat_variable(solver->sat)
                                      : -sat_true(solver->sat));
    for (size_t level = 0; level < count && !is_unconstrained; level++) {
        for (size_t i = 0; i < count; i++)
            next_level[i] = make_definition(solver, atoms[i]);
        for (size_t i = 0; i < count; i++)
            if (solver->states[atoms[i]].value == VALUE_MAYBE)
                solver->states[atoms[i]].gate = next_level[i];
    }
    solver->limited = solver->limited || is_unconstrained;
    memory_free(next_level);
}

/* Whether all inputs of a recursive component have gates. */
static bool recursion_inputs_have_gates(OpenSat *solver, uint32_t component)
{
    size_t count;
    const AtomId *atoms = component_atoms(solver->index, component, &count);
    bool is_ready = true;
    for (size_t i = 0; i < count; i++)
        is_ready = inputs_have_gates(solver, atoms[i]) && is_ready;
    return is_ready;
}

static void make_gate(OpenSat *solver, AtomId atom)
{
    assert(solver->states[atom].value == VALUE_MAYBE); /* undecided */
    uint32_t component = solver->index->component[atom];
    if (solver->base_values[atom] == BASE_OPEN) {
        set_gate(solver, atom, sat_variable(solver->sat));
    } else if (solver->index->is_recursive[component]) {
        if (recursion_inputs_have_gates(solver, component))
            make_recursive_gates(solver, component);
    } else if (inputs_have_gates(solver, atom)) {
        set_gate(solver, atom, make_definition(solver, atom));
    }
}

/* The gate of LITERAL, made with all that it depends on if there is none. */
static SatLit gate_of(OpenSat *solver, AtomLiteral literal)
{
    if (!gate_if_made(solver, literal / 2))
        vec_push(&solver->pending, literal / 2);
    while (solver->pending.count) {
        AtomId atom = vec_last(&solver->pending);
        if (gate_if_made(solver, atom))
            (void)vec_pop(&solver->pending);
        else
            make_gate(solver, atom);
    }
    SatLit gate = gate_if_made(solver, literal / 2);
    assert(gate);
    return is_negative(literal) ? -gate : gate;
}

/* ---- questions ---- */

/* Solves under two assumptions. */
static SatAnswer solve_with(OpenSat *solver, SatLit assumption,
                            SatLit other_assumption)
{
    assert(assumption && other_assumption);
    sat_assume(solver->sat, assumption);
    sat_assume(solver->sat, other_assumption);
    SatAnswer answer = sat_solve(solver->sat, MAX_CONFLICTS_PER_QUESTION);
    solver->limited = solver->limited || answer == SAT_UNKNOWN;
    return answer;
}

bool open_sat_possible(OpenSat *solver, AtomLiteral literal)
{
    SatLit gate = gate_of(solver, literal);
    return solve_with(solver, gate, sat_true(solver->sat)) != SAT_NO;
}

typedef VEC(AtomLiteral) LiteralVec;
typedef VEC(AtomId) AtomVec;

static void add_to_cone(OpenSat *solver, AtomId atom, AtomVec *cone)
{
    if (!solver->states[atom].in_cone)
        vec_push(cone, atom);
    solver->states[atom].in_cone = true;
}

static int by_component(const void *left, const void *right, void *context)
{
    const RuleIndex *index = context;
    AtomId a = *(const AtomId *)left, b = *(const AtomId *)right;
    if (index->component[a] != index->component[b])
        return index->component[a] < index->component[b] ? -1 : 1;
    return (a > b) - (a < b);
}

/* ATOM and all undecided atoms that it depends on, in order of evaluation. */
static AtomVec find_cone(OpenSat *solver, AtomId atom)
{
    RuleIndex index = *solver->index;
    AtomVec cone = {0};
    add_to_cone(solver, atom, &cone);
    for (size_t next = 0; next < cone.count; next++)
        each_rule (rule, &index, cone.items[next])
            for (uint32_t k = 0; k < rule->count; k++) {
                AtomId input = rule_body(&index, rule)[k] / 2;
                if (solver->states[input].value == VALUE_MAYBE)
                    add_to_cone(solver, input, &cone);
                else
                    solver->neighbours[input] = solver->samples[input];
            }
    for (size_t i = 0; i < cone.count; i++)
        solver->states[cone.items[i]].in_cone = false;
    sort_items_with(cone.items, cone.count, sizeof *cone.items, by_component,
                    &index);
    return cone;
}

/* ---- models and their neighbours ---- */

/* Evaluates derived atoms in all neighbours, base atoms being set. Recursive
 * components are evaluated until nothing changes. */
static void evaluate_neighbours(OpenSat *solver, const AtomVec *cone)
{
    for (size_t i = 0; i < cone->count; i++)
        if (solver->base_values[cone->items[i]] != BASE_OPEN)
            solver->neighbours[cone->items[i]] = 0;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < cone->count; i++) {
            AtomId atom = cone->items[i];
            if (solver->base_values[atom] == BASE_OPEN)
                continue;
            uint64_t lanes =
                head_lanes(solver->index, atom, solver->neighbours);
            if (lanes != solver->neighbours[atom] &&
                solver->index->is_recursive[solver->index->component[atom]])
                has_changed = true;
            solver->neighbours[atom] = lanes;
        }
    }
}

/* Reads the model that the solver just found. */
static void read_model(OpenSat *solver, const AtomVec *cone)
{
    for (size_t i = 0; i < cone->count; i++) {
        AtomState *state = &solver->states[cone->items[i]];
        if (solver->base_values[cone->items[i]] == BASE_OPEN)
            state->model_value =
                state->gate && sat_value(solver->sat, state->gate);
    }
}

/* Uses a sample as the model. */
static void read_sample(OpenSat *solver, const AtomVec *cone, int sample)
{
    for (size_t i = 0; i < cone->count; i++) {
        AtomId atom = cone->items[i];
        solver->states[atom].model_value = solver->samples[atom] >> sample & 1;
    }
}

/* Drops the candidates that are false in the model. */
static void drop_contradicted(const OpenSat *solver, LiteralVec *candidates)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < candidates->count; i++)
        if (solver->states[candidates->items[i] / 2].model_value !=
            is_negative(candidates->items[i]))
            candidates->items[kept_count++] = candidates->items[i];
    candidates->count = kept_count;
}

/* Drops the candidates, all true in the model, that LITERAL does not need
 * there: each neighbour has another one of them flipped. */
static void drop_unneeded(OpenSat *solver, AtomLiteral literal,
                          const AtomVec *cone, LiteralVec *candidates)
{
    size_t kept_count = 0;
    for (size_t first = 0; first < candidates->count; first += 64) {
        size_t end =
            first + 64 < candidates->count ? first + 64 : candidates->count;
        for (size_t i = 0; i < cone->count; i++) {
            AtomId atom = cone->items[i];
            solver->neighbours[atom] =
                -(uint64_t)solver->states[atom].model_value;
        }
        for (size_t i = first; i < end; i++)
            assert(solver->states[candidates->items[i] / 2].model_value ==
                   !is_negative(candidates->items[i]));
        for (size_t i = first; i < end; i++)
            solver->neighbours[candidates->items[i] / 2] ^= (uint64_t)1
                                                            << (i - first);
        evaluate_neighbours(solver, cone);
        uint64_t true_lanes =
            solver->neighbours[literal / 2] ^ -(uint64_t)is_negative(literal);
        for (size_t i = first; i < end; i++)
            if (!(true_lanes >> (i - first) & 1))
                candidates->items[kept_count++] = candidates->items[i];
    }
    candidates->count = kept_count;
}

/* Adds the open base literals of the cone that are true in the model. */
static void candidates_from_model(const OpenSat *solver, const AtomVec *cone,
                                  LiteralVec *candidates)
{
    for (size_t i = 0; i < cone->count; i++) {
        AtomId atom = cone->items[i];
        if (solver->base_values[atom] == BASE_OPEN)
            vec_push(candidates, 2 * atom + !solver->states[atom].model_value);
    }
}

/* Sets CANDIDATES to the literals of open atoms of the base that are true in
 * all samples in which LITERAL is. False if there is no such sample. */
static bool candidates_from_samples(OpenSat *solver, AtomLiteral literal,
                                    const AtomVec *cone, LiteralVec *candidates)
{
    uint64_t true_lanes =
        solver->samples[literal / 2] ^ -(uint64_t)is_negative(literal);
    if (!true_lanes)
        return false;
    read_sample(solver, cone, __builtin_ctzll(true_lanes));
    candidates_from_model(solver, cone, candidates);
    size_t kept_count = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        uint64_t common =
            solver->samples[candidates->items[i] / 2] & true_lanes;
        if (common == true_lanes || !common)
            candidates->items[kept_count++] = candidates->items[i];
    }
    candidates->count = kept_count;
    drop_unneeded(solver, literal, cone, candidates);
    return true;
}

BaseLiterals open_sat_entailed(OpenSat *solver, AtomLiteral literal,
                               Arena *arena)
{
    LiteralVec candidates = {0}, entailed = {0};
    AtomVec cone = find_cone(solver, literal / 2);
    if (!candidates_from_samples(solver, literal, &cone, &candidates) &&
        solve_with(solver, gate_of(solver, literal), sat_true(solver->sat)) ==
            SAT_YES) {
        read_model(solver, &cone);
        candidates_from_model(solver, &cone, &candidates);
        drop_unneeded(solver, literal, &cone, &candidates);
    }
    while (candidates.count) {
        AtomLiteral candidate = vec_pop(&candidates);
        SatLit negation = -gate_of(solver, candidate);
        SatAnswer answer =
            solve_with(solver, gate_of(solver, literal), negation);
        if (answer == SAT_NO) {
            vec_push(&entailed, candidate);
        } else if (answer == SAT_YES) {
            read_model(solver, &cone);
            drop_contradicted(solver, &candidates);
            drop_unneeded(solver, literal, &cone, &candidates);
        }
    }
    sort_numbers(entailed.items, entailed.count);
    BaseLiterals result = {.count = entailed.count};
    result.items = vec_finish(&entailed, arena);
    vec_free_all(&candidates, &cone);
    return result;
}
