/* open_program.c - open logic programs: what follows when some facts are
 * unknown
 *
 * In:   ground rules, base atoms that are true, false or open
 * Out:  for each atom whether it never, maybe or must be true; what it entails
 * Next: know/support_filter.c
 *
 * Thielscher, Filtering with Logic Programs (AAAI 2013). Atoms are evaluated
 * by strongly connected components in topological order, so that the atom of a
 * negative literal is evaluated before the literal. 64 samples, in which open
 * atoms are true at random, show for most atoms at once that they may be true.
 * Start reading at open_evaluate(), then evaluate_component().
 */
#include "know/open_program.h"

#include "base/memory.h"
#include "base/random.h"
#include "know/open_sat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Cone {
    uint32_t *components; /* in topological order */
    size_t count;
};

struct OpenProgram {
    Arena *arena;
    RuleIndex index;
    const Budget *budget;
    uint8_t *base_values; /* by atom */
    AtomState *states;    /* by atom */
    uint64_t *samples;    /* by atom: a bit for each sample where it is true */
    Arena *answer_arena;  /* of this evaluation */
    OpenSat *sat;
    bool out_of_budget; /* no more solving */
    Random random;
};

/* ---- construction ---- */

OpenProgram *open_new(const Ground *ground, const Budget *budget)
{
    Arena *arena = arena_new();
    OpenProgram *open = arena_alloc(arena, sizeof *open);
    open->arena = arena;
    open->index = rule_index_new(ground, arena);
    open->budget = budget;
    open->base_values = arena_array(arena, uint8_t, ground->atom_count);
    open->states = arena_array(arena, AtomState, ground->atom_count);
    open->samples = arena_array(arena, uint64_t, ground->atom_count);
    return open;
}

void open_free(OpenProgram *open)
{
    if (!open)
        return;
    open_sat_free(open->sat);
    arena_free(open->answer_arena);
    arena_free(open->arena);
}

void open_set(OpenProgram *open, AtomId atom, BaseValue value)
{
    assert(!is_head(&open->index, atom));
    open->base_values[atom] = (uint8_t)value;
}

const Cone *open_cone(OpenProgram *open, const AtomId *queries, size_t count)
{
    const RuleIndex *index = &open->index;
    Arena *scratch = arena_new();
    bool *is_needed = arena_array(scratch, bool, index->component_count);
    VEC(uint32_t) needed = {0};
    for (size_t i = 0; i < count; i++)
        is_needed[index->component[queries[i]]] = true;
    for (uint32_t i = index->component_count; i-- > 0;) {
        size_t atom_count;
        const AtomId *atoms = component_atoms(index, i, &atom_count);
        for (size_t k = 0; is_needed[i] && k < atom_count; k++)
            each_rule (rule, index, atoms[k])
                for (uint32_t m = 0; m < rule->count; m++)
                    is_needed[index->component[rule_body(index, rule)[m] / 2]] =
                        true;
    }
    for (uint32_t i = 0; i < index->component_count; i++)
        if (is_needed[i])
            vec_push(&needed, i);
    Cone *cone = arena_alloc(open->arena, sizeof *cone);
    cone->count = needed.count;
    cone->components = vec_finish(&needed, open->arena);
    arena_free(scratch);
    return cone;
}

/* ---- values ---- */

static OpenValue literal_value(const OpenProgram *open, AtomLiteral literal)
{
    OpenValue value = open->states[literal / 2].value;
    return is_negative(literal) ? (OpenValue)(VALUE_MUST - value) : value;
}

/* The value of a body: the lowest of its literals. */
static OpenValue body_value(const OpenProgram *open, const GroundRule *rule)
{
    OpenValue lowest = VALUE_MUST;
    for (uint32_t i = 0; i < rule->count && lowest != VALUE_NEVER; i++) {
        OpenValue value = literal_value(open, rule_body(&open->index, rule)[i]);
        lowest = value < lowest ? value : lowest;
    }
    return lowest;
}

