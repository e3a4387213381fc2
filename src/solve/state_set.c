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

#include "base/heap.h"
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
    unsigned number_bits;
} Pairs;

struct StateSet {
    size_t word_count, leaf_count; /* LEAF_COUNT is a power of two */
    size_t bytes_used, max_bytes;
    Pairs root_pairs, inner_pairs;
    uint32_t *node_values; /* by node: pair number or slot of the last state */
    uint32_t *stale_nodes; /* changed nodes of the level being updated */
    bool has_last_state;   /* NODE_VALUES are those of the last state */
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
    return (uint32_t)(hash >> 32 >> pairs->number_bits << pairs->number_bits);
}

static uint32_t pair_number(const Pairs *pairs, uint32_t slot)
{
    return (slot & (uint32_t)(((uint64_t)1 << pairs->number_bits) - 1)) - 1;
}

/* The slot of PAIR, or the empty slot where it belongs. */
static size_t find_slot(const Pairs *pairs, uint64_t pair)
{
    uint64_t hash = hash_of(pair), mask = pairs->slot_count - 1;
    assert(pairs->slot_count && !(pairs->slot_count & mask)); /* 2^n */
    uint32_t tag = tag_of(pairs, hash), slot;
    size_t slot_index = hash & mask;
    for (; (slot = pairs->slots[slot_index]);
         slot_index = (slot_index + 1) & mask)
        if (tag == tag_of(pairs, (uint64_t)slot << 32) &&
            pairs->pairs[pair_number(pairs, slot)] == pair)
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
    size_t new_capacity = pairs->capacity + pairs->capacity / 2;
    if (!pairs->capacity)
        new_capacity = INITIAL_PAIRS;
    size_t added_bytes =
        (new_capacity - pairs->capacity) * sizeof *pairs->pairs;
    if (new_capacity >= NO_STATE ||
        set->bytes_used + added_bytes > set->max_bytes)
        return false;
    uint64_t *grown_pairs =
        memory_try_resize(pairs->pairs, new_capacity, sizeof *grown_pairs);
    if (!grown_pairs)
        return false;
    pairs->pairs = grown_pairs;
    pairs->capacity = new_capacity;
    set->bytes_used += added_bytes;
    return true;
}

/* Twice as many slots; all pairs are put into them again. False if that is
 * beyond the limit. */
static bool grow_slots(StateSet *set, Pairs *pairs)
{
    size_t new_slot_count =
        pairs->slot_count ? 2 * pairs->slot_count : 2 * INITIAL_PAIRS;
    if (set->bytes_used + new_slot_count * sizeof *pairs->slots >
        set->max_bytes)
        return false;
    uint32_t *slots = memory_try_zeroed(new_slot_count, sizeof *slots);
    if (!slots)
        return false;
    set->bytes_used += (new_slot_count - pairs->slot_count) * sizeof *slots;
    memory_free(pairs->slots);
    pairs->slots = slots;
    pairs->slot_count = new_slot_count;
    for (pairs->number_bits = 0;
         pairs->number_bits < 32 && new_slot_count >> pairs->number_bits > 1;)
        pairs->number_bits++;
    for (size_t i = 0; i < pairs->count; i++)
        put_in_slot(pairs, find_slot(pairs, pairs->pairs[i]), (uint32_t)i);
    return true;
}

static uint32_t pairs_put(StateSet *set, Pairs *pairs, uint64_t pair,
                          bool *is_new)
{
    size_t slot_index = find_slot(pairs, pair);
    *is_new = !pairs->slots[slot_index];
    if (!*is_new)
        return pair_number(pairs, pairs->slots[slot_index]);
    if (pairs->count == pairs->capacity && !grow_pairs(set, pairs))
        return NO_STATE;
    if ((pairs->count + 1) * 4 > pairs->slot_count * 3) {
        if (!grow_slots(set, pairs))
            return NO_STATE;
        slot_index = find_slot(pairs, pair);
    }
    pairs->pairs[pairs->count] = pair;
    assert(!pairs->slots[slot_index]);
    put_in_slot(pairs, slot_index, (uint32_t)pairs->count);
    return (uint32_t)pairs->count++;
}

