/* open_program.c - open logic programs: what follows when some facts are
 * unknown
 *
 * In:   ground rules, base atoms that are true, false or open
 * Out:  for each atom whether it never, maybe or must be true; supports
 * Next: know/support_filter.c
 *
 * Thielscher, Filtering with Logic Programs (AAAI 2013). Atoms are evaluated
 * by strongly connected components in topological order, so that the atom of a
 * negative literal is evaluated before the literal. 64 samples, in which open
 * atoms are true at random, show for most atoms at once that they may be true.
 * Start reading at open_evaluate(), then evaluate_component().
 */
#include "know/open_program.h"

#include "base/graph.h"
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
    RuleIndex program;
    size_t atom_count;
    const Budget *budget;
    uint8_t *base; /* by atom */
    AtomState *states;
    uint32_t *component_of;
    uint32_t components;
    Graph component_inputs; /* between components */
    Arena *support_arena;   /* supports of this evaluation */
    OpenSat *sat;
    VEC(AtomId) stack;
    bool out_of_budget; /* no more supports, no more solving */
    Random random;
};

/* ---- construction ---- */

static void index_rules_by_head(OpenProgram *open, size_t rule_count)
{
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < rule_count; i++) {
        Edge edge = {open->program.rules[i].head, i};
        vec_push(&edges, edge);
    }
    Graph graph =
        graph_new(open->arena, open->atom_count, edges.items, edges.count);
    open->program.first_rule = graph.first;
    open->program.by_head = graph.targets;
    vec_free(&edges);
}

static void order_atoms(OpenProgram *open)
{
    uint32_t *start = arena_array(open->arena, uint32_t, open->components + 2);
    AtomId *order = arena_array(open->arena, AtomId, open->atom_count);
    for (size_t i = 0; i < open->atom_count; i++)
        start[open->component_of[i] + 2]++;
    for (uint32_t c = 2; c < open->components + 2; c++)
        start[c] += start[c - 1];
    for (AtomId i = 0; i < open->atom_count; i++)
        order[start[open->component_of[i] + 1]++] = i;
    open->program.first_atom = start;
    open->program.order = order;
}

static void find_components(OpenProgram *open, size_t rule_count)
{
    const RuleIndex *program = &open->program;
    VEC(Edge) edges = {0};
    for (size_t i = 0; i < rule_count; i++)
        for (uint32_t k = 0; k < program->rules[i].count; k++) {
            Edge edge = {program->rules[i].head,
                         program->literals[program->rules[i].first + k] / 2};
            vec_push(&edges, edge);
        }
    Arena *scratch = arena_new();
    Graph graph =
        graph_new(scratch, open->atom_count, edges.items, edges.count);
    open->component_of = arena_array(open->arena, uint32_t, open->atom_count);
    open->components = graph_components(&graph, open->component_of);
    arena_free(scratch);
    bool *recursive = arena_array(open->arena, bool, open->components);
    for (size_t i = 0; i < edges.count; i++) {
        edges.items[i].from = open->component_of[edges.items[i].from];
        edges.items[i].to = open->component_of[edges.items[i].to];
        if (edges.items[i].from == edges.items[i].to)
            recursive[edges.items[i].from] = true;
    }
    open->component_inputs =
        graph_new(open->arena, open->components, edges.items, edges.count);
    open->program.component = open->component_of;
    open->program.recursive = recursive;
    vec_free(&edges);
}

OpenProgram *open_new(const GroundRule *rules, size_t rule_count,
                      const AtomLiteral *literals, size_t atom_count,
                      const Budget *budget)
{
    Arena *arena = arena_new();
    OpenProgram *open = arena_alloc(arena, sizeof *open);
    open->arena = arena;
    open->atom_count = atom_count;
    open->budget = budget;
    open->program.rules = rules;
    open->program.literals = literals;
    open->base = arena_array(arena, uint8_t, atom_count);
    open->states = arena_array(arena, AtomState, atom_count);
    index_rules_by_head(open, rule_count);
    find_components(open, rule_count);
    order_atoms(open);
    return open;
}

