/* sampled_mutexes.c - candidate mutex groups from a sample of positions
 *
 * In:   a sample of reachable positions (prove/walk/guided_walks.h)
 * Out:  gates that are true in all of them
 * Next: prove/induction/houdini.c finds the largest inductive subset
 *
 * Mutex groups as in planning (Helmert 2009), but guessed from a sample. For
 * each set of argument places, the smallest sets first, the instances of a
 * symbol are grouped by their arguments there. A group within one that was
 * added says nothing new. Unlike a mutex schema (candidate_invariants.c), a
 * group has all its features, also those that were never seen to hold: the
 * invariant has to cover them to be inductive. Start reading at
 * sampled_mutex_groups() and sampled_mutex_unions().
 */
#include "prove/candidates/sampled_mutexes.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_PLACES = 5, /* arguments of a feature */
    PLACE_SETS = 1 << MAX_PLACES,
    MAX_MEMBERS = 1000 /* features of a group */
};

typedef struct {
    uint64_t key; /* the same for features of one group */
    uint32_t feature;
} GroupMember;

typedef struct {
    CandidateBuilder builder;
    uint32_t *covered; /* by feature: the place sets of groups with it */
    VEC(GroupMember) members;
    VEC(uint32_t) features; /* of the members */
    RefList scratch;
} MutexSampler;

/* Conjunct k: not both the k-th and one before it. */
Ref at_most_one(PropertyTable *properties, const Ref *refs, size_t count)
{
    RefList conjuncts = {0};
    Ref before = REF_FALSE;
    for (size_t i = 0; i < count; i++) {
        vec_push(&conjuncts,
                 ref_not(property_pair(properties, before, refs[i])));
        before = property_or(properties, (Ref[]){before, refs[i]}, 2);
    }
    Ref at_most_one_ref =
        property_and(properties, conjuncts.items, conjuncts.count);
    vec_free(&conjuncts);
    return at_most_one_ref;
}

static uint64_t group_key(const Term *feature, size_t place_mask)
{
    assert(place_mask < (size_t)1 << feature->arity);
    uint32_t low = hash_mix(7, feature->symbol->id), high = low + 1;
    for (size_t i = 0; i < feature->arity; i++) {
        uint32_t id = place_mask >> i & 1 ? feature->args[i]->id : 0;
        low = hash_mix(low, id);
        high = hash_mix(high, id);
    }
    return (uint64_t)high << 32 | low;
}

static int by_key(const void *left, const void *right)
{
    const GroupMember *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->feature > b->feature) - (a->feature < b->feature);
}

/* Whether a group by a subset of PLACE_MASK, which contains this one, was
 * added. */
static bool is_covered(const MutexSampler *sampler, uint32_t feature,
                       size_t place_mask)
{
    assert(feature < sampler->builder.net->feature_count);
    for (size_t subset = 0; subset < place_mask; subset++)
        if ((subset & ~place_mask) == 0 &&
            (sampler->covered[feature] >> subset & 1))
            return true;
    return false;
}

/* Whether a member was seen to hold and, in a large net, one is in focus. In a
 * small net groups outside the focus count too: moves often depend on them. */
static bool is_relevant(const MutexSampler *sampler, const uint32_t *features,
                        size_t count)
{
    enum { MAX_FEATURES = 3000 };
    bool is_focused = sampler->builder.net->feature_count <= MAX_FEATURES,
         was_seen = false;
    for (size_t i = 0; i < count; i++) {
        is_focused = is_focused || sampler->builder.focus[features[i]];
        was_seen =
            was_seen || walks_seen_true(sampler->builder.walks, features[i]);
    }
    return is_focused && was_seen;
}

static void add_group(MutexSampler *sampler, const uint32_t *features,
                      size_t count, size_t place_mask)
{
    assert(place_mask < PLACE_SETS);
    if (count < 2 || count > MAX_MEMBERS ||
        sampler->builder.added == sampler->builder.max_count ||
        is_covered(sampler, features[0], place_mask) ||
        !is_relevant(sampler, features, count) ||
        !walks_at_most_one(sampler->builder.walks, features, count))
        return;
    vec_clear(&sampler->scratch);
    for (size_t i = 0; i < count; i++) {
        sampler->covered[features[i]] |= (uint32_t)1 << place_mask;
        vec_push(&sampler->scratch,
                 property_feature(sampler->builder.properties, 0, features[i]));
    }
    candidate_add(&sampler->builder,
                  at_most_one(sampler->builder.properties,
                              sampler->scratch.items, count));
}

static const GroupMember *sort_members(MutexSampler *sampler)
{
    GroupMember *members = sampler->members.items;
    sort_items(members, sampler->members.count, sizeof *members, by_key);
    vec_clear(&sampler->features);
    for (size_t i = 0; i < sampler->members.count; i++)
        vec_push(&sampler->features, members[i].feature);
    return members;
}

