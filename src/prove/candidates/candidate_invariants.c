/* candidate_invariants.c - candidate invariants from a sample of positions
 *
 * In:   a sample of reachable positions (prove/walk/guided_walks.h)
 * Out:  gates that are true in all of them
 * Next: prove/induction/houdini.c finds the largest inductive subset
 *
 * Likely invariants by templates, as in Daikon (Ernst et al. 2001). Pairs of
 * mutually exclusive features (mutexes) come by schema: a class is two feature
 * symbols and which of their argument places are equal. It is a candidate as a
 * whole if no pair of it was seen together; otherwise its pairs with the same
 * argument at an equal place are classes of their own. Start reading at
 * candidate_invariants(), at the end.
 */
#include "prove/candidates/candidate_invariants.h"

#include "base/memory.h"
#include "base/sort.h"
#include "prove/candidates/sampled_mutexes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

static bool is_at_limit(const CandidateBuilder *builder)
{
    return builder->added >= builder->max_count;
}

void candidate_add(CandidateBuilder *builder, Ref ref)
{
    if (ref <= REF_FALSE || is_at_limit(builder))
        return;
    builder->added++;
    vec_push(builder->refs, ref);
}

static Ref feature_ref(CandidateBuilder *builder, uint32_t feature)
{
    return property_feature(builder->properties, 0, feature);
}

static bool was_seen_both_ways(const CandidateBuilder *builder,
                               uint32_t feature)
{
    return walks_seen_true(builder->walks, feature) &&
           walks_seen_false(builder->walks, feature);
}

/* ---- the sample ---- */

/* Whether features LEFT and RIGHT have these values together in the initial
 * position or in one of the sample. */
static bool was_seen_together(const CandidateBuilder *builder, uint32_t left,
                              bool left_value, uint32_t right, bool right_value)
{
    const Lanes *a = walks_sample(builder->walks, left);
    const Lanes *b = walks_sample(builder->walks, right);
    const bool *is_initial = builder->net->initial;
    if (is_initial[left] == left_value && is_initial[right] == right_value)
        return true;
    for (size_t i = 0, block_count = walks_blocks(builder->walks);
         i < block_count; i++) {
        Lanes both = (left_value ? a[i] : ~a[i]) & (right_value ? b[i] : ~b[i]);
        if (lanes_any(&both))
            return true;
    }
    return false;
}

/* ---- constants ---- */

static void add_constants(CandidateBuilder *builder)
{
    const Net *net = builder->net;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        if (!walks_seen_true(builder->walks, f))
            candidate_add(builder, ref_not(feature_ref(builder, f)));
        else if (!walks_seen_false(builder->walks, f))
            candidate_add(builder, feature_ref(builder, f));
    }
}

/* ---- symbols ---- */

typedef struct {
    uint32_t first, end; /* features of one symbol, in order of symbols */
} SymbolRange;

typedef VEC(SymbolRange) SymbolRanges;

static bool same_symbol(const Term *left, const Term *right)
{
    return left->symbol == right->symbol && left->arity == right->arity;
}

static int by_symbol(const void *left, const void *right)
{
    const Term *a = *(const Term *const *)left,
               *b = *(const Term *const *)right;
    if (a->symbol->id != b->symbol->id)
        return a->symbol->id < b->symbol->id ? -1 : 1;
    return (a->arity > b->arity) - (a->arity < b->arity);
}

/* The features ordered by symbol, and the range of each symbol: in the net,
 * features of one symbol need not be neighbours. */
static uint32_t *sort_by_symbol(const Net *net, SymbolRanges *ranges)
{
    const Term **terms = memory_array(net->feature_count + 1, sizeof *terms);
    uint32_t *order = memory_array(net->feature_count + 1, sizeof *order);
    memcpy(terms, net->features, net->feature_count * sizeof *terms);
    sort_items(terms, net->feature_count, sizeof *terms, by_symbol);
    for (uint32_t i = 0; i < net->feature_count; i++) {
        order[i] = net_feature(net, terms[i]);
        assert(order[i] < net->feature_count);
        if (!i || !same_symbol(terms[i - 1], terms[i]))
            vec_push(ranges, (SymbolRange){i, i});
        vec_last(ranges).end = i + 1;
    }
    assert(!ranges->count || vec_last(ranges).end == net->feature_count);
    free(terms);
    return order;
}

/* ---- at most one instance of a symbol ---- */