StateSet *state_set_new(size_t word_count, size_t bytes)
{
    StateSet *set = memory_alloc(sizeof *set);
    *set = (StateSet){
        .word_count = word_count, .leaf_count = 2, .max_bytes = bytes};
    while (set->leaf_count < 2 * word_count)
        set->leaf_count *= 2;
    set->node_values =
        memory_zeroed(2 * set->leaf_count, sizeof *set->node_values);
    set->stale_nodes = memory_array(set->leaf_count, sizeof *set->stale_nodes);
    set->max_bytes +=
        4 * INITIAL_PAIRS * sizeof(uint64_t); /* room for the first pairs */
    if (!grow_pairs(set, &set->root_pairs) ||
        !grow_slots(set, &set->root_pairs) ||
        !grow_pairs(set, &set->inner_pairs) ||
        !grow_slots(set, &set->inner_pairs))
        heap_fail();
    return set;
}

void state_set_free(StateSet *set)
{
    if (!set)
        return;
    free_all(set->root_pairs.pairs, set->root_pairs.slots,
             set->inner_pairs.pairs, set->inner_pairs.slots, set->node_values,
             set->stale_nodes, set);
}

/* Sets the leaves to the slots of STATE; returns the number of stale parents:
 * of the first state all, those above the padding as well. */
static size_t set_leaves(StateSet *set, const uint64_t *state)
{
    size_t stale_count = 0, slot_count = 2 * set->word_count;
    size_t end = set->has_last_state ? slot_count : set->leaf_count;
    for (size_t i = 0; i < end; i++) {
        uint32_t slot =
            i < slot_count ? (uint32_t)(state[i / 2] >> 32 * (i % 2)) : 0;
        uint32_t *leaf = &set->node_values[set->leaf_count + i];
        uint32_t parent = (uint32_t)(set->leaf_count + i) / 2;
        if (*leaf == slot && set->has_last_state)
            continue;
        *leaf = slot;
        if (!stale_count || set->stale_nodes[stale_count - 1] != parent)
            set->stale_nodes[stale_count++] = parent;
    }
    return stale_count;
}

static uint64_t pair_at(const StateSet *set, uint32_t node)
{
    return (uint64_t)set->node_values[2 * node] << 32 |
           set->node_values[2 * node + 1];
}

/* Updates the nodes above changed slots, except the root. */
static bool update_nodes(StateSet *set, const uint64_t *state)
{
    size_t stale_count = set_leaves(set, state);
    assert(stale_count <= set->leaf_count / 2); /* a level of the tree */
    set->has_last_state = false;                /* until it has succeeded */
    while (stale_count && set->stale_nodes[0] > 1) {
        size_t parent_count = 0;
        for (size_t i = 0; i < stale_count; i++) {
            uint32_t node = set->stale_nodes[i];
            bool is_new;
            set->node_values[node] =
                pairs_put(set, &set->inner_pairs, pair_at(set, node), &is_new);
            if (set->node_values[node] == NO_STATE)
                return false;
            if (!parent_count || set->stale_nodes[parent_count - 1] != node / 2)
                set->stale_nodes[parent_count++] = node / 2;
        }
        stale_count = parent_count;
    }
    return set->has_last_state = true;
}

uint32_t state_set_put(StateSet *set, const uint64_t *state, bool *is_new)
{
    *is_new = false;
    if (!update_nodes(set, state))
        return NO_STATE;
    return pairs_put(set, &set->root_pairs, pair_at(set, 1), is_new);
}

void state_set_get(StateSet *set, uint32_t number, uint64_t *state)
{
    uint64_t pair = set->root_pairs.pairs[number];
    assert(number < set->root_pairs.count);
    for (size_t i = 1; i < set->leaf_count; i++) {
        if (i > 1)
            pair = set->inner_pairs.pairs[set->node_values[i]];
        set->node_values[2 * i] = (uint32_t)(pair >> 32);
        set->node_values[2 * i + 1] = (uint32_t)pair;
    }
    set->has_last_state = true;
    const uint32_t *leaf = set->node_values + set->leaf_count;
    for (size_t i = 0; i < set->word_count; i++)
        state[i] = (uint64_t)leaf[2 * i + 1] << 32 | leaf[2 * i];
}
