/* lemma_sum.c - lemmas that say how many of some features hold
 *
 * In:   gates of a ProofRecord
 * Out:  the features, and how many of them hold
 * Next: lemma_words.c
 *
 * That at most one holds may be a chain, or a list of all states.
 * Start reading at lemma_as_sum(), at the end.
 */
#include "prove/lemma_sum.h"

#include "base/memory.h"

#include <stdlib.h>

const Term *feature_of(const LemmaWriter *writer, Ref ref)
{
    const Net *net = writer->properties->net;
    const Gate *gate = gate_of(writer, ref);
    return gate->is_leaf && !ref_is_negated(ref) && !gate->level &&
                   gate->node >= net->node_count
               ? net->features[gate->node - net->node_count]
               : NULL;
}

/* Whether REF says that one of MEMBERS, which is set, holds: of at least three
 * features. */
static bool read_at_least_one(const LemmaWriter *writer, Ref ref,
                              RefList *members)
{
    vec_clear(members);
    if (ref <= REF_FALSE || !ref_is_negated(ref) ||
        gate_of(writer, ref)->is_leaf)
        return false;
    flatten(writer, ref_not(ref), members);
    bool are_features = members->count > 2;
    for (size_t i = 0; i < members->count; i++) {
        members->items[i] ^= 1;
        are_features = are_features && feature_of(writer, members->items[i]);
    }
    return are_features;
}

/* The one of PARTS, an AND of literals, that is positive; REF_FALSE if there is
 * none, REF_TRUE if there are more. */
static Ref only_positive(const RefList *parts)
{
    Ref only = REF_FALSE;
    for (size_t i = 0; i < parts->count; i++)
        if (!ref_is_negated(parts->items[i]))
            only = only == REF_FALSE ? parts->items[i] : REF_TRUE;
    return only;
}

/* Whether REF lists the states of features of which at most one holds, each of
 * MEMBERS, which is set, and if *HAS_NONE that none does. */
static bool read_states(const LemmaWriter *writer, Ref ref, RefList *members,
                        bool *has_none)
{
    RefList states = {0}, parts = {0};
    bool are_states = ref > REF_FALSE && ref_is_negated(ref) &&
                      !gate_of(writer, ref)->is_leaf;
    size_t width = 0;
    vec_clear(members);
    *has_none = false;
    if (are_states)
        flatten(writer, ref_not(ref), &states);
    for (size_t i = 0; i < states.count && are_states; i++) {
        Ref state = ref_not(states.items[i]);
        vec_clear(&parts);
        are_states = !ref_is_negated(state) && !gate_of(writer, state)->is_leaf;
        if (are_states)
            flatten(writer, state, &parts);
        Ref only = only_positive(&parts);
        *has_none = *has_none || only == REF_FALSE;
        are_states = are_states && only != REF_TRUE &&
                     (!i || parts.count == width) &&
                     (only == REF_FALSE || feature_of(writer, only));
        width = parts.count;
        if (only > REF_FALSE)
            vec_push(members, only);
    }
    are_states = are_states && members->count == width &&
                 states.count == width + *has_none;
    vec_free_all(&states, &parts);
    return are_states;
}

bool lemma_as_sum(LemmaWriter *writer, const LoggedLemma *lemma,
                  RefList *members, WeightedSum *sum)
{
    bool has_none = false;
    *sum = lemma->sum;
    if (!lemma->property || lemma->property->degree)
        return !lemma->property;
    Ref ref = lemma->property->ends[0];
    bool is_most = read_at_most_one(writer, ref, members),
         is_least = !is_most && read_at_least_one(writer, ref, members);
    if (!is_most && !is_least && !read_states(writer, ref, members, &has_none))
        return false;
    WeightedRef *terms = memory_array(members->count, sizeof *terms);
    for (size_t i = 0; i < members->count; i++)
        terms[i] = (WeightedRef){1, members->items[i]};
    *sum =
        (WeightedSum){terms, members->count, is_most || has_none ? NO_MIN : 1,
                      is_least ? NO_MAX : 1};
    return true;
}
