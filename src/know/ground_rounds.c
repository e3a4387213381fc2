/* ground_rounds.c - incremental bit-parallel evaluation of ground rules
 *
 * In:   ground rules, words for the atoms that are no heads
 * Out:  words for all atoms
 * Next: know/batch.c
 *
 * Evaluates a stratified program for 64 cases at a time. Rules are numbered in
 * topological order of the strongly connected components of their heads, all
 * rules of a head together. A rule is dirty when a word that it reads has
 * changed; the lowest dirty rule is evaluated first. An atom is true where one
 * of its rules is; the rules that are true in some lane are linked in a list,
 * since an atom can have thousands of rules. Start reading at
 * lane_evaluator_settle(), at the end.
 */
#include "know/ground_rounds.h"

#include "base/graph.h"

#include <assert.h>

#define NO_RULE UINT32_MAX

typedef struct {
    uint64_t word; /* the lanes in which its body is true */
    AtomId head;
    uint32_t first, count;   /* literals of the body */
    uint32_t next, previous; /* links of the list of true rules of the head */
} LaneRule;

typedef struct {
    uint32_t first, end;       /* rules */
    uint32_t first_atom, last; /* atoms, as indices of ORDER */
    bool recursive;            /* an atom depends on itself */
} RuleComponent;

struct LaneEvaluator {
    const AtomLiteral *literals;
    uint64_t *words;      /* by atom */
    LaneRule *rules;      /* lowest first */
    uint32_t *first_rule; /* by atom, up to END_RULE */
    uint32_t *end_rule;
    uint32_t *true_rule;    /* by atom: its first true rule, or NO_RULE */
    uint32_t *component_of; /* by atom */
    RuleComponent *components;
    AtomId *order;           /* atoms, component by component */
    uint64_t *saved;         /* for a recursive component, by index of ORDER */
    Graph readers;           /* by atom: rules that read it */
    uint64_t *dirty;         /* a bit for each rule */
    uint64_t *dirty_summary; /* a bit for each word that may be nonzero */
    size_t summary_words;
};

/* ---- construction ---- */

/* Finds the strongly connected components of the dependency graph. */
static void find_components(LaneEvaluator *lanes, const Ground *ground,
                            Arena *arena)
{
    size_t atoms = ground->atom_count;
    Edge *dependencies = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        capacity += ground->rules[i].count;
    dependencies = arena_array(arena, Edge, capacity);
    for (size_t i = 0; i < ground->rule_count; i++) {
        const GroundRule *rule = &ground->rules[i];
        for (uint32_t k = 0; k < rule->count; k++)
            dependencies[count++] =
                (Edge){rule->head, ground->literals[rule->first + k] / 2};
    }
    Graph graph = graph_new(arena, atoms, dependencies, count);
    lanes->component_of = arena_array(arena, uint32_t, atoms);
    uint32_t components = graph_components(&graph, lanes->component_of);
    lanes->components = arena_array(arena, RuleComponent, components);
    for (size_t i = 0; i < count; i++)
        if (lanes->component_of[dependencies[i].from] ==
            lanes->component_of[dependencies[i].to])
            lanes->components[lanes->component_of[dependencies[i].from]]
                .recursive = true;
    uint32_t *start = arena_array(arena, uint32_t, components + 1);
    for (size_t i = 0; i < atoms; i++)
        start[lanes->component_of[i] + 1]++;
    for (uint32_t i = 0; i < components; i++) {
        start[i + 1] += start[i];
        lanes->components[i].first_atom = lanes->components[i].last = start[i];
    }
    lanes->order = arena_array(arena, AtomId, atoms);
    for (AtomId i = 0; i < atoms; i++)
        lanes->order[lanes->components[lanes->component_of[i]].last++] = i;
}