/* Groups features by their arguments at a set of places. */
static void add_groups_by_places(MutexSampler *sampler, size_t place_mask)
{
    const Net *net = sampler->builder.net;
    vec_clear(&sampler->members);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        size_t arity = net->features[f]->arity;
        if (arity && arity <= MAX_PLACES &&
            place_mask < ((size_t)1 << arity) - 1) {
            GroupMember member = {group_key(net->features[f], place_mask), f};
            vec_push(&sampler->members, member);
        }
    }
    const GroupMember *members = sort_members(sampler);
    size_t count = sampler->members.count;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && members[end].key == members[first].key;
             end++)
            ;
        add_group(sampler, sampler->features.items + first, end - first,
                  place_mask);
    }
}

void sampled_mutex_groups(CandidateBuilder builder)
{
    MutexSampler sampler = {.builder = builder};
    sampler.covered =
        memory_zeroed(builder.net->feature_count + 1, sizeof *sampler.covered);
    for (size_t place_count = 0; place_count < MAX_PLACES; place_count++)
        for (size_t place_mask = 0; place_mask < PLACE_SETS; place_mask++)
            if ((size_t)__builtin_popcountll(place_mask) == place_count)
                add_groups_by_places(&sampler, place_mask);
    free(sampler.covered);
    vec_free_all(&sampler.members, &sampler.features, &sampler.scratch);
}

/* ---- groups of two symbols ---- */

enum { MAX_SYMBOLS = 40, MAX_UNION = 200 /* features */ };

static const uint64_t NO_KEY = 0;

/* The key by which a feature of the symbol of SYMBOL_TERM is grouped: its
 * argument at PLACE, or 1 if PLACE is SIZE_MAX; NO_KEY for other symbols. */
static uint64_t union_key(const Term *feature, const Term *symbol_term,
                          size_t place)
{
    if (feature->symbol != symbol_term->symbol ||
        feature->arity != symbol_term->arity)
        return NO_KEY;
    return place == SIZE_MAX ? 1 : (uint64_t)feature->args[place]->id + 1;
}

/* Adds candidates about FEATURES, of which the first LEFT_COUNT are of one
 * symbol and the others of another. */
static void add_union(MutexSampler *sampler, const uint32_t *features,
                      size_t left_count, size_t count)
{
    assert(left_count <= count);
    if (!left_count || left_count == count || count > MAX_UNION ||
        !is_relevant(sampler, features, count))
        return;
    vec_clear(&sampler->scratch);
    for (size_t i = 0; i < count; i++)
        vec_push(&sampler->scratch,
                 property_feature(sampler->builder.properties, 0, features[i]));
    const Ref *refs = sampler->scratch.items;
    if (walks_at_most_one(sampler->builder.walks, features, count))
        candidate_add(&sampler->builder,
                      at_most_one(sampler->builder.properties, refs, count));
    if (walks_at_least_one(sampler->builder.walks, features, count) &&
        !walks_at_least_one(sampler->builder.walks, features, left_count) &&
        !walks_at_least_one(sampler->builder.walks, features + left_count,
                            count - left_count))
        candidate_add(&sampler->builder,
                      property_or(sampler->builder.properties, refs, count));
}

/* Groups the features of both symbols by the argument at a place of each. */
static void add_unions_by_places(MutexSampler *sampler, const Term *left,
                                 size_t left_place, const Term *right,
                                 size_t right_place)
{
    const Net *net = sampler->builder.net;
    vec_clear(&sampler->members);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        uint64_t key = union_key(net->features[f], left, left_place);
        uint64_t other = union_key(net->features[f], right, right_place);
        if (key != NO_KEY || other != NO_KEY)
            vec_push(&sampler->members,
                     ((GroupMember){2 * (key + other) + (other != NO_KEY), f}));
    }
    const GroupMember *members = sort_members(sampler);
    size_t count = sampler->members.count;
    for (size_t first = 0, middle, end; first < count; first = end) {
        uint64_t value = members[first].key / 2;
        for (middle = first;
             middle < count && members[middle].key == 2 * value;)
            middle++;
        for (end = middle; end < count && members[end].key / 2 == value;)
            end++;
        assert(end > first);
        add_union(sampler, sampler->features.items + first, middle - first,
                  end - first);
    }
}

void sampled_mutex_unions(CandidateBuilder builder)
{
    const Net *net = builder.net;
    MutexSampler sampler = {.builder = builder};
    TermVec symbols = {0};
    for (uint32_t f = 0; f < net->feature_count; f++) {
        bool known = symbols.count >= MAX_SYMBOLS;
        for (size_t i = 0; i < symbols.count && !known; i++)
            known = union_key(net->features[f], symbols.items[i], SIZE_MAX) !=
                    NO_KEY;
        if (!known)
            vec_push(&symbols, net->features[f]);
    }
    for (size_t a = 0; a < symbols.count; a++)
        for (size_t b = 0; b < a; b++) {
            const Term *left = symbols.items[a], *right = symbols.items[b];
            add_unions_by_places(&sampler, left, SIZE_MAX, right, SIZE_MAX);
            for (size_t i = 0; i < left->arity && i < MAX_PLACES; i++)
                for (size_t k = 0; k < right->arity && k < MAX_PLACES; k++)
                    add_unions_by_places(&sampler, left, i, right, k);
        }
    vec_free_all(&symbols, &sampler.members, &sampler.features,
                 &sampler.scratch);
}