static OpenValue derived_value(const OpenProgram *open, AtomId atom)
{
    OpenValue highest = VALUE_NEVER;
    each_rule (rule, &open->index, atom) {
        OpenValue value = body_value(open, rule);
        highest = value > highest ? value : highest;
        if (highest == VALUE_MUST)
            break;
    }
    return highest;
}

/* ---- what the solver decides ---- */

static OpenSat *solver_of(OpenProgram *open)
{
    if (!open->sat)
        open->sat = open_sat_new(&open->index, open->base_values, open->states,
                                 open->samples, open->budget);
    return open->sat;
}

/* An atom that is possible by the values of its rules, though it is true in no
 * sample. It counts as possible until that matters. */
static bool is_unconfirmed(const OpenProgram *open, AtomId atom)
{
    const AtomState *state = &open->states[atom];
    return state->value == VALUE_MAYBE && !open->samples[atom] &&
           !state->possibility_checked;
}

/* Decides whether an unconfirmed atom is possible. */
static void check_possibility(OpenProgram *open, AtomId atom)
{
    AtomState *state = &open->states[atom];
    if (!is_unconfirmed(open, atom) || open->out_of_budget)
        return;
    state->possibility_checked = true;
    if (!open_sat_possible(solver_of(open), 2 * atom))
        state->value = VALUE_NEVER;
}

/* Whether the body of RULE must be true once its unconfirmed negated atoms are
 * checked; checks them only if the rest of the body must be true. */
static bool must_hold(OpenProgram *open, const GroundRule *rule)
{
    const AtomLiteral *body = rule_body(&open->index, rule);
    for (uint32_t i = 0; i < rule->count; i++)
        if (literal_value(open, body[i]) == VALUE_NEVER ||
            (literal_value(open, body[i]) == VALUE_MAYBE &&
             (!is_negative(body[i]) || !is_unconfirmed(open, body[i] / 2))))
            return false;
    for (uint32_t i = 0; i < rule->count; i++) {
        check_possibility(open, body[i] / 2);
        if (literal_value(open, body[i]) != VALUE_MUST)
            return false;
    }
    return true;
}

static bool must_hold_by_some_rule(OpenProgram *open, AtomId atom)
{
    each_rule (rule, &open->index, atom)
        if (must_hold(open, rule))
            return true;
    return false;
}

/* ---- evaluation ---- */

/* In four groups of 16 samples an open atom is true with probability 1/8, 1/4,
 * 1/2 and 3/4, so that there are samples with few and with many true atoms. */
static uint64_t random_samples(OpenProgram *open)
{
    uint64_t a = random_next(&open->random), b = random_next(&open->random);
    uint64_t c = random_next(&open->random);
    return (a & b & c & 0xffffu) | (a & b & 0xffff0000u) |
           (a & 0xffff00000000u) | ((a | b) & 0xffff000000000000u);
}

static void evaluate_atom(OpenProgram *open, AtomId atom)
{
    AtomState *state = &open->states[atom];
    BaseValue base = (BaseValue)open->base_values[atom];
    bool is_derived = is_head(&open->index, atom);
    if (!is_derived)
        state->value = base == BASE_TRUE   ? VALUE_MUST
                       : base == BASE_OPEN ? VALUE_MAYBE
                                           : VALUE_NEVER;
    else
        state->value = derived_value(open, atom);
    if (state->value == VALUE_MAYBE && must_hold_by_some_rule(open, atom))
        state->value = VALUE_MUST;
    open->samples[atom] =
        state->value != VALUE_MAYBE ? -(uint64_t)(state->value == VALUE_MUST)
        : is_derived ? head_lanes(&open->index, atom, open->samples)
                     : random_samples(open);
}

/* Raises the values of a recursive component from below to TARGET until nothing
 * changes: first what must be true, then what may be. */
static void raise_values(OpenProgram *open, const AtomId *atoms, size_t count,
                         OpenValue target)
{
    assert(target != VALUE_NEVER);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < count; i++) {
            OpenValue *value = &open->states[atoms[i]].value;
            OpenValue derived = derived_value(open, atoms[i]);
            if (derived >= target && derived > *value) {
                *value = target;
                has_changed = true;
            }
        }
    }
}