static void number_rules(LaneEvaluator *lanes, const Ground *ground,
                         Arena *arena)
{
    size_t atoms = ground->atom_count;
    Edge *heads = arena_array(arena, Edge, ground->rule_count);
    for (uint32_t i = 0; i < ground->rule_count; i++)
        heads[i] = (Edge){ground->rules[i].head, i};
    Graph by_head = graph_new(arena, atoms, heads, ground->rule_count);
    lanes->rules = arena_array(arena, LaneRule, ground->rule_count);
    lanes->first_rule = arena_array(arena, uint32_t, atoms);
    lanes->end_rule = arena_array(arena, uint32_t, atoms);
    lanes->true_rule = arena_array(arena, uint32_t, atoms);
    uint32_t number = 0;
    for (size_t i = 0; i < atoms; i++) {
        AtomId atom = lanes->order[i];
        RuleComponent *component =
            &lanes->components[lanes->component_of[atom]];
        if (component->first_atom == i)
            component->first = number;
        lanes->first_rule[atom] = number;
        for (uint32_t k = by_head.first[atom]; k < by_head.first[atom + 1];
             k++) {
            const GroundRule *rule = &ground->rules[by_head.targets[k]];
            lanes->rules[number++] = (LaneRule){
                .head = atom, .first = rule->first, .count = rule->count};
        }
        lanes->end_rule[atom] = component->end = number;
        lanes->true_rule[atom] = NO_RULE;
    }
}

static void find_readers(LaneEvaluator *lanes, const Ground *ground,
                         Arena *arena)
{
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        capacity += lanes->rules[i].count;
    Edge *reads = arena_array(arena, Edge, capacity);
    for (uint32_t i = 0; i < ground->rule_count; i++)
        for (uint32_t k = 0; k < lanes->rules[i].count; k++)
            reads[count++] =
                (Edge){lanes->literals[lanes->rules[i].first + k] / 2, i};
    lanes->readers = graph_new(arena, ground->atom_count, reads, count);
}

static void mark_dirty(LaneEvaluator *lanes, uint32_t rule)
{
    lanes->dirty[rule / 64] |= (uint64_t)1 << rule % 64;
    lanes->dirty_summary[rule / 4096] |= (uint64_t)1 << rule / 64 % 64;
}

LaneEvaluator *lane_evaluator_new(const Ground *ground, Arena *arena)
{
    LaneEvaluator *lanes = arena_alloc(arena, sizeof *lanes);
    lanes->literals = ground->literals;
    lanes->words = arena_array(arena, uint64_t, ground->atom_count);
    lanes->saved = arena_array(arena, uint64_t, ground->atom_count);
    find_components(lanes, ground, arena);
    number_rules(lanes, ground, arena);
    find_readers(lanes, ground, arena);
    size_t words = ground->rule_count / 64 + 1;
    lanes->summary_words = words / 64 + 1;
    lanes->dirty = arena_array(arena, uint64_t, words);
    lanes->dirty_summary = arena_array(arena, uint64_t, lanes->summary_words);
    for (uint32_t i = 0; i < ground->rule_count; i++)
        mark_dirty(lanes, i);
    return lanes;
}

/* ---- evaluation ---- */

static void set_word(LaneEvaluator *lanes, AtomId atom, uint64_t word)
{
    if (lanes->words[atom] == word)
        return;
    lanes->words[atom] = word;
    for (uint32_t i = lanes->readers.first[atom];
         i < lanes->readers.first[atom + 1]; i++)
        mark_dirty(lanes, lanes->readers.targets[i]);
}

static uint64_t body_word(const LaneEvaluator *lanes, const LaneRule *rule)
{
    uint64_t conjunction = ~(uint64_t)0;
    for (uint32_t i = 0; i < rule->count && conjunction; i++) {
        AtomLiteral literal = lanes->literals[rule->first + i];
        uint64_t word = lanes->words[literal / 2];
        conjunction &= literal & 1 ? ~word : word;
    }
    return conjunction;
}

/* Adds a rule to the list of true rules of its head. */
static void link_true_rule(LaneEvaluator *lanes, uint32_t number)
{
    LaneRule *rule = &lanes->rules[number];
    assert(!rule->word); /* not linked yet */
    rule->next = lanes->true_rule[rule->head];
    rule->previous = NO_RULE;
    if (rule->next != NO_RULE)
        lanes->rules[rule->next].previous = number;
    lanes->true_rule[rule->head] = number;
}