/* No two of COUNT features hold together, as a conjunction over pairs. */
static Ref pairwise_mutex(CandidateBuilder *builder, const uint32_t *features,
                          size_t count)
{
    RefList pairs = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            vec_push(&pairs,
                     ref_not(property_pair(builder->properties,
                                           feature_ref(builder, features[i]),
                                           feature_ref(builder, features[k]))));
    Ref mutex = property_and(builder->properties, pairs.items, pairs.count);
    vec_free(&pairs);
    return mutex;
}

static void add_symbol_mutexes(CandidateBuilder *builder)
{
    enum { MAX_INSTANCES = 400 };
    SymbolRanges ranges = {0};
    uint32_t *order = sort_by_symbol(builder->net, &ranges);
    for (size_t i = 0; i < ranges.count; i++) {
        const uint32_t *features = order + ranges.items[i].first;
        size_t instances = ranges.items[i].end - ranges.items[i].first;
        size_t count = 0;
        uint32_t *seen_features =
            memory_array(instances + 1, sizeof *seen_features);
        for (size_t k = 0; k < instances; k++)
            if (walks_seen_true(builder->walks, features[k]))
                seen_features[count++] = features[k];
        if (count > 1 && count <= MAX_INSTANCES &&
            walks_at_most_one(builder->walks, seen_features, count))
            candidate_add(builder,
                          pairwise_mutex(builder, seen_features, count));
        free(seen_features);
    }
    free(order);
    vec_free(&ranges);
}

/* ---- at least one ---- */

typedef struct {
    uint32_t key, feature;
} KeyedFeature;

static int by_key(const void *left, const void *right)
{
    const KeyedFeature *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->feature > b->feature) - (a->feature < b->feature);
}

/* A hash that is equal for features that agree in all places but PLACE; or, if
 * PLACE_VARIES is false, in PLACE. */
static uint32_t grouping_key(const Term *feature, size_t place,
                             bool place_varies)
{
    uint32_t key = 7;
    for (size_t i = 0; i < feature->arity; i++)
        if ((i != place) == place_varies)
            key = hash_mix(key, feature->args[i]->id);
    return key;
}

/* That one of COUNT features holds, unless a position refutes it. */
static void add_at_least_one(CandidateBuilder *builder,
                             const uint32_t *features, size_t count)
{
    RefList refs = {0};
    if (count < 2 || !walks_at_least_one(builder->walks, features, count))
        return;
    for (size_t i = 0; i < count; i++)
        vec_push(&refs, feature_ref(builder, features[i]));
    candidate_add(builder,
                  property_or(builder->properties, refs.items, refs.count));
    vec_free(&refs);
}

/* For given arguments at all other places, some argument at one place: every
 * cell has a content, every player a score. Or, for a given argument at one
 * place, some arguments at all others: every king is on some cell. */
static void add_at_least_one_candidates(CandidateBuilder *builder)
{
    const Net *net = builder->net;
    SymbolRanges ranges = {0};
    uint32_t *order = sort_by_symbol(net, &ranges);
    VEC(KeyedFeature) keyed = {0};
    VEC(uint32_t) features = {0};
    for (size_t r = 0; r < ranges.count; r++) {
        const SymbolRange range = ranges.items[r];
        size_t arity = net->features[order[range.first]]->arity;
        add_at_least_one(builder, order + range.first, range.end - range.first);
        size_t groupings = arity > 2 ? 2 * arity : arity > 1 ? 2 : 0;
        for (size_t grouping = 0; grouping < groupings; grouping++) {
            vec_clear(&keyed);
            for (uint32_t i = range.first; i < range.end; i++) {
                const Term *feature = net->features[order[i]];
                KeyedFeature entry = {
                    grouping_key(feature, grouping % arity, grouping < arity),
                    order[i]};
                vec_push(&keyed, entry);
            }
            sort_items(keyed.items, keyed.count, sizeof *keyed.items, by_key);
            for (size_t i = 0; i < keyed.count;) {
                uint32_t key = keyed.items[i].key;
                vec_clear(&features);
                for (; i < keyed.count && keyed.items[i].key == key; i++)
                    vec_push(&features, keyed.items[i].feature);
                add_at_least_one(builder, features.items, features.count);
            }
        }
    }
    free(order);
    vec_free_all(&ranges, &keyed, &features);
}

/* ---- mutexes by schema ---- */

