/* candidate_invariants.c - properties nobody asked for that help to prove
 * others
 *
 * In:   a sample of reachable positions
 * Out:  gates that were true in all of them
 * Next: prove/induction/houdini.c finds out which are inductive together
 *
 * Exclusions come by schema: a class is two feature symbols and which of their
 * arguments are equal, and is taken whole if no pair of it was ever seen
 * together; else its pairs with the same value at an equal argument are a class
 * of their own. Start reading at invent(), at the end.
 */
#include "prove/candidates/candidate_invariants.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

typedef struct {
    const Net *net;
    PropertyTable *properties;
    const GuidedWalks *walks;
    const bool *focus;
    size_t most, added;
    size_t blocks;
    const Budget *budget;
    RefList *refs;
} Inventor;

static bool is_full(const Inventor *inventor)
{
    return inventor->added >= inventor->most;
}

static void add(Inventor *inventor, Ref ref)
{
    if (ref <= REF_FALSE || is_full(inventor))
        return;
    inventor->added++;
    vec_push(inventor->refs, ref);
}

static Ref feature_ref(Inventor *inventor, uint32_t feature)
{
    return property_feature(inventor->properties, 0, feature);
}

static bool varies(const Inventor *inventor, uint32_t feature)
{
    return walks_seen_true(inventor->walks, feature) &&
           walks_seen_false(inventor->walks, feature);
}

/* ---- what was seen ---- */

/* Whether LEFT and RIGHT were ever seen with these values. */
static bool seen(const Inventor *inventor, uint32_t left, bool left_value,
                 uint32_t right, bool right_value)
{
    const Lanes *a = walks_sample(inventor->walks, left);
    const Lanes *b = walks_sample(inventor->walks, right);
    const bool *initial = inventor->net->initial;
    if (initial[left] == left_value && initial[right] == right_value)
        return true;
    for (size_t i = 0; i < inventor->blocks; i++) {
        Lanes both = (left_value ? a[i] : ~a[i]) & (right_value ? b[i] : ~b[i]);
        if (lanes_any(&both))
            return true;
    }
    return false;
}

/* ---- constants ---- */

static void invent_constants(Inventor *inventor)
{
    const Net *net = inventor->net;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        if (!walks_seen_true(inventor->walks, f))
            add(inventor, ref_not(feature_ref(inventor, f)));
        else if (!walks_seen_false(inventor->walks, f))
            add(inventor, feature_ref(inventor, f));
    }
}

/* ---- symbols ---- */

