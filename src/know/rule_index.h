/* rule_index.h - ground rules by head, in an order of evaluation
 *
 * The strongly connected components of the atoms are numbered so that an atom
 * depends on atoms of its own and of lower components only. The rules of a head
 * stand together.
 */
#ifndef ZERMELO_KNOW_RULE_INDEX_H
#define ZERMELO_KNOW_RULE_INDEX_H

#include "base/graph.h"
#include "ground/instantiate.h"

typedef struct {
    size_t atom_count;
    const AtomLiteral *literals;
    const GroundRule *rules;
    const uint32_t *first_rule; /* by atom, and one more: in RULES */
    Graph members;              /* atoms by component */
    const uint32_t *component;  /* by atom */
    uint32_t component_count;   /* their number */
    const bool *is_recursive;   /* by component: an atom depends on itself */
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
    const uint32_t *first = index->members.first + component;
    *count = first[1] - first[0];
    return index->members.targets + first[0];
}

#endif