void open_free(OpenProgram *open)
{
    if (!open)
        return;
    open_sat_free(open->sat);
    vec_free(&open->stack);
    arena_free(open->support_arena);
    arena_free(open->arena);
}

void open_set(OpenProgram *open, AtomId atom, BaseValue value)
{
    assert(open->program.first_rule[atom] ==
           open->program.first_rule[atom + 1]);
    open->base[atom] = (uint8_t)value;
}

BaseValue open_base(const OpenProgram *open, AtomId atom)
{
    return (BaseValue)open->base[atom];
}

const Cone *open_cone(OpenProgram *open, const AtomId *queries, size_t count)
{
    bool *needed = memory_array(open->components, sizeof *needed);
    VEC(uint32_t) stack = {0}, list = {0};
    memset(needed, 0, open->components * sizeof *needed);
    for (size_t i = 0; i < count; i++)
        vec_push(&stack, open->component_of[queries[i]]);
    while (stack.count) {
        uint32_t component = vec_pop(&stack);
        if (needed[component])
            continue;
        needed[component] = true;
        for (uint32_t i = open->component_inputs.first[component];
             i < open->component_inputs.first[component + 1]; i++)
            if (!needed[open->component_inputs.targets[i]])
                vec_push(&stack, open->component_inputs.targets[i]);
    }
    for (uint32_t i = 0; i < open->components; i++)
        if (needed[i])
            vec_push(&list, i);
    Cone *cone = arena_alloc(open->arena, sizeof *cone);
    cone->count = list.count;
    cone->components = vec_finish(&list, open->arena);
    vec_free(&stack);
    free(needed);
    return cone;
}

/* ---- values ---- */

static OpenValue literal_value(const OpenProgram *open, AtomLiteral literal)
{
    OpenValue value = open->states[literal / 2].value;
    return literal & 1 ? (OpenValue)(VALUE_MUST - value) : value;
}

/* The value of a body: the lowest of its literals. */
static OpenValue body_value(const OpenProgram *open, const GroundRule *rule)
{
    OpenValue lowest = VALUE_MUST;
    for (uint32_t i = 0; i < rule->count && lowest != VALUE_NEVER; i++) {
        OpenValue value =
            literal_value(open, open->program.literals[rule->first + i]);
        lowest = value < lowest ? value : lowest;
    }
    return lowest;
}

static OpenValue value_by_rules(const OpenProgram *open, AtomId atom)
{
    const RuleIndex *program = &open->program;
    OpenValue highest = VALUE_NEVER;
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1] && highest != VALUE_MUST; i++) {
        OpenValue value =
            body_value(open, &program->rules[program->by_head[i]]);
        highest = value > highest ? value : highest;
    }
    return highest;
}

static uint64_t samples_by_rules(const OpenProgram *open, AtomId atom)
{
    const RuleIndex *program = &open->program;
    uint64_t disjunction = 0;
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1]; i++) {
        const GroundRule *rule = &program->rules[program->by_head[i]];
        uint64_t combined = ~(uint64_t)0;
        for (uint32_t k = 0; k < rule->count && combined; k++) {
            AtomLiteral literal = program->literals[rule->first + k];
            uint64_t samples = open->states[literal / 2].samples;
            combined &= literal & 1 ? ~samples : samples;
        }
        disjunction |= combined;
    }
    return disjunction;
}

/* ---- supports, computed on demand ---- */

/* Supports of a literal; those of its atom are computed already or not needed.
 */
static Supports supports_of(OpenProgram *open, AtomLiteral literal)
{
    AtomState *state = &open->states[literal / 2];
    OpenValue value = literal_value(open, literal);
    if (value == VALUE_NEVER)
        return (Supports){NULL, 0, false};
    if (value == VALUE_MUST)
        return supports_unconditional(open->support_arena);
    if (!state->has_supports[literal & 1]) {
        assert(literal & 1); /* supports of positive literals are there */
        state->supports[1] =
            countersupports(open->support_arena, state->supports[0]);
        state->has_supports[1] = true;
    }
    return state->supports[literal & 1];
}

