/* sampled_mutexes.c - of which features at most one holds, by what they agree
 * in
 *
 * In:   a sample of reachable positions
 * Out:  gates that were true in all of them
 * Next: prove/induction/houdini.c finds out which are inductive together
 *
 * For each set of argument places, the smallest sets first, the instances of a
 * symbol fall into groups that agree there. A group within one that was taken
 * says nothing new. Unlike exclusions (prove/candidates/candidate_invariants.c)
 * a group has all its features, also those that were never seen: a piece that
 * nobody saw in the corner is not in two places either. Start reading at
 * sampled_mutex_groups() and sampled_mutex_unions().
 */
#include "prove/candidates/sampled_mutexes.h"

#include "base/sort.h"

#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum { MAX_PLACES = 5, SETS = 1 << MAX_PLACES, MAX_MEMBERS = 1000 };

typedef struct {
    uint64_t key; /* the same for features of one group */
    uint32_t feature;
} Member;

typedef struct {
    const Net *net;
    PropertyTable *properties;
    const GuidedWalks *walks;
    const bool *focus;
    size_t most, added;
    uint32_t *taken; /* by feature: the sets of places of groups it is in */
    VEC(Member) members;
    RefList scratch;
    RefList *refs;
} Grouper;

/* Part k: it is not so that the k-th holds, and one before it. */
Ref at_most_one(PropertyTable *properties, const Ref *refs, size_t count)
{
    RefList parts = {0};
    Ref before = REF_FALSE;
    for (size_t i = 0; i < count; i++) {
        vec_push(&parts, ref_not(property_pair(properties, before, refs[i])));
        before = property_or(properties, (Ref[]){before, refs[i]}, 2);
    }
    Ref all = property_and(properties, parts.items, parts.count);
    vec_free(&parts);
    return all;
}

static uint64_t group_key(const Term *feature, size_t places)
{
    uint32_t low = hash_mix(7, feature->symbol->id), high = low + 1;
    for (size_t i = 0; i < feature->arity; i++) {
        uint32_t id = places >> i & 1 ? feature->args[i]->id : 0;
        low = hash_mix(low, id);
        high = hash_mix(high, id);
    }
    return (uint64_t)high << 32 | low;
}

static int by_key(const void *left, const void *right)
{
    const Member *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->feature > b->feature) - (a->feature < b->feature);
}

/* Whether a group of a smaller set of places has all of this one. */
static bool is_taken(const Grouper *grouper, uint32_t feature, size_t places)
{
    for (size_t smaller = 0; smaller < places; smaller++)
        if ((smaller & ~places) == 0 &&
            (grouper->taken[feature] >> smaller & 1))
            return true;
    return false;
}

static bool were_single(const Grouper *grouper, const Member *members,
                        size_t count)
{
    size_t initially = 0, blocks = walks_blocks(grouper->walks);
    for (size_t i = 0; i < count; i++)
        initially += grouper->net->initial[members[i].feature];
    for (size_t b = 0; b < blocks && initially <= 1; b++) {
        Lanes some = {0}, more = {0};
        for (size_t i = 0; i < count; i++) {
            Lanes now = walks_sample(grouper->walks, members[i].feature)[b];
            more |= some & now;
            some |= now;
        }
        if (lanes_any(&more))
            return false;
    }
    return initially <= 1;
}

/* What moves need stands outside the focus, and is often just this. */
static bool is_wanted(const Grouper *grouper, const Member *members,
                      size_t count)
{
    enum { MAX_FEATURES = 3000 };
    bool focused = grouper->net->feature_count <= MAX_FEATURES, seen = false;
    for (size_t i = 0; i < count; i++) {
        focused = focused || grouper->focus[members[i].feature];
        seen = seen || walks_seen_true(grouper->walks, members[i].feature);
    }
    return focused && seen;
}

static void add(Grouper *grouper, Ref ref)
{
    if (ref <= REF_FALSE || grouper->added == grouper->most)
        return;
    vec_push(grouper->refs, ref);
    grouper->added++;
}

static void take_group(Grouper *grouper, const Member *members, size_t count,
                       size_t places)
{
    if (count < 2 || count > MAX_MEMBERS || grouper->added == grouper->most ||
        is_taken(grouper, members[0].feature, places) ||
        !is_wanted(grouper, members, count) ||
        !were_single(grouper, members, count))
        return;
    vec_clear(&grouper->scratch);
    for (size_t i = 0; i < count; i++) {
        grouper->taken[members[i].feature] |= (uint32_t)1 << places;
        vec_push(&grouper->scratch,
                 property_feature(grouper->properties, 0, members[i].feature));
    }
    add(grouper,
        at_most_one(grouper->properties, grouper->scratch.items, count));
}