typedef struct {
    uint64_t key; /* of its class */
    uint32_t left, right;
} FeaturePair;

typedef VEC(FeaturePair) FeaturePairs;

static int by_class(const void *left, const void *right)
{
    const FeaturePair *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->left != b->left)
        return a->left < b->left ? -1 : 1;
    return (a->right > b->right) - (a->right < b->right);
}

/* Which places of two features have equal arguments: a bit for each pair of
 * places, for the first six. */
static uint64_t equal_places(const Term *left, const Term *right)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < left->arity && i < 6; i++)
        for (size_t k = 0; k < right->arity && k < 6; k++)
            if ((i == k || !same_symbol(left, right)) &&
                left->args[i] == right->args[k])
                bits |= (uint64_t)1 << (i * 6 + k);
    return bits;
}

/* One more than the argument at the last equal place; 0 if there is none. */
static uint64_t last_equal_argument(const Term *left, const Term *right)
{
    for (size_t i = left->arity; i-- > 0;)
        for (size_t k = right->arity; k-- > 0;)
            if ((i == k || !same_symbol(left, right)) &&
                left->args[i] == right->args[k])
                return left->args[i]->id + 1;
    return 0;
}

static Ref mutex_of_pair(CandidateBuilder *builder, const FeaturePair *pair)
{
    return ref_not(property_pair(builder->properties,
                                 feature_ref(builder, pair->left),
                                 feature_ref(builder, pair->right)));
}

static void add_mutex_class(CandidateBuilder *builder, const FeaturePair *pairs,
                            size_t count)
{
    RefList refs = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&refs, mutex_of_pair(builder, &pairs[i]));
    candidate_add(builder,
                  property_and(builder->properties, refs.items, refs.count));
    vec_free(&refs);
}

static bool class_was_seen_together(const CandidateBuilder *builder,
                                    const FeaturePair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (was_seen_together(builder, pairs[i].left, true, pairs[i].right,
                              true))
            return true;
    return false;
}

/* Adds each class of which no pair was seen together; leaves in PAIRS the other
 * classes, to be divided further. */
static void add_unseen_classes(CandidateBuilder *builder, FeaturePairs *pairs)
{
    enum { MAX_PAIRS = 60000 }; /* of a class */
    size_t remaining = 0;
    sort_items(pairs->items, pairs->count, sizeof *pairs->items, by_class);
    for (size_t i = 0; i < pairs->count && !budget_spent(builder->budget);) {
        size_t end = i;
        while (end < pairs->count &&
               pairs->items[end].key == pairs->items[i].key)
            end++;
        budget_charge(builder->budget,
                      (end - i) * (walks_blocks(builder->walks) + 20));
        if (end - i <= MAX_PAIRS &&
            !class_was_seen_together(builder, &pairs->items[i], end - i)) {
            add_mutex_class(builder, &pairs->items[i], end - i);
        } else {
            assert(remaining <= i);
            memmove(&pairs->items[remaining], &pairs->items[i],
                    (end - i) * sizeof(FeaturePair));
            remaining += end - i;
        }
        i = end;
    }
    pairs->count = remaining;
}

static void add_mutex_schemas(CandidateBuilder *builder)
{
    enum { MAX_FEATURES = 3000 }; /* that take both values */
    const Net *net = builder->net;
    SymbolRanges ranges = {0};
    FeaturePairs pairs = {0};
    size_t varying = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        varying += was_seen_both_ways(builder, f);
    if (varying > MAX_FEATURES)
        return;
    uint32_t *order = sort_by_symbol(net, &ranges);
    for (size_t a = 0; a < ranges.count; a++)
        for (size_t b = 0; b <= a; b++) {
            vec_clear(&pairs);
            for (uint32_t i = ranges.items[a].first;
                 i < ranges.items[a].end && !budget_spent(builder->budget);
                 i++) {
                budget_charge(builder->budget, 10 * (ranges.items[b].end -
                                                     ranges.items[b].first));
                for (uint32_t k = ranges.items[b].first;
                     k < ranges.items[b].end && (a != b || k < i); k++) {
                    uint32_t left = order[i], right = order[k];
                    if (!was_seen_both_ways(builder, left) ||
                        !was_seen_both_ways(builder, right))
                        continue;
                    FeaturePair pair = {
                        equal_places(net->features[left], net->features[right]),
                        left, right};
                    vec_push(&pairs, pair);
                }
            }
            add_unseen_classes(builder, &pairs);
            for (size_t i = 0; i < pairs.count; i++) {
                FeaturePair *pair = &pairs.items[i];
                const Term *left = net->features[pair->left];
                const Term *right = net->features[pair->right];
                assert(!(pair->key >> 36)); /* as equal_places() has 36 bits */
                pair->key |= last_equal_argument(left, right) << 36;
            }
            add_unseen_classes(builder, &pairs);
        }
    free(order);
    vec_free_all(&ranges, &pairs);
}