/* The union over all rules: derivation rule 4 of the paper. */
static Supports supports_by_rules(OpenProgram *open, AtomId atom)
{
    const RuleIndex *program = &open->program;
    SupportVec combined = {.arena = open->support_arena,
                           .too_many = open->out_of_budget};
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1] && !combined.too_many; i++) {
        const GroundRule *rule = &program->rules[program->by_head[i]];
        if (body_value(open, rule) == VALUE_NEVER)
            continue;
        Supports body = supports_unconditional(open->support_arena);
        for (uint32_t k = 0; k < rule->count; k++)
            body = supports_conjoin(
                open->support_arena, body,
                supports_of(open, program->literals[rule->first + k]));
        combined.too_many = combined.too_many || body.too_many;
        for (uint32_t k = 0; k < body.count && !combined.too_many; k++)
            supports_add(&combined, body.items[k]);
    }
    return supports_finish(&combined);
}

static bool same_supports(Supports left, Supports right)
{
    if (left.too_many != right.too_many || left.count != right.count)
        return false;
    for (uint32_t i = 0; i < left.count; i++)
        if (left.items[i].count != right.items[i].count ||
            memcmp(left.items[i].literals, right.items[i].literals,
                   left.items[i].count * sizeof(AtomLiteral)) != 0)
            return false;
    return true;
}

/* Supports of a recursive component: a fixpoint from below, given up after
 * MAX_ROUNDS. */
static void supports_of_recursion(OpenProgram *open, const AtomId *atoms,
                                  size_t count)
{
    enum { MAX_ROUNDS = 30 };
    size_t round = 0;
    for (size_t i = 0; i < count; i++) {
        open->states[atoms[i]].supports[0] = (Supports){NULL, 0, false};
        open->states[atoms[i]].has_supports[0] = true;
    }
    for (bool changed = true; changed && round < MAX_ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            AtomState *state = &open->states[atoms[i]];
            if (state->value != VALUE_MAYBE)
                continue;
            Supports now = supports_by_rules(open, atoms[i]);
            changed = changed || !same_supports(now, state->supports[0]);
            state->supports[0] = now;
        }
    }
    for (size_t i = 0; i < count && round == MAX_ROUNDS; i++)
        open->states[atoms[i]].supports[0] = (Supports){.too_many = true};
}

static bool has_supports(const OpenProgram *open, AtomId atom)
{
    const AtomState *state = &open->states[atom];
    return state->value != VALUE_MAYBE || state->has_supports[0];
}

/* Whether the supports of all inputs of ATOM in other components are computed;
 * pushes those that are not. */
static bool has_input_supports(OpenProgram *open, AtomId atom)
{
    const RuleIndex *program = &open->program;
    bool ready = true;
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1]; i++) {
        const GroundRule *rule = &program->rules[program->by_head[i]];
        if (body_value(open, rule) == VALUE_NEVER)
            continue;
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomId input = program->literals[rule->first + k] / 2;
            if (has_supports(open, input) ||
                open->component_of[input] == open->component_of[atom])
                continue;
            vec_push(&open->stack, input);
            ready = false;
        }
    }
    return ready;
}

static void compute_supports(OpenProgram *open, AtomId atom)
{
    const RuleIndex *program = &open->program;
    uint32_t component = open->component_of[atom];
    const AtomId *atoms = program->order + program->first_atom[component];
    size_t count =
        program->first_atom[component + 1] - program->first_atom[component];
    bool ready = true;
    for (size_t i = 0; i < count; i++)
        ready = has_input_supports(open, atoms[i]) && ready;
    if (!ready)
        return;
    AtomState *state = &open->states[atom];
    if (open->base[atom] == BASE_OPEN)
        state->supports[0] = supports_of_literal(open->support_arena, 2 * atom);
    else if (program->recursive[component])
        supports_of_recursion(open, atoms, count);
    else
        state->supports[0] = supports_by_rules(open, atom);
    state->has_supports[0] = true;
}

