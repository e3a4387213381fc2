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
 * atoms are true at random, show for most atoms at once that they may be true;
 * of the others a SAT solver is asked. It has gates, made on demand, for those
 * atoms that may be true or false. Start reading at open_evaluate(), then
 * evaluate_component().
 */
#include "know/open_program.h"

#include "base/graph.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"
#include "sat/sat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CONFLICTS_PER_QUESTION = 20000, /* per solver call */
    MAX_UNROLLED_LITERALS = 200000, /* of a recursive component, all levels */
};

struct Cone {
    uint32_t *components; /* in topological order */
    size_t count;
};

/* An atom in an evaluation. */
typedef struct {
    OpenValue value;
    bool is_confirmed; /* the solver was asked whether it can be true */
    SatLit gate;       /* 0: not made yet */
} AtomState;

struct OpenProgram {
    Arena *arena;
    /* The strongly connected components of the atoms are numbered so that an
     * atom depends on atoms of its own and of lower components only. */
    size_t atom_count;
    const AtomLiteral *literals;
    const GroundRule *rules;    /* those of a head stand together, */
    const uint32_t *first_rule; /* by atom, and one more, from here on */
    Graph members;              /* atoms by component */
    const uint32_t *component;  /* by atom */
    const bool *is_recursive;   /* by component: an atom depends on itself */
    uint32_t component_count;
    const Budget *budget;
    uint8_t *base_values; /* by atom */
    AtomState *states;    /* by atom */
    uint64_t *samples;    /* by atom: a bit for each sample where it is true */
    Arena *answer_arena;  /* of this evaluation */
    Sat *sat;             /* likewise; NULL before the first question */
    VEC(AtomId) gated;    /* atoms with gates */
    SatLits body, disjuncts;
    bool out_of_budget; /* no more solving */
    bool limited;       /* a question was not answered */
    Random random;
};

/* ---- rules ---- */

/* The rules of ATOM, one after the other. */
#define each_rule(rule, open, atom)                                            \
    for (const GroundRule *rule = (open)->rules + (open)->first_rule[atom];    \
         rule < (open)->rules + (open)->first_rule[(atom) + 1]; rule++)

static const AtomLiteral *rule_body(const OpenProgram *open,
                                    const GroundRule *rule)
{
    return open->literals + rule->first;
}

/* An AtomLiteral is twice the atom, plus one if it is negated. */
static bool is_negative(AtomLiteral literal)
{
    return literal & 1;
}

static bool is_head(const OpenProgram *open, AtomId atom)
{
    return open->first_rule[atom] < open->first_rule[atom + 1];
}

static const AtomId *component_atoms(const OpenProgram *open,
                                     uint32_t component, size_t *count)
{
    const uint32_t *first = open->members.first + component;
    *count = first[1] - first[0];
    return open->members.targets + first[0];
}

/* ---- construction ---- */

/* The components of the dependency graph: edges lead from heads to atoms of
 * their bodies. */
static void find_components(OpenProgram *open, const Ground *ground)
{
    Arena *scratch = arena_new();
    size_t edge_count = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        edge_count += ground->rules[i].count;
    Edge *edges = arena_array(scratch, Edge, edge_count);
    uint32_t *component =
        arena_array(open->arena, uint32_t, ground->atom_count);
    edge_count = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        for (uint32_t k = 0; k < ground->rules[i].count; k++)
            edges[edge_count++] =
                (Edge){ground->rules[i].head,
                       ground->literals[ground->rules[i].first + k] / 2};
    Graph graph = graph_new(scratch, ground->atom_count, edges, edge_count);
    open->component_count = graph_components(&graph, component);
    bool *is_recursive = arena_array(open->arena, bool, open->component_count);
    for (size_t i = 0; i < edge_count; i++) {
        assert(component[edges[i].to] <= component[edges[i].from]);
        if (component[edges[i].from] == component[edges[i].to])
            is_recursive[component[edges[i].from]] = true;
    }
    open->component = component;
    open->is_recursive = is_recursive;
    open->members = graph_members(open->arena, open->component_count, component,
                                  ground->atom_count);
    arena_free(scratch);
}

