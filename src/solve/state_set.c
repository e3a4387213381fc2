/* state_set.c - a set of states in little memory
 *
 * In:   states, words of bits
 * Out:  their numbers
 *
 * The tree is laid out like a heap: node 1 is the root, nodes 2i and 2i + 1
 * are below node i, the leaves are the slots. Start reading at store_put().
 */
#include "solve/state_set.h"

#include "base/fatal.h"

#include <stdlib.h>
#include <string.h>

/* Pairs, each once, numbered in the order in which they came. A slot has the
 * number plus one of a pair, and in the bits above that a part of its hash: so
 * most pairs that are not the right one need not be looked at. */
typedef struct {
    uint64_t *pairs;
    size_t count, capacity;
    uint32_t *slots; /* by hash; 0 if empty */
    size_t slot_count;
    unsigned bits; /* of a number */
} Pairs;

struct Store {
    size_t words, leaves; /* leaves: a power of two */
    size_t bytes, limit;
    Pairs roots, inner;
    uint32_t *node;  /* of the last state: number or slot, by node */
    uint32_t *stale; /* nodes of the level now looked at that have changed */
    bool has_last;
};

enum { FIRST_PAIRS = 256 };

static size_t pairs_bytes(const Pairs *pairs)
{
    return pairs->capacity * sizeof *pairs->pairs +
           pairs->slot_count * sizeof *pairs->slots;
}

