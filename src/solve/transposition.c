/* transposition.c - what a search has proved of positions, within a bound of
 * memory
 *
 * Buckets of four entries, a cache line each; the entry with the least effort
 * is replaced.
 */
#include "solve/transposition.h"

#include "base/memory.h"
#include "solve/position_graph.h"

#include <assert.h>

/* ---- hashes ---- */

enum { MAX_SYMMETRIES = 16 }; /* each costs a hash for every position */

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
    return value ^ value >> 32;
}

static PositionHash key_of(uint64_t feature)
{
    return (PositionHash){
        mix(0x9e3779b97f4a7c15u ^ feature),
        mix((0xc2b2ae3d27d4eb4fu + feature) * 0x9fb21c651e98df25u)};
}

Zobrist zobrist_new(const Net *net, Arena *arena)
{
    const Symmetries *all = net_symmetries(net, MAX_SYMMETRIES, arena);
    Zobrist zobrist = {.symmetries = all,
                       .keys = arena_array(arena, PositionHash,
                                           net->feature_count * all->count)};
    for (size_t f = 0; f < net->feature_count; f++)
        for (size_t i = 0; i < all->count; i++)
            zobrist.keys[f * all->count + i] = key_of(all->features[i][f]);
    return zobrist;
}

uint32_t zobrist_update(const Zobrist *zobrist, const uint64_t *before,
                        const uint64_t *after, size_t word_count,
                        PositionHash *hashes)
{
    size_t count = zobrist->symmetries->count;
    uint32_t least = 0;
    for (size_t w = 0; w < word_count; w++)
        for (uint64_t rest = before[w] ^ after[w]; rest; rest &= rest - 1) {
            size_t feature = w * 64 + (size_t)__builtin_ctzll(rest);
            const PositionHash *keys = zobrist->keys + feature * count;
            for (size_t i = 0; i < count; i++) {
                hashes[i].bucket ^= keys[i].bucket;
                hashes[i].check ^= keys[i].check;
            }
        }
    for (uint32_t i = 1; i < count; i++)
        if (hashes[i].bucket < hashes[least].bucket)
            least = i;
    return least;
}

uint32_t zobrist_image(const Zobrist *zobrist, uint32_t symmetry, size_t role,
                       uint32_t move)
{
    const Symmetries *symmetries = zobrist->symmetries;
    uint32_t first = symmetries->first_move[role];
    assert(symmetry < symmetries->count);
    return move == NO_MOVE ? move
                           : symmetries->moves[symmetry][first + move] - first;
}

/* ---- the table ---- */

enum { BUCKET_SIZE = 4 };

struct TranspositionTable {
    TableEntry *entries;
    size_t bucket_count; /* a power of two */
};

TranspositionTable *transposition_new(size_t bytes)
{
    TranspositionTable *table = memory_zeroed(1, sizeof *table);
    size_t bucket_bytes = BUCKET_SIZE * sizeof(TableEntry);
    table->bucket_count = 1;
    while (2 * table->bucket_count * bucket_bytes <= bytes)
        table->bucket_count *= 2;
    while (!(table->entries = memory_try_zeroed(
                 table->bucket_count * BUCKET_SIZE, sizeof(TableEntry))) &&
           table->bucket_count > 1)
        table->bucket_count /= 2;
    if (!table->entries)
        table->entries = memory_zeroed(BUCKET_SIZE, sizeof(TableEntry));
    return table;
}

void transposition_free(TranspositionTable *table)
{
    if (table)
        free_all(table->entries, table);
}

/* The entry of a position, otherwise the one with the least effort of those in
 * its bucket. */
static TableEntry *place_of(const TranspositionTable *table, PositionHash hash)
{
    TableEntry *bucket =
                   table->entries +
                   (hash.bucket & (table->bucket_count - 1)) * BUCKET_SIZE,
               *least = bucket;
    for (size_t i = 0; i < BUCKET_SIZE; i++) {
        if (bucket[i].check == hash.check)
            return &bucket[i];
        if (bucket[i].effort < least->effort)
            least = &bucket[i];
    }
    return least;
}

const TableEntry *transposition_find(const TranspositionTable *table,
                                     PositionHash hash)
{
    const TableEntry *entry = place_of(table, hash);
    return entry->check == hash.check ? entry : NULL;
}

bool table_entry_answer(const TableEntry *entry, int value, size_t depth,
                        Answer *answer)
{
    if (!entry)
        return false;
    *answer = entry->least >= value ? ANSWER_YES
              : entry->most < value ? ANSWER_NO
                                    : ANSWER_OPEN;
    return *answer != ANSWER_OPEN ||
           (entry->open_value == value && entry->open_depth >= depth);
}

void transposition_store(TranspositionTable *table, PositionHash hash,
                         int value, size_t depth, Answer answer, uint32_t move,
                         uint64_t nodes)
{
    assert(hash.check); /* 0: an entry that is not used */
    assert(0 <= value && value <= MAX_PAYOFF && depth <= UINT16_MAX);
    TableEntry *entry = place_of(table, hash);
    uint8_t effort = (uint8_t)(64 - __builtin_clzll(nodes | 1));
    if (entry->check != hash.check) {
        *entry = (TableEntry){.check = hash.check,
                              .move = NO_MOVE,
                              .least = NO_END,
                              .most = MAX_PAYOFF,
                              .open_value = NO_END};
    }
    if (answer == ANSWER_YES && value > entry->least)
        entry->least = (int8_t)value;
    else if (answer == ANSWER_NO && value <= entry->most)
        entry->most = (int8_t)(value - 1);
    else if (answer == ANSWER_OPEN) {
        entry->open_value = (int8_t)value;
        entry->open_depth = (uint16_t)depth;
    }
    if (move < NO_MOVE)
        entry->move = (uint16_t)move;
    if (effort > entry->effort)
        entry->effort = effort;
    assert(entry->least <= entry->most);
}