static void group_by(Grouper *grouper, size_t places)
{
    const Net *net = grouper->net;
    vec_clear(&grouper->members);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        size_t arity = net->features[f]->arity;
        if (arity && arity <= MAX_PLACES && places < ((size_t)1 << arity) - 1) {
            Member member = {group_key(net->features[f], places), f};
            vec_push(&grouper->members, member);
        }
    }
    const Member *members = grouper->members.items;
    size_t count = grouper->members.count;
    sort_items(grouper->members.items, count, sizeof *members, by_key);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && members[end].key == members[first].key;
             end++)
            ;
        take_group(grouper, members + first, end - first, places);
    }
}

void sampled_mutex_groups(const Net *net, PropertyTable *properties,
                          const GuidedWalks *walks, const bool *focus,
                          size_t most, RefList *refs)
{
    Grouper grouper = {.net = net,
                       .properties = properties,
                       .walks = walks,
                       .focus = focus,
                       .most = most,
                       .refs = refs};
    grouper.taken = calloc(net->feature_count + 1, sizeof *grouper.taken);
    if (!grouper.taken)
        fatal("out of memory");
    for (size_t size = 0; size < MAX_PLACES; size++)
        for (size_t places = 0; places < SETS; places++)
            if ((size_t)__builtin_popcountll(places) == size)
                group_by(&grouper, places);
    free(grouper.taken);
    vec_free(&grouper.members);
    vec_free(&grouper.scratch);
}

/* ---- two symbols ---- */

enum { MAX_SYMBOLS = 40, MAX_UNION = 200 };

static const uint64_t NO_KEY = 0;

/* What a feature of these symbols is known by: the value at a place, or nothing
 * if PLACE is SIZE_MAX; NO_KEY if it is of another symbol. */
static uint64_t union_key(const Term *feature, const Term *like, size_t place)
{
    if (feature->symbol != like->symbol || feature->arity != like->arity)
        return NO_KEY;
    return place == SIZE_MAX ? 1 : (uint64_t)feature->args[place]->id + 1;
}

static bool was_always_some(const Grouper *grouper, const Member *members,
                            size_t count)
{
    bool some = false;
    size_t blocks = walks_blocks(grouper->walks);
    for (size_t i = 0; i < count; i++)
        some = some || grouper->net->initial[members[i].feature];
    for (size_t b = 0; b < blocks && some; b++) {
        Lanes none = ~(Lanes){0};
        for (size_t i = 0; i < count; i++)
            none &= ~walks_sample(grouper->walks, members[i].feature)[b];
        some = !lanes_any(&none);
    }
    return some;
}

/* MEMBERS, of which the first SIZE are those of one symbol. */
static void take_union(Grouper *grouper, const Member *members, size_t size,
                       size_t count)
{
    if (!size || size == count || count > MAX_UNION ||
        !is_wanted(grouper, members, count))
        return;
    vec_clear(&grouper->scratch);
    for (size_t i = 0; i < count; i++)
        vec_push(&grouper->scratch,
                 property_feature(grouper->properties, 0, members[i].feature));
    const Ref *refs = grouper->scratch.items;
    if (were_single(grouper, members, count))
        add(grouper, at_most_one(grouper->properties, refs, count));
    if (was_always_some(grouper, members, count) &&
        !was_always_some(grouper, members, size) &&
        !was_always_some(grouper, members + size, count - size))
        add(grouper, property_or(grouper->properties, refs, count));
}

/* The features of both symbols, by what stands at a place of each. */
static void unite(Grouper *grouper, const Term *left, size_t left_place,
                  const Term *right, size_t right_place)
{
    const Net *net = grouper->net;
    vec_clear(&grouper->members);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        uint64_t key = union_key(net->features[f], left, left_place);
        uint64_t other = union_key(net->features[f], right, right_place);
        if (key != NO_KEY || other != NO_KEY)
            vec_push(&grouper->members,
                     ((Member){2 * (key + other) + (other != NO_KEY), f}));
    }
    const Member *members = grouper->members.items;
    size_t count = grouper->members.count;
    sort_items(grouper->members.items, count, sizeof *members, by_key);
    for (size_t first = 0, middle, end; first < count; first = end) {
        uint64_t value = members[first].key / 2;
        for (middle = first;
             middle < count && members[middle].key == 2 * value;)
            middle++;
        for (end = middle; end < count && members[end].key / 2 == value;)
            end++;
        take_union(grouper, members + first, middle - first, end - first);
    }
}

void sampled_mutex_unions(const Net *net, PropertyTable *properties,
                          const GuidedWalks *walks, const bool *focus,
                          size_t most, RefList *refs)
{
    Grouper grouper = {.net = net,
                       .properties = properties,
                       .walks = walks,
                       .focus = focus,
                       .most = most,
                       .refs = refs};
    VEC(const Term *) symbols = {0};
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
            unite(&grouper, left, SIZE_MAX, right, SIZE_MAX);
            for (size_t i = 0; i < left->arity && i < MAX_PLACES; i++)
                for (size_t k = 0; k < right->arity && k < MAX_PLACES; k++)
                    unite(&grouper, left, i, right, k);
        }
    vec_free(&symbols);
    vec_free(&grouper.members);
    vec_free(&grouper.scratch);
}