static void unlink_true_rule(LaneEvaluator *lanes, uint32_t number)
{
    const LaneRule *rule = &lanes->rules[number];
    assert(rule->word); /* linked */
    if (rule->next != NO_RULE)
        lanes->rules[rule->next].previous = rule->previous;
    if (rule->previous != NO_RULE)
        lanes->rules[rule->previous].next = rule->next;
    else
        lanes->true_rule[rule->head] = rule->next;
}

static void evaluate_rule(LaneEvaluator *lanes, uint32_t number)
{
    LaneRule *rule = &lanes->rules[number];
    uint64_t now = body_word(lanes, rule);
    if (now && !rule->word)
        link_true_rule(lanes, number);
    else if (!now && rule->word)
        unlink_true_rule(lanes, number);
    rule->word = now;
}

static void evaluate_head(LaneEvaluator *lanes, AtomId atom)
{
    uint64_t disjunction = 0;
    for (uint32_t i = lanes->true_rule[atom]; i != NO_RULE;
         i = lanes->rules[i].next)
        disjunction |= lanes->rules[i].word;
    set_word(lanes, atom, disjunction);
}

/* Least fixpoint of a recursive component: its atoms start false, and its rules
 * are evaluated until nothing changes. */
static void evaluate_recursive(LaneEvaluator *lanes,
                               const RuleComponent *component)
{
    assert(component->recursive);
    for (uint32_t i = component->first_atom; i < component->last; i++) {
        lanes->saved[i] = lanes->words[lanes->order[i]];
        lanes->words[lanes->order[i]] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = component->first; i < component->end; i++) {
            uint64_t *word = &lanes->words[lanes->rules[i].head];
            uint64_t now = *word | body_word(lanes, &lanes->rules[i]);
            changed = changed || now != *word;
            *word = now;
        }
    }
    for (uint32_t i = component->first_atom; i < component->last; i++) {
        uint64_t now = lanes->words[lanes->order[i]];
        lanes->words[lanes->order[i]] = lanes->saved[i];
        set_word(lanes, lanes->order[i], now);
    }
    for (uint32_t i = component->first; i < component->end; i++)
        lanes->dirty[i / 64] &= ~((uint64_t)1 << i % 64);
}

/* The lowest dirty rule, or NO_RULE; no rule below the word of FROM is dirty.
 */
static uint32_t find_dirty(LaneEvaluator *lanes, uint32_t from)
{
    for (size_t i = from / 4096; i < lanes->summary_words; i++)
        while (lanes->dirty_summary[i]) {
            size_t bit = (size_t)__builtin_ctzll(lanes->dirty_summary[i]);
            uint64_t dirty = lanes->dirty[i * 64 + bit];
            if (dirty)
                return (uint32_t)((i * 64 + bit) * 64 +
                                  (size_t)__builtin_ctzll(dirty));
            lanes->dirty_summary[i] &= ~((uint64_t)1 << bit);
        }
    return NO_RULE;
}

void lane_evaluator_set(LaneEvaluator *lanes, AtomId atom, uint64_t word)
{
    assert(lanes->first_rule[atom] == lanes->end_rule[atom]); /* no head */
    set_word(lanes, atom, word);
}

void lane_evaluator_settle(LaneEvaluator *lanes)
{
    uint32_t rule = find_dirty(lanes, 0);
    while (rule != NO_RULE) {
        AtomId head = lanes->rules[rule].head;
        const RuleComponent *component =
            &lanes->components[lanes->component_of[head]];
        uint32_t end = lanes->end_rule[head];
        assert(lanes->first_rule[head] <= rule && rule < end);
        if (component->recursive) {
            evaluate_recursive(lanes, component);
            rule = find_dirty(lanes, rule);
            continue;
        }
        for (; rule < end; rule = find_dirty(lanes, rule)) {
            lanes->dirty[rule / 64] &= ~((uint64_t)1 << rule % 64);
            evaluate_rule(lanes, rule);
        }
        evaluate_head(lanes, head); /* marks only rules from END on */
        rule = find_dirty(lanes, end);
    }
}

uint64_t lane_evaluator_word(const LaneEvaluator *lanes, AtomId atom)
{
    return lanes->words[atom];
}