static void sort_rules(OpenProgram *open, const Ground *ground)
{
    Arena *arena = open->arena;
    uint32_t *heads = arena_array(arena, uint32_t, ground->rule_count);
    GroundRule *rules = arena_array(arena, GroundRule, ground->rule_count);
    for (size_t i = 0; i < ground->rule_count; i++)
        heads[i] = ground->rules[i].head;
    Graph by_head =
        graph_members(arena, ground->atom_count, heads, ground->rule_count);
    for (size_t i = 0; i < ground->rule_count; i++)
        rules[i] = ground->rules[by_head.targets[i]];
    open->rules = rules;
    open->first_rule = by_head.first;
}

OpenProgram *open_new(const Ground *ground, const Budget *budget)
{
    Arena *arena = arena_new();
    OpenProgram *open = arena_alloc(arena, sizeof *open);
    open->arena = arena;
    open->atom_count = ground->atom_count;
    open->literals = ground->literals;
    sort_rules(open, ground);
    find_components(open, ground);
    open->budget = budget;
    open->base_values = arena_array(arena, uint8_t, ground->atom_count);
    open->states = arena_array(arena, AtomState, ground->atom_count);
    open->samples = arena_array(arena, uint64_t, ground->atom_count);
    return open;
}

/* Forgets what the solver was told. */
static void end_evaluation(OpenProgram *open)
{
    for (size_t i = 0; i < open->gated.count; i++)
        open->states[open->gated.items[i]].gate = 0;
    vec_clear(&open->gated);
    sat_free(open->sat);
    open->sat = NULL;
    arena_free(open->answer_arena);
    open->answer_arena = NULL;
}

void open_free(OpenProgram *open)
{
    if (!open)
        return;
    end_evaluation(open);
    vec_free_all(&open->gated, &open->body, &open->disjuncts);
    arena_free(open->arena);
}

void open_set(OpenProgram *open, AtomId atom, BaseValue value)
{
    assert(!is_head(open, atom));
    open->base_values[atom] = (uint8_t)value;
}

/* Writes the components that QUERIES depend on to CONE; with UNDECIDED_ONLY
 * those of atoms whose value is open, and what these depend on. */
static Cone find_cone(const OpenProgram *open, const AtomId *queries,
                      size_t count, bool undecided_only, Arena *arena)
{
    Arena *scratch = arena_new();
    bool *is_needed = arena_array(scratch, bool, open->component_count);
    VEC(uint32_t) needed = {0};
    uint32_t end = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t component = open->component[queries[i]];
        is_needed[component] = true;
        end = component < end ? end : component + 1;
    }
    for (uint32_t i = end; i-- > 0;) {
        size_t atom_count;
        const AtomId *atoms = component_atoms(open, i, &atom_count);
        for (size_t k = 0; is_needed[i] && k < atom_count; k++)
            each_rule (rule, open, atoms[k])
                for (uint32_t m = 0; m < rule->count; m++) {
                    AtomId input = rule_body(open, rule)[m] / 2;
                    if (!undecided_only ||
                        open->states[input].value == VALUE_MAYBE)
                        is_needed[open->component[input]] = true;
                }
    }
    for (uint32_t i = 0; i < end; i++)
        if (is_needed[i])
            vec_push(&needed, i);
    arena_free(scratch);
    size_t needed_count = needed.count;
    return (Cone){vec_finish(&needed, arena), needed_count};
}

const Cone *open_cone(OpenProgram *open, const AtomId *queries, size_t count)
{
    Cone cone = find_cone(open, queries, count, false, open->arena);
    return arena_copy(open->arena, &cone, sizeof cone);
}

/* ---- values ---- */

static OpenValue literal_value(const OpenProgram *open, AtomLiteral literal)
{
    OpenValue value = open->states[literal / 2].value;
    return is_negative(literal) ? (OpenValue)(VALUE_MUST - value) : value;
}