typedef struct {
    uint32_t first, end; /* features of one symbol: they are sorted */
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

/* Features in the order of their symbols; in the sorted list they need not be
 * neighbours. */
static uint32_t *by_symbols(const Net *net, SymbolRanges *ranges)
{
    const Term **terms = fatal_malloc((net->feature_count + 1) * sizeof *terms);
    uint32_t *order = fatal_malloc((net->feature_count + 1) * sizeof *order);
    memcpy(terms, net->features, net->feature_count * sizeof *terms);
    sort_items(terms, net->feature_count, sizeof *terms, by_symbol);
    for (uint32_t i = 0; i < net->feature_count; i++) {
        order[i] = net_feature(net, terms[i]);
        if (!i || !same_symbol(terms[i - 1], terms[i]))
            vec_push(ranges, ((SymbolRange){i, i}));
        vec_last(ranges).end = i + 1;
    }
    free(terms);
    return order;
}

/* ---- single ---- */

/* All pairs of a range exclude each other. */
static Ref none_together(Inventor *inventor, const uint32_t *features,
                         size_t count)
{
    RefList pairs = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            vec_push(&pairs, ref_not(property_pair(
                                 inventor->properties,
                                 feature_ref(inventor, features[i]),
                                 feature_ref(inventor, features[k]))));
    Ref all = property_and(inventor->properties, pairs.items, pairs.count);
    vec_free(&pairs);
    return all;
}

static bool is_single(const Inventor *inventor, const uint32_t *features,
                      size_t count)
{
    size_t initial = 0;
    for (size_t i = 0; i < count; i++)
        initial += inventor->net->initial[features[i]];
    if (initial > 1)
        return false;
    for (size_t b = 0; b < inventor->blocks; b++) {
        Lanes some = {0}, more = {0};
        for (size_t i = 0; i < count; i++) {
            Lanes now = walks_sample(inventor->walks, features[i])[b];
            more |= some & now;
            some |= now;
        }
        if (lanes_any(&more))
            return false;
    }
    return true;
}

static void invent_singles(Inventor *inventor)
{
    enum { MAX_INSTANCES = 400 };
    SymbolRanges ranges = {0};
    uint32_t *order = by_symbols(inventor->net, &ranges);
    for (size_t i = 0; i < ranges.count; i++) {
        const uint32_t *features = order + ranges.items[i].first;
        size_t all = ranges.items[i].end - ranges.items[i].first, count = 0;
        uint32_t *seen_ones = fatal_malloc((all + 1) * sizeof *seen_ones);
        for (size_t k = 0; k < all; k++)
            if (walks_seen_true(inventor->walks, features[k]))
                seen_ones[count++] = features[k];
        if (count > 1 && count <= MAX_INSTANCES &&
            is_single(inventor, seen_ones, count))
            add(inventor, none_together(inventor, seen_ones, count));
        free(seen_ones);
    }
    free(order);
    vec_free(&ranges);
}

/* ---- some ---- */

static bool was_always_some(const Inventor *inventor, const uint32_t *features,
                            size_t count)
{
    bool initially = false;
    for (size_t i = 0; i < count; i++)
        initially = initially || inventor->net->initial[features[i]];
    for (size_t b = 0; initially && b < inventor->blocks; b++) {
        Lanes none = ~(Lanes){0};
        for (size_t i = 0; i < count; i++)
            none &= ~walks_sample(inventor->walks, features[i])[b];
        if (lanes_any(&none))
            return false;
    }
    return initially;
}

typedef struct {
    uint32_t key, feature;
} Keyed;

static int by_key(const void *left, const void *right)
{
    const Keyed *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->feature > b->feature) - (a->feature < b->feature);
}

/* Equal for features that differ in argument PLACE only; or, if VARIES is
 * false, in all but that. */
static uint32_t key_without(const Term *feature, size_t place, bool varies)
{
    uint32_t key = 7;
    for (size_t i = 0; i < feature->arity; i++)
        if ((i != place) == varies)
            key = hash_mix(key, feature->args[i]->id);
    return key;
}

static void add_some(Inventor *inventor, const uint32_t *features, size_t count)
{
    RefList refs = {0};
    if (count < 2 || !was_always_some(inventor, features, count))
        return;
    for (size_t i = 0; i < count; i++)
        vec_push(&refs, feature_ref(inventor, features[i]));
    add(inventor, property_or(inventor->properties, refs.items, refs.count));
    vec_free(&refs);
}

/* For all other arguments, some value of one argument: every cell has a
 * content, every player a score. Or, for one argument, some values of all
 * others: every king stands somewhere. */
static void invent_some(Inventor *inventor)
{
    const Net *net = inventor->net;
    SymbolRanges ranges = {0};
    uint32_t *order = by_symbols(net, &ranges);
    VEC(Keyed) keyed = {0};
    VEC(uint32_t) features = {0};
    for (size_t r = 0; r < ranges.count; r++) {
        const SymbolRange range = ranges.items[r];
        size_t arity = net->features[order[range.first]]->arity;
        add_some(inventor, order + range.first, range.end - range.first);
        size_t split = arity > 2 ? 2 * arity : arity > 1 ? 2 : 0;
        for (size_t way = 0; way < split; way++) {
            vec_clear(&keyed);
            for (uint32_t i = range.first; i < range.end; i++) {
                const Term *feature = net->features[order[i]];
                Keyed one = {key_without(feature, way % arity, way < arity),
                             order[i]};
                vec_push(&keyed, one);
            }
            sort_items(keyed.items, keyed.count, sizeof *keyed.items, by_key);
            for (size_t i = 0; i < keyed.count;) {
                uint32_t key = keyed.items[i].key;
                vec_clear(&features);
                for (; i < keyed.count && keyed.items[i].key == key; i++)
                    vec_push(&features, keyed.items[i].feature);
                add_some(inventor, features.items, features.count);
            }
        }
    }
    free(order);
    vec_free(&ranges);
    vec_free(&keyed);
    vec_free(&features);
}