static void raise_samples(OpenProgram *open, const AtomId *atoms, size_t count)
{
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < count; i++) {
            uint64_t lanes =
                open->states[atoms[i]].value == VALUE_MUST
                    ? ~(uint64_t)0
                    : head_lanes(&open->index, atoms[i], open->samples);
            has_changed = has_changed || lanes != open->samples[atoms[i]];
            open->samples[atoms[i]] = lanes;
        }
    }
}

/* A recursive component relies on the values of all negated atoms. */
static void check_negated_atoms(OpenProgram *open, AtomId atom)
{
    each_rule (rule, &open->index, atom)
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomLiteral literal = rule_body(&open->index, rule)[k];
            if (is_negative(literal))
                check_possibility(open, literal / 2);
        }
}

static void evaluate_recursive(OpenProgram *open, const AtomId *atoms,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        open->states[atoms[i]].value = VALUE_NEVER;
        open->samples[atoms[i]] = 0;
    }
    for (size_t i = 0; i < count; i++)
        check_negated_atoms(open, atoms[i]);
    raise_values(open, atoms, count, VALUE_MUST);
    raise_values(open, atoms, count, VALUE_MAYBE);
    raise_samples(open, atoms, count);
}

static void evaluate_component(OpenProgram *open, uint32_t component)
{
    size_t count;
    const AtomId *atoms = component_atoms(&open->index, component, &count);
    for (size_t i = 0; i < count; i++)
        open->states[atoms[i]].possibility_checked = false;
    assert(open->index.is_recursive[component] || count == 1);
    if (open->index.is_recursive[component])
        evaluate_recursive(open, atoms, count);
    else
        evaluate_atom(open, atoms[0]);
}

void open_evaluate(OpenProgram *open, const Cone *cone)
{
    arena_free(open->answer_arena);
    open->answer_arena = arena_new();
    open_sat_free(open->sat);
    open->sat = NULL;
    open->random = random_new(1, 0);
    open->out_of_budget = false;
    for (size_t i = 0; i < cone->count; i++) {
        if (i % 256 == 0 && budget_spent(open->budget))
            open->out_of_budget = true;
        evaluate_component(open, cone->components[i]);
    }
}

/* ---- answers ---- */

OpenValue open_value(OpenProgram *open, AtomId atom)
{
    assert(atom < open->index.atom_count);
    check_possibility(open, atom);
    return open->states[atom].value;
}

BaseLiterals open_entailed(OpenProgram *open, AtomLiteral literal)
{
    assert(open->states[literal / 2].value == VALUE_MAYBE);
    if (open->out_of_budget)
        return (BaseLiterals){NULL, 0};
    return open_sat_entailed(solver_of(open), literal, open->answer_arena);
}

bool open_filter(OpenProgram *open, const Cone *cone, const AtomId *observable,
                 const bool *is_observed, size_t count, bool positive_only)
{
    VEC(AtomLiteral) learned = {0};
    bool is_possible = true;
    open_evaluate(open, cone);
    for (size_t i = 0; i < count && is_possible; i++) {
        OpenValue value = open_value(open, observable[i]);
        is_possible = value != (is_observed[i] ? VALUE_NEVER : VALUE_MUST);
        if (value != VALUE_MAYBE || (!is_observed[i] && positive_only))
            continue;
        BaseLiterals entailed =
            open_entailed(open, 2 * observable[i] + !is_observed[i]);
        vec_append(&learned, entailed.items, entailed.count);
    }
    for (size_t i = 0; i < learned.count && is_possible; i++)
        open_set(open, learned.items[i] / 2,
                 is_negative(learned.items[i]) ? BASE_FALSE : BASE_TRUE);
    vec_free(&learned);
    return is_possible;
}

bool open_limited(const OpenProgram *open)
{
    return open->out_of_budget || (open->sat && open_sat_limited(open->sat));
}