/* Whether no literal of the body of RULE is false. */
static bool may_hold(const OpenProgram *open, const GroundRule *rule)
{
    for (uint32_t i = 0; i < rule->count; i++)
        if (literal_value(open, rule_body(open, rule)[i]) == VALUE_NEVER)
            return false;
    return true;
}

/* ---- gates ---- */

static void set_gate(OpenProgram *open, AtomId atom, SatLit gate)
{
    assert(gate);
    if (!open->states[atom].gate)
        vec_push(&open->gated, atom);
    open->states[atom].gate = gate;
}

/* The gate of LITERAL, if it is made already or its value is known. */
static SatLit literal_gate(const OpenProgram *open, AtomLiteral literal)
{
    const AtomState *state = &open->states[literal / 2];
    SatLit truth = sat_true(open->sat);
    SatLit gate = state->value == VALUE_MUST    ? truth
                  : state->value == VALUE_NEVER ? -truth
                                                : state->gate;
    return is_negative(literal) ? -gate : gate;
}

/* The disjunction of the rules of ATOM, whose inputs have gates. */
static SatLit make_definition(OpenProgram *open, AtomId atom)
{
    vec_clear(&open->disjuncts);
    each_rule (rule, open, atom) {
        vec_clear(&open->body);
        for (uint32_t k = 0; k < rule->count; k++)
            vec_push(&open->body, literal_gate(open, rule_body(open, rule)[k]));
        vec_push(&open->disjuncts,
                 sat_and(open->sat, open->body.items, open->body.count));
    }
    return sat_or(open->sat, open->disjuncts.items, open->disjuncts.count);
}

/* A recursive component is unrolled: at level zero nothing is derived yet, and
 * after as many levels as it has atoms the fixpoint is reached. If these are
 * too many, its atoms are free. */
static void make_recursive_gates(OpenProgram *open, const AtomId *atoms,
                                 size_t count)
{
    size_t literal_count = 0;
    for (size_t i = 0; i < count; i++)
        each_rule (rule, open, atoms[i])
            literal_count += rule->count;
    bool is_free = literal_count * count > MAX_UNROLLED_LITERALS;
    SatLit *next_level = memory_array(count, sizeof *next_level);
    for (size_t i = 0; i < count; i++)
        if (open->states[atoms[i]].value == VALUE_MAYBE)
            set_gate(open, atoms[i],
                     is_free ? sat_variable(open->sat) : -sat_true(open->sat));
    for (size_t level = 0; level < count && !is_free; level++) {
        for (size_t i = 0; i < count; i++)
            next_level[i] = make_definition(open, atoms[i]);
        for (size_t i = 0; i < count; i++)
            if (open->states[atoms[i]].value == VALUE_MAYBE)
                set_gate(open, atoms[i], next_level[i]);
    }
    open->limited = open->limited || is_free;
    memory_free(next_level);
}

static void make_gates(OpenProgram *open, uint32_t component)
{
    size_t count;
    const AtomId *atoms = component_atoms(open, component, &count);
    for (size_t i = 0; i < count; i++)
        if (open->states[atoms[i]].gate)
            return;
    if (open->is_recursive[component])
        make_recursive_gates(open, atoms, count);
    else if (open->base_values[atoms[0]] == BASE_OPEN)
        set_gate(open, atoms[0], sat_variable(open->sat));
    else
        set_gate(open, atoms[0], make_definition(open, atoms[0]));
}

/* The gate of LITERAL, which may be true or false, made with all that it
 * depends on: *CONE. */
static SatLit gate_of(OpenProgram *open, AtomLiteral literal, Cone *cone,
                      Arena *arena)
{
    AtomId atom = literal / 2;
    assert(open->states[atom].value == VALUE_MAYBE);
    if (!open->sat)
        open->sat = sat_new(open->budget);
    *cone = find_cone(open, &atom, 1, true, arena);
    for (size_t i = 0; i < cone->count; i++)
        make_gates(open, cone->components[i]);
    return literal_gate(open, literal);
}