/* ---- exclusion by schema ---- */

typedef struct {
    uint64_t key;
    uint32_t left, right;
} Pair;

typedef VEC(Pair) Pairs;

static int by_class(const void *left, const void *right)
{
    const Pair *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->left != b->left)
        return a->left < b->left ? -1 : 1;
    return (a->right > b->right) - (a->right < b->right);
}

/* Which arguments of two features are equal: a bit for each pair of places. */
static uint64_t equalities(const Term *left, const Term *right)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < left->arity && i < 6; i++)
        for (size_t k = 0; k < right->arity && k < 6; k++)
            if ((i == k || !same_symbol(left, right)) &&
                left->args[i] == right->args[k])
                bits |= (uint64_t)1 << (i * 6 + k);
    return bits;
}

/* The value at the last equal argument; 0 if there is none. */
static uint64_t equal_value(const Term *left, const Term *right)
{
    for (size_t i = left->arity; i-- > 0;)
        for (size_t k = right->arity; k-- > 0;)
            if ((i == k || !same_symbol(left, right)) &&
                left->args[i] == right->args[k])
                return left->args[i]->id + 1;
    return 0;
}

static Ref pair_excluded(Inventor *inventor, const Pair *pair)
{
    return ref_not(property_pair(inventor->properties,
                                 feature_ref(inventor, pair->left),
                                 feature_ref(inventor, pair->right)));
}

static void add_class(Inventor *inventor, const Pair *pairs, size_t count)
{
    RefList refs = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&refs, pair_excluded(inventor, &pairs[i]));
    add(inventor, property_and(inventor->properties, refs.items, refs.count));
    vec_free(&refs);
}

static bool class_was_seen(const Inventor *inventor, const Pair *pairs,
                           size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (seen(inventor, pairs[i].left, true, pairs[i].right, true))
            return true;
    return false;
}

/* Classes of the pairs from FIRST on; those that were seen are left, to be
 * divided further. */
static void take_classes(Inventor *inventor, Pairs *pairs)
{
    enum { MAX_PAIRS = 60000 };
    size_t left = 0;
    sort_items(pairs->items, pairs->count, sizeof *pairs->items, by_class);
    for (size_t i = 0; i < pairs->count && !budget_spent(inventor->budget);) {
        size_t end = i;
        while (end < pairs->count &&
               pairs->items[end].key == pairs->items[i].key)
            end++;
        if (end - i <= MAX_PAIRS &&
            !class_was_seen(inventor, &pairs->items[i], end - i)) {
            add_class(inventor, &pairs->items[i], end - i);
        } else {
            memmove(&pairs->items[left], &pairs->items[i],
                    (end - i) * sizeof(Pair));
            left += end - i;
        }
        i = end;
    }
    pairs->count = left;
}

static void invent_exclusions(Inventor *inventor)
{
    enum { MAX_FEATURES = 3000 };
    const Net *net = inventor->net;
    SymbolRanges ranges = {0};
    Pairs pairs = {0};
    size_t varying = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        varying += varies(inventor, f);
    if (varying > MAX_FEATURES)
        return;
    uint32_t *order = by_symbols(net, &ranges);
    for (size_t a = 0; a < ranges.count; a++)
        for (size_t b = 0; b <= a; b++) {
            vec_clear(&pairs);
            for (uint32_t i = ranges.items[a].first;
                 i < ranges.items[a].end && !budget_spent(inventor->budget);
                 i++)
                for (uint32_t k = ranges.items[b].first;
                     k < ranges.items[b].end && (a != b || k < i); k++) {
                    uint32_t left = order[i], right = order[k];
                    if (!varies(inventor, left) || !varies(inventor, right))
                        continue;
                    Pair pair = {
                        equalities(net->features[left], net->features[right]),
                        left, right};
                    vec_push(&pairs, pair);
                }
            take_classes(inventor, &pairs);
            for (size_t i = 0; i < pairs.count; i++) {
                Pair *pair = &pairs.items[i];
                const Term *left = net->features[pair->left];
                const Term *right = net->features[pair->right];
                pair->key |= equal_value(left, right) << 36;
            }
            take_classes(inventor, &pairs);
        }
    free(order);
    vec_free(&ranges);
    vec_free(&pairs);
}

