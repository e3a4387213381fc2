/* state_set.c - set of states with tree compression
 *
 * In:   states, words of bits
 * Out:  their numbers
 *
 * The tree (Laarman, van de Pol and Weber 2011) is laid out like a heap: node 1
 * is the root, nodes 2i and 2i + 1 are the children of node i, the leaves are
 * the slots. Start reading at state_set_put().
 */
#include "solve/state_set.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A hash table of distinct pairs, numbered in the order in which they were
 * added. A slot has the number of a pair plus one and, in the bits above, a
 * part of its hash, so that most other pairs need not be compared. */
typedef struct {
    uint64_t *pairs;
    size_t count, capacity;
    uint32_t *slots; /* by hash; 0 if empty */
    size_t slot_count;
    unsigned bits; /* bits of a number */
} Pairs;

struct StateSet {
    size_t words, leaves; /* leaves is a power of two */
    size_t bytes, limit;
    Pairs roots, inner;
    uint32_t *node;  /* by node: pair number or slot of the last state */
    uint32_t *stale; /* changed nodes of the level being updated */
    bool has_last;
};

enum { INITIAL_PAIRS = 256 };

static uint64_t hash_of(uint64_t pair)
{
    uint64_t hash = pair * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

/* The part of a hash that is stored in a slot, in its place. */
static uint32_t tag_of(const Pairs *pairs, uint64_t hash)
{
    return (uint32_t)(hash >> 32 >> pairs->bits << pairs->bits);
}

static uint32_t number_in(const Pairs *pairs, uint32_t slot)
{
    return (slot & (uint32_t)(((uint64_t)1 << pairs->bits) - 1)) - 1;
}

/* The slot of PAIR, or the empty slot where it belongs. */
static size_t probe(const Pairs *pairs, uint64_t pair)
{
    uint64_t hash = hash_of(pair), mask = pairs->slot_count - 1;
    assert(pairs->slot_count && !(pairs->slot_count & mask)); /* 2^n */
    uint32_t tag = tag_of(pairs, hash), slot;
    size_t slot_index = hash & mask;
    for (; (slot = pairs->slots[slot_index]);
         slot_index = (slot_index + 1) & mask)
        if (tag == tag_of(pairs, (uint64_t)slot << 32) &&
            pairs->pairs[number_in(pairs, slot)] == pair)
            break;
    return slot_index;
}

static void put_in_slot(Pairs *pairs, size_t slot_index, uint32_t number)
{
    uint32_t tag = tag_of(pairs, hash_of(pairs->pairs[number]));
    pairs->slots[slot_index] = tag | (number + 1);
}

/* Half again as many pairs; false if that is beyond the limit. */
static bool grow_pairs(StateSet *set, Pairs *pairs)
{
    size_t grown = pairs->capacity + pairs->capacity / 2;
    if (!pairs->capacity)
        grown = INITIAL_PAIRS;
    size_t added = (grown - pairs->capacity) * sizeof *pairs->pairs;
    if (grown >= NO_STATE || set->bytes + added > set->limit)
        return false;
    uint64_t *grown_pairs =
        memory_try_resize(pairs->pairs, grown, sizeof *grown_pairs);
    if (!grown_pairs)
        return false;
    pairs->pairs = grown_pairs;
    pairs->capacity = grown;
    set->bytes += added;
    return true;
}

static bool grow_slots(StateSet *set, Pairs *pairs)
{
    size_t grown =
        pairs->slot_count ? 2 * pairs->slot_count : 2 * INITIAL_PAIRS;
    if (set->bytes + grown * sizeof *pairs->slots > set->limit)
        return false;
    uint32_t *slots = memory_try_zeroed(grown, sizeof *slots);
    if (!slots)
        return false;
    set->bytes += (grown - pairs->slot_count) * sizeof *slots;
    free(pairs->slots);
    pairs->slots = slots;
    pairs->slot_count = grown;
    for (pairs->bits = 0; pairs->bits < 32 && grown >> pairs->bits > 1;)
        pairs->bits++;
    for (size_t i = 0; i < pairs->count; i++)
        put_in_slot(pairs, probe(pairs, pairs->pairs[i]), (uint32_t)i);
    return true;
}

static uint32_t pairs_put(StateSet *set, Pairs *pairs, uint64_t pair,
                          bool *is_new)
{
    size_t slot_index = probe(pairs, pair);
    *is_new = !pairs->slots[slot_index];
    if (!*is_new)
        return number_in(pairs, pairs->slots[slot_index]);
    if (pairs->count == pairs->capacity && !grow_pairs(set, pairs))
        return NO_STATE;
    if ((pairs->count + 1) * 4 > pairs->slot_count * 3) {
        if (!grow_slots(set, pairs))
            return NO_STATE;
        slot_index = probe(pairs, pair);
    }
    pairs->pairs[pairs->count] = pair;
    assert(!pairs->slots[slot_index]);
    put_in_slot(pairs, slot_index, (uint32_t)pairs->count);
    return (uint32_t)pairs->count++;
}

StateSet *state_set_new(size_t word_count, size_t bytes)
{
    StateSet *set = memory_alloc(sizeof *set);
    *set = (StateSet){.words = word_count, .leaves = 2, .limit = bytes};
    while (set->leaves < 2 * word_count)
        set->leaves *= 2;
    set->node = memory_array(2 * set->leaves, sizeof *set->node);
    memset(set->node, 0, 2 * set->leaves * sizeof *set->node);
    set->stale = memory_array(set->leaves, sizeof *set->stale);
    set->limit +=
        4 * INITIAL_PAIRS * sizeof(uint64_t); /* room for the first pairs */
    grow_pairs(set, &set->roots);
    grow_slots(set, &set->roots);
    grow_pairs(set, &set->inner);
    grow_slots(set, &set->inner);
    return set;
}

void state_set_free(StateSet *set)
{
    if (!set)
        return;
    free_all(set->roots.pairs, set->roots.slots, set->inner.pairs,
             set->inner.slots, set->node, set->stale, set);
}

/* Sets the leaves to the slots of STATE; returns the number of stale parents.
 */
static size_t set_slots(StateSet *set, const uint64_t *state)
{
    size_t count = 0;
    for (size_t i = 0; i < 2 * set->words; i++) {
        uint32_t slot = (uint32_t)(state[i / 2] >> 32 * (i % 2));
        uint32_t *leaf = &set->node[set->leaves + i];
        uint32_t above = (uint32_t)(set->leaves + i) / 2;
        if (*leaf == slot && set->has_last)
            continue;
        *leaf = slot;
        if (!count || set->stale[count - 1] != above)
            set->stale[count++] = above;
    }
    return count;
}

/* The first state: all nodes are stale, also above the padding. */
static size_t set_all_slots(StateSet *set, const uint64_t *state)
{
    set_slots(set, state);
    for (size_t i = 0; i < set->leaves / 2; i++)
        set->stale[i] = (uint32_t)(set->leaves / 2 + i);
    return set->leaves / 2;
}

static uint64_t pair_at(const StateSet *set, uint32_t node)
{
    return (uint64_t)set->node[2 * node] << 32 | set->node[2 * node + 1];
}

/* Updates the nodes above changed slots, except the root. */
static bool update_nodes(StateSet *set, const uint64_t *state)
{
    size_t count =
        set->has_last ? set_slots(set, state) : set_all_slots(set, state);
    assert(count <= set->leaves / 2); /* a level of the tree */
    set->has_last = false;            /* until it has succeeded */
    while (count && set->stale[0] > 1) {
        size_t above = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t node = set->stale[i];
            bool is_new;
            set->node[node] =
                pairs_put(set, &set->inner, pair_at(set, node), &is_new);
            if (set->node[node] == NO_STATE)
                return false;
            if (!above || set->stale[above - 1] != node / 2)
                set->stale[above++] = node / 2;
        }
        count = above;
    }
    return set->has_last = true;
}

uint32_t state_set_put(StateSet *set, const uint64_t *state, bool *is_new)
{
    *is_new = false;
    if (!update_nodes(set, state))
        return NO_STATE;
    return pairs_put(set, &set->roots, pair_at(set, 1), is_new);
}

void state_set_get(StateSet *set, uint32_t number, uint64_t *state)
{
    uint64_t pair = set->roots.pairs[number];
    assert(number < set->roots.count);
    for (size_t i = 1; i < set->leaves; i++) {
        if (i > 1)
            pair = set->inner.pairs[set->node[i]];
        set->node[2 * i] = (uint32_t)(pair >> 32);
        set->node[2 * i + 1] = (uint32_t)pair;
    }
    set->has_last = true;
    const uint32_t *leaf = set->node + set->leaves;
    for (size_t i = 0; i < set->words; i++)
        state[i] = (uint64_t)leaf[2 * i + 1] << 32 | leaf[2 * i];
}

size_t state_set_count(const StateSet *set)
{
    return set->roots.count;
}