static SatAnswer solve(OpenProgram *open, SatLit assumption)
{
    sat_assume(open->sat, assumption);
    SatAnswer answer = sat_solve(open->sat, MAX_CONFLICTS_PER_QUESTION);
    open->limited = open->limited || answer == SAT_UNKNOWN;
    return answer;
}

/* ---- what must be true ---- */

/* An atom that is possible by the values of its rules, though it is true in no
 * sample. It counts as possible until that matters. */
static bool is_unconfirmed(const OpenProgram *open, AtomId atom)
{
    const AtomState *state = &open->states[atom];
    return state->value == VALUE_MAYBE && !open->samples[atom] &&
           !state->is_confirmed;
}

/* Decides whether an unconfirmed atom is possible. */
static void check_possibility(OpenProgram *open, AtomId atom)
{
    AtomState *state = &open->states[atom];
    if (!is_unconfirmed(open, atom) || open->out_of_budget)
        return;
    Arena *scratch = arena_new();
    Cone cone;
    state->is_confirmed = true;
    if (solve(open, gate_of(open, 2 * atom, &cone, scratch)) == SAT_NO)
        state->value = VALUE_NEVER;
    arena_free(scratch);
}

/* Whether the body of RULE must be true once its unconfirmed negated atoms are
 * checked; checks them only if the rest of the body must be true. */
static bool must_hold(OpenProgram *open, const GroundRule *rule)
{
    const AtomLiteral *body = rule_body(open, rule);
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
    static const OpenValue values[] = {[BASE_FALSE] = VALUE_NEVER,
                                       [BASE_TRUE] = VALUE_MUST,
                                       [BASE_OPEN] = VALUE_MAYBE};
    BaseValue base = (BaseValue)open->base_values[atom];
    open->states[atom].value = values[base];
    open->samples[atom] = base == BASE_OPEN ? random_samples(open)
                                            : -(uint64_t)(base == BASE_TRUE);
}

/* Raises the value of ATOM to TARGET if one of its rules says so; false if
 * nothing changes. */
static bool raise_value(OpenProgram *open, AtomId atom, OpenValue target)
{
    OpenValue *value = &open->states[atom].value;
    if (*value >= target)
        return false;
    each_rule (rule, open, atom)
        if (target == VALUE_MUST ? must_hold(open, rule)
                                 : may_hold(open, rule)) {
            *value = target;
            return true;
        }
    return false;
}

/* Sets in which samples ATOM is true; false if nothing changes. */
static bool raise_samples(OpenProgram *open, AtomId atom)
{
    OpenValue value = open->states[atom].value;
    uint64_t before = open->samples[atom], lanes = 0;
    each_rule (rule, open, atom) {
        const AtomLiteral *body = rule_body(open, rule);
        uint64_t body_lanes = ~(uint64_t)0;
        for (uint32_t i = 0; i < rule->count && body_lanes; i++)
            body_lanes &=
                open->samples[body[i] / 2] ^ -(uint64_t)is_negative(body[i]);
        lanes |= body_lanes;
    }
    open->samples[atom] =
        value == VALUE_MAYBE ? lanes : -(uint64_t)(value == VALUE_MUST);
    return open->samples[atom] != before;
}

/* From below: what must be true, then what may be, then in which samples; until
 * nothing changes, where atoms depend on each other. */
static void evaluate_component(OpenProgram *open, uint32_t component)
{
    size_t count;
    const AtomId *atoms = component_atoms(open, component, &count);
    bool is_recursive = open->is_recursive[component];
    assert(is_recursive || count == 1);
    for (size_t i = 0; i < count; i++) {
        open->states[atoms[i]].value = VALUE_NEVER;
        open->states[atoms[i]].is_confirmed = false;
        open->samples[atoms[i]] = 0;
    }
    if (!is_head(open, atoms[0])) {
        evaluate_base(open, atoms[0]);
        return;
    }
    for (int phase = 0; phase < 3; phase++)
        for (bool has_changed = true; has_changed;) {
            has_changed = false;
            for (size_t i = 0; i < count; i++)
                has_changed |=
                    phase == 2 ? raise_samples(open, atoms[i])
                               : raise_value(open, atoms[i],
                                             phase ? VALUE_MAYBE : VALUE_MUST);
            has_changed = has_changed && is_recursive;
        }
}

