/* rule_index.h - ground rules by head, in an order of evaluation
 *
 * The strongly connected components of the atoms are numbered so that an atom
 * depends on atoms of its own and of lower components only. The rules
 * of a head stand together.
 */
#ifndef ZERMELO_KNOW_RULE_INDEX_H
#define ZERMELO_KNOW_RULE_INDEX_H

#include "ground/instantiate.h"

typedef struct {
    size_t atom_count, rule_count;
    const AtomLiteral *literals;
    const GroundRule *rules;
    const uint32_t *first_rule;   /* by atom, and one more: in RULES */
    const uint32_t *component;    /* by atom */
    uint32_t component_count;     /* their number */
    const bool *is_recursive;     /* by component: an atom depends on itself */
    const AtomId *atoms_in_order; /* the atoms by component */
    const uint32_t
        *first_atom; /* by component, and one more: in ATOMS_IN_ORDER */
} RuleIndex;

/* Of the rules of GROUND, whose literals are borrowed; in ARENA. */
RuleIndex rule_index_new(const Ground *ground, Arena *arena);

/* The rules of ATOM, one after the other. */
#define each_rule(rule, index, atom)                                           \
    for (const GroundRule *rule = (index)->rules + (index)->first_rule[atom];  \
         rule < (index)->rules + (index)->first_rule[(atom) + 1]; rule++)

static inline const AtomLiteral *rule_body(const RuleIndex *index,
                                           const GroundRule *rule)
{
    return index->literals + rule->first;
}

/* An AtomLiteral is twice the atom, plus one if it is negated. */
static inline bool is_negative(AtomLiteral literal)
{
    return literal & 1;
}

static inline bool is_head(const RuleIndex *index, AtomId atom)
{
    return index->first_rule[atom] < index->first_rule[atom + 1];
}

static inline const AtomId *component_atoms(const RuleIndex *index,
                                            uint32_t component, size_t *count)
{
    *count = index->first_atom[component + 1] - index->first_atom[component];
    return index->atoms_in_order + index->first_atom[component];
}

/* The lanes, bits of a word, in which the body of RULE is true; WORDS has the
 * lanes in which each atom is. */
static inline uint64_t body_lanes(const RuleIndex *index,
                                  const GroundRule *rule, const uint64_t *words)
{
    const AtomLiteral *body = rule_body(index, rule);
    uint64_t lanes = ~(uint64_t)0;
    for (uint32_t i = 0; i < rule->count && lanes; i++)
        lanes &= words[body[i] / 2] ^ -(uint64_t)is_negative(body[i]);
    return lanes;
}

/* The lanes in which some rule of ATOM is true. */
static inline uint64_t head_lanes(const RuleIndex *index, AtomId atom,
                                  const uint64_t *words)
{
    uint64_t lanes = 0;
    each_rule (rule, index, atom)
        lanes |= body_lanes(index, rule, words);
    return lanes;
}

#endif