static void ensure_supports(OpenProgram *open, AtomId atom)
{
    assert(!open->stack.count);
    if (!has_supports(open, atom))
        vec_push(&open->stack, atom);
    while (open->stack.count) {
        AtomId next = vec_last(&open->stack);
        if (has_supports(open, next))
            (void)vec_pop(&open->stack);
        else
            compute_supports(open, next);
    }
}

static OpenSat *open_sat_of(OpenProgram *open)
{
    if (!open->sat)
        open->sat = open_sat_new(&open->program, open->base, open->states,
                                 open->budget);
    return open->sat;
}

/* An atom that is possible by the values of its rules, though it is true in no
 * sample. It counts as possible until that matters. */
static bool is_unconfirmed(const OpenProgram *open, AtomId atom)
{
    const AtomState *state = &open->states[atom];
    return state->value == VALUE_MAYBE && !state->samples &&
           !state->possibility_checked;
}

/* Decides whether an unconfirmed atom is possible: it is if it has a support.
 */
static void check_possible(OpenProgram *open, AtomId atom)
{
    AtomState *state = &open->states[atom];
    if (!is_unconfirmed(open, atom) || open->out_of_budget)
        return;
    state->possibility_checked = true;
    ensure_supports(open, atom);
    if (state->supports[0].too_many
            ? !open_sat_possible(open_sat_of(open), 2 * atom)
            : !state->supports[0].count)
        state->value = VALUE_NEVER;
}

/* Whether the body of RULE must be true once its unconfirmed negated atoms are
 * checked; checks them only if the rest of the body must be true. */
static bool must_hold(OpenProgram *open, const GroundRule *rule)
{
    const AtomLiteral *literals = open->program.literals + rule->first;
    for (uint32_t i = 0; i < rule->count; i++)
        if (literal_value(open, literals[i]) == VALUE_NEVER ||
            (literal_value(open, literals[i]) == VALUE_MAYBE &&
             (!(literals[i] & 1) || !is_unconfirmed(open, literals[i] / 2))))
            return false;
    for (uint32_t i = 0; i < rule->count; i++) {
        check_possible(open, literals[i] / 2);
        if (literal_value(open, literals[i]) != VALUE_MUST)
            return false;
    }
    return true;
}

static bool must_hold_by_some_rule(OpenProgram *open, AtomId atom)
{
    const RuleIndex *program = &open->program;
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1]; i++)
        if (must_hold(open, &program->rules[program->by_head[i]]))
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

static void evaluate_base(OpenProgram *open, AtomId atom)
{
    AtomState *state = &open->states[atom];
    BaseValue base = (BaseValue)open->base[atom];
    state->value = base == BASE_TRUE   ? VALUE_MUST
                   : base == BASE_OPEN ? VALUE_MAYBE
                                       : VALUE_NEVER;
    state->samples = base == BASE_TRUE   ? ~(uint64_t)0
                     : base == BASE_OPEN ? random_samples(open)
                                         : 0;
}

static void evaluate_atom(OpenProgram *open, AtomId atom)
{
    AtomState *state = &open->states[atom];
    const RuleIndex *program = &open->program;
    if (program->first_rule[atom] == program->first_rule[atom + 1]) {
        evaluate_base(open, atom);
        return;
    }
    state->value = value_by_rules(open, atom);
    if (state->value == VALUE_MAYBE && must_hold_by_some_rule(open, atom))
        state->value = VALUE_MUST;
    state->samples = state->value == VALUE_MUST ? ~(uint64_t)0
                     : state->value == VALUE_MAYBE
                         ? samples_by_rules(open, atom)
                         : 0;
}

/* Raises the values of a recursive component from below to LOWEST until nothing
 * changes: first what must be true, then what may be. */
static void raise_values(OpenProgram *open, const AtomId *atoms, size_t count,
                         OpenValue lowest)
{
    assert(lowest != VALUE_NEVER);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            OpenValue *value = &open->states[atoms[i]].value;
            OpenValue now = value_by_rules(open, atoms[i]);
            if (now >= lowest && now > *value) {
                *value = lowest;
                changed = true;
            }
        }
    }
}

