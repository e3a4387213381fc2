/* decision_diagram.c - a set of states as one formula
 *
 * In:   states, a bit for each feature
 * Out:  a gate that is true in these and no others
 * Next: prove/stage_plays.c gives the formula as the evidence of a proof
 *
 * An ordered binary decision diagram (Bryant 1986), built bottom up from
 * the last feature to the first. In sorted order, states that agree in the
 * features before f are neighbours: they are one node at level f, whose gate
 * says that the features from f on are those of one of them. Equal gates are
 * shared by hash consing (formula/property.h). Start reading at
 * state_set_formula(), at the end.
 */
#include "prove/walk/decision_diagram.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_STATE_BITS = 4000000 }; /* states times features */

typedef struct {
    const uint64_t *state;
    size_t word_count;
} SortedState;

typedef struct {
    const uint64_t *state; /* one of its states */
    size_t differs_at;     /* first feature in which the state before differs */
    Ref ref;               /* its gate */
} DiagramNode;

/* The first feature in which two states differ; 64 * WORD_COUNT if in none. */
static size_t first_difference(const uint64_t *left, const uint64_t *right,
                               size_t word_count)
{
    size_t word = 0;
    while (word < word_count && left[word] == right[word])
        word++;
    if (word == word_count)
        return 64 * word_count;
    return 64 * word + (size_t)__builtin_ctzll(left[word] ^ right[word]);
}

static int by_state_bits(const void *left, const void *right)
{
    const SortedState *a = left, *b = right;
    size_t feature = first_difference(a->state, b->state, a->word_count);
    return feature == 64 * a->word_count ? 0
           : get_bit(a->state, feature)  ? 1
                                         : -1;
}

/* A node for each state, in order. */
static DiagramNode *make_leaf_nodes(const uint64_t *states, size_t count,
                                    size_t word_count)
{
    SortedState *sorted = memory_array(count, sizeof *sorted);
    DiagramNode *nodes = memory_array(count, sizeof *nodes);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (SortedState){states + i * word_count, word_count};
    sort_items(sorted, count, sizeof *sorted, by_state_bits);
    for (size_t i = 0; i < count; i++) {
        nodes[i] = (DiagramNode){sorted[i].state, 0, REF_TRUE};
        if (i)
            nodes[i].differs_at = first_difference(sorted[i - 1].state,
                                                   sorted[i].state, word_count);
        assert(!i || nodes[i].differs_at < 64 * word_count); /* all different */
    }
    free(sorted);
    return nodes;
}

/* Goes from the level after FEATURE to that of FEATURE: merges neighbours that
 * differ first there; returns how many nodes are left. */
static size_t merge_level(PropertyTable *properties, DiagramNode *nodes,
                          size_t count, uint32_t feature)
{
    size_t merged = 0;
    Ref condition = property_feature(properties, 0, feature);
    for (size_t i = 0; i < count;) {
        bool has_both = i + 1 < count && nodes[i + 1].differs_at == feature;
        assert(!i || nodes[i].differs_at < feature); /* later ones are merged */
        Ref child = nodes[i].ref;
        Ref low =
            has_both || !get_bit(nodes[i].state, feature) ? child : REF_FALSE;
        Ref high = has_both                           ? nodes[i + 1].ref
                   : get_bit(nodes[i].state, feature) ? child
                                                      : REF_FALSE;
        nodes[merged] = nodes[i];
        nodes[merged++].ref = property_choice(properties, condition, high, low);
        i += has_both ? 2 : 1;
    }
    return merged;
}

Ref state_set_formula(PropertyTable *properties, const uint64_t *states,
                      size_t count, size_t word_count)
{
    size_t feature_count = properties->net->feature_count;
    if (count * (feature_count + 1) > MAX_STATE_BITS)
        return REF_TRUE;
    DiagramNode *nodes = make_leaf_nodes(states, count, word_count);
    for (size_t feature = feature_count; feature-- > 0;)
        count = merge_level(properties, nodes, count, (uint32_t)feature);
    assert(count == 1); /* the root */
    Ref ref = nodes[0].ref;
    free(nodes);
    return ref;
}