/* ---- clocks ---- */

/* Features of a symbol of which one holds at a time and each only once in a
 * play would be clocks; being single is good enough here. */
static void invent_clocks(Inventor *inventor)
{
    enum { ALL_PAIRS = 20000 };
    const Net *net = inventor->net;
    SymbolRanges ranges = {0};
    uint32_t *order = by_symbols(net, &ranges);
    for (size_t r = 0; r < ranges.count; r++) {
        const uint32_t *clock = order + ranges.items[r].first;
        size_t count = ranges.items[r].end - ranges.items[r].first;
        if (net->features[clock[0]]->arity > 1 || count < 2 ||
            !is_single(inventor, clock, count))
            continue;
        bool all = count * net->feature_count <= ALL_PAIRS;
        for (size_t i = 0; i < count && !budget_spent(inventor->budget); i++)
            for (uint32_t f = 0; f < net->feature_count; f++) {
                if (!varies(inventor, clock[i]) || f == clock[i] ||
                    same_symbol(net->features[f], net->features[clock[i]]) ||
                    (!all && !inventor->focus[f]))
                    continue;
                Ref time = feature_ref(inventor, clock[i]),
                    other = feature_ref(inventor, f);
                if (!seen(inventor, clock[i], true, f, true))
                    add(inventor, ref_not(property_pair(inventor->properties,
                                                        time, other)));
                else if (!seen(inventor, clock[i], true, f, false))
                    add(inventor, ref_not(property_pair(inventor->properties,
                                                        time, ref_not(other))));
            }
    }
    free(order);
    vec_free(&ranges);
}

/* ---- pairs ---- */

static void invent_pairs(Inventor *inventor)
{
    const Net *net = inventor->net;
    for (uint32_t a = 0;
         a < net->feature_count && !budget_spent(inventor->budget); a++)
        for (uint32_t b = 0; b < a && !is_full(inventor); b++) {
            if (!varies(inventor, a) || !varies(inventor, b) ||
                (!inventor->focus[a] && !inventor->focus[b]))
                continue;
            for (int value = 0; value < 4; value++) {
                bool left = value & 1, right = value >> 1;
                if (seen(inventor, a, left, b, right))
                    continue;
                Ref first = feature_ref(inventor, a) ^ !left;
                Ref second = feature_ref(inventor, b) ^ !right;
                add(inventor, ref_not(property_pair(inventor->properties, first,
                                                    second)));
            }
        }
}

void candidate_invariants(CandidateKind kind, const Net *net,
                          PropertyTable *properties, const GuidedWalks *walks,
                          const bool *focus, size_t most, const Budget *budget,
                          RefList *refs)
{
    Inventor inventor = {.net = net,
                         .properties = properties,
                         .walks = walks,
                         .focus = focus,
                         .most = most,
                         .blocks = walks_blocks(walks),
                         .budget = budget,
                         .refs = refs};
    switch (kind) {
    case CANDIDATE_CONSTANT:
        invent_constants(&inventor);
        break;
    case CANDIDATE_SYMBOL_MUTEX:
        invent_singles(&inventor);
        break;
    case CANDIDATE_MUTEX_SCHEMA:
        invent_exclusions(&inventor);
        break;
    case CANDIDATE_STEP_COUNTER:
        invent_clocks(&inventor);
        break;
    case CANDIDATE_AT_LEAST_ONE:
        invent_some(&inventor);
        break;
    default:
        invent_pairs(&inventor);
    }
}