void open_evaluate(OpenProgram *open, const Cone *cone)
{
    end_evaluation(open);
    open->answer_arena = arena_new();
    open->random = random_new(1, 0);
    open->out_of_budget = open->limited = false;
    for (size_t i = 0; i < cone->count; i++) {
        if (i % 256 == 0 && budget_spent(open->budget))
            open->out_of_budget = true;
        evaluate_component(open, cone->components[i]);
    }
}

/* ---- answers ---- */

OpenValue open_value(OpenProgram *open, AtomId atom)
{
    assert(atom < open->atom_count);
    check_possibility(open, atom);
    return open->states[atom].value;
}

typedef VEC(AtomLiteral) LiteralVec;

/* The literals of open atoms of the base in CONE that are true in all samples
 * of LANES; if there are none, those that are true in the last model. */
static LiteralVec find_candidates(const OpenProgram *open, const Cone *cone,
                                  uint64_t lanes)
{
    LiteralVec candidates = {0};
    for (size_t i = 0; i < cone->count; i++) {
        size_t count;
        AtomId atom = component_atoms(open, cone->components[i], &count)[0];
        uint64_t common = open->samples[atom] & lanes;
        if (open->base_values[atom] != BASE_OPEN || (common && common != lanes))
            continue;
        bool is_true =
            lanes ? common : sat_value(open->sat, open->states[atom].gate);
        vec_push(&candidates, 2 * atom + !is_true);
    }
    return candidates;
}

/* Asks for models in which GATE holds and some candidate does not, better yet
 * many, and drops all that do not, until there is no such model. */
static void keep_entailed(OpenProgram *open, SatLit gate,
                          LiteralVec *candidates)
{
    SatAnswer answer = SAT_YES;
    for (size_t i = 0; i < candidates->count; i++)
        sat_prefer(open->sat, -literal_gate(open, candidates->items[i]));
    while (candidates->count && answer == SAT_YES) {
        SatLits others = {0};
        for (size_t i = 0; i < candidates->count; i++)
            vec_push(&others, -literal_gate(open, candidates->items[i]));
        SatLit question = sat_question(open->sat, others.items, others.count);
        sat_assume(open->sat, question);
        answer = solve(open, gate);
        size_t kept_count = 0;
        for (size_t i = 0; i < candidates->count && answer == SAT_YES; i++)
            if (!sat_value(open->sat, others.items[i]))
                candidates->items[kept_count++] = candidates->items[i];
        if (answer != SAT_NO)
            candidates->count = kept_count;
        sat_retire(open->sat, question);
        vec_free(&others);
    }
}

/* Entailed literals are computed as a backbone is. */
BaseLiterals open_entailed(OpenProgram *open, AtomLiteral literal)
{
    assert(open->states[literal / 2].value == VALUE_MAYBE);
    if (open->out_of_budget)
        return (BaseLiterals){NULL, 0};
    Arena *scratch = arena_new();
    Cone cone;
    LiteralVec entailed = {0};
    SatLit gate = gate_of(open, literal, &cone, scratch);
    uint64_t lanes =
        open->samples[literal / 2] ^ -(uint64_t)is_negative(literal);
    if (lanes || solve(open, gate) == SAT_YES)
        entailed = find_candidates(open, &cone, lanes);
    keep_entailed(open, gate, &entailed);
    arena_free(scratch);
    sort_numbers(entailed.items, entailed.count);
    size_t count = entailed.count;
    return (BaseLiterals){vec_finish(&entailed, open->answer_arena), count};
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
    return open->out_of_budget || open->limited;
}