static void raise_samples(OpenProgram *open, const AtomId *atoms, size_t count)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            AtomState *state = &open->states[atoms[i]];
            uint64_t now = state->value == VALUE_MUST
                               ? ~(uint64_t)0
                               : samples_by_rules(open, atoms[i]);
            changed = changed || now != state->samples;
            state->samples = now;
        }
    }
}

/* A recursive component relies on the values of all negated atoms. */
static void check_negated_atoms(OpenProgram *open, AtomId atom)
{
    const RuleIndex *program = &open->program;
    for (uint32_t i = program->first_rule[atom];
         i < program->first_rule[atom + 1]; i++) {
        const GroundRule *rule = &program->rules[program->by_head[i]];
        for (uint32_t k = 0; k < rule->count; k++) {
            AtomLiteral literal = program->literals[rule->first + k];
            if (literal & 1)
                check_possible(open, literal / 2);
        }
    }
}

static void evaluate_recursive(OpenProgram *open, const AtomId *atoms,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        AtomState *state = &open->states[atoms[i]];
        state->value = VALUE_NEVER;
        state->samples = 0;
    }
    for (size_t i = 0; i < count; i++)
        check_negated_atoms(open, atoms[i]);
    raise_values(open, atoms, count, VALUE_MUST);
    raise_values(open, atoms, count, VALUE_MAYBE);
    raise_samples(open, atoms, count);
}

static void evaluate_component(OpenProgram *open, uint32_t component)
{
    const RuleIndex *program = &open->program;
    const AtomId *atoms = program->order + program->first_atom[component];
    size_t count =
        program->first_atom[component + 1] - program->first_atom[component];
    for (size_t i = 0; i < count; i++) {
        AtomState *state = &open->states[atoms[i]];
        state->has_supports[0] = state->has_supports[1] = false;
        state->possibility_checked = false;
    }
    assert(program->recursive[component] || count == 1);
    if (program->recursive[component])
        evaluate_recursive(open, atoms, count);
    else
        evaluate_atom(open, atoms[0]);
}

void open_evaluate(OpenProgram *open, const Cone *cone)
{
    arena_free(open->support_arena);
    open->support_arena = arena_new();
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
    check_possible(open, atom);
    return open->states[atom].value;
}

Supports open_supports(OpenProgram *open, AtomLiteral literal)
{
    ensure_supports(open, literal / 2);
    return supports_of(open, literal);
}

Support open_entailed(OpenProgram *open, AtomLiteral literal)
{
    Supports supports = open_supports(open, literal);
    if (!supports.too_many)
        return supports_intersection(open->support_arena, supports);
    if (open->out_of_budget)
        return (Support){NULL, 0};
    return open_sat_entailed(open_sat_of(open), literal, open->support_arena);
}

bool open_filter(OpenProgram *open, const Cone *cone, const AtomId *observable,
                 const bool *observed, size_t count, bool positive_only)
{
    VEC(AtomLiteral) learned = {0};
    bool possible = true;
    open_evaluate(open, cone);
    for (size_t i = 0; i < count && possible; i++) {
        OpenValue value = open_value(open, observable[i]);
        possible = value != (observed[i] ? VALUE_NEVER : VALUE_MUST);
        if (value != VALUE_MAYBE || (!observed[i] && positive_only))
            continue;
        Support common = open_entailed(open, 2 * observable[i] + !observed[i]);
        for (uint32_t k = 0; k < common.count; k++)
            vec_push(&learned, common.literals[k]);
    }
    for (size_t i = 0; i < learned.count && possible; i++)
        open_set(open, learned.items[i] / 2,
                 learned.items[i] & 1 ? BASE_FALSE : BASE_TRUE);
    vec_free(&learned);
    return possible;
}

bool open_limited(const OpenProgram *open)
{
    return open->out_of_budget || (open->sat && open_sat_limited(open->sat));
}