static uint64_t hash_of(uint64_t pair)
{
    uint64_t hash = pair * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

/* The part of a hash that a slot has, in its place. */
static uint32_t tag_of(const Pairs *pairs, uint64_t hash)
{
    return (uint32_t)(hash >> 32 >> pairs->bits << pairs->bits);
}

static uint32_t number_in(const Pairs *pairs, uint32_t slot)
{
    return (slot & (uint32_t)(((uint64_t)1 << pairs->bits) - 1)) - 1;
}

/* Where PAIR is, or the empty slot where it belongs. */
static size_t probe(const Pairs *pairs, uint64_t pair)
{
    uint64_t hash = hash_of(pair), mask = pairs->slot_count - 1;
    uint32_t tag = tag_of(pairs, hash), slot;
    size_t at = hash & mask;
    for (; (slot = pairs->slots[at]); at = (at + 1) & mask)
        if (tag == tag_of(pairs, (uint64_t)slot << 32) &&
            pairs->pairs[number_in(pairs, slot)] == pair)
            break;
    return at;
}

static void put_in_slot(Pairs *pairs, size_t at, uint32_t number)
{
    uint32_t tag = tag_of(pairs, hash_of(pairs->pairs[number]));
    pairs->slots[at] = tag | (number + 1);
}

/* Twice the slots, half again the pairs: false if that is beyond the limit. */
static bool grow_pairs(Store *store, Pairs *pairs)
{
    size_t more = pairs->capacity + pairs->capacity / 2;
    if (!pairs->capacity)
        more = FIRST_PAIRS;
    size_t added = (more - pairs->capacity) * sizeof *pairs->pairs;
    if (more >= NO_STATE || store->bytes + added > store->limit)
        return false;
    uint64_t *moved = realloc(pairs->pairs, more * sizeof *moved);
    if (!moved)
        return false;
    pairs->pairs = moved;
    pairs->capacity = more;
    store->bytes += added;
    return true;
}

static bool grow_slots(Store *store, Pairs *pairs)
{
    size_t more = pairs->slot_count ? 2 * pairs->slot_count : 2 * FIRST_PAIRS;
    if (store->bytes + more * sizeof *pairs->slots > store->limit)
        return false;
    uint32_t *slots = calloc(more, sizeof *slots);
    if (!slots)
        return false;
    store->bytes += (more - pairs->slot_count) * sizeof *slots;
    free(pairs->slots);
    pairs->slots = slots;
    pairs->slot_count = more;
    for (pairs->bits = 0; pairs->bits < 32 && more >> pairs->bits > 1;)
        pairs->bits++;
    for (size_t i = 0; i < pairs->count; i++)
        put_in_slot(pairs, probe(pairs, pairs->pairs[i]), (uint32_t)i);
    return true;
}

static uint32_t pairs_put(Store *store, Pairs *pairs, uint64_t pair,
                          bool *is_new)
{
    size_t at = probe(pairs, pair);
    *is_new = !pairs->slots[at];
    if (!*is_new)
        return number_in(pairs, pairs->slots[at]);
    if (pairs->count == pairs->capacity && !grow_pairs(store, pairs))
        return NO_STATE;
    if ((pairs->count + 1) * 4 > pairs->slot_count * 3) {
        if (!grow_slots(store, pairs))
            return NO_STATE;
        at = probe(pairs, pair);
    }
    pairs->pairs[pairs->count] = pair;
    put_in_slot(pairs, at, (uint32_t)pairs->count);
    return (uint32_t)pairs->count++;
}

Store *store_new(size_t words, size_t bytes)
{
    Store *store = fatal_malloc(sizeof *store);
    *store = (Store){.words = words, .leaves = 2, .limit = bytes};
    while (store->leaves < 2 * words)
        store->leaves *= 2;
    store->node = fatal_malloc(2 * store->leaves * sizeof *store->node);
    memset(store->node, 0, 2 * store->leaves * sizeof *store->node);
    store->stale = fatal_malloc(store->leaves * sizeof *store->stale);
    store->limit += 4 * FIRST_PAIRS * sizeof(uint64_t); /* never none */
    grow_pairs(store, &store->roots);
    grow_slots(store, &store->roots);
    grow_pairs(store, &store->inner);
    grow_slots(store, &store->inner);
    return store;
}

void store_free(Store *store)
{
    if (!store)
        return;
    free(store->roots.pairs);
    free(store->roots.slots);
    free(store->inner.pairs);
    free(store->inner.slots);
    free(store->node);
    free(store->stale);
    free(store);
}

/* Notes the slots of STATE, and which nodes above them have changed. */
static size_t note_slots(Store *store, const uint64_t *state)
{
    size_t count = 0;
    for (size_t i = 0; i < 2 * store->words; i++) {
        uint32_t slot = (uint32_t)(state[i / 2] >> 32 * (i % 2));
        uint32_t *leaf = &store->node[store->leaves + i];
        uint32_t above = (uint32_t)(store->leaves + i) / 2;
        if (*leaf == slot && store->has_last)
            continue;
        *leaf = slot;
        if (!count || store->stale[count - 1] != above)
            store->stale[count++] = above;
    }
    return count;
}

/* The first time every node is new, those above the padding as well. */
static size_t note_all(Store *store, const uint64_t *state)
{
    note_slots(store, state);
    for (size_t i = 0; i < store->leaves / 2; i++)
        store->stale[i] = (uint32_t)(store->leaves / 2 + i);
    return store->leaves / 2;
}

static uint64_t pair_at(const Store *store, uint32_t node)
{
    return (uint64_t)store->node[2 * node] << 32 | store->node[2 * node + 1];
}

/* Brings the nodes above changed slots up to date, but for the root. */
static bool renew(Store *store, const uint64_t *state)
{
    size_t count =
        store->has_last ? note_slots(store, state) : note_all(store, state);
    store->has_last = false; /* if it fails half way */
    while (count && store->stale[0] > 1) {
        size_t above = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t node = store->stale[i];
            bool is_new;
            store->node[node] =
                pairs_put(store, &store->inner, pair_at(store, node), &is_new);
            if (store->node[node] == NO_STATE)
                return false;
            if (!above || store->stale[above - 1] != node / 2)
                store->stale[above++] = node / 2;
        }
        count = above;
    }
    return store->has_last = true;
}

uint32_t store_put(Store *store, const uint64_t *state, bool *is_new)
{
    *is_new = false;
    if (!renew(store, state))
        return NO_STATE;
    return pairs_put(store, &store->roots, pair_at(store, 1), is_new);
}

uint32_t store_find(Store *store, const uint64_t *state)
{
    if (!renew(store, state))
        return NO_STATE;
    uint32_t found =
        store->roots.slots[probe(&store->roots, pair_at(store, 1))];
    return found ? number_in(&store->roots, found) : NO_STATE;
}

void store_get(Store *store, uint32_t number, uint64_t *state)
{
    uint64_t pair = store->roots.pairs[number];
    for (size_t i = 1; i < store->leaves; i++) {
        if (i > 1)
            pair = store->inner.pairs[store->node[i]];
        store->node[2 * i] = (uint32_t)(pair >> 32);
        store->node[2 * i + 1] = (uint32_t)pair;
    }
    store->has_last = true;
    const uint32_t *leaf = store->node + store->leaves;
    for (size_t i = 0; i < store->words; i++)
        state[i] = (uint64_t)leaf[2 * i + 1] << 32 | leaf[2 * i];
}

size_t store_count(const Store *store)
{
    return store->roots.count;
}

size_t store_bytes(const Store *store)
{
    return pairs_bytes(&store->roots) + pairs_bytes(&store->inner);
}