/* ---- what the value of a step counter implies ---- */

/* A step counter is a symbol with one argument of which at most one instance
 * holds at a time. (That each holds only once in a play is not required.) */
static void add_step_counter_candidates(CandidateBuilder *builder)
{
    /* Up to so many pairs, features outside the focus count too. */
    enum { MAX_UNFOCUSED_PAIRS = 20000 };
    const Net *net = builder->net;
    SymbolRanges ranges = {0};
    uint32_t *order = sort_by_symbol(net, &ranges);
    for (size_t r = 0; r < ranges.count; r++) {
        const uint32_t *counter = order + ranges.items[r].first;
        size_t count = ranges.items[r].end - ranges.items[r].first;
        if (net->features[counter[0]]->arity > 1 || count < 2 ||
            !walks_at_most_one(builder->walks, counter, count))
            continue;
        bool all_pairs = count * net->feature_count <= MAX_UNFOCUSED_PAIRS;
        for (size_t i = 0; i < count && !budget_spent(builder->budget); i++) {
            budget_charge(builder->budget,
                          net->feature_count *
                              (2 * walks_blocks(builder->walks) + 10));
            for (uint32_t f = 0; f < net->feature_count; f++) {
                if (!was_seen_both_ways(builder, counter[i]) ||
                    f == counter[i] ||
                    same_symbol(net->features[f], net->features[counter[i]]) ||
                    (!all_pairs && !builder->focus[f]))
                    continue;
                Ref counter_ref = feature_ref(builder, counter[i]),
                    literal = feature_ref(builder, f);
                if (!was_seen_together(builder, counter[i], true, f, true))
                    candidate_add(builder,
                                  ref_not(property_pair(builder->properties,
                                                        counter_ref, literal)));
                else if (!was_seen_together(builder, counter[i], true, f,
                                            false))
                    candidate_add(builder, ref_not(property_pair(
                                               builder->properties, counter_ref,
                                               ref_not(literal))));
            }
        }
    }
    free(order);
    vec_free(&ranges);
}

/* ---- binary clauses ---- */

static void add_binary_clauses(CandidateBuilder *builder)
{
    const Net *net = builder->net;
    for (uint32_t a = 0;
         a < net->feature_count && !budget_spent(builder->budget); a++) {
        budget_charge(builder->budget,
                      a * (4 * walks_blocks(builder->walks) + 10));
        for (uint32_t b = 0; b < a && !is_at_limit(builder); b++) {
            if (!was_seen_both_ways(builder, a) ||
                !was_seen_both_ways(builder, b) ||
                (!builder->focus[a] && !builder->focus[b]))
                continue;
            for (int value = 0; value < 4; value++) {
                bool left = value & 1, right = value >> 1;
                if (was_seen_together(builder, a, left, b, right))
                    continue;
                Ref first = feature_ref(builder, a) ^ !left;
                Ref second = feature_ref(builder, b) ^ !right;
                candidate_add(
                    builder,
                    ref_not(property_pair(builder->properties, first, second)));
            }
        }
    }
}

void candidate_invariants(CandidateKind kind, CandidateBuilder builder)
{
    assert(kind != CANDIDATE_DERIVED && !builder.added);
    switch (kind) {
    case CANDIDATE_CONSTANT:
        add_constants(&builder);
        break;
    case CANDIDATE_SYMBOL_MUTEX:
        add_symbol_mutexes(&builder);
        break;
    case CANDIDATE_MUTEX_GROUP:
        sampled_mutex_groups(builder);
        break;
    case CANDIDATE_MUTEX_SCHEMA:
        add_mutex_schemas(&builder);
        break;
    case CANDIDATE_STEP_COUNTER:
        add_step_counter_candidates(&builder);
        break;
    case CANDIDATE_AT_LEAST_ONE:
        add_at_least_one_candidates(&builder);
        break;
    default:
        add_binary_clauses(&builder);
    }
}
