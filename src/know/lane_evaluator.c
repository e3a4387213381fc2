/* lane_evaluator.c - incremental bit-parallel evaluation of ground rules
 *
 * In:   ground rules, words for the atoms that are no heads
 * Out:  words for all atoms
 * Next: know/batch.c
 *
 * Evaluates a stratified program for 64 cases at a time, rules in the order of
 * know/rule_index.h. A rule is dirty when a word that it reads has
 * changed; the lowest dirty rule is evaluated first. An atom is true where one
 * of its rules is; the rules that are true in some lane are linked in a list,
 * since an atom can have thousands of rules. Start reading at
 * lane_evaluator_settle(), at the end.
 */
#include "know/lane_evaluator.h"

#include "base/bits.h"
#include "base/graph.h"
#include "know/rule_index.h"

#include <assert.h>

#define NO_RULE UINT32_MAX

typedef struct {
    uint64_t word;           /* the lanes in which its body is true */
    uint32_t next, previous; /* links of the list of true rules of the head */
} LaneRule;

struct LaneEvaluator {
    RuleIndex index;
    uint64_t *words;         /* by atom */
    LaneRule *rules;         /* as in INDEX */
    uint32_t *true_rule;     /* by atom: its first true rule, or NO_RULE */
    uint64_t *saved;         /* for a recursive component, by its atoms */
    Graph readers;           /* by atom: rules that read it */
    uint64_t *dirty;         /* a bit for each rule */
    uint64_t *dirty_summary; /* a bit for each word that may be nonzero */
    size_t summary_words;
};

/* ---- construction ---- */

static void find_readers(LaneEvaluator *lanes, Arena *arena)
{
    const RuleIndex *index = &lanes->index;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < index->rule_count; i++)
        capacity += index->rules[i].count;
    Edge *reads = arena_array(arena, Edge, capacity);
    for (uint32_t i = 0; i < index->rule_count; i++)
        for (uint32_t k = 0; k < index->rules[i].count; k++)
            reads[count++] =
                (Edge){rule_body(index, &index->rules[i])[k] / 2, i};
    lanes->readers = graph_new(arena, index->atom_count, reads, count);
}

static void mark_dirty(LaneEvaluator *lanes, uint32_t rule)
{
    set_bit(lanes->dirty, rule);
    set_bit(lanes->dirty_summary, rule / 64);
}

LaneEvaluator *lane_evaluator_new(const Ground *ground, Arena *arena)
{
    LaneEvaluator *lanes = arena_alloc(arena, sizeof *lanes);
    size_t atoms = ground->atom_count, words = ground->rule_count / 64 + 1;
    lanes->index = rule_index_new(ground, arena);
    lanes->words = arena_array(arena, uint64_t, atoms);
    lanes->saved = arena_array(arena, uint64_t, atoms);
    lanes->rules = arena_array(arena, LaneRule, ground->rule_count);
    lanes->true_rule = arena_array(arena, uint32_t, atoms);
    for (size_t i = 0; i < atoms; i++)
        lanes->true_rule[i] = NO_RULE;
    find_readers(lanes, arena);
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

/* Adds a rule to the list of true rules of its head. */
static void link_true_rule(LaneEvaluator *lanes, uint32_t number)
{
    LaneRule *rule = &lanes->rules[number];
    uint32_t *first = &lanes->true_rule[lanes->index.rules[number].head];
    assert(!rule->word); /* not linked yet */
    rule->next = *first;
    rule->previous = NO_RULE;
    if (rule->next != NO_RULE)
        lanes->rules[rule->next].previous = number;
    *first = number;
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
        lanes->true_rule[lanes->index.rules[number].head] = rule->next;
}

static void evaluate_rule(LaneEvaluator *lanes, uint32_t number)
{
    LaneRule *rule = &lanes->rules[number];
    uint64_t now =
        body_lanes(&lanes->index, &lanes->index.rules[number], lanes->words);
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
static void evaluate_recursive(LaneEvaluator *lanes, uint32_t component)
{
    const RuleIndex *index = &lanes->index;
    assert(index->recursive[component]);
    size_t count;
    const AtomId *atoms = component_atoms(index, component, &count);
    uint32_t first = index->first_rule[atoms[0]];
    uint32_t end = index->end_rule[atoms[count - 1]];
    for (size_t i = 0; i < count; i++) {
        lanes->saved[i] = lanes->words[atoms[i]];
        lanes->words[atoms[i]] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = first; i < end; i++) {
            const GroundRule *rule = &index->rules[i];
            uint64_t *word = &lanes->words[rule->head];
            uint64_t now = *word | body_lanes(index, rule, lanes->words);
            changed = changed || now != *word;
            *word = now;
        }
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t now = lanes->words[atoms[i]];
        lanes->words[atoms[i]] = lanes->saved[i];
        set_word(lanes, atoms[i], now);
    }
    for (uint32_t i = first; i < end; i++)
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
    assert(!is_head(&lanes->index, atom));
    set_word(lanes, atom, word);
}

void lane_evaluator_settle(LaneEvaluator *lanes)
{
    const RuleIndex *index = &lanes->index;
    uint32_t rule = find_dirty(lanes, 0);
    while (rule != NO_RULE) {
        AtomId head = index->rules[rule].head;
        uint32_t end = index->end_rule[head];
        assert(index->first_rule[head] <= rule && rule < end);
        if (index->recursive[index->component[head]]) {
            evaluate_recursive(lanes, index->component[head]);
            rule = find_dirty(lanes, rule);
            continue;
        }
        for (; rule < end; rule = find_dirty(lanes, rule)) {
            lanes->dirty[rule / 64] &= ~((uint64_t)1 << rule % 64);
            evaluate_rule(lanes, rule);
        }
        evaluate_head(lanes, head); /* marks only rules from END on */
        rule = find_dirty(lanes, end);
        assert(rule >= end); /* rules are in topological order */
    }
}

uint64_t lane_evaluator_word(const LaneEvaluator *lanes, AtomId atom)
{
    return lanes->words[atom];
}
